"""Finds documented definitions in source text of many languages by lines and indentation alone.

No grammar: a documentation comment, the definition line below it, and the lines up to where the
indentation comes back. Formatted code is nearly always cut right that way, and it is fast enough
for gigabytes; a pair that is cut wrong is noise that training bears.
"""

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

warnings.simplefilter("ignore")

MAX_LINES = 120
MAX_CODE = 2_600
MAX_DOC = 900


@dataclass
class Piece:
    """A definition, the block below an inner comment, or a file.

    ``kind`` is "function", "type", "inner" or "file"; ``doc`` is cleaned and may be empty.
    """

    kind: str
    name: str
    qualified: str
    doc: str
    code: str


@dataclass(frozen=True)
class Syntax:
    """How a language writes comments and definitions.

    ``line`` opens a comment line, ``block`` a block comment; ``documents`` says which comments
    document what follows them; ``heads`` find a definition's name in its first line.
    """

    line: str
    block: tuple[str, str] | None
    documents: re.Pattern[str]
    heads: tuple[re.Pattern[str], ...]
    types: re.Pattern[str]


def _heads(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in patterns)


_KEYWORDS = (
    r"(?!(?:if|for|while|switch|catch|return|else|do|with|throw|new|await|typeof|delete|using|lock"
    r"|foreach|elseif|match|case|sizeof|defined|import|require|super|this|assert|synchronized)\b)"
)
_TYPE_WORDS = (
    r"\b(?:class|interface|enum|struct|record|trait|object|protocol|union|extension|actor)\s+"
)
_ANY = re.compile(r"")
_JAVADOC = re.compile(r"/\*\*|///")
_C_LIKE = (
    _TYPE_WORDS + r"(?:alignas\S+\s+)?([\w$]+)",
    r"^(?:[\w<>\[\],.?&:*~@$\s]*?[\s&*])?" + _KEYWORDS + r"(~?[\w$]+(?:::~?\w+)*)\s*\(",
    r"^(?:public|private|protected|internal|static|readonly|const|override|virtual|final|volatile"
    r"|\s)+[\w<>\[\],.?:]+\s+(\w+)\s*(?:[;={]|$)",
    r"^#define\s+(\w+)",
    r"^(?:typedef|using|namespace)\s+(\w+)",
)
_JS = (
    r"^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?"
    r"(?:function\s*\*?|class|interface|enum|type|namespace)\s+([\w$]+)",
    r"^(?:export\s+)?(?:declare\s+)?(?:const|let|var)\s+([\w$]+)\s*[:=]",
    r"^(?:module\.)?exports\.([\w$]+)\s*=",
    r"^[\w$.]+\.([\w$]+)\s*=\s*(?:async\s*)?(?:function|\(|[\w$]+\s*=>)",
    r"^(?:(?:public|private|protected|static|async|override|readonly|abstract|get|set|declare)\s+"
    r"|\*\s*)*" + _KEYWORDS + r"(#?[\w$]+)\??\s*(?:<[^>]*>)?\s*(?:\(|:|=)",
)
_TYPES = re.compile(
    _TYPE_WORDS + r"|\b(?:type|impl|mod|module|namespace|defmodule|data|newtype|instance)\s"
)
_SLASH = {"line": "//", "block": ("/*", "*/"), "types": _TYPES}

