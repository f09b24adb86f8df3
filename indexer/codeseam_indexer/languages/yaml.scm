(document (block_node (block_mapping (block_mapping_pair key: (flow_node [(plain_scalar) (single_quote_scalar) (double_quote_scalar)] @name) value: (_)? @body) @definition.property)))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair key: (flow_node [(plain_scalar) (single_quote_scalar) (double_quote_scalar)] @name) value: (_)? @body) @definition.property))))))
(ERROR (block_mapping_pair key: (flow_node [(plain_scalar) (single_quote_scalar) (double_quote_scalar)] @name) value: (_)? @body) @definition.property)
