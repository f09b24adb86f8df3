(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @definition.enum
(class_declaration (type_identifier) @name (class_body)? @body) @definition.class
(object_declaration (type_identifier) @name (class_body)? @body) @definition.class
(companion_object (type_identifier) @name (class_body)? @body) @definition.class
(enum_entry (simple_identifier) @name) @definition.constant
((function_declaration (modifiers (annotation (user_type (type_identifier) @_test))) (simple_identifier) @name (function_body)? @body) @definition.test
  (#any-of? @_test "Test" "ParameterizedTest"))
(function_declaration receiver: (_) @receiver (simple_identifier) @name (function_body)? @body) @definition.method
(class_body (function_declaration (simple_identifier) @name (function_body)? @body) @definition.method)
(enum_class_body (function_declaration (simple_identifier) @name (function_body)? @body) @definition.method)
(function_declaration (simple_identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor
((property_declaration (modifiers (property_modifier) @_const) (variable_declaration (simple_identifier) @name) ["=" (property_delegate) (getter)]? @body) @definition.constant
  (#eq? @_const "const"))
((property_declaration receiver: (_) @receiver (variable_declaration (simple_identifier) @name) ["=" (property_delegate) (getter)]? @body) @definition.property . [(getter) (setter)] @tail . [(getter) (setter)]? @tail)
(property_declaration receiver: (_) @receiver (variable_declaration (simple_identifier) @name) ["=" (property_delegate) (getter)]? @body) @definition.property
((property_declaration (variable_declaration (simple_identifier) @name) ["=" (property_delegate) (getter)]? @body) @definition.property . [(getter) (setter)] @tail . [(getter) (setter)]? @tail)
(property_declaration (variable_declaration (simple_identifier) @name) ["=" (property_delegate) (getter)]? @body) @definition.property
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
(type_alias (type_identifier) @name) @definition.type

(annotation) @attribute
; `@A @B("b") public annotation class C` may be read as an annotated expression of four names
((infix_expression (simple_identifier) @misread) (#any-of? @misread "class" "interface" "fun" "object"))

(import_header (identifier) @module (import_alias (type_identifier) @alias)) @import
(import_header (identifier) @module (wildcard_import) @symbol) @import
(import_header (identifier) @module .) @import
