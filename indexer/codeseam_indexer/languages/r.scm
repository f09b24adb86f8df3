(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "=" "<<-" ":="] rhs: (function_definition body: (_)? @body)) @definition.function
(binary_operator lhs: (parenthesized_expression (function_definition)) operator: ["->" "->>"] rhs: (identifier) @name) @definition.function
(binary_operator lhs: (extract_operator lhs: (_) @receiver rhs: (identifier) @name) rhs: (function_definition body: (_)? @body)) @definition.method
(binary_operator lhs: (subset2 function: (_) @receiver arguments: (arguments . (argument value: (string (string_content) @name)) .)) rhs: (function_definition body: (_)? @body)) @definition.method
((binary_operator lhs: (call function: (identifier) @_method arguments: (arguments . (argument value: (_) @name) (comma) . (argument value: (identifier) @receiver) .)) rhs: (function_definition body: (_)? @body)) @definition.method
  (#eq? @_method "method"))
((binary_operator lhs: (identifier) @name rhs: (call function: (_) @_class arguments: (_) @body)) @definition.class
  (#match? @_class "(R6Class|setRefClass|setClass|new_class|ggproto)$"))
((binary_operator lhs: (identifier) @name rhs: (call function: (_) @_generic arguments: (_))) @definition.function
  (#match? @_generic "new_generic$"))
(program (call function: (identifier) @_class arguments: (arguments . (argument value: (string (string_content) @name)))) @definition.class
  (#any-of? @_class "setClass" "setRefClass" "setClassUnion"))
((call function: (identifier) @_generic arguments: (arguments . (argument value: (string (string_content) @name)) (argument value: (function_definition body: (_) @body))?)) @definition.function
  (#eq? @_generic "setGeneric"))
((call function: (identifier) @_assign arguments: (arguments . (argument value: (string (string_content) @name)) . (comma) . (argument value: (function_definition body: (_) @body)))) @definition.function
  (#any-of? @_assign "assign" "makeActiveBinding"))
((call function: (identifier) @_method arguments: (arguments . (argument value: (string (string_content) @name)) . (comma) .
    (argument value: [(string (string_content) @receiver) (call arguments: (arguments . (argument value: (string (string_content) @receiver))))])
    (argument value: (function_definition body: (_) @body))?)) @definition.method
  (#any-of? @_method "setMethod" "setReplaceMethod"))
((call function: (identifier) @_method arguments: (arguments . (argument value: (string (string_content) @name)))) @definition.method
  (#any-of? @_method "setMethod" "setReplaceMethod"))
((call function: (extract_operator lhs: (identifier) @receiver rhs: (identifier) @_add) arguments: (arguments (argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.method))
  (#eq? @_add "methods"))
((call function: (extract_operator lhs: (identifier) @receiver rhs: (identifier) @_add) arguments: (arguments . (argument) . (comma) . (argument value: (string (string_content) @name)) . (comma) . (argument value: (function_definition body: (_) @body)))) @definition.method
  (#eq? @_add "set"))
((call function: (identifier) @_list arguments: (arguments (argument name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method))
  (#any-of? @_list "list" "c"))
((call function: (_) @_class arguments: (arguments (argument value: (call function: (identifier) @_list arguments: (arguments (argument name: (identifier) @name) @definition.field)))))
  (#match? @_class "(R6Class|setRefClass|setClass|new_class)$") (#any-of? @_list "list" "c" "representation"))
((call function: (_) @_class arguments: (arguments (argument name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method))
  (#match? @_class "ggproto$"))
(program (binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"] rhs: (_) @body) @definition.variable)
(program (binary_operator operator: ["->" "->>"] rhs: (identifier) @name) @definition.variable)
((call function: (identifier) @_test arguments: (arguments . (argument value: (string (string_content) @name)) . (comma) . (argument) @body)) @definition.test
  (#any-of? @_test "test_that" "describe" "it"))

((call function: (identifier) @_import arguments: (arguments . (argument value: (_) @module))) @import
  (#any-of? @_import "library" "require" "requireNamespace" "loadNamespace" "source"))
