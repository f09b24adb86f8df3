; What Objective-C says before what it shares with C: a function in a class is still a function of the file.
((implementation_definition (function_definition declarator: (_) @name body: (_)? @body) @definition.function)
  (#set! follow "declarator") (#set! outward "file"))
