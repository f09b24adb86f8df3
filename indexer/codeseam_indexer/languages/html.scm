((element (start_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name))) @body) @definition.block
  (#eq? @_id "id"))
((script_element (start_tag (attribute (attribute_name) @_src (quoted_attribute_value (attribute_value) @module)))) @import
  (#eq? @_src "src"))
