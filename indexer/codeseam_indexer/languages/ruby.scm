(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_)? @receiver name: (constant) @name)) @definition.module
(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_)? @receiver name: (constant) @name)) @definition.class
((method name: (_) @name) @definition.test (#match? @name "^test_"))
(method name: (_) @name) @definition.method
(singleton_method object: (self) name: (_) @name) @definition.method
(singleton_method object: [(constant) (scope_resolution) (identifier)] @receiver name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(singleton_class value: (constant) @name) @scope
((call receiver: [(constant) (scope_resolution)] @name method: (identifier) @_eval block: (_)) @scope
  (#any-of? @_eval "class_eval" "class_exec" "module_eval" "module_exec"))
((call !receiver method: (identifier) @_refine arguments: (argument_list . [(constant) (scope_resolution)] @name) block: (_)) @scope
  (#eq? @_refine "refine"))
(alias name: [(identifier) (constant) (setter) (operator)] @name) @definition.method
((alias name: (simple_symbol) @name) @definition.method (#set! trim ":"))
(alias name: (global_variable) @name) @definition.variable
((call method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name) block: (_)? @body) @definition.method
  (#any-of? @_alias "alias_method" "define_method" "define_singleton_method" "alias_attribute") (#set! trim ":"))
((call method: (identifier) @_define arguments: (argument_list . (string (string_content) @name)) block: (_)? @body) @definition.method
  (#any-of? @_define "alias_method" "define_method" "define_singleton_method" "alias_attribute"))
((call method: (identifier) @_delegate arguments: (argument_list (simple_symbol) @name @definition.method))
  (#eq? @_delegate "delegate") (#set! trim ":"))
((call method: (identifier) @_delegate arguments: (argument_list . (_) (simple_symbol) @name @definition.method))
  (#any-of? @_delegate "def_delegators" "def_instance_delegators") (#set! trim ":"))
((call method: (identifier) @_delegate arguments: (argument_list . (_) . (_)? . (simple_symbol) @name .)) @definition.method
  (#any-of? @_delegate "def_delegator" "def_instance_delegator") (#set! trim ":"))
((call method: (identifier) @_let arguments: (argument_list . (simple_symbol) @name)) @definition.method
  (#any-of? @_let "scope" "let" "let!" "subject") (#set! trim ":"))
((call method: (identifier) @_task arguments: (argument_list . [(simple_symbol) @name (string (string_content) @name)
    (pair key: [(simple_symbol) (hash_key_symbol)] @name) (pair key: (string (string_content) @name))]) block: (_)? @body) @definition.method
  (#any-of? @_task "task" "multitask" "factory") (#set! trim ":"))
((call method: (identifier) @_namespace arguments: (argument_list . [(simple_symbol) (string)] @name) block: (_)) @scope
  (#eq? @_namespace "namespace"))
((call receiver: (constant) @_maker method: (identifier) @_new arguments: (argument_list (simple_symbol) @name @definition.property))
  (#any-of? @_maker "Struct" "Data") (#any-of? @_new "new" "define") (#set! trim ":"))
((call method: (identifier) @_attribute arguments: (argument_list (string (string_content) @name) @definition.property))
  (#any-of? @_attribute "attr_accessor" "attr_reader" "attr_writer"))
((call method: (identifier) @_attribute arguments: (argument_list (simple_symbol) @name @definition.property))
  (#any-of? @_attribute "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "mattr_accessor" "class_attribute"
    "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "attribute") (#set! trim ":"))
((assignment left: [(constant) @name (scope_resolution scope: (_)? @receiver name: (constant) @name)]
    right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)) @definition.class
  (#any-of? @_maker "Struct" "Class" "Data") (#any-of? @_new "new" "define"))
((assignment left: (constant) @name right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)) @definition.module
  (#eq? @_maker "Module") (#eq? @_new "new"))
(assignment left: (constant) @name) @definition.constant
(assignment left: (left_assignment_list (constant) @name)) @definition.constant
(assignment left: (left_assignment_list (scope_resolution scope: (_)? @receiver name: (constant) @name))) @definition.constant
(assignment left: (scope_resolution scope: (_)? @receiver name: (constant) @name)) @definition.constant
(operator_assignment left: (constant) @name "||=") @definition.constant

((call method: (identifier) @_test arguments: (argument_list . [(string (string_content) @name) (constant) @name (scope_resolution) @name]) block: (_) @body) @definition.test
  (#any-of? @_test "describe" "context" "it" "specify" "test" "feature" "scenario" "xit" "xdescribe" "fit" "fdescribe" "shared_examples" "shared_examples_for" "shared_context" "should"))

((call method: (identifier) @_around arguments: (argument_list . [(method) (singleton_method) (call)] @wrapped)) @wrapper
  (#any-of? @_around "private" "protected" "public" "module_function" "private_class_method" "memoize" "memo_wise"))
((call method: (identifier) @_attribute arguments: (argument_list [(simple_symbol) (string)] @wrapped)) @wrapper
  (#any-of? @_attribute "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "mattr_accessor" "class_attribute" "attribute" "has_many" "has_one" "belongs_to" "has_and_belongs_to_many"
    "delegate" "def_delegators" "def_instance_delegators"))
((body_statement (identifier) @visibility)
  (#any-of? @visibility "private" "protected" "public"))

((call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @module))) @import
  (#any-of? @_require "require" "require_relative" "load"))
((call !receiver method: (identifier) @_require arguments: (argument_list . (simple_symbol) @symbol . (string (string_content) @module))) @import
  (#eq? @_require "autoload"))
