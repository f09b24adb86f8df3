; inherits: c_family
; --- symbols and imports
; macros that define a function: their first argument is its name
((translation_unit (expression_statement (call_expression function: (identifier) @_macro arguments: (argument_list . (_) @name))) @definition.function . (compound_statement) @body @tail)
  (#match? @_macro "^[A-Z][A-Z0-9_]+$"))
; --- facts
