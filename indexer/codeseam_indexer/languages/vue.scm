((script_element (start_tag (attribute (attribute_name) @_src (quoted_attribute_value (attribute_value) @module)))) @import
  (#eq? @_src "src"))
