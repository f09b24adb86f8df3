(rule_set (selectors) @name (block) @body) @definition.block
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.block
((declaration (property_name) @name) @definition.variable (#match? @name "^--"))
((at_rule (at_keyword) @_property . (keyword_query) @name (block) @body) @definition.variable (#eq? @_property "@property"))
(import_statement [(string_value) @module (call_expression (arguments (_) @module))]) @import
