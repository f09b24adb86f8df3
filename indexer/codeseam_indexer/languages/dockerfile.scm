((from_instruction as: (image_alias) @name) @definition.block (#set! rest "stage") (#set! whole "yes"))
((from_instruction (image_spec name: (image_name) @name)) @definition.block (#set! rest "stage"))
(arg_instruction name: (unquoted_string) @name) @definition.variable
(env_instruction (env_pair name: (unquoted_string) @name)) @definition.variable
(from_instruction (image_spec) @module) @import
