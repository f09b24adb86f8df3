"""The command ``eval``: scores search on labelled questions; and ``doctor --quality``."""

import argparse
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codeseam_indexer.errors import UsageError
from codeseam_indexer.settings import load
from codeseam_server.cli import output
from codeseam_server.place import workspace

if TYPE_CHECKING:
    from codeseam_server.eval import Quality, Report, Variant
    from codeseam_server.session import Session

_CHUNKERS = ("ast", "fixed", "lines", "file", "cast")
_SWITCHES = {
    "header": "embed chunks without the lines that say where they stand",
    "bm25": "do not look for the words of a query",
    "vectors": "do not look near the vector of a query",
    "graph": "do not count what the call graph puts beside the hits",
}
_DESCRIPTION = """\
Score search on questions with known answers: LABELS is a TOML file of [[query]] tables or JSON
lines, each with "query" and where its answer stands: "path" with "symbol" or with "lines" =
[first, last], or "targets" = ["a.py:Class.method", "b.py:10-20"]; "category" is optional. With
--self the workspace's own documentation asks, hidden from the index.

Each of --chunker and --no-... adds a row to the table: the same questions with that much changed,
and how far that is from search as it is. Other indexes than the user's are made in the cache
folder and taken away again.
"""


def add(parser: argparse.ArgumentParser, count: Callable[[int, int], Callable[[str], int]]) -> None:
    """Add the arguments of ``eval`` to its parser."""
    parser.description = _DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("labels", nargs="?", type=Path, metavar="LABELS", help="a .toml or .jsonl")
    parser.add_argument("--self", action="store_true", help="ask what the documentation says")
    parser.add_argument(
        "--sample", type=count(1, 100_000), default=200, metavar="N",
        help="questions of --self, most (default 200)",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="chooses the questions of --self"
    )
    parser.add_argument(
        "-k", type=count(1, 50), default=5, metavar="K",
        help="hits that touched, whole, recall and IoU look at (default 5)",
    )  # fmt: skip
    parser.add_argument(
        "--chunker", action="append", default=[], choices=_CHUNKERS,
        help="cut files otherwise: definitions, windows of the same token budget, 40 lines, whole "
        "files, or split-then-merge along the tree; may be given again",
    )  # fmt: skip
    for name, what in _SWITCHES.items():
        parser.add_argument(f"--no-{name}", action="store_true", help=what)
    parser.add_argument(
        "--chunk-tokens", type=count(16, 100_000), metavar="N",
        help="budget of a chunk for every row (default: the usual one)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(asked: Namespace) -> int:
    """Bring the index up to date, ask, print the table."""
    if (asked.labels is None) != asked.self:
        raise UsageError("Give one file of LABELS, or --self.")
    from codeseam_server.eval import (  # noqa: PLC0415 - brings the index
        WITHOUT,
        chunked,
        document,
        lost_lines,
        table,
    )
    from codeseam_server.session import Session  # noqa: PLC0415 - as above

    variants = [chunked(name) for name in dict.fromkeys(asked.chunker)]
    variants += [WITHOUT[name] for name in _SWITCHES if getattr(asked, f"no_{name}")]
    bar = output.Bar()
    with Session(workspace(asked.workspace), load(model=asked.model)) as session:
        session.refresh(bar)
        report = _report(session, asked, variants, bar)
    bar.clear()
    if asked.json:
        for line in lost_lines(report):
            output.complain(line)
        output.document(document(report))
    else:
        print(table(report))
    return 0


def _report(
    session: "Session", asked: Namespace, variants: "Sequence[Variant]", bar: output.Bar
) -> "Report":
    from codeseam_server.eval import (  # noqa: PLC0415 - brings the index
        SAYS,
        hidden,
        labelled,
        read_labels,
        resolve,
    )

    if asked.self:
        return hidden(
            session, variants, k=asked.k, size=asked.sample, seed=asked.seed, says=SAYS,
            budget=asked.chunk_tokens, progress=bar,
        )  # fmt: skip
    found = resolve(read_labels(asked.labels), session.store)
    if not found.questions:
        raise UsageError(
            f"None of the {len(found.lost)} targets in {asked.labels} is in the workspace "
            f"{session.workspace} (the first: {found.lost[0].why}); give the folder that they are "
            "relative to with --workspace DIR."
        )
    return labelled(
        session, found.questions, found.lost, variants, k=asked.k, budget=asked.chunk_tokens,
        progress=bar,
    )  # fmt: skip


def quality(asked: Namespace) -> "Quality":
    """Run the small self-check of ``doctor --quality``."""
    from codeseam_server.eval import check_quality  # noqa: PLC0415 - brings the index
    from codeseam_server.session import Session  # noqa: PLC0415 - as above

    bar = output.Bar()
    with Session(workspace(asked.workspace), load(model=asked.model)) as session:
        session.refresh(bar)
        found = check_quality(session, bar)
    bar.clear()
    return found
