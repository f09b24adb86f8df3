; --- symbols and imports
(table . [(dotted_key) (bare_key) (quoted_key)] @name) @definition.block
(table_array_element . [(dotted_key) (bare_key) (quoted_key)] @name) @definition.block
(pair . [(dotted_key) (bare_key) (quoted_key)] @name (_) @body) @definition.property
; --- facts
