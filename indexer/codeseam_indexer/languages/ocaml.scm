(module_binding [(module_name) (module_type_name)] @name) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
; each binding of `let … and …` has its own words in front, and its own documentation
(value_definition "and" @head . (let_binding pattern: (value_name) @name (parameter)) @definition.function)
(value_definition "and" @head . (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) @definition.function)
(value_definition "and" @head . (let_binding pattern: (value_name) @name) @definition.constant)
(value_definition "let" @head (let_binding pattern: (value_name) @name (parameter)) @definition.function)
(value_definition "let" @head (let_binding pattern: (parenthesized_operator (_) @name) (parameter)) @definition.function)
(value_definition "let" @head (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) @definition.function)
((value_definition "let" @head (let_binding pattern: (value_name) @name) @definition.constant) (#not-eq? @name "_"))
(value_specification (value_name) @name type: (function_type)) @definition.function
(value_specification (value_name) @name) @definition.constant
(external (value_name) @name) @definition.function
(type_definition "and" @head . (type_binding name: (_) @name) @definition.type)
(type_definition "type" @head (type_binding name: (_) @name) @definition.type)
(constructor_declaration (constructor_name) @name) @definition.constant
(field_declaration (field_name) @name) @definition.field
(class_binding (class_name) @name) @definition.class
(class_type_binding (class_type_name) @name) @definition.interface
(method_definition (method_name) @name) @definition.method
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

(module_definition (module_binding) @wrapped) @wrapper
(class_definition . (class_binding) @wrapped .) @wrapper
(exception_definition (constructor_declaration) @wrapped) @wrapper

(open_module module: (_) @module) @import
(include_module module: (_) @module) @import @exported
