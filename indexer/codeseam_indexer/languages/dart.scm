(class_definition name: (identifier) @name) @definition.class
(mixin_declaration (identifier) @name (class_body)? @body) @definition.trait
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(extension_declaration name: (identifier) @name) @definition.class
(extension_type_declaration name: (identifier) @name) @definition.class
((type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type (#set! whole "yes"))
(type_alias . (type_identifier) @name) @definition.type
((method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @body @tail)
((method_signature (getter_signature name: (identifier) @name)) @definition.property . (function_body) @body @tail)
((method_signature (setter_signature name: (identifier) @name)) @definition.property . (function_body) @body @tail)
((method_signature (operator_signature "operator" @name . (_) @name)) @definition.method . (function_body) @body @tail)
((method_signature (constructor_signature . name: (identifier) . "." . name: (identifier) @name)) @definition.constructor . (function_body) @body @tail (#set! whole "yes"))
((method_signature (constructor_signature . name: (identifier) @name)) @definition.constructor . (function_body) @body @tail)
((method_signature (factory_constructor_signature . (identifier) . (identifier) @name)) @definition.constructor . (function_body) @body @tail (#set! whole "yes"))
((method_signature (factory_constructor_signature . (identifier) @name)) @definition.constructor . (function_body) @body @tail)
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration (getter_signature name: (identifier) @name)) @definition.property
(declaration (setter_signature name: (identifier) @name)) @definition.property
((declaration (constructor_signature . name: (identifier) . "." . name: (identifier) @name)) @definition.constructor (#set! whole "yes"))
((declaration (constant_constructor_signature (const_builtin) . (identifier) . (identifier) @name)) @definition.constructor (#set! whole "yes"))
(declaration (constructor_signature . name: (identifier) @name)) @definition.constructor
(declaration (constant_constructor_signature (const_builtin) . (identifier) @name)) @definition.constructor
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.constant
((program (function_signature name: (identifier) @name) @definition.function . (function_body) @body @tail))
((program (getter_signature name: (identifier) @name) @definition.property . (function_body) @body @tail))
(program (function_signature name: (identifier) @name) @definition.function)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name)) @definition.constant)
(program (initialized_identifier_list (initialized_identifier . (identifier) @name (function_expression body: (_) @body))) @definition.function)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name (function_expression body: (_) @body))) @definition.function)
(program (initialized_identifier_list (initialized_identifier . (identifier) @name)) @definition.variable)
(local_function_declaration (lambda_expression parameters: (function_signature name: (identifier) @name) body: (_) @body)) @definition.function
((expression_statement (identifier) @_test (selector (argument_part (arguments . (argument (string_literal) @name))))) @definition.test
  (#any-of? @_test "test" "group" "testWidgets" "setUp"))

(annotation) @attribute

(library_import (import_specification (configurable_uri) @module (identifier)? @alias)) @import
(library_export (configurable_uri) @module) @import @exported
(part_directive (uri) @module) @import
