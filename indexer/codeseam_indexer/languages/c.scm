; inherits: c_family
; --- symbols and imports
; --- facts
