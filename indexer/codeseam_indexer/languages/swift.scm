(class_declaration declaration_kind: "struct" name: (_) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @name) @scope
(class_declaration name: (_) @name) @definition.class
(protocol_declaration name: (_) @name) @definition.interface
((function_declaration (modifiers (attribute (user_type (type_identifier) @_test))) . "func" . name: (_) @name) @definition.test
  (#eq? @_test "Test"))
((function_declaration "func" . name: (_) @name body: (_)? @body) @definition.test (#match? @name "^test[A-Z_]"))
(function_declaration "func" . name: (custom_operator) @name body: (_)? @body) @definition.method
(function_declaration "func" . name: (_) @name body: (_)? @body) @definition.function
(function_declaration "func" . name: _ @name body: (_)? @body) @definition.method
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration "init" @name body: (_)? @body) @definition.constructor
(deinit_declaration "deinit" @name body: (_)? @body) @definition.method
(subscript_declaration "subscript" @name (computed_property)? @body) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) @definition.property value: (_)? @body computed_value: (_)? @body)
(property_declaration name: (pattern (pattern (simple_identifier) @name))) @definition.property
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(typealias_declaration . (modifiers)? . "typealias" . name: (_) @name) @definition.type
(associatedtype_declaration "associatedtype" . name: (_) @name) @definition.type
(enum_entry name: (simple_identifier) @name @definition.constant)
(macro_declaration (simple_identifier) @name) @definition.macro

(property_declaration name: (pattern) @wrapped) @wrapper
(enum_entry name: (simple_identifier) @wrapped) @wrapper
(attribute) @attribute

(import_declaration (identifier) @module) @import
