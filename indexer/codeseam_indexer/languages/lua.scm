(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(function_declaration name: (dot_index_expression table: (_) @receiver field: (_) @name) body: (_)? @body) @definition.function
(function_declaration name: (method_index_expression table: (_) @receiver method: (_) @name) body: (_)? @body) @definition.method
(assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(assignment_statement (variable_list . name: (_) . name: (identifier) @name) (expression_list . value: (_) . value: (function_definition body: (_)? @body))) @definition.function
(assignment_statement (variable_list . name: (_) . name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) (expression_list . value: (_) . value: (function_definition body: (_)? @body))) @definition.function
(assignment_statement (variable_list . name: (bracket_index_expression table: (_) @receiver field: (string content: (_) @name))) (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method
(field name: (string content: (_) @name) value: (function_definition body: (_)? @body)) @definition.method
(assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (binary_expression right: (function_definition body: (_)? @body)))) @definition.function
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) (expression_list . value: (binary_expression right: (function_definition body: (_)? @body)))) @definition.function
(field name: (identifier) @name value: (binary_expression right: (function_definition body: (_)? @body))) @definition.method
(field name: (identifier) @name value: (table_constructor)) @scope
((assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (function_call name: (_) @_make) @body .)) @definition.class
  (#match? @_make "(^|[.:])([cC]lass|extend|subclass)$"))
(assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (table_constructor) @body .)) @definition.variable
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name) .) (expression_list . value: (table_constructor) @body .)) @definition.variable
(chunk (assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (_) @body .)) @definition.variable)
(chunk (assignment_statement (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name) .) (expression_list . value: (_) @body .)) @definition.variable)
((chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name . attribute: (attribute (identifier) @_const)) (expression_list . value: (_) @body)) @definition.constant))
  (#eq? @_const "const"))
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name) (expression_list . value: (_) @body)) @definition.variable))
((function_call name: (identifier) @_test arguments: (arguments . (string content: (_) @name) . (function_definition) @body)) @definition.test
  (#any-of? @_test "describe" "it" "context" "test"))

(variable_declaration (assignment_statement) @wrapped) @wrapper

((variable_declaration (assignment_statement (variable_list . name: (identifier) @alias) (expression_list . value: (function_call name: (identifier) @_require arguments: (arguments . (string) @module))))) @import
  (#eq? @_require "require"))
((assignment_statement (variable_list . name: (dot_index_expression) @alias) (expression_list . value: (function_call name: (identifier) @_require arguments: (arguments . (string) @module)))) @import
  (#eq? @_require "require"))
((chunk (function_call name: (identifier) @_require arguments: (arguments . (string) @module)) @import)
  (#eq? @_require "require"))
