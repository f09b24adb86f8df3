(document (object (pair key: (string (string_content) @name) value: (_) @body) @definition.property))
(document (object (pair value: (object (pair key: (string (string_content) @name) value: (_) @body) @definition.property))))
