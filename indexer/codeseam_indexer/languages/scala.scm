; `end Name` is of what it ends
((class_definition name: (identifier) @name body: (_)? @body) @definition.class . "end" . "_end_ident" @tail)
((object_definition name: (identifier) @name body: (_)? @body) @definition.class . "end" . "_end_ident" @tail)
((trait_definition name: (identifier) @name body: (_)? @body) @definition.trait . "end" . "_end_ident" @tail)
((enum_definition name: (identifier) @name body: (_)? @body) @definition.enum . "end" . "_end_ident" @tail)
((function_definition name: (_) @name body: (_)? @body) @definition.function . "end" . "_end_ident" @tail)
((given_definition name: (identifier) @name body: (_)? @body) @definition.class . "end" . "_end_ident" @tail)
(class_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name) @definition.class
(package_object name: (identifier) @name) @definition.module
(trait_definition name: (identifier) @name) @definition.trait
(enum_definition name: (identifier) @name) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.constant
(full_enum_case name: (identifier) @name) @definition.constant
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(given_definition name: (identifier) @name body: (_)? @body) @definition.class
(given_definition !name return_type: (_) @name body: (with_template_body)) @scope
(type_definition name: (type_identifier) @name) @definition.type
((val_definition pattern: (identifier) @name) @definition.constant (#match? @name "^[A-Z]"))
(val_definition pattern: (identifier) @name) @definition.field
(val_definition pattern: (identifiers (identifier) @name)) @definition.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.field))
(_ class_parameters: (class_parameters (class_parameter ["val" "var"] name: (identifier) @name) @definition.field))
(val_definition pattern: (tuple_pattern (identifier) @name)) @definition.field
(val_declaration name: (identifier) @name) @definition.field
(var_definition pattern: (identifier) @name) @definition.field
(var_declaration name: (identifier) @name) @definition.field
((call_expression function: (call_expression function: (identifier) @_test arguments: (arguments . (string) @name)) arguments: (_) @body) @definition.test
  (#any-of? @_test "test" "it" "property" "describe" "feature" "scenario"))
((infix_expression left: [(string) @name (infix_expression right: (string) @name)] operator: (identifier) @_word right: (block) @body) @definition.test
  (#any-of? @_word "in" "should" "must" "can" "when" "which" "ignore"))

(annotation) @attribute

(import_declaration) @import @module
(export_declaration) @import @module @exported
