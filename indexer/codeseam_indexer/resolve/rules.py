"""How the languages differ for the evaluator: one row of strategies each, no code."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Rules:
    """The semantics of names in a language.

    Attributes:
        family: languages of one family can call each other.
        modules: strategy that turns what an import says into a file or folder.
        block_scopes: whether a block hides the names bound in it.
        class_scopes: whether members are visible in methods without a receiver.
        unbound: what a name without a binding is: "external", "folder" (of another file of the
            folder), "package" (of one of the same package), "global" (any file of the family),
            "namespace" (the innermost of the namespaces around, in any file).
        programs: whether a workspace may hold several programs that define the same names.
        spread: whether functions of one name may be spread over files, and members be declared in
            one place and defined in another.
        constructors: names of constructors among the members.
        constructor_calls: words other than the class's name that call a constructor.
        class_member: the member of an instance that is its class.
        call_constructs: whether calling a class makes an instance.
        open_members: whether members are names inside the body of their class.
        method_suffix: what distinguishes names of methods from those of fields and types.
        extensions: whether files may add members to types from outside.
        receivers: whether a function may stand outside the type that it belongs to.
        inherited: whether members of base classes are visible without a receiver.
        overloads: whether functions of one name are told apart by arguments; references to calls
            are then to the whole call.
        labels: whether the labels of arguments are part of a function's name.
        implicit_receivers: whether a lambda may be run on a receiver that it does not write.
        results: types of what well-known methods of outside types give.
        own_constructors: whether constructors are not inherited.
        conversions: whether calling a type converts, which calls nothing.
        converts: whether arguments are converted to what a parameter takes, numbers both ways.
        argument_lookup: whether functions are looked for where the types of arguments stand.
        standard: types of the standard library that are known without their namespace.
        accessors: methods that ``[]``, ``*``, ``->`` and a loop call, by "item", "deref", "arrow"
            and "next".
        payload: generic types that stand for their argument (``Optional[T]``, ``Box<T>``).
        same: methods of outside types that give their receiver back (``clone``).
        inner: methods of outside types that give what they hold (``unwrap``).
        common: names of methods of built-in types, which prove and suggest nothing.
        structural: whether a type implements an interface without saying so.
        fields_apart: whether a field and a method of a type may have the same name.
        receiver_names: whether a parameter may be the one object that has members under its name.
        initialisers: whether constructors make members under their names (``: member(x)``).
        linearised: whether ``super`` may go to a class beside the one that it is written in.
        fixtures: whether parameters of tests are filled by functions of the same name.
    """

    family: str
    modules: str
    block_scopes: bool = True
    class_scopes: bool = True
    unbound: str = "external"
    constructors: tuple[str, ...] = ()
    constructor_calls: tuple[str, ...] = ()
    class_member: str = ""
    call_constructs: bool = False
    open_members: bool = True
    inherited: bool = False
    extensions: bool = False
    receivers: bool = True
    method_suffix: str = ""
    programs: bool = False
    spread: bool = False
    overloads: bool = False
    own_constructors: bool = False
    labels: bool = False
    implicit_receivers: bool = False
    results: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    conversions: bool = False
    converts: bool = False
    argument_lookup: bool = False
    standard: frozenset[str] = frozenset()
    accessors: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    payload: frozenset[str] = frozenset()
    same: frozenset[str] = frozenset()
    inner: frozenset[str] = frozenset()
    common: frozenset[str] = frozenset()
    initialisers: bool = False
    linearised: bool = False
    fixtures: bool = False
    receiver_names: bool = False
    fields_apart: bool = False
    structural: bool = False
    call_method: str = ""
    separators: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def words(text: str) -> frozenset[str]:
    """A set of names, written as a text."""
    return frozenset(text.split())


def results(text: str) -> Mapping[str, str]:
    """Types by the names of methods, from a text of the form ``type: name name; type: …``."""
    lines = (line.partition(":") for line in text.split(";"))
    return MappingProxyType({n: kind.strip() for kind, _, names in lines for n in names.split()})


_PYTHON = Rules(
    family="python",
    receivers=False,
    modules="dotted",
    block_scopes=False,
    class_scopes=False,
    constructors=("__init__", "__new__"),
    constructor_calls=("cls", "__class__", "type"),
    class_member="__class__",
    call_constructs=True,
    call_method="__call__",
    payload=words(
        "Optional Union Annotated Final ClassVar Required NotRequired ReadOnly Awaitable"
        " Coroutine Unpack InitVar TypeGuard TypeIs"
    ),
    same=words("copy __enter__ __aenter__ __iter__ values"),
    inner=words("pop popleft __next__ get setdefault __getitem__ result wait join"),
    common=words(
        "append extend insert remove pop clear index count sort reverse copy get items keys values"
        " update setdefault popitem add discard union join split strip lstrip rstrip replace format"
        " startswith endswith lower upper title encode decode read write close open readline"
        " readlines flush seek tell send put find search match group sub findall run start stop"
        " wait cancel result done exists mkdir load loads dump dumps parse match fullmatch isdigit"
        " splitlines partition rpartition casefold zfill ljust rjust center acquire release"
        " connect commit execute fetchone fetchall fileno next throw"
    ),
    linearised=True,
    fixtures=True,
)

_ECMASCRIPT = Rules(
    family="ecmascript",
    modules="ecmascript",
    receiver_names=True,
    class_scopes=False,
    constructors=("constructor",),
    constructor_calls=("super",),
    call_method="()",
    payload=words(
        "Promise PromiseLike Readonly Partial Required NonNullable Awaited Omit Pick DeepPartial"
    ),
    common=words(
        "push pop shift unshift splice slice concat join map filter reduce forEach find findIndex"
        " some every includes indexOf lastIndexOf sort reverse fill flat flatMap keys values"
        " entries get set has delete add clear toString valueOf hasOwnProperty call apply bind"
        " then catch finally split replace replaceAll trim match test exec charAt charCodeAt"
        " substring substr startsWith endsWith padStart padEnd toLowerCase toUpperCase repeat"
        " next return throw from of assign create freeze parse stringify log error warn"
        " on once emit off addEventListener removeEventListener write end pipe close"
    ),
)

_GO = Rules(
    family="go",
    structural=True,
    modules="directory",
    unbound="folder",
    open_members=False,
    conversions=True,
    common=words(
        "Error String Close Read Write Len Less Swap Unwrap Is As Lock Unlock Add Done Wait Errorf"
        " Fatal Fatalf Log Logf Printf Println Print Sprintf Run Helper Get Set"
    ),
)

_JAVA = Rules(
    family="jvm",
    method_suffix="()",
    modules="jvm",
    unbound="package",
    inherited=True,
    overloads=True,
    own_constructors=True,
    results=results(
        "String: toString name getName getSimpleName substring trim replace replaceAll format join"
        " getMessage toLowerCase toUpperCase concat repeat strip getText readLine; int: length size"
        " hashCode indexOf lastIndexOf compareTo compare ordinal intValue parseInt; long: longValue"
        " parseLong currentTimeMillis nanoTime; double: doubleValue parseDouble; float: floatValue"
        " parseFloat; boolean: equals isEmpty contains containsKey hasNext startsWith endsWith"
        " booleanValue matches isPresent; char: charAt"
    ),
    constructors=("<init>", ""),
    constructor_calls=("super", "this"),
    common=words(
        "equals hashCode toString getClass notify notifyAll wait clone get put add remove contains"
        " containsKey size isEmpty iterator stream map filter collect forEach keySet values"
        " entrySet getKey getValue hasNext next append length charAt substring indexOf startsWith"
        " endsWith trim split replace matches format valueOf parse parseInt run call apply accept"
        " test close read write flush of compareTo compare name ordinal getName getMessage"
    ),
)

_RUST = Rules(
    family="rust",
    modules="rust",
    fields_apart=True,
    class_scopes=False,
    unbound="module",
    conversions=True,
    accessors=MappingProxyType({"next": "next"}),
    same=words("clone default to_owned by_ref as_ref as_mut borrow borrow_mut cloned copied into"),
    payload=words("Box Rc Arc Cow Pin Ref RefMut MutexGuard ManuallyDrop"),
    common=words(
        "new default clone fmt from into eq ne cmp hash len is_empty iter iter_mut into_iter next"
        " push pop insert remove get get_mut contains"
        " clear extend unwrap expect map and_then ok err"
        " as_ref as_mut as_str as_bytes to_string to_owned to_vec into_bytes collect filter find"
        " find_iter any all fold count min max sum rev zip enumerate skip take chain cloned copied"
        " unwrap_or unwrap_or_else unwrap_or_default is_some is_none is_ok is_err ok_or"
        " ok_or_else or_else write write_all flush read read_to_end read_to_string lock borrow"
        " borrow_mut drop deref join split trim parse starts_with ends_with replace lines chars"
        " bytes send recv spawn sort sort_by dedup drain reserve entry or_insert keys values path"
    ),
)

_C = Rules(
    family="c",
    modules="c",
    unbound="namespace",
    class_scopes=False,
    conversions=True,
    programs=True,
    spread=True,
    common=words("read write open close init free alloc get set next run main lock unlock"),
)

_CPP = Rules(
    family="c",
    modules="c",
    unbound="namespace",
    inherited=True,
    overloads=True,
    own_constructors=True,
    programs=True,
    spread=True,
    constructors=("<init>", ""),
    call_method="operator()",
    initialisers=True,
    converts=True,
    argument_lookup=True,
    standard=words(
        "vector map multimap set multiset unordered_map unordered_set list deque array pair tuple"
        " queue stack string wstring unique_ptr shared_ptr weak_ptr optional function"
    ),
    accessors=MappingProxyType({"item": "operator[]", "deref": "operator*", "arrow": "operator->"}),
    payload=words("unique_ptr shared_ptr weak_ptr optional reference_wrapper atomic"),
    results=results(
        "string: to_string str substr; const char*: c_str; size_t: size length count; bool: empty"
    ),
    common=words(
        "size empty begin end cbegin cend push_back pop_back emplace_back insert erase find clear"
        " at front back data c_str str get reset release swap count resize reserve substr append"
        " first second lock unlock load store what emplace push pop top open close write read"
    ),
)

_BASH = Rules(
    family="shell", modules="relative", block_scopes=False, unbound="global", class_scopes=False
)

_KOTLIN = replace(
    _JAVA,
    implicit_receivers=True,
    extensions=True,
    constructors=("<init>", ""),
    payload=words("Lazy StateFlow"),
)

_CSHARP = Rules(
    family="csharp",
    modules="csharp",
    extensions=True,
    unbound="namespace",
    inherited=True,
    overloads=True,
    own_constructors=True,
    constructors=("<init>", ""),
    constructor_calls=("base", "this", "new"),
    payload=words("Task ValueTask Lazy Nullable"),
    results=results(
        "string: ToString Substring Trim Replace Join Format Concat ToLower ToUpper; int: Count"
        " Length IndexOf CompareTo GetHashCode; bool: Equals Contains Any All StartsWith EndsWith"
    ),
    common=words(
        "Equals GetHashCode ToString GetType Add"
        " Remove Contains ContainsKey TryGetValue Clear Count"
        " Any All First FirstOrDefault Select Where ToList ToArray Dispose Invoke Write WriteLine"
        " Read Append Insert IndexOf Substring Split Trim Replace Join Format Parse Start Stop Wait"
    ),
)

_PHP = Rules(
    family="php",
    receivers=False,
    modules="php",
    unbound="namespace",
    method_suffix="()",
    block_scopes=False,
    class_scopes=False,
    open_members=False,
    constructors=("__construct()", "__construct"),
    constructor_calls=("parent", "static", "self"),
    call_method="__invoke()",
    common=words(
        "get set has add remove all count toArray jsonSerialize offsetGet offsetSet offsetExists"
        " offsetUnset getIterator current key next rewind valid __toString push pop first last map"
        " filter each merge keys values contains isEmpty format modify getMessage getCode handle"
    ),
)

_RUBY = Rules(
    family="ruby",
    receivers=False,
    modules="ruby",
    unbound="global",
    method_suffix="()",
    inherited=True,
    block_scopes=False,
    constructors=("initialize()", "initialize"),
    constructor_calls=("super", "new"),
    common=words(
        "each map select reject find first last size"
        " length count empty? any? all? include? push pop"
        " shift unshift join split to_s to_a to_h"
        " to_i to_sym inspect call new nil? is_a? respond_to?"
        " send public_send freeze dup clone merge keys values"
        " fetch delete key? [] []= << == <=> name"
        " class hash sort sort_by group_by flatten compact uniq zip gsub sub match? start_with?"
        " end_with? strip upcase downcase raise puts print format require open read write close"
    ),
)

_SCALA = replace(
    _JAVA,
    family="scala",
    linearised=True,
    receivers=False,
    modules="scala",
    unbound="namespace",
    method_suffix="",
    call_method="apply",
)

_SWIFT = Rules(
    family="swift",
    labels=True,
    modules="swift",
    unbound="global",
    inherited=True,
    overloads=True,
    own_constructors=True,
    extensions=True,
    constructors=("init",),
    constructor_calls=("self", "super"),
    payload=words("Optional Result Task"),
    common=words(
        "append insert remove removeAll map filter reduce forEach contains sorted first last count"
        " isEmpty compactMap flatMap joined split description hash encode decode sync async resume"
        " cancel next index min max enumerated zip prefix suffix dropFirst dropLast"
    ),
)

RULES: dict[str, Rules] = {
    "scala": _SCALA,
    "swift": _SWIFT,
    "php": _PHP,
    "ruby": _RUBY,
    "csharp": _CSHARP,
    "kotlin": _KOTLIN,
    "bash": _BASH,
    "c": _C,
    "cpp": _CPP,
    "java": _JAVA,
    "go": _GO,
    "javascript": _ECMASCRIPT,
    "python": _PYTHON,
    "rust": _RUST,
    "tsx": _ECMASCRIPT,
    "typescript": _ECMASCRIPT,
}
