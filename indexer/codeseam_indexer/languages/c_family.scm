; What C, C++ and Objective-C share. Names sit at the end of a chain of declarators.
((function_definition declarator: (_) @name body: (_)? @body) @definition.function
  (#set! follow "declarator"))
; a variable or a field of a type without a name holds its members
((declaration type: (struct_specifier !name body: (_) @body) declarator: (_) @name) @definition.variable
  (#set! follow "declarator"))
((field_declaration type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_))] declarator: (_) @name) @definition.field
  (#set! follow "declarator"))
((translation_unit (declaration declarator: (_) @name @definition.variable) @outer)
  (#set! follow "declarator") (#set! callable "function"))
((preproc_ifdef (declaration declarator: (_) @name @definition.variable) @outer)
  (#set! follow "declarator") (#set! callable "function"))
((preproc_if (declaration declarator: (_) @name @definition.variable) @outer)
  (#set! follow "declarator") (#set! callable "function"))
((preproc_else (declaration declarator: (_) @name @definition.variable) @outer)
  (#set! follow "declarator") (#set! callable "function"))
((preproc_elif (declaration declarator: (_) @name @definition.variable) @outer)
  (#set! follow "declarator") (#set! callable "function"))
((linkage_specification (declaration declarator: (_) @name @definition.variable) @outer)
  (#set! follow "declarator") (#set! callable "function"))
((declaration_list (declaration declarator: (_) @name @definition.variable) @outer)
  (#set! follow "declarator") (#set! callable "function"))
((field_declaration declarator: (_) @name @definition.field) @outer
  (#set! follow "declarator") (#set! callable "method"))

((struct_specifier name: (_) @name body: (_)) @definition.struct (#set! follow "declarator"))
((union_specifier name: (_) @name body: (_)) @definition.struct (#set! follow "declarator"))
((enum_specifier name: (_) @name body: (_)) @definition.enum (#set! follow "declarator"))
(enumerator name: (identifier) @name) @definition.constant
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
((type_definition declarator: (_) @name @definition.type) @outer
  (#set! follow "declarator"))
((preproc_def name: (identifier) @name) @definition.macro
  (#not-match? @name "_(H|HH|HPP|HXX|INCLUDED)_*$"))
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro

(type_definition type: (_ body: (_)) @wrapped) @wrapper
(declaration type: (_ body: (_)) @wrapped) @wrapper
(field_declaration type: (_ body: (_)) @wrapped) @wrapper
(linkage_specification body: (function_definition) @wrapped) @wrapper
(linkage_specification body: (declaration) @wrapped) @wrapper

(preproc_include path: (_) @module) @import
