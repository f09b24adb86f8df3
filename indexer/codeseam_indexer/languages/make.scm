((rule (targets [(word) (variable_reference) (concatenation)] @name) (recipe)? @body) @definition.function
  (#not-match? @name "^\\.[A-Z_]+$"))
(define_directive name: (word) @name value: (_)? @body) @definition.macro
(variable_assignment name: (word) @name) @definition.variable
(shell_assignment name: (word) @name) @definition.variable

([(export_directive (variable_assignment) @wrapped) (override_directive (variable_assignment) @wrapped) (private_directive (variable_assignment) @wrapped)] @wrapper)

(include_directive filenames: (list (_) @module)) @import
