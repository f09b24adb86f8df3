((namespace_definition name: (_) @name !body) @definition.namespace (#set! rest "file"))
(namespace_definition name: (_) @name) @definition.namespace
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.constant
(const_declaration (const_element . (name) @name) @definition.constant)
(function_definition name: (name) @name) @definition.function
((method_declaration name: (name) @name body: (_)? @body) @definition.test (#match? @name "^test[A-Z_]"))
((method_declaration attributes: (attribute_list (attribute_group (attribute (name) @_test))) name: (name) @name body: (_)? @body) @definition.test
  (#eq? @_test "Test"))
(method_declaration name: (name) @name) @definition.method
(use_as_clause (name) (name) @name .) @definition.method
(program (expression_statement (assignment_expression left: (variable_name (name) @name)
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) @definition.function))
(property_declaration (property_element name: (variable_name (name) @name)) @definition.property)
((property_promotion_parameter name: (variable_name (name) @name)) @definition.property (#set! outward "type"))
((function_call_expression function: (name) @_define arguments: (arguments . (argument [(string (string_content) @name) (encapsed_string (string_content) @name)]))) @definition.constant
  (#eq? @_define "define") (#set! outward "file"))
((function_call_expression function: (name) @_test arguments: (arguments . (argument [(string (string_content) @name) (encapsed_string (string_content) @name)]) . (argument [(anonymous_function) (arrow_function)]) @body)) @definition.test
  (#any-of? @_test "describe" "it" "test"))

(const_declaration (const_element) @wrapped) @wrapper
(property_declaration (property_element) @wrapped) @wrapper
(expression_statement (function_call_expression) @wrapped) @wrapper
(attribute_list) @attribute

(namespace_use_declaration !body) @import @module
(namespace_use_declaration body: (_)) @import @module
; a path below the folder of the file is written behind __DIR__
([(require_once_expression [(string) @module (encapsed_string) @module (binary_expression right: (string) @module) (parenthesized_expression (string) @module)])
  (require_expression [(string) @module (encapsed_string) @module (binary_expression right: (string) @module) (parenthesized_expression (string) @module)])
  (include_expression [(string) @module (encapsed_string) @module (binary_expression right: (string) @module) (parenthesized_expression (string) @module)])
  (include_once_expression [(string) @module (encapsed_string) @module (binary_expression right: (string) @module) (parenthesized_expression (string) @module)])] @import
  (#set! imports "captures"))
