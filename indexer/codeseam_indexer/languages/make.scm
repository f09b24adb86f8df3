((rule (targets (word) @name) (recipe)? @body) @definition.function
  (#not-match? @name "^\\.[A-Z_]+$"))
(define_directive name: (word) @name value: (_)? @body) @definition.macro
(variable_assignment name: (word) @name) @definition.variable
(include_directive filenames: (list (_) @module)) @import
