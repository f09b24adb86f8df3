"""What the resolver must know of one file: scopes, bindings and references, language-neutral.

A file is lowered once to these facts, whatever its language; the resolver evaluates them at query
time, so that an edit of one file never leaves a stale edge in another. Expressions are hash-consed
into one table per file: wherever a record below holds an expression it holds an index into it, and
index 0 is "unknown".

Operators of expressions, with what ``text`` and ``parts`` hold:

- ``name``: text is looked up in the lexical scopes; ``get``: member text of parts[0];
- ``global``: the same at the top of a file; ``outer``: the same among the types and namespaces
  alone, in front of ``::``;
- ``call``: value of calling parts[0] with the arguments parts[1:]; ``new``: the same, constructing;
- ``kw``: a keyword argument, or an entry of a ``dict`` with a literal key, text = parts[0];
- ``self``, ``selftype``, ``super``: the instance, its class, and the view of its bases;
- ``inst``: an instance of the type parts[0]; ``generic``: type parts[0] applied to parts[1:];
- ``fn``, ``cls``, ``obj``: the scope whose index is parts[0] (function, class, object literal);
- ``module``: the module text as written; ``from``: the name text of the module parts[0];
- ``str``, ``lit``: a short string; a literal of the built-in type text;
- ``list``, ``tuple``, ``dict``: displays; ``spread``: the parts of parts[0] in one; ``grown``: the
  variable parts[0] with what parts[1] holds put in; ``item``: element text of parts[0] by position
  or key;
- ``part``: what part number text of parts[0] is, where a value is taken apart by position;
- ``elem``: what iterating over parts[0] gives; ``key``: its keys; ``await``; ``enter``: ``with``;
- ``union``: any of parts; ``fntype``: a function type whose scope is parts[0]; ``param``: parameter
  text (a number) of what parts[0] passes to its callback argument parts[1] (a number);
- ``valued``: parts[0], or what it gives if it is a function that needs no parentheses;
- ``made``: what a constructor makes under the name parts[0]: a member by its type, or a base;
- ``typevar``: type parameter number text of the class parts[0];
- ``contextual``: what is passed to parameter text of a function of the functional type parts[0];
- ``require``: what the module text exports as a whole; ``builtin``: the built-in type text;
- ``decorated``: the function parts[0] under the decorators parts[1:]; ``class of``: its class;
- ``typeof``: what has the type of parts[0]; ``cast``: parts[0], said to be of the type parts[1];
- ``within``: parts[0] in the scope whose index is text;
- ``unwrap``: the payload of a pattern text matched against parts[0];
- ``const``, ``pointer``: the type or value parts[0], which is constant, or pointed to as text
  says ("*", "&", "&&");
- ``accessed``: parts[0], or what its operator for text ("deref", "arrow", "address") gives, or
  itself as what nobody else needs any more ("moved").
"""

from typing import Literal, NamedTuple

ScopeKind = Literal["file", "namespace", "class", "function", "block", "object"]
"""``block`` is a branch or a loop body: whether it hides names is the language's rule."""

BindingKind = Literal[
    "param", "local", "var", "import", "def", "field", "attribute", "type", "narrowed",
    "assigned",
]  # fmt: skip
"""``var`` belongs to the function whatever block it is in, ``field`` is declared in a class body,
``assigned`` to the scope that declares it,
``attribute`` is set through the instance, ``type`` is a type parameter, ``narrowed`` is what a
test has shown about a name."""

RefKind = Literal["call", "new", "decorator", "inherit", "type", "read", "write", "implicit"]
"""``implicit`` is a call that the syntax makes (``with``, an operator): the name is not written."""

LABELS = "labels:"
"""Begins the flag that lists the labels of a function's parameters."""

OPENED = "namespace "
"""Begins the name under which a file binds a namespace that one of its macros opens."""

INCLUDED = "#include"
"""The name under which a file binds the headers that it includes, as strings."""

TRAILING = "{}"
"""The label of a closure that stands behind a call."""

COLUMN_BITS = 12
LAST_COLUMN = (1 << COLUMN_BITS) - 1


class Expr(NamedTuple):
    """An expression: its operator, a text and the indices of its parts."""

    op: str
    text: str
    parts: tuple[int, ...]


class Scope(NamedTuple):
    """A region that holds names.

    Attributes:
        kind: what it is.
        parent: index of the scope around it, -1 for the file.
        name: of the class, function or namespace; "" for the others.
        symbol: ordinal of its symbol in the file, -1 where it has none.
        start: position (see ``position``) of its first character.
        end: position behind its last one.
        owner: expression of the type whose member it is although it stands elsewhere (a receiver,
            an ``impl`` block, an out-of-class definition, an extension), else -1.
        bases: expressions of what a class inherits or implements.
        returns: type expression of what a function returns, -1 where it says nothing.
        values: expressions of what it returns.
        flags: words that the language's rules read: "static", "async", "property", "abstract"…
        line: line of its name.
    """

    kind: ScopeKind
    parent: int
    name: str
    symbol: int
    start: int
    end: int
    owner: int
    bases: tuple[int, ...]
    returns: int
    values: tuple[int, ...]
    flags: tuple[str, ...]
    line: int


class Binding(NamedTuple):
    """A name of a scope and what it stands for.

    Attributes:
        scope: where it is visible.
        name: the name, "*" for everything in a module.
        kind: how it came about.
        position: where it is written.
        type: expression of its declared type, -1 for none.
        value: expression of its value, -1 for none.
        home: the scope in which type and value are evaluated.
    """

    scope: int
    name: str
    kind: BindingKind
    position: int
    type: int
    value: int
    home: int


class Expando(NamedTuple):
    """An assignment to a member of something that is not ``self``: ``target.name = value``."""

    target: int
    name: str
    value: int
    position: int
    home: int


class Ref(NamedTuple):
    """A use of a name: what is called, by which expression, where its name stands.

    ``arguments`` is how many a call has, and which of them a name is that is passed on.
    """

    kind: RefKind
    name: str
    expr: int
    scope: int
    position: int
    arguments: int


class Facts(NamedTuple):
    """All facts of a file.

    Attributes:
        exprs: the table of its expressions.
        scopes: its scopes, the file itself first.
        bindings: its names.
        refs: its uses.
        expandos: its assignments to members of others.
        comments: spans in which a name means nothing: flat pairs of positions, in order.
        package: the package or namespace that the file says it belongs to.
    """

    exprs: tuple[Expr, ...]
    scopes: tuple[Scope, ...]
    bindings: tuple[Binding, ...]
    refs: tuple[Ref, ...]
    expandos: tuple[Expando, ...]
    comments: tuple[int, ...] = ()
    package: str = ""


NO_FACTS = Facts((Expr("unknown", "", ()),), (), (), (), ())


def position(line: int, column: int) -> int:
    """One number for a 1-based line and a 0-based column, in document order."""
    return line << COLUMN_BITS | (column if column < LAST_COLUMN else LAST_COLUMN)


def line_of(at: int) -> int:
    """The line of a position."""
    return at >> COLUMN_BITS
