"""Names that files see without an import, and members that stand outside their type."""

from collections.abc import Callable, Iterator, Sequence
from posixpath import basename, dirname, splitext
from typing import Protocol

from codeseam_indexer.facts import OPENED
from codeseam_indexer.resolve.modules import Modules
from codeseam_indexer.resolve.unit import Unit

Found = Sequence[tuple[Unit, int]]
"""Bindings, or scopes, by their numbers in their files."""


class Mentions(Protocol):
    """What is asked of an index."""

    def mentioning(self, name: str) -> Sequence[str]:
        """Every indexed file whose text contains the identifier."""
        ...


class Packages:
    """Finds declarations by name in the files that an exhaustive identifier index gives."""

    def __init__(
        self, source: Mentions, modules: Modules, unit: Callable[[str], Unit | None]
    ) -> None:
        self._source = source
        self._modules = modules
        self._unit = unit
        self._mentions: dict[tuple[str, str], tuple[Unit, ...]] = {}
        self._attached: dict[tuple[str, str], Found] = {}
        self._named: dict[tuple[str, str, str], Found] = {}
        self._opened: dict[tuple[str, str], frozenset[str]] = {}
        self._opening: set[str] = set()
        self._used: dict[str, bool] = {}

    def forget(self) -> None:
        """Hold on to no file."""
        self._mentions.clear()
        self._attached.clear()
        self._named.clear()

    def units(self, family: str, name: str) -> tuple[Unit, ...]:
        """The files of a family of languages that mention a name."""
        key = (family, name)
        if key not in self._mentions:
            word = name.removesuffix("()")
            units = (self._unit(p) for p in self._source.mentioning(word))
            self._mentions[key] = tuple(
                u for u in units if u is not None and u.rules.family == family
            )
        return self._mentions[key]

    def named(self, unit: Unit, scope: int, name: str) -> Found:
        """The bindings of other files that a name without one in its file may mean."""
        if unit.rules.unbound == "namespace":
            return self._in_namespaces(unit, scope, name)
        key = (unit.rules.family, unit.path, name)
        sees = _SEES.get(unit.rules.unbound)
        if sees is None:
            return ()
        if key not in self._named:
            self._named[key] = [
                (other, number)
                for other in self.units(unit.rules.family, name)
                if other is not unit and sees(unit, other)
                for number in _declared(other, name)
            ]
        return self._named[key]

    def _in_namespaces(self, unit: Unit, scope: int, name: str) -> Found:
        """What the innermost of the namespaces around a scope that knows a name means by it."""
        around = unit.spaces(scope)
        key = (unit.path, " ".join(around), name)
        if key not in self._named:
            candidates = [
                (space, other, number)
                for other in self.units(unit.rules.family, name)
                for space, number in other.spaced(name)
                if _visible(unit, other, number)
            ]
            found: Found = ()
            for space in around:
                found = self._closest(
                    unit, [(o, n) for s, o, n in candidates if self._same(unit, space, o, s)]
                )
                if found:
                    break
            self._named[key] = found
        return self._named[key]

    def _closest(self, unit: Unit, found: list[tuple[Unit, int]]) -> Found:
        """Of definitions in several programs, those that share most folders with the use.

        A header that no file of the family names, an example to copy, defines nothing for others.
        """
        if len(found) < 2 or not unit.rules.programs:
            return found
        found = [f for f in found if f[0] is unit or self._is_used(f[0])] or found
        # What a header declares may be defined far away: only definitions are twins.
        plain = [f for f in found if not _only_declares(*f)]
        near = [_shared_folders(unit.path, other.path) for other, _ in plain]
        far = [f for f, shared in zip(plain, near, strict=True) if shared < max(near)]
        return [f for f in found if f not in far]

    def _is_used(self, header: Unit) -> bool:
        name = basename(header.path)
        stem = splitext(name)[0]
        if not header.rules.programs or not (
            header.path.endswith(_HEADERS) and stem.isidentifier()
        ):
            return True
        if header.path not in self._used:  # the first that includes it will do: many name "list"
            others = (self._unit(p) for p in self._source.mentioning(stem) if p != header.path)
            self._used[header.path] = any(u is not None and name in u.included for u in others)
        return self._used[header.path]

    def package(self, family: str, package: str, name: str) -> Found:
        """The bindings of a name in the files that say they belong to a package."""
        stem = name.removesuffix("()")
        near = [self._unit(p) for p in self._modules.by_stem.get(stem, ())]
        for units in (near, self.units(family, name)):
            found = [
                (unit, number)
                for unit in units
                if unit is not None and unit.rules.family == family
                for space, number in unit.spaced(name)
                if space == package or space.endswith(f".{package}")
            ]
            if found:
                twins = {
                    u.path for u, n in found if is_seen("", u.path) and not _only_declares(u, n)
                }
                used = [f for f in found if len(twins) < 2 or self._is_used(f[0])]
                return used or found
        return self._behind_macro(family, package, name)

    def _behind_macro(self, family: str, package: str, name: str) -> Found:
        """What a namespace holds that a macro opens: it stands in none that can be seen."""
        if not self._openers(family, package.rpartition(".")[2]):
            return ()
        bare = self._bare(family, package)
        return [
            (unit, number)
            for unit in self.units(family, name)
            for space, number in unit.spaced(name)
            if unit.rules.programs and self._opens(unit) and self._bare(family, space) == bare
        ]

    def _same(self, unit: Unit, space: str, other: Unit, found: str) -> bool:
        """Whether namespaces of two files are one, less those that macros open unseen in them."""
        if space == found:
            return True
        family = unit.rules.family
        if not unit.rules.programs or self._bare(family, space) != self._bare(family, found):
            return False
        return self._opens(unit) or self._opens(other)

    def _bare(self, family: str, space: str) -> str:
        """A namespace without those that a macro opens somewhere."""
        return ".".join(p for p in space.split(".") if not self._openers(family, p))

    def _openers(self, family: str, space: str) -> frozenset[str]:
        """The macros that open a namespace."""
        key = (family, space)
        if key not in self._opened:
            opened = f"{OPENED}{space}"
            own = space not in {"", _STANDARD}
            self._opened[key] = frozenset(
                unit.facts.exprs[unit.facts.bindings[n].value].text
                for unit in (self.units(*key) if own else ())
                for n in unit.bound(0, opened)
            )
            for macro in self._opened[key]:
                self._opening |= {u.path for u in self.units(family, macro)}
        return self._opened[key]

    def _opens(self, unit: Unit) -> bool:
        """Whether a file uses a macro that opens a namespace, as far as one was asked for."""
        return unit.path in self._opening

    def folder(self, path: str, name: str) -> Found:
        """The bindings of a name in the files of a folder that is a module."""
        found: list[tuple[Unit, int]] = []
        for file in self._modules.folders.get(path.rstrip("/"), ()):
            unit = self._unit(file)
            if unit is not None and not unit.facts.package.endswith("_test"):
                found += [(unit, n) for n in _declared(unit, name)]
        return found

    def attached(self, family: str, name: str) -> Found:
        """The functions of a name that stand outside the type they belong to."""
        key = (family, name)
        if key not in self._attached:
            units = self.units(family, name)
            self._attached[key] = [(u, n) for u in units for n in u.attached(name)]
        return self._attached[key]


