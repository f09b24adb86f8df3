(message (message_name) @name (message_body) @body) @definition.struct
(enum (enum_name) @name (enum_body) @body) @definition.enum
(enum_field . (identifier) @name) @definition.constant
((service (service_name) @name) @definition.interface (#set! signature "brace"))
((rpc (rpc_name) @name) @definition.method (#set! signature "brace"))
(field (identifier) @name "["? @body) @definition.field
(map_field (identifier) @name "["? @body) @definition.field
((oneof . (identifier) @name) @definition.field (#set! signature "brace"))
(oneof_field (identifier) @name "["? @body) @definition.field
(extend (full_ident) @name) @scope
(import "public" @exported path: (_) @module) @import
(import path: (_) @module) @import
