(object_type_definition (name) @name (fields_definition)? @body) @definition.class
(object_type_extension (name) @name (fields_definition)? @body) @definition.class
(interface_type_definition (name) @name (fields_definition)? @body) @definition.interface
(interface_type_extension (name) @name (fields_definition)? @body) @definition.interface
(enum_type_definition (name) @name (enum_values_definition)? @body) @definition.enum
(enum_type_extension (name) @name (enum_values_definition)? @body) @definition.enum
(enum_value_definition (enum_value (name) @name)) @definition.constant
(input_object_type_definition (name) @name (input_fields_definition)? @body) @definition.struct
(input_object_type_extension (name) @name (input_fields_definition)? @body) @definition.struct
(union_type_definition (name) @name) @definition.type
(union_type_extension (name) @name) @definition.type
(scalar_type_definition (name) @name) @definition.type
(directive_definition (name) @name) @definition.macro
(field_definition (name) @name) @definition.field
(input_fields_definition (input_value_definition (name) @name) @definition.field)
(operation_definition (name) @name (selection_set) @body) @definition.function
(fragment_definition (fragment_name (name) @name) (selection_set) @body) @definition.function
((schema_definition "schema" @name) @definition.block (#set! signature "brace"))

(_ . (description) @doc) @documented
(description) @attribute
