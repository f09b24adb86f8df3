((call target: (identifier) @_def (arguments . (alias) @name) (do_block)? @body) @definition.module
  (#eq? @_def "defmodule"))
((call target: (identifier) @_def (arguments . (alias) @name) (do_block)? @body) @definition.interface
  (#eq? @_def "defprotocol"))
((call target: (identifier) @_def (arguments . (alias) @receiver (keywords (pair value: (alias) @name))) (do_block)) @scope
  (#eq? @_def "defimpl") (#set! whole "yes"))
((call target: (identifier) @_def (arguments . (alias) @name) (do_block)?) @scope
  (#eq? @_def "defimpl"))
((call target: (identifier) @_def (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name) operator: "when")
    (binary_operator left: (identifier) @name operator: "when")] . (keywords)? @body) (do_block)? @body) @definition.function
  (#any-of? @_def "def" "defp" "defdelegate" "defn" "defnp"))
((call target: (identifier) @_def (arguments (binary_operator operator: _ @name) (keywords) @body)) @definition.function
  (#any-of? @_def "def" "defp") (#not-eq? @name "when"))
((call target: (identifier) @_def (arguments . (binary_operator operator: _ @name)) (do_block)? @body) @definition.function
  (#any-of? @_def "def" "defp") (#not-eq? @name "when"))
((call target: (identifier) @_def (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name) operator: "when")
    (binary_operator left: (identifier) @name operator: "when")] . (keywords)? @body) (do_block)? @body) @definition.macro
  (#any-of? @_def "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (dot right: (identifier) @_record) (arguments . (atom) @name)) @definition.macro
  (#any-of? @_record "defrecord" "defrecordp") (#set! trim ":"))
((call target: (identifier) @name (arguments)) @definition.struct
  (#any-of? @name "defstruct" "defexception"))
((call target: (identifier) @_test (arguments . (string) @name) (do_block)? @body) @definition.test
  (#any-of? @_test "test" "describe" "property" "feature" "scenario"))
((unary_operator operator: "@" operand: (call target: (identifier) @_type (arguments (binary_operator left: [(call target: (identifier) @name) (identifier) @name] operator: "::" right: (_) @body)))) @definition.type
  (#any-of? @_type "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_callback (arguments [
    (binary_operator left: (call target: (identifier) @name) operator: "::")
    (binary_operator left: (binary_operator left: (call target: (identifier) @name) operator: "::") operator: "when")]))) @definition.method
  (#any-of? @_callback "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments) @body)) @definition.constant
  (#not-match? @name "^((module|type)?doc|typep?|opaque|(macro)?callback|optional_callbacks|spec|impl|deprecated|since|(module|describe)?tag|dialyzer|behaviour|derive|enforce_keys|compile|(before|after)_compile|on_(load|definition)|external_resource|vsn|shortdoc|fallback_to_any)$"))

((unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments [(string) (sigil)]))) @comment
  (#any-of? @_doc "doc" "typedoc"))
((unary_operator operator: "@" operand: (call target: (identifier) @_spec)) @attribute
  (#any-of? @_spec "spec" "impl" "doc" "deprecated" "since" "tag" "dialyzer"))
((call target: (identifier) @_def (do_block . (unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments [(string) (sigil)] @doc))))) @documented
  (#any-of? @_def "defmodule" "defprotocol") (#eq? @_doc "moduledoc"))

((call target: (identifier) @_import (arguments . (alias) @module (keywords (pair key: (keyword) @_as value: (alias) @alias))?)) @import
  (#any-of? @_import "alias" "import" "require" "use"))
((call target: (identifier) @_import (arguments . (dot) @module)) @import
  (#any-of? @_import "alias" "import" "require" "use") (#set! imports "tree"))
