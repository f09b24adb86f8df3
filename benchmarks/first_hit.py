"""Counts the tokens that are read until the first right hit, and what so many tokens find.

    python benchmarks/first_hit.py --sets SETS --corpora CORPORA --cache DIR

Hits are read from the best down, whole, up to the first that lies in a right file (on right lines
where those are labelled); a question whose answer is never met costs ``MISSED``. A token is four
characters. The indexes in ``cache`` are those that ``rank_train.py collect`` made.
"""

import argparse
import statistics
from collections.abc import Iterator
from pathlib import Path

from corpora import Corpus, Labelled, corpora, same_path

from codeseam_server.search import Hit, Search

MISSED = 32_000
DEPTH = 100
BUDGETS = (500, 1000, 2000, 4000)


def main() -> None:
    """Print the expected tokens by category, and the share of answers within each budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--sets", "--corpora", "--cache"):
        parser.add_argument(name, type=Path, required=True)
    args = parser.parse_args()
    costs: dict[str, list[int]] = {}
    for corpus in corpora(args.sets, args.corpora, args.cache, index=False):
        for question, cost in _costs(corpus):
            costs.setdefault(question.category, []).append(cost)
    for name, found in sorted(costs.items()):
        _show(name, found)
    _show("all", [cost for found in costs.values() for cost in found])


def _costs(corpus: Corpus) -> Iterator[tuple[Labelled, int]]:
    lines: dict[str, list[str]] = {}

    def read(path: str, start: int, end: int) -> str:
        if path not in lines:
            text = (corpus.root / path).read_bytes().decode("utf-8", "replace")
            lines[path] = text.split("\n")
        return "\n".join(lines[path][start - 1 : end])

    ask = Search(corpus.store, corpus.embedder)
    for question in corpus.questions:
        yield question, _cost(question, ask(question.text, limit=DEPTH, read=read).hits)


def _cost(question: Labelled, hits: tuple[Hit, ...]) -> int:
    spent = 0
    for hit in hits:
        spent += len(hit.text) // 4
        for path, start, end in question.targets:
            inside = (
                start is None or end is None or (hit.start_line <= end and hit.end_line >= start)
            )
            if same_path(hit.path, path) and inside:
                return spent
    return MISSED


def _show(name: str, costs: list[int]) -> None:
    shares = "  ".join(
        f"{most} {sum(c <= most for c in costs) / len(costs):.3f}" for most in BUDGETS
    )
    missed = sum(cost == MISSED for cost in costs)
    print(
        f"{name:<13} n={len(costs):<4} mean {statistics.fmean(costs):.0f}"
        f"  median {statistics.median(costs):.0f}  never met {missed}  within: {shares}"
    )


if __name__ == "__main__":
    main()
