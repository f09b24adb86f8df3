; What TypeScript says before what it shares with JavaScript: a function with a type written behind it.
(variable_declarator name: (identifier) @name
  value: [(as_expression (parenthesized_expression [(arrow_function) (function_expression)] @bodied)) (satisfies_expression (parenthesized_expression [(arrow_function) (function_expression)] @bodied))]) @definition.function
(lexical_declaration . _ . (variable_declarator value: [(as_expression) (satisfies_expression)]) @wrapped . ";"? .) @wrapper
