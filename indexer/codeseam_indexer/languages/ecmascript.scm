; What JavaScript, TypeScript and TSX share.
(function_declaration name: (_) @name body: (_) @body) @definition.function
(generator_function_declaration name: (_) @name body: (_) @body) @definition.function
(class_declaration name: (_) @name body: (_) @body) @definition.class
(method_definition name: [(property_identifier) (private_property_identifier)] @name body: (_) @body) @definition.method
(method_definition name: (string (string_fragment) @name) body: (_) @body) @definition.method
(method_definition name: (computed_property_name (string (string_fragment) @name)) body: (_) @body) @definition.method
(method_definition name: (computed_property_name (member_expression) @name) body: (_) @body) @definition.method

; functions and classes as values
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)] @bodied) @definition.function
; what a wrapper makes of one; what goes over a list or waits gives something else
((variable_declarator name: (identifier) @name
  value: (call_expression function: (_) @_wrapper arguments: (arguments . [(arrow_function) (function_expression)] @bodied))) @definition.function
  (#not-match? @_wrapper "([.](map|flatMap|filter|find|findLast|findIndex|reduce|reduceRight|some|every|sort|toSorted|forEach|then|catch|finally|replace|replaceAll|group|groupBy)|^set(Timeout|Interval|Immediate)|^requestAnimationFrame)$"))
(variable_declarator name: (identifier) @name
  value: (call_expression arguments: (arguments . (call_expression arguments: (arguments . [(arrow_function) (function_expression)] @bodied))))) @definition.function
((variable_declarator name: (identifier) @name
  value: (call_expression function: (member_expression object: [(function_expression body: (_) @body) (parenthesized_expression (_ body: (_) @body))] property: (_) @_bind))) @definition.function
  (#eq? @_bind "bind"))
(variable_declarator name: (identifier) @name value: (class) @bodied) @definition.class
(variable_declarator name: (identifier) @name value: (object) @body) @definition.constant
(pair key: (property_identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)] @bodied) @definition.method
(pair key: (string (string_fragment) @name)
  value: [(arrow_function) (function_expression) (generator_function)] @bodied) @definition.method
(pair key: (computed_property_name (_) @name)
  value: [(arrow_function) (function_expression) (generator_function)] @bodied) @definition.method
((pair key: (property_identifier) @name
  value: (call_expression function: (_) @_wrapper arguments: (arguments . [(arrow_function) (function_expression)] @bodied))) @definition.method
  (#not-match? @_wrapper "([.](map|flatMap|filter|find|findLast|findIndex|reduce|reduceRight|some|every|sort|toSorted|forEach|then|catch|finally|replace|replaceAll|group|groupBy)|^set(Timeout|Interval|Immediate)|^requestAnimationFrame)$"))
(pair key: (property_identifier) @name value: (object)) @scope
(pair key: (property_identifier) @name value: (class) @bodied) @definition.class

; a function's own name where it is all that a module exports
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports)
  right: [(function_expression name: (identifier) @name body: (_) @body) (generator_function name: (identifier) @name body: (_) @body)]) @definition.function
  (#eq? @_module "module") (#eq? @_exports "exports") (#set! whole "yes"))
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports)
  right: (class name: (_) @name body: (_) @body)) @definition.class
  (#eq? @_module "module") (#eq? @_exports "exports") (#set! whole "yes"))
((export_statement value: (call_expression arguments: (arguments . (function_expression name: (identifier) @name body: (_) @body))) @definition.function)
  (#set! whole "yes"))

; by assignment: exports.f = …, T.prototype.m = …, this.m = …, o.m = …
(assignment_expression left: (identifier) @name
  right: [(arrow_function) (function_expression) (generator_function)] @bodied) @definition.function
(assignment_expression left: (member_expression object: (identifier) @_exports property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @bodied
  (#eq? @_exports "exports")) @definition.function
(assignment_expression left: (member_expression object: (member_expression object: (identifier) @_module property: (_) @_exports) property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @bodied
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function
(assignment_expression left: (member_expression object: (identifier) @_module property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @bodied
  (#eq? @_module "module") (#eq? @name "exports")) @definition.function
(assignment_expression left: (member_expression object: (member_expression object: (_) @receiver property: (_) @_prototype) property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @bodied
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression left: (member_expression object: (this) property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @bodied) @definition.method
(assignment_expression left: (member_expression object: [(identifier) (member_expression)] @receiver property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @bodied) @definition.method
(assignment_expression left: (member_expression object: (member_expression object: (_) @receiver property: (_) @_prototype) property: (_) @name)
  right: (class) @bodied (#eq? @_prototype "prototype")) @definition.class
(assignment_expression left: (member_expression object: [(identifier) (this)] property: (_) @name)
  right: (class) @bodied) @definition.class
((assignment_expression left: (member_expression object: (identifier) @name property: (property_identifier) @_prototype)
  right: (object)) @scope (#eq? @_prototype "prototype"))
((call_expression function: (member_expression object: (identifier))
  arguments: (arguments . (member_expression object: (_) @name property: (_) @_prototype) . (object))) @scope (#eq? @_prototype "prototype"))
((call_expression function: (member_expression object: (identifier) property: (_) @_define)
  arguments: (arguments . (member_expression object: (_) @receiver property: (_) @_prototype) . (string (string_fragment) @name))) @definition.property
  (#eq? @_define "defineProperty") (#eq? @_prototype "prototype"))

; export default without a name
(export_statement "default" @name value: (class) @bodied @definition.class)
(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)] @bodied @definition.function)
(export_statement "default" @name value: (call_expression arguments: (arguments . [(arrow_function) (function_expression)])) @definition.function)
(export_statement "default" @name value: [(object) @body (call_expression arguments: (arguments . (object)) @body)] @definition.constant)

; a module's names
(program (labeled_statement label: (_) @_reactive body: (expression_statement (assignment_expression left: (identifier) @name right: (_) @body))) @definition.variable
  (#eq? @_reactive "$"))
(program (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_) @body) @definition.constant) @outer)
(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable) @outer)
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable) @outer)
(program (export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_) @body) @definition.constant)) @outer)
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)) @outer)
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)) @outer)
(program (export_statement (lexical_declaration (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name
  (pair_pattern value: (identifier) @name)
  (rest_pattern (identifier) @name)
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)])) @definition.constant)) @outer)
(program (export_statement (lexical_declaration (variable_declarator name: (array_pattern (identifier) @name)) @definition.constant)) @outer)
(program (expression_statement (assignment_expression
  left: (member_expression object: [(identifier) @_exports (member_expression object: (identifier) @_module property: (_) @_exports)] property: (_) @name)
  right: [(string) (template_string) (number) (regex) (true) (false) (array) (object) (new_expression)] @body) @definition.constant)
  (#eq? @_exports "exports") (#not-eq? @name "__esModule"))

; a name of its own, unless it is put under another
(function_expression name: (identifier) @name body: (_) @body) @definition.function
(class name: (_) @name body: (_) @body) @definition.class

; tests
((call_expression function: (identifier) @_test
   arguments: (arguments . (string (string_fragment) @name) [(arrow_function) (function_expression)] @bodied)) @definition.test
  (#any-of? @_test "describe" "it" "test" "suite" "context" "specify" "fdescribe" "fit" "xdescribe" "xit" "bench"))
((call_expression function: (member_expression object: (identifier) @_test)
   arguments: (arguments . (string (string_fragment) @name) [(arrow_function) (function_expression)] @bodied)) @definition.test
  (#any-of? @_test "describe" "it" "test" "suite" "context"))
((call_expression function: (identifier) @_test
   arguments: (arguments . (template_string (string_fragment) @name) [(arrow_function) (function_expression)] @bodied)) @definition.test
  (#any-of? @_test "describe" "it" "test" "suite" "context"))

((call_expression function: (call_expression function: (member_expression object: [(identifier) @_test (member_expression object: (identifier) @_test)]))
   arguments: (arguments . (string (string_fragment) @name) [(arrow_function) (function_expression)] @bodied)) @definition.test
  (#any-of? @_test "describe" "it" "test" "suite" "context"))

(export_statement declaration: (_) @wrapped) @wrapper
(lexical_declaration . _ . (variable_declarator value: [(arrow_function) (function_expression) (generator_function) (class) (object) (call_expression)]) @wrapped . ";"? .) @wrapper
(variable_declaration . _ . (variable_declarator value: [(arrow_function) (function_expression) (generator_function) (class) (object) (call_expression)]) @wrapped . ";"? .) @wrapper
(expression_statement . (assignment_expression right: [(arrow_function) (function_expression) (generator_function) (class)]) @wrapped . ";"? .) @wrapper
(expression_statement . (call_expression arguments: (arguments . (_) . [(arrow_function) (function_expression)])) @wrapped . ";"? .) @wrapper
(export_statement value: (_) @wrapped) @wrapper

(decorator) @attribute

(import_statement (import_clause (identifier) @symbol.default) source: (string) @module) @import
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @symbol alias: (_)? @alias))) source: (string) @module) @import
(import_statement . "import" . source: (string) @module) @import
(export_statement (export_clause (export_specifier name: [(_) "default"] @symbol alias: [(_) "default"]? @alias)) source: (string) @module) @import @exported
(export_statement (namespace_export (_) @alias) source: (string) @module) @import @exported
(export_statement "*" @symbol source: (string) @module) @import @exported
((variable_declarator name: (identifier) @alias value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))) @import
  (#eq? @_require "require"))
((variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @symbol) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))) @import
  (#eq? @_require "require"))
((variable_declarator name: (object_pattern (pair_pattern key: (_) @symbol value: (identifier) @alias)) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))) @import
  (#eq? @_require "require"))
((variable_declarator name: (identifier) @alias value: (member_expression object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .)) property: (_) @symbol)) @import
  (#eq? @_require "require"))
((variable_declarator name: (object_pattern (pair_pattern key: (_) @symbol value: (object_pattern))) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))) @import
  (#eq? @_require "require"))
((call_expression function: (identifier) @_require arguments: (arguments . (string) @module .)) @import
  (#eq? @_require "require"))
(variable_declarator name: (identifier) @alias value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @module .)))) @import
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @symbol) value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @module .)))) @import
(call_expression function: (import) arguments: (arguments . (string) @module)) @import
