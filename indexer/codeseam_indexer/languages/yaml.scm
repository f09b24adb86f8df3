(document (block_node (block_mapping (block_mapping_pair key: (flow_node) @name value: (_)? @body) @definition.property)))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair key: (flow_node) @name value: (_)? @body) @definition.property))))))
