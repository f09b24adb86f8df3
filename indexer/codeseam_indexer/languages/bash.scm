; a test of bats was made a function whose name is "@@@@"
((function_definition name: (word) @name) @definition.test (#match? @name "^@+$"))
(function_definition name: (word) @name) @definition.function
(declaration_command "readonly" (variable_assignment name: (variable_name) @name) @definition.constant)
((declaration_command . (word) @_flags (variable_assignment name: (variable_name) @name) @definition.constant)
  (#match? @_flags "^-[A-Za-z]*r"))
(program (declaration_command (variable_assignment name: (variable_name) @name) @definition.variable))
(program (variable_assignment name: (variable_name) @name . "=") @definition.variable)
((command name: (command_name) @_alias argument: (concatenation . (word) @name)) @definition.function
  (#eq? @_alias "alias") (#match? @name "=$") (#set! trim "="))
((command name: (command_name) @_alias argument: (word) @name) @definition.function
  (#eq? @_alias "alias") (#match? @name "^[^-=]+=.") (#set! until "="))

(declaration_command (variable_assignment) @wrapped) @wrapper

((command name: (command_name) @_source . argument: (_) @module) @import
  (#any-of? @_source "source" "."))
