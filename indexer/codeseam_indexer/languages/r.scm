(binary_operator lhs: [(identifier) (string)] @name rhs: (function_definition body: (_)? @body)) @definition.function
(binary_operator lhs: (extract_operator lhs: (_) @receiver rhs: (identifier) @name) rhs: (function_definition body: (_)? @body)) @definition.method
((binary_operator lhs: (identifier) @name rhs: (call function: (_) @_class arguments: (_) @body)) @definition.class
  (#match? @_class "(R6Class|setRefClass|setClass|new_class)$"))
(program (call function: (identifier) @_class arguments: (arguments . (argument value: (string (string_content) @name)))) @definition.class
  (#any-of? @_class "setClass" "setRefClass"))
((call function: (identifier) @_generic arguments: (arguments . (argument value: (string (string_content) @name)))) @definition.function
  (#any-of? @_generic "setGeneric" "assign"))
((call function: (identifier) @_method arguments: (arguments . (argument value: (string (string_content) @name)))) @definition.method
  (#any-of? @_method "setMethod" "setReplaceMethod" "setValidity"))
((call function: (identifier) @_list arguments: (arguments (argument name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method))
  (#any-of? @_list "list" "c"))
(program (binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"] rhs: (_) @body) @definition.variable)
((call function: (identifier) @_test arguments: (arguments . (argument value: (string (string_content) @name)) . (comma) . (argument) @body)) @definition.test
  (#any-of? @_test "test_that" "describe" "it"))


((call function: (identifier) @_import arguments: (arguments . (argument value: (_) @module))) @import
  (#any-of? @_import "library" "require" "requireNamespace" "source"))
