; What TypeScript says before what it shares with JavaScript: a function with a type written behind it.
(variable_declarator name: (identifier) @name
  value: [(as_expression (parenthesized_expression [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) (satisfies_expression (parenthesized_expression [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))]) @definition.function
(lexical_declaration . _ . (variable_declarator value: [(as_expression) (satisfies_expression)]) @wrapped . ";"? .) @wrapper
