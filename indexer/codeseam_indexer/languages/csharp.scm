(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
((struct_declaration name: (identifier) @name) @definition.struct (#not-eq? @name "_"))
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(using_directive name: (identifier) @name [(generic_name) (qualified_name name: (generic_name)) (tuple_type) (array_type) (pointer_type) (nullable_type) (predefined_type)]) @definition.type
(delegate_declaration name: (identifier) @name) @definition.type
((method_declaration (attribute_list (attribute name: (_) @_test)) name: (identifier) @name body: (_)? @body) @definition.test
  (#any-of? @_test "Test" "Fact" "Theory" "TestMethod" "TestCase" "Benchmark"))
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(destructor_declaration "~" @name name: (identifier) @name) @definition.method
(property_declaration name: (identifier) @name accessors: (_)? @body value: (_)? @body) @definition.property
(indexer_declaration "this" @name accessors: (_)? @body value: (_)? @body) @definition.property
(event_declaration name: (identifier) @name accessors: (_)? @body) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name "="? @body) @definition.property))
(operator_declaration "operator" @name operator: _ @name) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @name) @definition.method
(local_function_statement name: (identifier) @name) @definition.function
(field_declaration (modifier) @_const (variable_declaration (variable_declarator name: (identifier) @name "="? @body) @definition.constant) (#eq? @_const "const"))
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name "="? @body) @definition.field))
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))
(namespace_declaration name: (_) @name) @definition.namespace
((file_scoped_namespace_declaration name: (_) @name) @definition.namespace (#set! rest "file"))

(field_declaration (variable_declaration (variable_declarator) @wrapped)) @wrapper
(event_field_declaration (variable_declaration (variable_declarator) @wrapped)) @wrapper
(attribute_list) @attribute

(using_directive name: (identifier) @alias [(identifier) (qualified_name name: (identifier)) (alias_qualified_name)] @module .) @import
(using_directive . "using" . "static"? . [(identifier) (qualified_name) (alias_qualified_name)] @module . ";" .) @import
(using_directive . "global" . "using" . "static"? . [(identifier) (qualified_name) (alias_qualified_name)] @module . ";" .) @import
