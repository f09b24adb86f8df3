((table . [(dotted_key) (bare_key) (quoted_key)] @name) @definition.block (#set! signature "line"))
((table_array_element . [(dotted_key) (bare_key) (quoted_key)] @name) @definition.block (#set! signature "line"))
(pair . [(dotted_key) (bare_key) (quoted_key)] @name (_) @body) @definition.property
