; inherits: ocaml_interface
(compilation_unit (value_definition "and" @head . (let_binding pattern: (value_name) @name) @definition.constant))
((compilation_unit (value_definition "let" @head (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]) @definition.constant))
  (#not-match? @name "^_"))
(compilation_unit (value_definition "let" @head (let_binding pattern: (tuple_pattern (value_name) @name)) @definition.constant))