_STANDARD = "std"
"""A namespace that no workspace opens, and that nearly all files name."""
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".inc", ".cuh")


def is_seen(path: str, other: str) -> bool:
    """Whether a file may see all that another one has: it is that one, or includes it."""
    return other == path or other.endswith(_HEADERS)


def _visible(unit: Unit, other: Unit, number: int) -> bool:
    """Whether a declaration can be seen outside its file.

    Static ones, and classes where declarations are included, only through a header.
    """
    if is_seen(unit.path, other.path):
        return True
    value = other.facts.exprs[max(other.facts.bindings[number].value, 0)]
    included = value.op == "cls" and other.rules.programs
    return not included and not other.private(number)


def _only_declares(unit: Unit, number: int) -> bool:
    """Whether a binding is a function that is defined elsewhere."""
    node = unit.facts.exprs[max(unit.facts.bindings[number].value, 0)]
    return node.op == "fn" and "declaration" in unit.facts.scopes[node.parts[0]].flags


def _shared_folders(one: str, other: str) -> int:
    shared = 0
    for a, b in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if a != b:
            break
        shared += 1
    return shared


def _declared(unit: Unit, name: str) -> Iterator[int]:
    for number in unit.bound(0, name):
        if unit.facts.bindings[number].kind != "import":
            yield number


def _same_folder(unit: Unit, other: Unit) -> bool:
    return dirname(unit.path) == dirname(other.path) and _same_package(unit, other)


def _same_package(unit: Unit, other: Unit) -> bool:
    return unit.facts.package == other.facts.package


def _any(unit: Unit, other: Unit) -> bool:
    return True


_SEES: dict[str, Callable[[Unit, Unit], bool]] = {
    "folder": _same_folder,
    "package": _same_package,
    "global": _any,
}
