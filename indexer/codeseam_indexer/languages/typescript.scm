; inherits: typescript_only, ecmascript
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) (function_expression)] @bodied) @definition.method
((public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: (call_expression function: (_) @_wrapper arguments: (arguments . [(arrow_function) (function_expression)] @bodied))) @definition.method
  (#not-match? @_wrapper "([.](map|flatMap|filter|find|findLast|findIndex|reduce|reduceRight|some|every|sort|toSorted|forEach|then|catch|finally|replace|replaceAll|group|groupBy)|^set(Timeout|Interval|Immediate)|^requestAnimationFrame)$"))
(public_field_definition name: [(property_identifier) @name (private_property_identifier) @name (string (string_fragment) @name)]) @definition.field
(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body name: [(property_identifier) @name (string (string_fragment) @name)] @definition.constant)
(enum_body (enum_assignment name: [(property_identifier) @name (string (string_fragment) @name)]) @definition.constant)
(internal_module name: (_) @name body: (_) @body) @definition.namespace
(module name: (identifier) @name body: (_) @body) @definition.namespace
((module name: (string (string_fragment) @name) body: (_) @body) @definition.module (#set! literal "yes"))
(function_signature name: (_) @name) @definition.function
(method_signature name: [(property_identifier) @name (private_property_identifier) @name (string (string_fragment) @name)]) @definition.method
(abstract_method_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.method
([(interface_body (property_signature name: [(property_identifier) @name (string (string_fragment) @name)]) @definition.property)
  (type_alias_declaration value: (object_type (property_signature name: [(property_identifier) @name (string (string_fragment) @name)]) @definition.property))])
; what is declared in a namespace, a module or for all of them
([(internal_module (statement_block [(export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @body) @definition.constant))
                                     (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @body) @definition.constant)] @outer))
  (module (statement_block [(export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @body) @definition.constant))
                            (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @body) @definition.constant)] @outer))
  (ambient_declaration (lexical_declaration "const" (variable_declarator name: (identifier) @name) @definition.constant)) @outer])
([(internal_module (statement_block [(export_statement (_ (variable_declarator name: (identifier) @name) @definition.variable)) (_ (variable_declarator name: (identifier) @name) @definition.variable)] @outer))
  (module (statement_block [(export_statement (_ (variable_declarator name: (identifier) @name) @definition.variable)) (_ (variable_declarator name: (identifier) @name) @definition.variable)] @outer))
  (ambient_declaration (statement_block (_ (variable_declarator name: (identifier) @name) @definition.variable) @outer))
  (ambient_declaration (_ (variable_declarator name: (identifier) @name) @definition.variable)) @outer])
((required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field (#set! outward "type"))
((required_parameter ["readonly" (override_modifier)] pattern: (identifier) @name) @definition.field (#set! outward "type"))
(ambient_declaration (_) @wrapped) @wrapper
(expression_statement . (internal_module) @wrapped . ";"? .) @wrapper

(import_statement (import_require_clause (identifier) @alias source: (string) @module)) @import
(import_alias (identifier) @alias . (_) @module) @import
