; inherits: lua
(type_definition name: [(identifier) @name (generic_type . (identifier) @name)]) @definition.type
