"""Text of a file -> syntax tree, symbols and imports.

``parse(source)`` gives a ``ParsedFile``:

* ``source``: what was parsed; ``data``: its text as UTF-8, the bytes that all offsets count in;
* ``language``: the row of the table; ``lines``: byte offset -> line and column;
* ``tree``: the syntax tree, None for text and for what is read by lines;
* ``parts``: (row, tree) of each language in the file: the file's own tree, or the trees of what is
  embedded in it (scripts of a page, cells of a notebook, code fences); all offsets are the host's;
* ``symbols``: in document order, parents first; ``nodes[i]`` is the definition node of
  ``symbols[i]`` with its wrappers (decorators, ``export``), None where no node stands for it;
  ``inner[i]`` is the definition itself; ``spans[i]`` its first byte and the byte behind its last,
  with the comments and attributes in front; ``names[i]`` the first byte of its name;
* ``imports``: in document order;
* ``broken``: line ranges (1-based, inclusive) that do not parse, in order, not overlapping;
* ``notes``: sentences for ``status``.
"""

from codeseam_indexer.parse.decode import decode
from codeseam_indexer.parse.grammars import get_language
from codeseam_indexer.parse.lines import Lines
from codeseam_indexer.parse.parser import ParsedFile, Part, parse

__all__ = ["Lines", "ParsedFile", "Part", "decode", "get_language", "parse"]
