((attribute_item (attribute [(identifier) @_test (scoped_identifier name: (identifier) @_test)])) . [(attribute_item) (line_comment)]* . (function_item name: (identifier) @name) @definition.test
  (#any-of? @_test "test" "bench" "rstest" "test_case" "proptest" "quickcheck"))
(function_item name: (identifier) @name) @definition.function
; a macro as newer Rust has it, which is no function without a body
((source_file (function_signature_item name: (identifier) @name) @definition.macro) (#set! signature "brace"))
((mod_item (declaration_list (function_signature_item name: (identifier) @name) @definition.macro)) (#set! signature "brace"))
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.constant
(trait_item name: (type_identifier) @name) @definition.trait
(mod_item name: (identifier) @name) @definition.module
((macro_definition name: (identifier) @name) @definition.macro (#set! signature "brace"))
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
((const_item name: (identifier) @name) @definition.constant (#not-eq? @name "_"))
(static_item name: (identifier) @name) @definition.variable
((field_declaration (visibility_modifier) @_flag name: (field_identifier) @name) @definition.constant (#eq? @_flag "crate"))
(field_declaration name: (field_identifier) @name) @definition.field
((impl_item trait: (_) type: (_) @name) @scope (#set! members "public"))
(impl_item type: (_) @name) @scope

(attribute_item) @attribute

(use_declaration argument: (_) @module) @import
(extern_crate_declaration name: (identifier) @module alias: (identifier)? @alias) @import
