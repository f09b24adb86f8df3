"""Free riders: does an answer bring what it needs and what no query would find?

    python benchmarks/riders.py --corpora DIR... [--labels benchmarks/labels/riders.jsonl]

Each label asks for a function (`asked`) whose code is only understood with another that it calls
(`rider`): in another file, far from the query in vector space (beyond the 60th chunk when the
labels were collected). Each DIR holds repositories by name. An agent reads the answer from the top
until its tokens are spent: the hits alone, or the first three hits, then what the call graph puts
beside them, then the other hits.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.settings import Settings
from codeseam_server.eval.arena import Arena
from codeseam_server.eval.labels import Label, Wanted
from codeseam_server.eval.measures import Mean, Shown, covers, mean
from codeseam_server.eval.resolve import Target, resolve
from codeseam_server.session import Session

BUDGETS = (1000, 2000, 4000, 8000)
FIRST = 3
"""Hits whose callees stand beside the answer."""
HITS = 50


@dataclass(frozen=True, slots=True)
class Pair:
    """A question, what it asks for, and what that calls."""

    query: str
    asked: Target
    rider: Target


@dataclass(frozen=True, slots=True)
class Found:
    """What one pair came to.

    `asked` and `far` say whether the function asked for is among the first three hits, and whether
    the rider is no hit among ten; `alone` and `graph` whether the rider is read, by budget.
    """

    asked: bool
    far: bool
    named: bool
    alone: tuple[bool, ...]
    graph: tuple[bool, ...]


def pairs(session: Session, lines: Sequence[dict[str, str]]) -> Iterator[Pair]:
    """Find the lines of both functions; a label that no longer resolves is said."""
    for line in lines:
        labels = [
            Label(line["query"], (Wanted(*line[key].split(":")),), at=line[key])
            for key in ("asked", "rider")
        ]
        found = resolve(labels, session.store)
        for lost in found.lost:
            print(f"no longer there: {lost.at}: {lost.why}", file=sys.stderr)
        if not found.lost:
            asked, rider = (one.targets[0] for one in found.questions)
            yield Pair(line["query"], asked, rider)


def look(session: Session, arena: Arena, pair: Pair) -> Found:
    """Ask one question and read its answer both ways."""
    answer = arena.ask(pair.query, HITS)
    hits = answer.hits
    beside = [_with_size(session, one) for one in arena.ask(pair.query, 10).beside]
    mixed = (*hits[:FIRST], *beside, *hits[FIRST:])
    return Found(
        asked=any(covers(hit, pair.asked) for hit in hits[:FIRST]),
        far=not any(covers(hit, pair.rider) for hit in hits[:10]),
        named=any(covers(one, pair.rider) for one in (*hits[:10], *beside)),
        alone=tuple(_reads(hits, pair.rider, budget) for budget in BUDGETS),
        graph=tuple(_reads(mixed, pair.rider, budget) for budget in BUDGETS),
    )


def _with_size(session: Session, one: Shown) -> Shown:
    text = session.lines.span(one.path, one.start, one.end) or ""
    return Shown(one.path, one.start, one.end, session.embedder.count(text))


def _reads(shown: Sequence[Shown], wanted: Target, budget: int) -> bool:
    """Whether a target is read before the tokens are spent; what was read costs nothing again."""
    read: list[Shown] = []
    for one in shown:
        if any(r.path == one.path and r.start <= one.start and one.end <= r.end for r in read):
            continue
        budget -= one.tokens
        if budget < 0:
            return False
        if covers(one, wanted):
            return True
        read.append(one)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--corpora", nargs="+", type=Path, required=True)
    parser.add_argument(
        "--labels", type=Path, default=Path(__file__).parent / "labels" / "riders.jsonl"
    )
    parser.add_argument("--cache", type=Path, help="keep the indexes here")
    parser.add_argument("-v", "--verbose", action="store_true")
    asked = parser.parse_args()
    lines = [json.loads(line) for line in asked.labels.read_text("utf-8").split("\n") if line]
    found: list[Found] = []
    with tempfile.TemporaryDirectory() as temporary:
        settings = Settings(cache_dir=asked.cache or Path(temporary))
        for name in dict.fromkeys(line["repo"] for line in lines):
            root = next((f / name for f in asked.corpora if (f / name).is_dir()), None)
            if root is None:
                print(f"not there: {name}", file=sys.stderr)
                continue
            with Session(root, settings) as session:
                session.refresh()
                arena = Arena(session.store, session.embedder, session.lines.text)
                for pair in pairs(session, [line for line in lines if line["repo"] == name]):
                    found.append(look(session, arena, pair))
                    if asked.verbose:
                        print(name, pair.query, found[-1], file=sys.stderr)
    _print(found)


def _print(found: Sequence[Found]) -> None:
    far = [one for one in found if one.far]
    print(
        f"{len(found)} pairs; the function asked for is among the first {FIRST} hits in "
        f"{sum(one.asked for one in found)}, the rider is no hit among ten in {len(far)}\n"
    )
    print("| rider reached | pairs | without the graph | with it | gain (95 % interval) |")
    print("|---|---|---|---|---|")
    for title, rows in (("", found), (", rider no hit", far)):
        _row(f"in an answer of 10{title}", rows, [not o.far for o in rows], [o.named for o in rows])
        for at, budget in enumerate(BUDGETS):
            alone, graph = [o.alone[at] for o in rows], [o.graph[at] for o in rows]
            _row(f"read within {budget} tokens{title}", rows, alone, graph)


def _row(title: str, rows: Sequence[Found], alone: Sequence[bool], graph: Sequence[bool]) -> None:
    gain: Mean = mean([float(g) - float(a) for a, g in zip(alone, graph, strict=True)])
    cells = (
        title, str(len(rows)), f"{sum(alone) / len(rows):.2f}", f"{sum(graph) / len(rows):.2f}",
        f"{gain.value:+.2f} ({gain.low:+.2f} to {gain.high:+.2f})",
    )  # fmt: skip
    print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
