; What C++ says before what it shares with C.
; a function as a value
((translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name value: (lambda_expression body: (_) @body)) @definition.function) @outer))
((declaration_list (declaration declarator: (init_declarator declarator: (identifier) @name value: (lambda_expression body: (_) @body)) @definition.function) @outer))
; macros that define a test: their arguments are its names
((function_definition !type declarator: (function_declarator declarator: (identifier) @_test
   parameters: (parameter_list . (parameter_declaration type: (_) @receiver) . (parameter_declaration type: (_) @name) .)) body: (_) @body) @definition.test
  (#match? @_test "^(TYPED_)?TEST(_F|_P|_CASE)?$|^BENCHMARK(_F|_DEFINE_F)$|^(FUZZ|DEATH)_TEST$|^BOOST_FIXTURE_TEST_CASE$") (#set! whole "yes"))
((function_definition !type declarator: (function_declarator declarator: (identifier) @_test
   parameters: (parameter_list . (parameter_declaration type: (_) @name))) body: (_) @body) @definition.test
  (#match? @_test "^(BOOST_)?(AUTO_)?TEST(_CASE|_IMPL)?$") (#set! whole "yes"))
((function_definition !type declarator: (function_declarator declarator: (identifier) @_macro
   parameters: (parameter_list . (parameter_declaration type: (_) @name))) body: (_) @body) @definition.function
  (#match? @_macro "^[A-Z][A-Z0-9_]+$") (#set! whole "yes"))
; a name in quotes is a test's or, inside of one, a part's of it
((expression_statement (call_expression function: (identifier) @_test arguments: (argument_list . [(string_literal) (concatenated_string)] @name))) @definition.test . (compound_statement) @body @tail
  (#match? @_test "^([A-Z_]+_)?(TEST_CASE|SCENARIO)(_[A-Z_]+)?$|^(DYNAMIC_)?SECTION$|^SUBCASE$|^(AND_)?(GIVEN|WHEN|THEN)$"))
((translation_unit (expression_statement (call_expression function: (identifier) @_macro arguments: (argument_list . (_) @name))) @definition.function . (compound_statement) @body @tail)
  (#match? @_macro "^[A-Z][A-Z0-9_]+$"))
