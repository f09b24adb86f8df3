; --- symbols and imports
((config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @receiver) . (string_lit (template_literal) @name) (body) @body) @definition.block))
  (#eq? @_kind "data") (#set! prefix "data"))
((config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @receiver) . (string_lit (template_literal) @name) (body) @body) @definition.block)))
((config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) (body) @body) @definition.variable))
  (#eq? @_kind "variable") (#set! prefix "var"))
((config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) (body) @body) @definition.module))
  (#eq? @_kind "module") (#set! prefix "module"))
((config_file (body (block . (identifier) @receiver . (string_lit (template_literal) @name) . (block_start) (body) @body) @definition.block)))
((config_file (body (block . (identifier) @_kind . (block_start) (body (attribute . (identifier) @name) @definition.constant))))
  (#eq? @_kind "locals") (#set! prefix "local"))
((config_file (body (block . (identifier) @name . (block_start) (body) @body) @definition.block))
  (#not-eq? @name "locals"))
(config_file (body (attribute . (identifier) @name) @definition.property))

((block . (identifier) @_kind (body (attribute . (identifier) @_source (expression (literal_value (string_lit (template_literal) @module)))))) @import
  (#eq? @_kind "module") (#eq? @_source "source"))
; --- facts
