(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
((interface_declaration name: (identifier) @name) @definition.interface (#set! members "public"))
((annotation_type_declaration name: (identifier) @name) @definition.interface (#set! members "public"))
(module_declaration name: (_) @name body: (_) @body) @definition.module
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name body: (_)? @body) @definition.constant
((method_declaration (modifiers [(marker_annotation name: (identifier) @_test) (annotation name: (identifier) @_test)])
   name: (identifier) @name body: (_)? @body) @definition.test
  (#any-of? @_test "Test" "ParameterizedTest" "RepeatedTest" "TestFactory" "Property" "Benchmark"))
(method_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor
((field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (identifier) @name) @definition.constant))
(field_declaration declarator: (variable_declarator name: (identifier) @name) @definition.field)
(program (local_variable_declaration declarator: (variable_declarator name: (identifier) @name) @definition.field))
(constant_declaration declarator: (variable_declarator name: (identifier) @name) @definition.constant)
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
(record_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @definition.field))

(field_declaration (variable_declarator) @wrapped) @wrapper
(constant_declaration (variable_declarator) @wrapped) @wrapper
(marker_annotation) @attribute
(annotation) @attribute

(import_declaration (_) @module . (asterisk) @symbol) @import
(import_declaration [(scoped_identifier) (identifier)] @module . ";" .) @import
((requires_module_directive module: (_) @module) @import (#set! imports "captures"))