SYNTAX: dict[str, Syntax] = {
    "javascript": Syntax(**_SLASH, documents=_JAVADOC, heads=_heads(*_JS)),
    "typescript": Syntax(**_SLASH, documents=_JAVADOC, heads=_heads(*_JS)),
    "java": Syntax(**_SLASH, documents=_JAVADOC, heads=_heads(*_C_LIKE)),
    "csharp": Syntax(**_SLASH, documents=_JAVADOC, heads=_heads(*_C_LIKE)),
    "c": Syntax(**_SLASH, documents=_ANY, heads=_heads(*_C_LIKE)),
    "cpp": Syntax(**_SLASH, documents=_ANY, heads=_heads(*_C_LIKE)),
    "objc": Syntax(**_SLASH, documents=_ANY, heads=_heads(r"^[-+]\s*\([^)]*\)\s*(\w+)", *_C_LIKE)),
    "kotlin": Syntax(
        **_SLASH, documents=_JAVADOC,
        heads=_heads(r"\bfun\s+(?:<[^>]*>\s*)?(?:[\w<>?]+\.)?(\w+)", _TYPE_WORDS + r"(\w+)",
                     r"\b(?:val|var|typealias)\s+(?:[\w<>?]+\.)?(\w+)"),
    ),
    "scala": Syntax(
        **_SLASH, documents=_JAVADOC,
        heads=_heads(r"\bdef\s+([\w$]+)", _TYPE_WORDS + r"(\w+)", r"\b(?:val|var|type)\s+(\w+)"),
    ),
    "swift": Syntax(
        **_SLASH, documents=_JAVADOC,
        heads=_heads(r"\bfunc\s+(\w+)", r"\b(init)\b", _TYPE_WORDS + r"([\w.]+)",
                     r"\b(?:var|let|typealias|case)\s+(\w+)"),
    ),
    "go": Syntax(
        **_SLASH, documents=_ANY,
        heads=_heads(r"^func\s+(?:\([^)]*\)\s*)?(\w+)", r"^(?:type|var|const)\s+(\w+)"),
    ),
    "rust": Syntax(
        **_SLASH, documents=re.compile(r"///|/\*\*"),
        heads=_heads(r"\b(?:fn|struct|enum|trait|union|mod|type|const|static|macro_rules!)\s+(\w+)"),
    ),
    "php": Syntax(
        **_SLASH, documents=_JAVADOC,
        heads=_heads(r"\bfunction\s+&?(\w+)", _TYPE_WORDS + r"(\w+)"),
    ),
    "dart": Syntax(**_SLASH, documents=_JAVADOC, heads=_heads(*_C_LIKE)),
    "ruby": Syntax(
        line="#", block=None, documents=_ANY, types=re.compile(r"^(?:class|module)\s"),
        heads=_heads(r"^def\s+(?:self\.)?([\w?!=\[\]<>+*/-]+)", r"^(?:class|module)\s+([\w:]+)"),
    ),
    "shell": Syntax(
        line="#", block=None, documents=_ANY, types=re.compile(r"(?!)"),
        heads=_heads(r"^(?:function\s+)?([\w:.-]+)\s*\(\s*\)", r"^function\s+([\w:.-]+)"),
    ),
    "lua": Syntax(
        line="--", block=("--[[", "]]"), documents=_ANY, types=re.compile(r"(?!)"),
        heads=_heads(r"^(?:local\s+)?function\s+([\w.:]+)",
                     r"^(?:local\s+)?([\w.]+)\s*=\s*function"),
    ),
    "elixir": Syntax(
        line="#", block=None, documents=_ANY, types=re.compile(r"^(?:defmodule|defprotocol)\s"),
        heads=_heads(r"^(?:def|defp|defmacro|defmacrop|defguard|defmodule|defprotocol|defdelegate)"
                     r"\s+([\w.?!]+)"),
    ),
    "haskell": Syntax(
        line="--", block=("{-", "-}"), documents=_ANY,
        types=re.compile(r"^(?:data|newtype|class)\s"),
        heads=_heads(r"^([a-z_][\w']*)(?:\s*,\s*[\w']+)*\s*(?:::|$)",
                     r"^(?:data|newtype|class|type)\s+(?:.*=>\s*)?(\w+)"),
    ),
    "erlang": Syntax(
        line="%", block=None, documents=_ANY, types=re.compile(r"(?!)"),
        heads=_heads(r"^([a-z]\w*)\("),
    ),
}  # fmt: skip

SUFFIXES = {
    ".py": "python", ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript",
    ".jsx": "javascript", ".ts": "typescript", ".mts": "typescript", ".tsx": "typescript",
    ".java": "java", ".cs": "csharp", ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp",
    ".cxx": "cpp", ".hpp": "cpp", ".hh": "cpp", ".m": "objc", ".mm": "objc", ".kt": "kotlin",
    ".kts": "kotlin", ".scala": "scala", ".swift": "swift", ".go": "go", ".rs": "rust",
    ".php": "php", ".dart": "dart", ".rb": "ruby", ".sh": "shell", ".bash": "shell",
    ".lua": "lua", ".ex": "elixir", ".exs": "elixir", ".hs": "haskell", ".erl": "erlang",
}  # fmt: skip

