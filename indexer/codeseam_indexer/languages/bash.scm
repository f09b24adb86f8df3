(function_definition name: (word) @name) @definition.function
((declaration_command "readonly" (variable_assignment name: (variable_name) @name) @definition.constant))
(program (declaration_command (variable_assignment name: (variable_name) @name) @definition.variable))
(program (variable_assignment name: (variable_name) @name) @definition.variable)
((command name: (command_name) @_alias argument: (concatenation . (word) @name)) @definition.function
  (#eq? @_alias "alias") (#match? @name "=$") (#set! trim "="))
((command name: (command_name) @_test argument: (string (string_content) @name)) @definition.test
  (#eq? @_test "@test"))

(declaration_command (variable_assignment) @wrapped) @wrapper

((command name: (command_name) @_source . argument: (_) @module) @import
  (#any-of? @_source "source" "."))
