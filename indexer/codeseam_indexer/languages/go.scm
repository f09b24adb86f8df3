((function_declaration name: (identifier) @name body: (_)? @body) @definition.test
  (#match? @name "^(Test|Benchmark|Fuzz|Example)([^a-z]|$)"))
(function_declaration name: (identifier) @name) @definition.function
((call_expression function: (selector_expression field: (_) @_run) arguments: (argument_list
   . [(interpreted_string_literal) (raw_string_literal)] @name
   . (func_literal parameters: (parameter_list (parameter_declaration type: (pointer_type (qualified_type name: (_) @_handle)))) body: (_) @body) .)) @definition.test
  (#eq? @_run "Run") (#any-of? @_handle "T" "B"))
((call_expression function: (identifier) @_test arguments: (argument_list
   . [(interpreted_string_literal) (raw_string_literal)] @name (func_literal body: (_) @body) .)) @definition.test
  (#any-of? @_test "Describe" "DescribeTable" "Context" "When" "It" "Specify"))
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @receiver)) name: (field_identifier) @name) @definition.method
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
((type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface (#set! signature "brace"))
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(method_elem name: (field_identifier) @name) @definition.method
((field_declaration name: (field_identifier) @name) @definition.field (#not-eq? @name "_"))
; an embedded type is a field by its name
(field_declaration !name type: [(type_identifier) @name (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])]) @definition.field
(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant) (#not-eq? @name "_"))
(source_file (const_declaration (const_spec name: "," . (identifier) @name) @definition.constant) (#not-eq? @name "_"))
((source_file (var_declaration (var_spec name: (identifier) @name value: (expression_list . (func_literal body: (_) @body) .)) @definition.function)))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable) (#not-eq? @name "_"))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name value: (expression_list . (func_literal body: (_) @body) .)) @definition.function)))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)) (#not-eq? @name "_"))

(type_declaration . "type" . (_) @wrapped .) @wrapper
(const_declaration . "const" . (const_spec) @wrapped .) @wrapper
(var_declaration . "var" . (var_spec) @wrapped .) @wrapper

(import_spec !name path: (_) @module) @import
(import_spec name: (package_identifier) @alias path: (_) @module) @import
(import_spec name: (dot) @symbol path: (_) @module (#set! symbol "*")) @import
(import_spec name: (blank_identifier) @alias path: (_) @module) @import
