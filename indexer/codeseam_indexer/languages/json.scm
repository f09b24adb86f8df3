((document (object (pair key: (string (_)+ @name) value: (_) @body) @definition.property)) (#set! literal "yes"))
((document (object (pair value: (object (pair key: (string (_)+ @name) value: (_) @body) @definition.property)))) (#set! literal "yes"))
