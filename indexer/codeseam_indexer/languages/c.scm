; inherits: c_family
((translation_unit (expression_statement (call_expression function: (identifier) @_test arguments: (argument_list . (_) @receiver . (_) @name .))) @definition.test . (compound_statement) @body @tail)
  (#match? @_test "^(TEST|Test|TEST_F|BENCHMARK|UTEST|CTEST)$") (#set! whole "yes"))
((translation_unit (expression_statement (call_expression function: (identifier) @_test arguments: (argument_list . (_) @name .))) @definition.test . (compound_statement) @body @tail)
  (#match? @_test "^(TEST|START_TEST|TEST_IMPL|BENCHMARK_IMPL|TEST_CASE)$"))
; macros that define a function: their first argument is its name
((translation_unit (expression_statement (call_expression function: (identifier) @_macro arguments: (argument_list . (_) @name))) @definition.function . (compound_statement) @body @tail)
  (#match? @_macro "^[A-Z][A-Z0-9_]+$"))
