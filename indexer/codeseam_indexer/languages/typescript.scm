; inherits: ecmascript
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name) @definition.field
(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body name: (property_identifier) @name @definition.constant)
(enum_body (enum_assignment name: (property_identifier) @name) @definition.constant)
(internal_module name: (_) @name body: (_) @body) @definition.namespace
(module name: (identifier) @name body: (_) @body) @definition.namespace
(module name: (string (string_fragment) @name) body: (_) @body) @definition.module
(function_signature name: (_) @name) @definition.function
(method_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(abstract_method_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(interface_body (property_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.property)
(internal_module body: (statement_block (export_statement (lexical_declaration (variable_declarator name: (identifier) @name value: (_) @body) @definition.constant)) @outer))
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
((required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field (#set! outward "type"))
((required_parameter "readonly" pattern: (identifier) @name) @definition.field (#set! outward "type"))
(ambient_declaration (_) @wrapped) @wrapper
(expression_statement . (internal_module) @wrapped . ";"? .) @wrapper

(import_statement (import_require_clause (identifier) @alias source: (string) @module)) @import
(import_alias (identifier) @alias . (_) @module) @import
