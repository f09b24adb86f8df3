"""From what an import says to a file or folder of the workspace: one strategy per way to say it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from posixpath import dirname, join, normpath

from codeseam_indexer.resolve.projects import Package, cargo, package, project_aliases
from codeseam_indexer.resolve.values import Ext, Mod, Value


class Modules:
    """Finds the modules of a workspace by its paths.

    Attributes:
        paths: all files.
        folders: the files of each folder, sorted.
        by_stem: the files of each name without its suffixes, sorted.
        read: the files that say how modules are named, as far as they were asked for.
    """

    def __init__(
        self, paths: Iterable[str], text: Callable[[str], str | None] = lambda path: None
    ) -> None:
        self._text = text
        self.paths = frozenset(paths)
        self.read: set[str] = set()
        self.folders: dict[str, list[str]] = defaultdict(list)
        self.by_stem: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self.paths):
            folder, _, name = path.rpartition("/")
            self.folders[folder].append(path)
            stem = name.split(".", 1)[0]
            self.by_stem[stem].append(path)
        self._ancestors = {p for f in self.folders for p in _above(f)}

    def _read(self, path: str) -> str:
        self.read.add(path)
        return self._text(path) or ""

    def find(self, strategy: str, text: str, path: str) -> Value:
        """What a module written ``text`` in the file ``path`` is."""
        found = _STRATEGIES[strategy](self, text, path)
        return Ext(text) if found is None else found

    def submodule(self, strategy: str, of: str, name: str) -> Value | None:
        """A module inside a package, None where there is none."""
        if strategy == "dotted":
            base = of.rstrip("/") if of.endswith("/") else _package(of)
            return None if base is None else self._python(join(base, name))
        return None

    def aliases(self, path: str) -> Iterable[tuple[str, list[str]]]:
        """Path aliases that hold for a file, those of the nearest project first."""
        for folder, found in self._alias_table:
            if not folder or path.startswith(f"{folder}/"):
                yield from found

    @cached_property
    def _alias_table(self) -> list[tuple[str, list[tuple[str, list[str]]]]]:
        table: list[tuple[str, list[tuple[str, list[str]]]]] = []
        for path in sorted(self.paths, key=lambda p: -p.count("/")):
            name = path.rpartition("/")[2]
            if name.endswith(".json") and name.startswith(("tsconfig", "jsconfig")):
                found = project_aliases(self._read(path), dirname(path))
                if found:
                    table.append((dirname(path), found))
        return table

    def package(self, text: str) -> Mod | None:
        """A package of the workspace by its name, or a file inside it."""
        for folder, known in self._packages.items():
            name = known.name
            if name and (text == name or text.startswith(f"{name}/")):
                rest = text[len(name) + 1 :]
                found = self.entry(folder) if not rest else None
                for base in ("src", "", "lib", "dist"):
                    found = found or _script(self, join(folder, base, rest))
                if found is not None:
                    return found
        return None

    def entry(self, folder: str) -> Mod | None:
        """The file by which the package in a folder is entered, None where it says of none here."""
        known = self._packages.get(folder)
        for entry in known.entries if known is not None else ():
            found = _file(self, normpath(join(folder, entry)))
            if found is not None:
                return found
        return None

    @cached_property
    def _packages(self) -> dict[str, Package]:
        return {
            dirname(path): package(self._read(path))
            for path in sorted(self.paths)
            if path.rpartition("/")[2] == "package.json"
        }

    @cached_property
    def crates(self) -> "tuple[dict[str, str], list[str]]":
        """The library of each Rust crate by its name, and the files at the root of a crate."""
        names: dict[str, str] = {}
        # A part of a crate may be all there is of it: then its manifest is elsewhere.
        roots = {p for p in self.paths if p.rpartition("/")[2] in _ROOTS}
        for path in sorted(self.paths):
            if path.rpartition("/")[2] == "Cargo.toml":
                folder = dirname(path)
                crate = cargo(self._read(path), folder, self._conventional(folder))
                roots.update(r for r in crate.roots if r in self.paths)
                if crate.library in self.paths:
                    names[crate.name] = crate.library
        return names, sorted(roots, key=lambda r: (-r.count("/"), _root_order(r), r))

    def _conventional(self, folder: str) -> list[str]:
        """The crate roots that Cargo finds by itself."""
        found = [join(folder, "src", name) for name in ("lib.rs", "main.rs")]
        found.append(join(folder, "build.rs"))
        for below in ("src/bin", "tests", "examples", "benches"):
            found += [p for p in self.folders.get(join(folder, below), ()) if p.endswith(".rs")]
        return found

    @cached_property
    def go_modules(self) -> list[tuple[str, str]]:
        """The Go modules of the workspace with their folders, the longest names first."""
        found: list[tuple[str, str]] = []
        for path in self.paths:
            if path.rpartition("/")[2] == "go.mod":
                lines = (self._read(path)).split("\n")
                named = [line[7:].strip() for line in lines if line.startswith("module ")]
                found += [(name.strip('"'), dirname(path)) for name in named]
        return sorted(found, key=lambda m: (-len(m[0]), m))

    def test_settings(self, path: str) -> Iterable[str]:
        """The file itself and those whose fixtures its tests see, nearest first."""
        yield path
        folder = dirname(path)
        while True:
            candidate = join(folder, "conftest.py")
            if candidate in self.paths and candidate != path:
                yield candidate
            if not folder:
                return
            folder = str(dirname(folder))

    def spellings(self, path: str) -> Iterable[str]:
        """The last words by which an import can name a file."""
        folder, _, name = path.rpartition("/")
        stem = name.split(".", 1)[0]
        yield stem
        if stem in _INDEX_NAMES and folder:
            yield folder.rpartition("/")[2]

    def _python(self, base: str) -> Mod | None:
        for candidate in (f"{base}/__init__.py", f"{base}.py", f"{base}.pyi"):
            if candidate in self.paths:
                return Mod(candidate)
        return Mod(f"{base}/") if base in self._ancestors else None

    def dotted(self, text: str, path: str) -> Value | None:
        """Python: absolute from any root above the importing file or ``src``, or relative."""
        if text.startswith("."):
            rest = text.lstrip(".")
            base = dirname(path)
            for _ in range(len(text) - len(rest) - 1):
                base = dirname(base)
            return self._python(join(base, rest.replace(".", "/")) if rest else base)
        tail = text.replace(".", "/")
        best: tuple[int, int, str] | None = None
        for root in self._roots(tail):
            near = path.startswith(f"{root}/") or not root
            if near or root.rpartition("/")[2] in _ROOT_NAMES:
                key = (-len(root) if near else 1, len(root), root)
                best = key if best is None or key < best else best
        return None if best is None else self._python(join(best[2], tail))

    def _roots(self, tail: str) -> Iterable[str]:
        stem = tail.rpartition("/")[2]
        candidates = [p for p in self.by_stem.get(stem, ()) if p.endswith((".py", ".pyi"))]
        for candidate in candidates:
            base = candidate.rsplit(".", 1)[0]
            if base == tail or base.endswith(f"/{tail}"):
                yield from self._root(base, tail)
        for folder in self._ancestors:
            if folder == tail or folder.endswith(f"/{tail}"):
                yield from self._root(folder, tail)

    def _root(self, base: str, tail: str) -> Iterable[str]:
        root = base[: -len(tail)].rstrip("/")
        if f"{root}/__init__.py".lstrip("/") not in self.paths or not root:
            yield root


_INDEX_NAMES = frozenset({"index", "__init__", "mod", "main", "lib"})
_ROOT_NAMES = frozenset({"src", "lib", "python", "source", "packages"})


def _package(path: str) -> str | None:
    folder, _, name = path.rpartition("/")
    return folder if name.startswith("__init__.") else None


def _above(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = dirname(folder)


_SUFFIXES = (
    ".ts",
    ".tsx",
    ".d.ts",
    ".mts",
    ".cts",
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".vue",
    ".svelte",
)
_WRITTEN = (".js", ".jsx", ".mjs", ".cjs")


def _script(modules: Modules, base: str) -> Mod | None:
    """A file of an ECMAScript module by its path without suffix, or what a folder is entered by."""
    base = normpath(base)
    base = "" if base == "." else base
    index = join(base, "index")
    return _file(modules, base) or modules.entry(base) or _file(modules, index)


def _file(modules: Modules, base: str) -> Mod | None:
    """A file by its path, with any suffix or under another one than is written."""
    if base in modules.paths:
        return Mod(base)
    for stem in [base, *(base[: -len(w)] for w in _WRITTEN if base.endswith(w))]:
        for suffix in _SUFFIXES:
            if stem + suffix in modules.paths:
                return Mod(stem + suffix)
    return None


def _ecmascript(modules: Modules, text: str, path: str) -> Value | None:
    """Relative paths, then the aliases of the project, then the packages of the workspace."""
    if text.startswith("."):
        return _script(modules, join(dirname(path), text))
    for pattern, bases in modules.aliases(path):
        head, star, tail = pattern.partition("*")
        if text == pattern or (star and text.startswith(head) and text.endswith(tail)):
            middle = text[len(head) : len(text) - len(tail)] if star else ""
            for base in bases:
                found = _script(modules, base.replace("*", middle))
                if found is not None:
                    return found
    return modules.package(text)


def _root_order(path: str) -> int:
    return ("lib.rs", "main.rs").index(n) if (n := path.rpartition("/")[2]) in _ROOTS else 2


_ROOTS = ("lib.rs", "main.rs")


def _rust(  # noqa: PLR0911 - one for each head of a path
    modules: Modules, text: str, path: str
) -> Value | None:
    """``crate``, ``self``, ``super``, a ``mod`` of the file, or a crate of the workspace."""
    folder, _, name = path.rpartition("/")
    names, roots = modules.crates
    top = path in roots or name in {"mod.rs", *_ROOTS}
    if text == "self":
        return Mod(path)
    if text == "crate":
        for root in roots:
            if root == path or path.startswith(f"{dirname(root)}/".lstrip("/")):
                return Mod(path if path in roots else root)
        return Mod(path)
    if text == "super":
        return _rust_parent(modules, folder if top else "", path)
    if text.startswith("mod "):
        base = folder if top else join(folder, name.removesuffix(".rs"))
        for candidate in (f"{text[4:]}.rs", f"{text[4:]}/mod.rs"):
            found = join(base, candidate)
            if found in modules.paths:
                return Mod(found)
        return None
    library = names.get(text)
    return None if library is None else Mod(library)


def _rust_parent(modules: Modules, below: str, path: str) -> Value | None:
    stem = dirname(below) if below else dirname(path)
    candidates = [join(stem, "mod.rs"), *(join(stem, r) for r in _ROOTS), f"{stem}.rs"]
    for candidate in candidates:
        if candidate in modules.paths and candidate != path:
            return Mod(candidate)
    return None


def _directory(modules: Modules, text: str, path: str) -> Value | None:
    """Go: a folder of a module of the workspace."""
    for name, folder in modules.go_modules:
        if text == name or text.startswith(f"{name}/"):
            inside = join(folder, text[len(name) + 1 :]).rstrip("/")
            return Mod(f"{inside}/") if inside in modules.folders else None
    return None


def _relative(modules: Modules, text: str, path: str) -> Value | None:
    base = normpath(join(dirname(path), text))
    return Mod(base) if base in modules.paths else None


def _packages(family: str) -> Callable[[Modules, str, str], Value | None]:
    """A package that files of a family of languages say they belong to, in whatever folder."""

    def find(modules: Modules, text: str, path: str) -> Value | None:
        return Mod(f"{family}:{text}/")

    return find


_STRATEGIES: dict[str, Callable[[Modules, str, str], Value | None]] = {
    "dotted": Modules.dotted,
    "relative": _relative,
    "directory": _directory,
    "rust": _rust,
    "ecmascript": _ecmascript,
    "c": _packages("c"),
    "csharp": _packages("csharp"),
    "php": _packages("php"),
    "ruby": _packages("ruby"),
    "swift": _packages("swift"),
    "scala": _packages("scala"),
    "jvm": _packages("jvm"),
}
