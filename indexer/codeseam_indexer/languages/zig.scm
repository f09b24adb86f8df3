("pub" @head . (Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @definition.function)
(Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @definition.function
("pub" @head . (Decl (VarDecl . (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType . "enum")) @body)))) @definition.enum)
(Decl (VarDecl . (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType . "enum")) @body)))) @definition.enum
("pub" @head . (Decl (VarDecl . (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl)) @body))) @definition.struct)
(Decl (VarDecl . (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl)) @body))) @definition.struct
(Statement (VarDecl . (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType . "enum")) @body)))) @definition.enum
(Statement (VarDecl . (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl)) @body))) @definition.struct
("pub" @head . (Decl (VarDecl . (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ErrorSetDecl))))) @definition.enum)
(Decl (VarDecl . (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ErrorSetDecl))))) @definition.enum
("pub" @head . (Decl (VarDecl "const" . (IDENTIFIER) @name)) @definition.constant)
(Decl (VarDecl "const" . (IDENTIFIER) @name)) @definition.constant
("pub" @head . (Decl (VarDecl . (IDENTIFIER) @name)) @definition.variable)
(Decl (VarDecl . (IDENTIFIER) @name)) @definition.variable
(ContainerField field_member: (IDENTIFIER) @name) @definition.field
((ContainerDecl (ContainerDeclType ["enum" "union"]) (ContainerField . (ErrorUnionExpr (SuffixExpr . (IDENTIFIER) @name .))) @definition.constant)
  (#not-eq? @name "_"))
; a function that makes a type: its members are those of the type
(AssignExpr . (ErrorUnionExpr . (SuffixExpr . (ContainerDecl) @scope)))
(ErrorSetDecl field_constant: (IDENTIFIER) @name @definition.constant)
(TestDecl (STRINGLITERALSINGLE) @name (Block) @body) @definition.test
(TestDecl (IDENTIFIER) @name (Block) @body) @definition.test


((SuffixExpr . (BUILTINIDENTIFIER) @_import . (FnCallArguments . (ErrorUnionExpr . (SuffixExpr . (STRINGLITERALSINGLE) @module)))) @import
  (#eq? @_import "@import"))
((VarDecl . (IDENTIFIER) @alias (ErrorUnionExpr (SuffixExpr (BUILTINIDENTIFIER) @_import (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @module)))))) @import
  (#eq? @_import "@import"))
