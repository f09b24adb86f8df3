(class_definition name: (identifier) @name) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body)? @body) @definition.trait
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(extension_declaration name: (identifier) @name) @definition.class
(extension_declaration !name class: (_) @name) @scope
(representation_declaration name: (identifier) @name) @definition.field
(extension_type_declaration name: (identifier) @name) @definition.class
((type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type (#set! whole "yes"))
(type_alias . (type_identifier) @name) @definition.type
((method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @body @tail)
((method_signature (getter_signature name: (identifier) @name)) @definition.property . (function_body) @body @tail)
((method_signature (setter_signature name: (identifier) @name)) @definition.property . (function_body) @body @tail)
((method_signature (operator_signature "operator" @name . [(binary_operator) "[" "[]" "[]=" "~"] @name "]"? @name "="? @name)) @definition.method . (function_body) @body @tail)
((method_signature (constructor_signature . name: (identifier) . "." . name: (identifier) @name)) @definition.constructor . (function_body) @body @tail (#set! whole "yes"))
((method_signature (constructor_signature . name: (identifier) @name)) @definition.constructor . (function_body) @body @tail)
((method_signature (factory_constructor_signature . (identifier) . (identifier) @name)) @definition.constructor . (function_body) @body @tail (#set! whole "yes"))
((method_signature (factory_constructor_signature . (identifier) @name)) @definition.constructor . (function_body) @body @tail)
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration (getter_signature name: (identifier) @name)) @definition.property
(declaration (setter_signature name: (identifier) @name)) @definition.property
((declaration (constructor_signature . name: (identifier) . "." . name: (identifier) @name)) @definition.constructor (#set! whole "yes"))
((declaration (constant_constructor_signature (const_builtin) . (identifier) . (identifier) @name)) @definition.constructor (#set! whole "yes"))
((declaration (redirecting_factory_constructor_signature (identifier) . (identifier) @name)) @definition.constructor (#set! whole "yes"))
((declaration (factory_constructor_signature (identifier) . (identifier) @name)) @definition.constructor (#set! whole "yes"))
(declaration [(redirecting_factory_constructor_signature (identifier) @name) (factory_constructor_signature (identifier) @name)]) @definition.constructor
(declaration (constructor_signature . name: (identifier) @name)) @definition.constructor
(declaration (constant_constructor_signature (const_builtin) . (identifier) @name)) @definition.constructor
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name "="? @body))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name "="? @body))) @definition.constant
((program (function_signature name: (identifier) @name) @definition.function . (function_body) @body @tail) (#set! head "line"))
((program [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)] @definition.property . (function_body) @body @tail) (#set! head "line"))
((program [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)] @definition.property) (#set! head "line"))
((program (function_signature name: (identifier) @name) @definition.function) (#set! head "line"))
; the words in front of a variable are siblings of it
((program (initialized_identifier_list (initialized_identifier . (identifier) @name (function_expression body: (_) @body))) @definition.function) (#set! head "line"))
((program (static_final_declaration_list (static_final_declaration . (identifier) @name (function_expression body: (_) @body))) @definition.function) (#set! head "line"))
((program (static_final_declaration_list (static_final_declaration . (identifier) @name "="? @body)) @definition.constant) (#set! head "line"))
((program (initialized_identifier_list (initialized_identifier . (identifier) @name "="? @body)) @definition.variable) (#set! head "line"))
(local_function_declaration (lambda_expression parameters: (function_signature name: (identifier) @name) body: (_) @body)) @definition.function
((expression_statement (identifier) @_test (selector (argument_part (arguments . (argument (string_literal) @name) . (argument (function_expression)) @body)))) @definition.test
  (#any-of? @_test "test" "group" "testWidgets" "blocTest" "testGoldens"))

(annotation) @attribute

(library_import (import_specification [(configurable_uri) (uri)] @module (identifier)? @alias)) @import
(library_import (import_specification (configurable_uri) @module (combinator "show" (identifier) @symbol))) @import
(library_export (configurable_uri) @module) @import @exported
(part_directive (uri) @module) @import
