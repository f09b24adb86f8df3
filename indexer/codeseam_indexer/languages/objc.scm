; inherits: objc_only, c_family
(class_interface . (identifier) @name category: (identifier)) @scope
((class_interface . (identifier) @name !category) @definition.class (#set! signature "line"))
(class_implementation . (identifier) @name category: (identifier)) @scope
((class_implementation . (identifier) @name !category) @definition.class (#set! signature "line"))
((protocol_declaration . (identifier) @name) @definition.interface (#set! signature "line"))
((method_declaration ((identifier) @name . (method_parameter))+) @definition.method (#set! join ":") (#set! whole "yes"))
(method_declaration (identifier) @name) @definition.method
((method_definition . "-" (method_type (type_name (primitive_type))) . (identifier) @name . (compound_statement) @body) @definition.test
  (#match? @name "^test([A-Z_0-9]|$)"))
((method_definition ((identifier) @name . (method_parameter))+ (compound_statement) @body) @definition.method (#set! join ":") (#set! whole "yes"))
(method_definition (identifier) @name (compound_statement) @body) @definition.method
((property_declaration (struct_declaration (struct_declarator (_) @name))) @definition.property (#set! follow "declarator"))
((instance_variable (struct_declaration (struct_declarator (_) @name))) @definition.field (#set! follow "declarator"))
(module_import path: (_) @module) @import
