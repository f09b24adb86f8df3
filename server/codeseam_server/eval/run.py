"""Runs labelled questions through search, once as it is and once for each thing left out."""

import contextlib
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from codeseam_indexer.chunk import ChunkOptions
from codeseam_indexer.errors import UsageError
from codeseam_indexer.pipeline import Progress
from codeseam_indexer.records import SourceFile
from codeseam_server.eval.arena import ALL, Arena, Edit, Files, Switches, arenas
from codeseam_server.eval.cutters import Chunker, cutter, without_header
from codeseam_server.eval.hidden import hide, questions, sample
from codeseam_server.eval.measures import DEPTH, Scores, measure
from codeseam_server.eval.resolve import Lost, Question
from codeseam_server.session import Session


@dataclass(frozen=True, slots=True)
class Variant:
    """A row of the table: how files are cut and what an answer is made with.

    ``fresh`` wants an index of its own even though nothing of it differs from the user's.
    """

    name: str
    chunker: Chunker = "ast"
    header: bool = True
    switches: Switches = ALL
    fresh: bool = False

    @property
    def own(self) -> bool:
        """Whether it needs an index that differs from the user's."""
        return self.fresh or self.chunker != "ast" or not self.header


BASE = Variant("as it is")

_ASIDE = frozenset(("test", "example", "generated"))
"""Tags of files that are found only where they are asked for."""

WITHOUT: dict[str, Variant] = {
    "header": Variant("no header", header=False),
    "bm25": Variant("no BM25", switches=Switches(by_words=False)),
    "vectors": Variant("no vectors", switches=Switches(by_meaning=False)),
    "graph": Variant("no graph", switches=Switches(graph=False)),
}


def chunked(name: Chunker) -> Variant:
    """The row of a chunker."""
    return Variant(f"chunker {name}", chunker=name)


@dataclass(frozen=True, slots=True)
class Row:
    """A variant and the scores of every question, in the order of the questions."""

    variant: Variant
    scores: tuple[Scores, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured; the first row is search as it is.

    ``says`` is what the figures show and do not show, "" where the labels are the user's own.
    """

    questions: tuple[Question, ...]
    rows: tuple[Row, ...]
    lost: tuple[Lost, ...]
    k: int
    seed: int | None = None
    says: str = ""


def labelled(  # noqa: PLR0913 - one optional thing each
    session: Session,
    asked: Sequence[Question],
    lost: Sequence[Lost],
    variants: Sequence[Variant],
    *,
    k: int,
    budget: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Ask labelled questions of the user's own index, and of others for what differs in them.

    Args:
        session: the workspace, up to date.
        asked: the questions.
        lost: targets of labels that are not there.
        variants: what to compare with search as it is.
        k: how many hits the measures of lines look at.
        budget: tokens of a chunk; None takes the usual ones and the user's index.
        progress: called while other indexes are made.
    """
    base = BASE if budget is None else Variant(BASE.name, fresh=True)
    wanted = [base, *variants]
    files = files_of(session, lambda source: source)
    with _opened(session, files, wanted, budget, progress) as opened:
        rows = [_row(v, arena, asked, k) for v, arena in zip(wanted, opened, strict=True)]
    return Report(tuple(asked), tuple(rows), tuple(lost), k)


def hidden(  # noqa: PLR0913 - one optional thing each
    session: Session,
    variants: Sequence[Variant],
    *,
    k: int,
    size: int,
    seed: int,
    says: str,
    budget: int | None = None,
    most_files: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Ask what the workspace's documentation says, of indexes that do not hold it.

    Args:
        session: the workspace, up to date.
        variants: what to compare with search as it is.
        k: how many hits the measures of lines look at.
        size: how many questions at most.
        seed: decides which.
        says: what is said of the figures.
        budget: tokens of a chunk.
        most_files: so many files at most, evenly spread; None for all.
        progress: called while the indexes are made.

    Raises:
        UsageError: nothing in the workspace is documented well enough to ask.
    """
    files = files_of(session, hide, most_files)
    asked = sample(questions(sources(asking(session, files))), size, seed)
    if not asked:
        raise UsageError(
            "No definition here is documented in a sentence of its own, so that nothing can be "
            "asked; write labels and give their file to `codeseam eval`."
        )
    wanted = [Variant(BASE.name, fresh=True), *_fresh(variants)]
    with _opened(session, files, wanted, budget, progress) as opened:
        rows = [_row(v, arena, asked, k) for v, arena in zip(wanted, opened, strict=True)]
    return Report(tuple(asked), tuple(rows), (), k, seed, says)


def files_of(session: Session, edit: Edit, most: int | None = None) -> Files:
    """The indexed files of a workspace; those whose grammar failed are marked."""
    rows = session.store.files()
    if most is not None and len(rows) > most:
        step = len(rows) / most
        rows = [rows[int(at * step)] for at in range(most)]
    broken = {row.path for row in rows if any("indexed by lines" in note for note in row.notes)}
    paths = [row.path for row in rows]
    return Files(session.workspace, paths, broken, session.settings, edit)


def asking(session: Session, files: Files) -> Files:
    """The files whose documentation asks, as they are; nobody asks for tests and examples."""
    aside = {row.path for row in session.store.files() if row.tags & _ASIDE}
    paths = [path for path in files.paths if path not in aside] or files.paths
    return Files(files.root, paths, files.broken, files.settings)


def _fresh(variants: Sequence[Variant]) -> list[Variant]:
    return [Variant(v.name, v.chunker, v.header, v.switches, fresh=True) for v in variants]


def sources(files: Files) -> Iterator[SourceFile]:
    """Read the files that are still there."""
    for path in files.paths:
        read = files.read(path)
        if read is not None:
            yield read[0]


@contextlib.contextmanager
def _opened(
    session: Session,
    files: Files,
    variants: Sequence[Variant],
    budget: int | None,
    progress: Progress | None,
) -> Generator[list[Arena]]:
    """Give the index of each variant; variants that are cut alike share one."""
    usual = ChunkOptions()
    options = usual if budget is None else ChunkOptions(max_tokens=budget)
    kinds: dict[tuple[Chunker, bool], None] = {
        (v.chunker, v.header): None for v in variants if v.own or budget is not None
    }
    cuts = [
        cutter(chunker, options) if header else without_header(cutter(chunker, options))
        for chunker, header in kinds
    ]
    with arenas(files, session.embedder, cuts, progress) as made:
        by_kind = dict(zip(kinds, made, strict=True))
        users = Arena(session.store, session.embedder, session.lines.text)
        yield [by_kind.get((v.chunker, v.header), users) for v in variants]


def _row(variant: Variant, arena: Arena, asked: Sequence[Question], k: int) -> Row:
    limit = max(k, 2 * DEPTH)  # small chunks are more to a budget
    answers = (arena.ask(one.query, limit, variant.switches) for one in asked)
    return Row(variant, tuple(measure(a, q, k) for a, q in zip(answers, asked, strict=True)))
