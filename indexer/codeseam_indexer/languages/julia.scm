(module_definition name: (identifier) @name (block)? @body) @definition.module
(struct_definition (type_head [(identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))]) (block)? @body) @definition.struct
(abstract_definition (type_head [(identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type
(primitive_definition (type_head . (identifier) @name)) @definition.type
(function_definition (signature [
  (identifier) @name
  (call_expression . [(identifier) (operator)] @name)
  (call_expression . (field_expression value: (_) @receiver (identifier) @name))
  (call_expression . (field_expression value: (_) @receiver (quote_expression [(operator) @name (parenthesized_expression (operator) @name)])))
  (call_expression . (parametrized_type_expression . (identifier) @name))
  (where_expression (call_expression . (parametrized_type_expression . (identifier) @name)))
  (where_expression (call_expression . [(identifier) (operator)] @name))
  (where_expression (call_expression . (field_expression value: (_) @receiver (identifier) @name)))
  (typed_expression (call_expression . [(identifier) (operator)] @name))
  (typed_expression (call_expression . (field_expression value: (_) @receiver (identifier) @name)))
  (where_expression (typed_expression (call_expression . (identifier) @name)))
  (where_expression (typed_expression (call_expression . (field_expression value: (_) @receiver (identifier) @name))))
  (where_expression (call_expression . (parametrized_type_expression . (field_expression value: (_) @receiver (identifier) @name))))
  (call_expression . (parametrized_type_expression . (field_expression value: (_) @receiver (identifier) @name)))]) (block)? @body) @definition.function
(macro_definition (signature (call_expression . (identifier) @name)) (block)? @body) @definition.macro
(assignment . [
  (call_expression . (identifier) @name)
  (call_expression . (field_expression value: (_) @receiver (identifier) @name))
  (where_expression (call_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)]))
  (where_expression (call_expression . (field_expression value: (_) @receiver (identifier) @name)))
  (where_expression (typed_expression (call_expression . (identifier) @name)))
  (where_expression (typed_expression (call_expression . (field_expression value: (_) @receiver (identifier) @name))))
  (where_expression (call_expression . (parametrized_type_expression . (field_expression value: (_) @receiver (identifier) @name))))
  (call_expression . (parametrized_type_expression . (field_expression value: (_) @receiver (identifier) @name)))
  (call_expression . (operator) @name)
  (call_expression . (parametrized_type_expression . (identifier) @name))
  (call_expression . (field_expression value: (_) @receiver (quote_expression [(operator) @name (parenthesized_expression (operator) @name)])))
  (typed_expression (call_expression . (identifier) @name))
  (binary_expression . (_) . (operator) @name)]) @definition.function
(assignment . (identifier) @name (operator) [(arrow_function_expression) (function_definition)]) @definition.function
(struct_definition (block (const_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.field))
(const_statement (assignment . [(identifier) @name (operator) @name (typed_expression . (identifier) @name) (open_tuple (identifier) @name)])) @definition.constant
(source_file (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.variable)
(module_definition (block (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.variable))
(source_file (global_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.variable)
(module_definition (block (global_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.variable))
(struct_definition (block (typed_expression . (identifier) @name) @definition.field))
(struct_definition (block (identifier) @name @definition.field))
(struct_definition (block (const_statement [(identifier) @name (typed_expression . (identifier) @name)]) @definition.field))
(struct_definition (block (macrocall_expression (macro_argument_list . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.field))
(struct_definition (block (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.field))
((macrocall_expression (macro_identifier (identifier) @_enum) (macro_argument_list . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.enum
  (#eq? @_enum "enum"))
((macrocall_expression (macro_identifier (identifier) @_enum) (macro_argument_list (_) . [(identifier) @name (assignment . (identifier) @name)] @definition.constant))
  (#eq? @_enum "enum"))
((macrocall_expression (macro_identifier (identifier) @_enum) (macro_argument_list (_) . (assignment (juxtaposition_expression (_) (identifier) @name @definition.constant))))
  (#eq? @_enum "enum") (#set! outward "type"))
((macrocall_expression (macro_identifier (identifier) @_enum) (macro_argument_list (_) . (compound_statement (block [(identifier) @name (assignment . (identifier) @name)] @definition.constant))))
  (#eq? @_enum "enum"))
((macrocall_expression (macro_identifier (identifier) @_test) (macro_argument_list (string_literal) @name . (_) @body)) @definition.test
  (#eq? @_test "testset"))

(macrocall_expression (macro_argument_list [(struct_definition) (function_definition) (assignment . [(call_expression) (where_expression) (typed_expression (call_expression))])] @wrapped)) @wrapper
(const_statement (assignment . (identifier) (operator) [(arrow_function_expression) (function_definition)]) @wrapped) @wrapper

(source_file (string_literal) @comment)
(module_definition (block (string_literal) @comment))

(using_statement [(identifier) (import_path)] @module) @import
(import_statement [(identifier) (import_path)] @module) @import
(import_statement (import_alias [(identifier) (import_path)] @module . (identifier) @alias)) @import
(using_statement (selected_import . (_) @module [(identifier) (operator) (macro_identifier)] @symbol)) @import
(import_statement (selected_import . (_) @module [(identifier) (operator) (macro_identifier)] @symbol)) @import
(_ (selected_import . (_) @module (import_alias . (_) @symbol . (_) @alias))) @import
((call_expression . (identifier) @_include . (argument_list . (string_literal) @module)) @import
  (#eq? @_include "include"))
