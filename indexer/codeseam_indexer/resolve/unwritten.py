"""Calls that nobody writes: by the language, a runner, or what a mark registers with.

A definition that only they call has no callers in the source, and still is no dead code.
"""

import re

from codeseam_indexer.records import Symbol
from codeseam_indexer.resolve.rules import words

_STARTS = {
    "go": "main|init",
    "csharp": "Main",
    "c": "main|wmain|WinMain|wWinMain|DllMain|LLVMFuzzer\\w+",
    **dict.fromkeys(("python", "javascript", "ruby", "php", "bash"), ""),
}
"""Names of the functions that a program starts with, "main" where a language is not named."""

_CALLED = {
    "python": r"(?:setup|teardown)_(?:method|class|module|function)|pytest_\w+",
    "java": "toString|hashCode|equals|finalize|clone|readObject|writeObject|readResolve"
    "|writeReplace|readObjectNoData",
    "kotlin": "toString|hashCode|equals",
    "scala": r"toString|hashCode|equals|apply|unapply|unapplySeq|update|foreach|map|flatMap"
    r"|withFilter|filter|unary_\W|.*_=",
    "csharp": "ToString|GetHashCode|Equals|GetEnumerator|MoveNext|GetAsyncEnumerator|MoveNextAsync"
    "|Deconstruct|GetAwaiter|Finalize|operator.*|this",
    "go": "String|GoString|Error|Format|Unwrap|Is|As|Len|Less|Swap|Push|Pop|Read|Write|Close|Seek"
    "|ReadFrom|WriteTo|ReadAt|WriteAt|ReadByte|WriteByte|WriteString|Scan|Value|ServeHTTP"
    r"|RoundTrip|Timeout|Temporary|(?:Unm|M)arshal\w+|(?:Test|Benchmark|Example|Fuzz)(?![a-z])\w*"
    "|(?:Gob(?:En|De)code)",
    "javascript": r"toString|toJSON|valueOf|then|next|return|throw|handleEvent|\[.*"
    r"|(?:dis)?connectedCallback|(?:attributeChanged|adopted)Callback|ng[A-Z]\w+",
    "ruby": r"\W+@?|.*[^=!<>]=|(?:initialize_)?(?:copy|dup|clone)|to_\w+|inspect|hash|eql\?|equal\?"
    r"|each|call|coerce|inherited|included|extended|prepended|\w+_(?:missing|missing\?|added)"
    r"|const_missing|marshal_(?:dump|load)",
    "php": r"__\w+",
    "swift": r"\W+|callAsFunction|subscript|hash|dynamicMember\w*",
    "cpp": r"operator\W.*|operator \w.*|~.*|c?r?(?:begin|end)",
}
"""Names that the syntax, the standard library or a test runner calls, by language.

Those that take a base from outside the workspace are not among them: the base tells.
"""

_SAME = {"typescript": "javascript", "tsx": "javascript", "objc": "c"}

_MARKS = {
    "python": r"^\s*@\s*([\w.]+)",
    "java": r"@\s*([\w.]+)",
    "csharp": r"\[\s*(?:\w+\s*:\s*)?([A-Za-z_][\w.]*)",
    "rust": r"#\[\s*(?:unsafe\s*\(\s*)?([\w:]+)",
    "php": r"#\[\s*\\?([\w\\]+)",
    "cpp": r"__attribute__\s*\(\(\s*_*(constructor|destructor|interrupt|used|section)\b",
    "go": r"^//(export|go:linkname|go:wasmexport)\b",
}
"""What is written before a definition for others to read: decorators, annotations, attributes."""

_MARKED = {
    "kotlin": "java",
    "scala": "java",
    "swift": "java",
    "javascript": "java",
    "typescript": "java",
    "tsx": "java",
    "c": "cpp",
}

_SILENT = words(
    # Python
    "staticmethod classmethod property abstractmethod abstractproperty cached_property lru_cache"
    " cache wraps overload override final contextmanager asynccontextmanager total_ordering"
    " dataclass no_type_check deprecated setter getter deleter runtime_checkable unique"
    # the JVM, Swift
    " Override Deprecated SuppressWarnings SafeVarargs FunctionalInterface Nullable NonNull NotNull"
    " Nonnull CheckReturnValue CanIgnoreReturnValue VisibleForTesting Generated Documented"
    " Retention Target Inherited JvmStatic JvmField JvmName JvmOverloads JvmInline Throws Suppress"
    " OptIn Contract Pure ThreadSafe Immutable GuardedBy Beta inline tailrec varargs specialized"
    " discardableResult inlinable available MainActor escaping Sendable usableFromInline frozen"
    " preconcurrency unchecked autoclosure ViewBuilder resultBuilder inline propertyWrapper"
    " interface throws nonobjc dynamicCallable"
    # C#, PHP
    " Obsolete MethodImpl MaybeNull NotNullWhen MemberNotNull DebuggerStepThrough SuppressMessage"
    " DebuggerDisplay EditorBrowsable Conditional CLSCompliant ExcludeFromCodeCoverage Flags"
    " StructLayout Serializable ReturnTypeWillChange SensitiveParameter"
    # Rust
    " inline must_use allow warn deny expect doc cfg cfg_attr derive cold track_caller"
    " target_feature non_exhaustive repr automatically_derived forbid rustfmt::skip"
)
"""Marks by which nobody is told of a definition."""

_KEPT_COMMENT = re.compile(r"//(?:export|go:)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_OPERATOR = re.compile(r"\boperator\b")
_EXTERNAL = re.compile(r"\bextern\s*\"C\"")


def unwritten(language: str, symbol: Symbol, head: str) -> str:
    """Why something may call a definition that no source says it calls, "" where nothing does.

    Args:
        language: the row of ``LANGUAGES``.
        symbol: the definition.
        head: its lines from the first to its name, with decorators and attributes.
    """
    known = _SAME.get(language, language)
    if symbol.kind == "test":
        return "a test runner calls it"
    outermost = symbol.parent is None or language in {"java", "csharp", "scala"}
    if outermost and re.fullmatch(_STARTS.get(known, "main"), symbol.name):
        return "the program starts there"
    by_itself = re.fullmatch(_CALLED.get(known, ""), symbol.name)
    code = _code(head)
    if by_itself or (language == "kotlin" and _OPERATOR.search(code)):
        return "the language or a library calls it by itself"
    for mark in re.finditer(
        _MARKS.get(_MARKED.get(language, language), "(?!)"), code, re.MULTILINE
    ):
        if re.split(r"\.|\\", mark[1])[-1] not in _SILENT:
            return f"whatever reads {mark[0].strip()} may call it"
    if language in {"rust", "c", "cpp"} and _EXTERNAL.search(head):
        return "other languages may call it"
    return ""


def _code(head: str) -> str:
    """The lines before a name less texts and comments, but for those that tools read."""
    lines = _COMMENT.sub("", head).split("\n")
    code = [line for line in lines if not _is_comment(line.strip())]
    return re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "", "\n".join(code))


def _is_comment(line: str) -> bool:
    if line.startswith("#"):
        return not line.startswith("#[")
    return line.startswith(("//", "*", "--")) and _KEPT_COMMENT.match(line) is None
