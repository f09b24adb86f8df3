; inherits: cpp_only, c_family
((class_specifier name: (_) @name body: (_)) @definition.class
  (#set! members "private") (#set! follow "declarator"))
(namespace_definition name: (_) @name) @definition.namespace
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(namespace_alias_definition name: (_) @name) @definition.namespace
((field_declaration_list (declaration declarator: (_) @name @definition.field) @outer)
  (#set! follow "declarator") (#set! callable "method"))
((export_declaration (declaration declarator: (_) @name @definition.variable) @outer)
  (#set! follow "declarator") (#set! callable "function"))
((template_declaration (declaration declarator: (_) @name @definition.variable)) @outer
  (#set! follow "declarator") (#set! callable "function"))

(template_declaration (_) @wrapped .) @wrapper
(export_declaration . "export" . (_) @wrapped .) @wrapper
(field_declaration_list (access_specifier) @visibility)
(attribute_declaration) @attribute

(using_declaration (qualified_identifier) @module) @import
(import_declaration [name: (_) header: (_)] @module) @import
(import_declaration "export" @exported name: (_) @module) @import
