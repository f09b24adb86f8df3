; inherits: ocaml
; --- symbols and imports
; --- facts
