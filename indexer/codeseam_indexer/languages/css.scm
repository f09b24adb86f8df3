(rule_set (selectors) @name (block) @body) @definition.block
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.block
((declaration (property_name) @name) @definition.variable (#match? @name "^--"))
(import_statement [(string_value) (call_expression)] @module) @import
