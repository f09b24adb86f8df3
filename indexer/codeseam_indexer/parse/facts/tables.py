"""The table of each language that has facts, by the name of its row."""

from codeseam_indexer.parse.facts.bash import BASH
from codeseam_indexer.parse.facts.c_family import C
from codeseam_indexer.parse.facts.cpp import CPP
from codeseam_indexer.parse.facts.csharp import CSHARP
from codeseam_indexer.parse.facts.ecmascript import JAVASCRIPT, TSX, TYPESCRIPT
from codeseam_indexer.parse.facts.go import GO
from codeseam_indexer.parse.facts.java import JAVA
from codeseam_indexer.parse.facts.kotlin import KOTLIN
from codeseam_indexer.parse.facts.lowering import Table
from codeseam_indexer.parse.facts.php import PHP
from codeseam_indexer.parse.facts.python import PYTHON
from codeseam_indexer.parse.facts.ruby import RUBY
from codeseam_indexer.parse.facts.rust import RUST
from codeseam_indexer.parse.facts.scala import SCALA
from codeseam_indexer.parse.facts.swift import SWIFT

TABLES: dict[str, Table] = {
    "bash": BASH,
    "c": C,
    "cpp": CPP,
    "csharp": CSHARP,
    "go": GO,
    "java": JAVA,
    "javascript": JAVASCRIPT,
    "kotlin": KOTLIN,
    "php": PHP,
    "python": PYTHON,
    "ruby": RUBY,
    "scala": SCALA,
    "swift": SWIFT,
    "rust": RUST,
    "tsx": TSX,
    "typescript": TYPESCRIPT,
}