_TAG = re.compile(
    r"^(?:[@\\]\w+|:\w+[^:]*:|-\s*(?:Parameter|Returns|Throws)|Args?:|Arguments?:?$|Parameters?:?$|"
    r"Returns?:?$|Raises?:|Throws:|Yields?:|Examples?:?|Usage:?|Notes?:?$|>>>|#+ |iex>|"
    r"={3,}|-{3,}|\.\. |```|~~~|\+-|\|)",
    re.IGNORECASE,
)
_BAD = re.compile(
    r"inheritdoc|copyright|licen[sc]e|spdx|todo|fixme|xxx|eslint|istanbul|nolint|pylint|noqa|prettier"
    r"|auto-?generated|do not edit|nodoc|c8 ignore|@ts-|clang-format|^\W*$|https?://\S+$",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    """Prose of a comment without markup, tags and code; sentences stay, at most 900 characters."""
    text = re.sub(r"\{@\w+\s+([^}]*)\}", r"\1", text)
    text = re.sub(r"</?[a-zA-Z][^<>]{0,80}>", " ", text)
    text = re.sub(r"\[`?([^\]`]{1,80})`?\](?:\([^)]*\)|\[[^\]]*\])?", r"\1", text)
    text = re.sub(r":(?:\w+:)?\w+:`~?\.?([^`<]*)[^`]*`_*", r"\1", text)
    text = text.replace("`", "").replace("**", "")
    kept: list[str] = []
    for line in map(str.strip, text.split("\n")):
        if _TAG.match(line):
            brief = re.match(
                r"^[@\\](?:brief|returns?|description|desc|summary|doc)\s+(.{8,})", line
            )
            if brief and not kept:
                kept.append(brief[1])
                continue
            if kept:
                break
            continue
        kept.append(line)
    return re.sub(r"\s+", " ", " ".join(kept)).strip()[:MAX_DOC]


def sentences(doc: str) -> list[str]:
    """The sentences of a cleaned text that can stand for a question."""
    found = re.split(r"(?<=[.!?])\s+(?=[A-Z\"'(])|(?<=[.!?]):?\s*$", doc)
    return [sentence.strip() for sentence in found if sentence and good(sentence.strip())]


def good(text: str) -> bool:
    """Does a sentence say something: four words, mostly English letters, no boilerplate?"""
    if not 15 <= len(text) <= 400 or len(text.split()) < 3 or _BAD.search(text):
        return False
    letters = sum(c.isascii() and (c.isalpha() or c == " ") for c in text)
    return letters / len(text) >= 0.75


def _strip(line: str, syntax: Syntax) -> str:
    text = line.strip()
    text = re.sub(
        r"^(?:/\*+[!<]?|\*+/|\*(?!\*)|//[/!<]*|#+'?|--+\s*[|^]?|%+|\{-+\s*[|^]?|--\[\[)", "", text
    )
    text = re.sub(r"(?:\*+/|-\}|\]\])\s*$", "", text)
    return text.removeprefix(" ").rstrip()


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


_CLOSER = re.compile(r"^(?:[}\])]|end\b|fi\b|done\b|esac\b)")
_GOES_ON = re.compile(
    r"^(?:\{|where\b|else\b|catch\b|finally\b|rescue\b|ensure\b|public:|private:|protected:|#(?:if|e)"
    r"|case\b|default\b|throws\b|extends\b|implements\b|requires\b|->|=>|:|=|,|\)\s*.*[{:(=]$)"
)


def block_end(lines: list[str], start: int) -> int:
    """The index after the last line of the definition that starts at ``start``."""
    level = _indent(lines[start])
    stop = min(len(lines), start + MAX_LINES)
    for index in range(start + 1, stop):
        text = lines[index].strip()
        if not text or _indent(lines[index]) > level:
            continue
        if _GOES_ON.match(text):
            continue
        return index + 1 if _CLOSER.match(text) else index
    return stop


def _haskell_end(lines: list[str], start: int, name: str) -> int:
    for index in range(start + 1, min(len(lines), start + 60)):
        line = lines[index]
        if line[:1].strip() and not line.startswith((name, "  ", "{")):
            return index
    return min(len(lines), start + 60)


def _comment(lines: list[str], index: int, syntax: Syntax) -> int:
    """The index after the comment that starts at ``index``, or ``index`` where none does."""
    text = lines[index].strip()
    if syntax.block and text.startswith(syntax.block[0]):
        end = index
        while end < len(lines) and syntax.block[1] not in lines[end] and end - index < 200:
            end += 1
        return min(end + 1, len(lines))
    end = index
    while end < len(lines) and lines[end].strip().startswith(syntax.line):
        end += 1
    return end


def head_name(line: str, syntax: Syntax) -> str:
    """The name that a line defines, "" where it defines nothing."""
    text = line.strip()
    for pattern in syntax.heads:
        found = pattern.search(text)
        if found:
            return next((group for group in found.groups() if group), "")
    return ""


_ATTRIBUTE = re.compile(r"^(?:@\w|#\[|\[\w|template\s*<|\)$|@objc|\[<)")


class _Scopes:
    """The types around a line, by indentation."""

    def __init__(self) -> None:
        self.stack: list[tuple[int, str]] = []

    def at(self, indent: int) -> str:
        while self.stack and self.stack[-1][0] >= indent:
            self.stack.pop()
        return ".".join(name for _, name in self.stack[-2:])

    def push(self, indent: int, name: str) -> None:
        self.stack.append((indent, name))


_IMPL = re.compile(r"^(?:unsafe\s+)?impl\b(?:<[^{]*?>)?\s+(?:[^{]*?\bfor\s+)?([\w:]+)")
_RECEIVER = re.compile(r"^func\s+\([^)]*?(\w+)(?:\[[^\]]*\])?\)")


def by_lines(text: str, language: str) -> Iterator[Piece]:
    """Definitions and commented blocks of any language but Python."""
    syntax = SYNTAX[language]
    lines = text.split("\n")
    scopes = _Scopes()
    index = 0
    names: list[str] = []
    while index < len(lines):
        if not lines[index].strip():
            index += 1
            continue
        after, doc = _documentation(lines, index, syntax, language)
        while after < len(lines) and after > index and _ATTRIBUTE.match(lines[after].strip()):
            after += 1
        if after >= len(lines):
            return
        line = lines[after]
        indent = _indent(line)
        scope = scopes.at(indent)
        implementation = _IMPL.match(line.strip()) if language == "rust" else None
        if implementation:
            scopes.push(indent, implementation[1])
        name = "" if implementation or not line.strip() else head_name(line, syntax)
        if name and _plausible(line, indent, language):
            names.append(name)
            receiver = _RECEIVER.match(line) if language == "go" else None
            qualified = ".".join(filter(None, (receiver[1] if receiver else scope, name)))
            is_type = bool(syntax.types.search(line))
            end = (
                _haskell_end(lines, after, name)
                if language == "haskell"
                else block_end(lines, after)
            )
            code = "\n".join(lines[after:end])[:MAX_CODE]
            yield Piece("type" if is_type else "function", name, qualified, doc, _dedent(code))
            if is_type:
                scopes.push(indent, name)
            index = after + 1
            continue
        if doc and after > index and indent > 0:
            yield from _inner(lines, after, scope, doc)
        index = max(after, index + 1)
    yield Piece("file", "", "", file_doc(lines, syntax), " ".join(dict.fromkeys(names)))


def _plausible(line: str, indent: int, language: str) -> bool:
    text = line.rstrip()
    if language in {"javascript", "typescript", "java", "csharp", "c", "cpp", "objc", "dart"}:
        # A call statement looks like a declaration but ends with a semicolon; declarations
        # of functions do too, at the top or behind a type.
        if text.endswith(";") and re.match(r"^\s*[\w$.]+\s*\(", text):
            return False
        return indent <= 12
    return True


def _documentation(lines: list[str], index: int, syntax: Syntax, language: str) -> tuple[int, str]:
    """Where the comment at ``index`` ends (``index`` for none) and its clean text."""
    if language == "elixir":
        found = re.match(r'^\s*@(?:module|type)?doc\s+(?:~S)?("""|")(.*)', lines[index])
        if found:
            if found[1] == '"':
                return index + 1, clean(found[2].rstrip('"'))
            end = index + 1
            while end < len(lines) and '"""' not in lines[end]:
                end += 1
            return min(end + 1, len(lines)), clean("\n".join(lines[index + 1 : end]))
    end = _comment(lines, index, syntax)
    if end == index:
        return index, ""
    opening = lines[index].strip()
    body = "\n".join(_strip(line, syntax) for line in lines[index:end])
    indent = _indent(lines[index])
    return end, clean(body) if syntax.documents.match(opening) or indent > 0 else ""


def _inner(lines: list[str], start: int, scope: str, doc: str) -> Iterator[Piece]:
    level = _indent(lines[start])
    end = start
    while end < len(lines) and end - start < 16 and lines[end].strip():
        if _indent(lines[end]) < level:
            break
        end += 1
    if end - start >= 2:
        yield Piece("inner", "", scope, doc, _dedent("\n".join(lines[start:end])[:1200]))


def file_doc(lines: list[str], syntax: Syntax) -> str:
    """The clean text of the first comment of a file that is no licence notice."""
    index = 0
    while index < min(len(lines), 60):
        text = lines[index].strip()
        if not text or text.startswith(("#!", "<?php", "package ", "'use strict'", '"use strict"')):
            index += 1
            continue
        end = _comment(lines, index, syntax)
        if end == index:
            return ""
        body = clean("\n".join(_strip(line, syntax) for line in lines[index:end]))
        if body and not _BAD.search(body):
            return body
        index = end
    return ""


def _dedent(code: str) -> str:
    lines = code.split("\n")
    levels = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    level = min(levels, default=0)
    return "\n".join(line[level:] for line in lines).strip("\n")


def by_ast(text: str) -> Iterator[Piece]:
    """Definitions of a Python file, its commented blocks and the file itself."""
    tree = ast.parse(text)
    lines = text.split("\n")
    names: list[str] = []
    stack: list[tuple[ast.AST, str]] = [(tree, "")]
    while stack:
        node, scope = stack.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If | ast.Try):
                stack.append((child, scope))
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            names.append(child.name)
            qualified = f"{scope}.{child.name}" if scope else child.name
            is_type = isinstance(child, ast.ClassDef)
            doc, first, last = _docstring(child)
            start = min([child.lineno, *(d.lineno for d in child.decorator_list)]) - 1
            end = min(child.end_lineno or child.lineno, start + MAX_LINES)
            body = lines[start : max(first, start)] + lines[last:end] if doc else lines[start:end]
            code = _dedent("\n".join(body)[:MAX_CODE])
            yield Piece("type" if is_type else "function", child.name, qualified, clean(doc), code)
            if is_type:
                stack.append((child, qualified))
    yield from _python_inner(lines)
    doc, _, _ = _docstring(tree)
    yield Piece("file", "", "", clean(doc), " ".join(dict.fromkeys(names)))


def _docstring(node: ast.AST) -> tuple[str, int, int]:
    body = getattr(node, "body", None)
    if not body or not isinstance(body[0], ast.Expr):
        return "", 0, 0
    value = body[0].value
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value, body[0].lineno - 1, body[0].end_lineno or body[0].lineno
    return "", 0, 0


def _python_inner(lines: list[str]) -> Iterator[Piece]:
    syntax = SYNTAX["ruby"]
    index = 0
    while index < len(lines):
        if not lines[index].strip().startswith("#") or not lines[index][:1].isspace():
            index += 1
            continue
        end = _comment(lines, index, syntax)
        if end < len(lines) and lines[end].strip():
            doc = clean("\n".join(_strip(line, syntax) for line in lines[index:end]))
            yield from _inner(lines, end, "", doc)
        index = max(end, index + 1)


def pieces(path: str, text: str) -> Iterator[Piece]:
    """All the pieces of the file at ``path``; nothing where it cannot be read as its language."""
    language = SUFFIXES.get(PurePosixPath(path).suffix.lower())
    if language is None:
        return
    try:
        yield from by_ast(text) if language == "python" else by_lines(text, language)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
