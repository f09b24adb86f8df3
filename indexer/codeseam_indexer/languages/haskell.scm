; what has no definition here: a scope of nothing
(foreign_export signature: (signature name: (_) @name) @scope)
(default_signature (signature name: (_) @name) @scope)
(signature name: (variable) @name) @definition.function
(class_declarations (signature names: (binding_list name: [(variable) @name (prefix_id (operator) @name)])) @definition.function)
(signature name: (prefix_id (operator) @name)) @definition.function
(function name: (variable) @name match: (_) @body) @definition.function
(function name: (prefix_id (operator) @name) match: (_) @body) @definition.function
(function (infix operator: (operator) @name) match: (_) @body) @definition.function
(function (infix operator: (infix_id (variable) @name)) match: (_) @body) @definition.function
((bind name: (variable) @name match: (_) @body) @definition.function (#set! local "no"))
(data_type name: (name) @name) @definition.type
(newtype name: (name) @name) @definition.type
(type_synomym name: (name) @name) @definition.type
(type_family name: (name) @name) @definition.type
(data_family name: (name) @name) @definition.type
(class name: (name) @name declarations: (_)? @body) @definition.interface
(instance name: (_) @name) @scope
(data_constructor (prefix name: (constructor) @name)) @definition.constant
(data_constructor (record name: (constructor) @name)) @definition.constant
(data_constructor (infix operator: (constructor_operator) @name)) @definition.constant
(gadt_constructor name: (constructor) @name) @definition.constant
(gadt_constructor names: (binding_list name: (constructor) @name)) @definition.constant
(newtype_constructor name: (constructor) @name) @definition.constant
(field name: (field_name (variable) @name)) @definition.field
(pattern_synonym (equation synonym: [
  (constructor) @name
  (apply function: [(constructor) @name (apply function: [(constructor) @name (apply function: [(constructor) @name (apply function: (constructor) @name)])])])
  (infix operator: (constructor_operator) @name)
  (record constructor: (constructor) @name)])) @definition.constant

(foreign_import (signature) @wrapped) @wrapper

(import module: (module) @module alias: (module) @alias !names) @import
(import module: (module) @module !alias !names) @import
((import module: (module) @module names: (import_list name: (import_name [(variable) @symbol (name) @symbol (prefix_id (operator) @symbol)]))) @import
  (#set! unless "hiding"))
(import module: (module) @module "hiding") @import
