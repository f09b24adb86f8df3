; each binding of `… and …` has its own words in front, and its own documentation
(module_definition "and" @head . (module_binding (module_name) @name module_type: (signature)? @body body: (_)? @body) @definition.module)
(module_definition "module" @head (module_binding (module_name) @name module_type: (signature)? @body body: (_)? @body) @definition.module)
(module_type_definition (module_type_name) @name) @definition.interface
(value_definition "and" @head . (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] (parameter)) @definition.function)
(value_definition "and" @head . (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) @definition.function)
(value_definition "let" @head (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] (parameter)) @definition.function)
(value_definition "let" @head (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) @definition.function)
((value_definition "let" @head (attribute_id) @_test (let_binding pattern: (string (string_content) @name)) @definition.test)
  (#match? @_test "test"))
; a constant in an expression is local
(structure (value_definition "and" @head . (let_binding pattern: (value_name) @name) @definition.constant))
((structure (value_definition "let" @head (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]) @definition.constant))
  (#not-match? @name "^_"))
(structure (value_definition "let" @head (let_binding pattern: (tuple_pattern (value_name) @name)) @definition.constant))
(value_specification [(value_name) @name (parenthesized_operator (_) @name)] type: (function_type)) @definition.function
(value_specification [(value_name) @name (parenthesized_operator (_) @name)]) @definition.constant
(external [(value_name) @name (parenthesized_operator (_) @name)]) @definition.function
; `type t += New`: the type is elsewhere
(type_definition (type_binding name: (type_constructor_path) @name) @scope)
(type_definition "and" @head . (type_binding name: (type_constructor) @name) @definition.type)
(type_definition "type" @head (type_binding name: (type_constructor) @name) @definition.type)
(constructor_declaration (constructor_name) @name) @definition.constant
(type_binding equation: (polymorphic_variant_type (tag_specification (tag) @name) @definition.constant))
(field_declaration (field_name) @name) @definition.field
(class_definition "and" @head . (class_binding (class_name) @name body: (_)? @body class_type: (class_function_type codomain: (_) @body)?) @definition.class)
(class_definition "class" @head (class_binding (class_name) @name body: (_)? @body class_type: (class_function_type codomain: (_) @body)?) @definition.class)
(class_type_definition "class" @head (class_type_binding (class_type_name) @name body: (_)? @body) @definition.interface)
(method_definition (method_name) @name) @definition.method
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

(exception_definition (constructor_declaration) @wrapped) @wrapper

; documentation may stand behind
([(value_specification) (external)] @documented . (comment) @doc (#match? @doc "^\\(\\*\\*[^*]"))
((type_definition (type_binding) @documented .) . (comment) @doc (#match? @doc "^\\(\\*\\*[^*]"))

(open_module module: (_) @module) @import
(include_module module: (_) @module) @import @exported
