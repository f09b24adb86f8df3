; inherits: ecmascript
((field_definition property: (property_identifier) @_accessor . (ERROR (identifier) @name)) @definition.field
  (#eq? @_accessor "accessor") (#set! whole "yes"))
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) (function_expression)] @bodied) @definition.method
((field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: (call_expression function: (_) @_wrapper arguments: (arguments . [(arrow_function) (function_expression)] @bodied))) @definition.method
  (#not-match? @_wrapper "([.](map|flatMap|filter|find|findLast|findIndex|reduce|reduceRight|some|every|sort|toSorted|forEach|then|catch|finally|replace|replaceAll|group|groupBy)|^set(Timeout|Interval|Immediate)|^requestAnimationFrame)$"))
(field_definition property: [(property_identifier) @name (private_property_identifier) @name (string (string_fragment) @name)]) @definition.field
