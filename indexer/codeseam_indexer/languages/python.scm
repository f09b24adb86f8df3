((function_definition name: (identifier) @name) @definition.test
  (#match? @name "^test_"))
(function_definition name: (identifier) @name) @definition.function
((class_definition name: (identifier) @name superclasses: (argument_list) @_bases) @definition.enum
  (#match? @_bases "\\b(Int|Str)?(Enum|Flag)\\b"))
(class_definition name: (identifier) @name) @definition.class
; a class or a function as a value
((assignment left: (identifier) @name right: (call function: [(identifier) @_make (attribute attribute: (identifier) @_make)])) @definition.class
  (#any-of? @_make "namedtuple" "NamedTuple" "TypedDict" "make_dataclass" "new_class"))
((assignment left: (identifier) @name right: (call function: [(identifier) @_make (attribute attribute: (identifier) @_make)] arguments: (argument_list . (string)))) @definition.enum
  (#any-of? @_make "Enum" "IntEnum" "StrEnum" "Flag" "IntFlag"))
((assignment left: (identifier) @name right: (call function: [(identifier) @_make (attribute attribute: (identifier) @_make)])) @definition.type
  (#any-of? @_make "NewType" "TypeAliasType"))
(module (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function)
(class_definition body: (block (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.method))
((class_definition superclasses: (argument_list) @_bases body: (block (assignment left: [(identifier) @name (pattern_list (identifier) @name)] !type) @definition.constant))
  (#match? @_bases "\\b(Int|Str)?(Enum|Flag)\\b"))
(type_alias_statement left: (type . (identifier) @name)) @definition.type
(type_alias_statement left: (type . (generic_type . (identifier) @name))) @definition.type
(decorated_definition definition: (_) @wrapped) @wrapper

; a module's names: capitals are constants, the rest variables
((module (assignment left: (identifier) @name type: (type [(identifier) @_alias (attribute attribute: (identifier) @_alias)])) @definition.type)
  (#eq? @_alias "TypeAlias"))
(class_definition body: (block (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.field))
(module (assignment left: [(identifier) @name (pattern_list [(identifier) @name (_ (identifier) @name)])]) @definition.variable)
(module (assignment right: (assignment left: (identifier) @name)) @definition.variable)
; what stands under a condition is the module's all the same
(module [(if_statement [(block [(assignment left: (identifier) @name) @definition.variable
                                (_ (block (assignment left: (identifier) @name) @definition.variable))])
                        (_ (block (assignment left: (identifier) @name) @definition.variable))])
         (try_statement [(block (assignment left: (identifier) @name) @definition.variable)
                         (_ (block (assignment left: (identifier) @name) @definition.variable))])
         (with_statement (block (assignment left: (identifier) @name) @definition.variable))])
(class_definition body: (block (if_statement (block (assignment left: (identifier) @name) @definition.field))))

(module . (string) @doc) @documented
(class_definition body: (block . (string) @doc)) @documented
(function_definition body: (block . (string) @doc)) @documented

(decorator) @attribute

(import_statement name: (dotted_name) @module) @import
(import_statement name: (aliased_import name: (_) @module alias: (_) @alias)) @import
(import_from_statement module_name: (_) @module name: (dotted_name) @symbol) @import
(import_from_statement module_name: (_) @module
  name: (aliased_import name: (_) @symbol alias: (_) @alias)) @import
(import_from_statement module_name: (_) @module (wildcard_import) @symbol) @import
(future_import_statement "__future__" @module name: (dotted_name) @symbol) @import
