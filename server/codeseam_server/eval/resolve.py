"""Labels -> lines: symbols are looked up in what the parser read, so that labels do not rot."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from codeseam_indexer.store import Store
from codeseam_server.eval.labels import Label, Wanted
from codeseam_server.symbols import names

Lines = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Target:
    """Where an answer stands.

    Attributes:
        path: relative to the workspace.
        spans: first and last lines, any of which will do (a symbol may be defined twice); empty
            where the whole file is meant.
    """

    path: str
    spans: tuple[Lines, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A query and the targets that answer it, all of them real places."""

    query: str
    targets: tuple[Target, ...]
    category: str = ""


@dataclass(frozen=True, slots=True)
class Lost:
    """A target that is no longer there.

    Attributes:
        at: where its label stands.
        target: as it is written.
        why: what is not there, with what is near.
        whole: whether its question has no target left and is not asked.
    """

    at: str
    target: str
    why: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Resolved:
    """The questions that can be asked, and the targets that are lost."""

    questions: tuple[Question, ...]
    lost: tuple[Lost, ...]


def resolve(labels: Sequence[Label], store: Store) -> Resolved:
    """Find the lines of every target in an index that is up to date."""
    paths = store.paths()
    questions: list[Question] = []
    lost: list[Lost] = []
    for label in labels:
        found: list[Target] = []
        missing: list[tuple[Wanted, str]] = []
        for wanted in label.targets:
            place = _target(wanted, store, paths)
            if isinstance(place, Target):
                found.append(place)
            else:
                missing.append((wanted, place))
        lost += [Lost(label.at, str(wanted), why, not found) for wanted, why in missing]
        if found:
            questions.append(Question(label.query, tuple(found), label.category))
    return Resolved(tuple(questions), tuple(lost))


def _target(wanted: Wanted, store: Store, paths: Sequence[str]) -> Target | str:
    """Give the place, or why there is none."""
    path = _path(wanted.path, paths)
    if path is None:
        return _no_path(wanted.path, paths)
    if wanted.symbol:
        return _symbol(path, wanted, store)
    if wanted.lines is None:
        return Target(path)
    file = store.file(path)
    length = file.lines if file is not None else 0
    if wanted.lines[1] > length:
        return f"{path} has only {length} lines"
    return Target(path, (wanted.lines,))


def _path(written: str, paths: Sequence[str]) -> str | None:
    tidy = written.replace("\\", "/").removeprefix("./")
    if tidy in paths:
        return tidy
    ending = [path for path in paths if path.endswith(f"/{tidy}")]
    return ending[0] if len(ending) == 1 else None


def _no_path(written: str, paths: Sequence[str]) -> str:
    name = written.rpartition("/")[2]
    same = [path for path in paths if path.rpartition("/")[2] == name]
    near = (same or get_close_matches(written, paths, n=3))[:3]
    return f"{written} is not in the index" + (f"; there is {', '.join(near)}" if near else "")


def _symbol(path: str, wanted: Wanted, store: Store) -> Target | str:
    parts = names.parts(wanted.symbol)
    rows = store.symbol_rows(path)
    found = [row for row in rows if names.ends_with(names.parts(row.symbol.qualified_name), parts)]
    exact = [row for row in found if names.parts(row.symbol.qualified_name) == parts]
    if not found:
        known = [row.symbol.qualified_name for row in rows]
        near = get_close_matches(wanted.symbol, known, n=3)
        said = f"; there is {', '.join(near)}" if near else ""
        return f"{path} defines no {wanted.symbol}{said}"
    spans = ((row.symbol.start_line, row.symbol.end_line) for row in exact or found)
    return Target(path, tuple(dict.fromkeys(spans)))
