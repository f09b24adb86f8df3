; inherits: typescript
; --- symbols and imports
; --- facts
