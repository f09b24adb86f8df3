"""Learns the weights of the ranking signals on labelled questions, and how well they carry over.

    python benchmarks/rank_train.py collect --sets SETS --corpora DIR --cache DIR --out FILE
    python benchmarks/rank_train.py files FILE...          weights of FILE_SIGNALS
    python benchmarks/rank_train.py pieces FILE...         weights of PIECE_SIGNALS
    python benchmarks/rank_train.py check FILE...          what the weights as they stand reach

``collect`` asks every question and keeps the signals of all candidates. The other two fit a linear
model (listwise softmax, Adam, L2) and cross-validate it over repositories: the questions of a
repository are always ranked by weights that never saw it. ``--ablate`` leaves out each signal.
"""

import argparse
import math
import pickle
import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from corpora import Corpus, Labelled, Target, corpora, same_path
from numpy.typing import NDArray

from codeseam_indexer.records import Filter
from codeseam_server.search.candidates import Candidates
from codeseam_server.search.question import read
from codeseam_server.search.ranking import (
    JOINED,
    REACH,
    REPEAT,
    between,
    breadth,
    looked_at_again,
    mix,
    spread,
)
from codeseam_server.search.signals import FILE_SIGNALS, PIECE_SIGNALS, score, values

FLOAT = NDArray[np.float64]

SET = ("called", "length")
"""Signals of chunks whose weight is set: few of these questions name what they ask for, and what an
answer costs its reader is a choice."""

MOST_FOLDS = 12
"""With more repositories than this several are left out at once: each fold is a fit of its own."""

Hit = tuple[str, int, int]


@dataclass
class Case:
    """A question with the signals of its candidates."""

    corpus: str
    language: str
    question: Labelled
    paths: list[str]
    files: FLOAT
    piece_file: NDArray[np.int64]
    piece_lines: NDArray[np.int64]
    pieces: FLOAT

    def file_targets(self) -> list[list[int]]:
        """For each file the targets that lie in it."""
        return [
            [k for k, t in enumerate(self.question.targets) if same_path(path, t[0])]
            for path in self.paths
        ]


# ---------------------------------------------------------------- collecting
def collect(sets: Path, folder: Path, cache: Path, *, index: bool) -> list[Case]:
    out: list[Case] = []
    for corpus in corpora(sets, folder, cache, index=index):
        candidates = Candidates(corpus.store, corpus.embedder)
        out += [_case(corpus, candidates, question) for question in corpus.questions]
        print(corpus.name, len(corpus.questions), flush=True)
    return out


def _case(corpus: Corpus, candidates: Candidates, question: Labelled) -> Case:
    found = candidates.of(read(question.text), Filter())
    files, pieces = score(FILE_SIGNALS, found.files), found.chunks
    if found.paths:
        pieces = looked_at_again(found, files, pieces, score(PIECE_SIGNALS, pieces))
    lines = [(row.start_line, row.end_line) for row in pieces.rows]
    return Case(
        corpus.name,
        corpus.language,
        question,
        list(found.paths),
        values(FILE_SIGNALS, found.files).T,
        pieces.file,
        np.array(lines, np.int64).reshape(-1, 2),
        values(PIECE_SIGNALS, pieces).T,
    )


def load(file: Path) -> list[Case]:
    """Read what ``collect`` kept, of the signals only those that are in the tables now."""
    kept: dict[str, Any] = pickle.loads(file.read_bytes())
    files = [kept["files"].index(signal.name) for signal in FILE_SIGNALS]
    pieces = [kept["pieces"].index(signal.name) for signal in PIECE_SIGNALS]
    cases: list[Case] = kept["cases"]
    for case in cases:
        case.files, case.pieces = case.files[:, files], case.pieces[:, pieces]
    return cases


# ---------------------------------------------------------------- fitting
def fit(
    lists: list[tuple[FLOAT, FLOAT]], *, l2: float = 1e-3, steps: int = 200, rate: float = 0.1
) -> FLOAT:
    """Fit weights so that in each list (signals, gains) what gains is scored above the rest."""
    lists = [(x, g / g.sum()) for x, g in lists if g.sum() > 0]
    signals = np.concatenate([x for x, _ in lists])
    spread = signals.std(0) + 1e-6
    scaled = signals / spread
    gains = np.concatenate([g for _, g in lists])
    sizes = np.array([len(x) for x, _ in lists])
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    owner = np.repeat(np.arange(len(lists)), sizes)
    weights = np.zeros(signals.shape[1])
    mean = np.zeros_like(weights)
    square = np.zeros_like(weights)
    for step in range(1, steps + 1):
        scores = scaled @ weights
        powers = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        shares = powers / np.add.reduceat(powers, starts)[owner]
        slope = scaled.T @ (shares - gains) / len(lists) + l2 * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope * slope
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights / spread


def folds(cases: list[Case], count: int) -> list[set[str]]:
    names = sorted({case.corpus for case in cases})
    random.Random(0).shuffle(names)
    return [set(names[at::count]) for at in range(count)]


def file_lists(cases: list[Case], kept: list[int]) -> list[tuple[FLOAT, FLOAT]]:
    return [
        (case.files[:, kept], np.array([float(bool(t)) for t in case.file_targets()]))
        for case in cases
    ]


def ndcg(found: list[list[int]], wanted: int, top: int = 10) -> float:
    """NDCG of a list whose entries each hold some targets; a target gains once."""
    seen: set[int] = set()
    gain = 0.0
    for rank, targets in enumerate(found[:top]):
        if set(targets) - seen:
            gain += 1 / math.log2(rank + 2)
            seen |= set(targets)
    return gain / sum(1 / math.log2(rank + 2) for rank in range(min(top, wanted)))


def file_ndcg(case: Case, weights: FLOAT, kept: list[int]) -> float:
    order = np.argsort(-(case.files[:, kept] @ weights), kind="stable")
    targets = case.file_targets()
    return ndcg([targets[at] for at in order], len(case.question.targets))


def validate(cases: list[Case], kept: list[int], count: int = 5) -> list[tuple[Case, float]]:
    out: list[tuple[Case, float]] = []
    for held in folds(cases, count):
        weights = fit(file_lists([c for c in cases if c.corpus not in held], kept))
        out += [(c, file_ndcg(c, weights, kept)) for c in cases if c.corpus in held]
    return out


def report(scored: list[tuple[Case, float]]) -> None:
    print(f"NDCG@10 {np.mean([value for _, value in scored]):.4f} over {len(scored)} questions")
    for key in ("language", "category"):
        groups: dict[str, list[float]] = defaultdict(list)
        for case, value in scored:
            groups[case.language if key == "language" else case.question.category].append(value)
        print("  ".join(f"{k} {np.mean(v):.3f}" for k, v in sorted(groups.items())))


def train_files(cases: list[Case], *, ablate: bool) -> None:
    kept = list(range(len(FILE_SIGNALS)))
    scored = validate(cases, kept)
    base = float(np.mean([value for _, value in scored]))
    report(scored)
    weights = fit(file_lists(cases, kept))
    spread = np.concatenate([case.files for case in cases]).std(0)
    for at, signal in enumerate(FILE_SIGNALS):
        line = f"{signal.name:<12} {weights[at]:+.2f}  x spread {weights[at] * spread[at]:+.2f}"
        if ablate:
            left = validate(cases, [k for k in kept if k != at])
            line += f"  without it {float(np.mean([v for _, v in left])) - base:+.4f}"
        print(line)


# ---------------------------------------------------------------- chunks
def gains(case: Case) -> FLOAT:
    """For each chunk 1 where it has all lines of a target, 0.4 where it has some, else 0."""
    out = np.zeros(len(case.pieces))
    for path, start, end in case.question.targets:
        if start is None or end is None:
            continue
        inside = np.array([same_path(case.paths[at], path) for at in case.piece_file], bool)
        first, last = case.piece_lines[:, 0], case.piece_lines[:, 1]
        out = np.maximum(out, 0.4 * (inside & (first <= end) & (last >= start)))
        out = np.maximum(out, 1.0 * (inside & (first <= start) & (last >= end)))
    return out


def with_file(case: Case, weights: FLOAT) -> FLOAT:
    """The signals of chunks, with the score of their file (the best file's is 0) before them."""
    scores = case.files @ weights
    return np.column_stack(((scores - scores.max())[case.piece_file], case.pieces))


def hits(case: Case, files: FLOAT, pieces: FLOAT, top: int = 10) -> list[Hit]:
    """Order the chunks as ``codeseam_server.search.ranking`` does, with other weights."""
    broad = breadth(read(case.question.text))
    scores = mix(case.files @ files, case.pieces @ pieces, case.piece_file, broad)
    listed = [
        (case.paths[case.piece_file[at]], *map(int, case.piece_lines[at]))
        for at, _ in spread(scores, case.piece_file, between(REPEAT, broad))[:REACH]
    ]
    return join(listed)[:top]


def join(listed: Iterable[Hit]) -> list[Hit]:
    """Show short chunks that stand side by side as one, as ``ranking.join`` does."""
    out: list[Hit] = []
    for path, start, end in listed:
        for at, (other, first, last) in enumerate(out):
            both = path, min(start, first), max(end, last)
            adjoining = other == path and (end + 1 == first or last + 1 == start)
            if adjoining and both[2] - both[1] < JOINED:
                out[at] = both
                break
        else:
            out.append((path, start, end))
    return out


def measure(case: Case, found: list[Hit]) -> dict[str, float]:
    """NDCG@10, and over the first five: touched, whole, lines."""
    targets = case.question.targets
    covered = [[k for k, t in enumerate(targets) if _touches(hit, t)] for hit in found]
    out = {"ndcg@10": ndcg(covered, len(targets))}
    spans = [t for t in targets if t[1] is not None]
    if spans:
        out["touched@5"] = float(any(_touches(hit, t) for hit in found[:5] for t in spans))
        out["whole@5"] = float(any(_holds(hit, t) for hit in found[:5] for t in spans))
    out["lines@5"] = float(sum(end - start + 1 for _, start, end in found[:5]))
    return out


def _touches(hit: Hit, target: Target) -> bool:
    path, start, end = target
    if not same_path(hit[0], path):
        return False
    return start is None or end is None or (hit[1] <= end and hit[2] >= start)


def _holds(hit: Hit, target: Target) -> bool:
    path, start, end = target
    return bool(start and end and same_path(hit[0], path) and hit[1] <= start and hit[2] >= end)


def show(title: str, rows: list[dict[str, float]]) -> None:
    keys = dict.fromkeys(key for row in rows for key in row)
    means = (f"{k} {np.mean([row[k] for row in rows if k in row]):.3f}" for k in keys)
    print(f"{title:<10} n={len(rows):<4} {'  '.join(means)}")


def train_pieces(cases: list[Case], *, ablate: bool) -> None:
    """Fit on the questions whose answers have lines; files are weighted as in FILE_SIGNALS."""
    files = np.array([signal.weight for signal in FILE_SIGNALS])
    lined = [case for case in cases if any(t[1] is not None for t in case.question.targets)]
    detailed = [case for case in lined if len(read(case.question.text).stems) > 1]
    lists = {id(case): (with_file(case, files), gains(case)) for case in detailed}
    names = {case.corpus for case in detailed}
    names_of = ["file", *(signal.name for signal in PIECE_SIGNALS)]
    kept = [at for at, name in enumerate(names_of) if name not in SET]

    def validated(kept: list[int]) -> list[dict[str, float]]:
        rows: list[dict[str, float]] = []
        for held in folds(detailed, min(MOST_FOLDS, len(names))):
            rest = [lists[id(case)] for case in detailed if case.corpus not in held]
            weights = learn(rest, kept)
            rows += [
                measure(case, hits(case, files, weights[1:]))
                for case in detailed
                if case.corpus in held
            ]
        return rows

    show("validated", validated(kept))
    weights = learn(list(lists.values()), kept)
    for at in kept:
        print(f"{names_of[at]:<12} {weights[at]:+.2f}")
        if ablate and at:
            show("  without", validated([k for k in kept if k != at]))


def learn(lists: list[tuple[FLOAT, FLOAT]], kept: list[int]) -> FLOAT:
    """Give the weights of the file and of the signals of chunks: some learned, others as set."""
    weights = np.array([0.0, *(s.weight if s.name in SET else 0.0 for s in PIECE_SIGNALS)])
    weights[kept] = fit([(x[:, kept], g) for x, g in lists], steps=120)
    return weights


def check(cases: list[Case]) -> None:
    """Measure the weights as they stand in the two tables."""
    files = np.array([signal.weight for signal in FILE_SIGNALS])
    pieces = np.array([signal.weight for signal in PIECE_SIGNALS])
    for key in ("language", "category"):
        groups: dict[str, list[dict[str, float]]] = defaultdict(list)
        for case in cases:
            name = case.language if key == "language" else case.question.category
            groups[name].append(measure(case, hits(case, files, pieces)))
        for name in sorted(groups):
            show(name, groups[name])
    show("all", [measure(case, hits(case, files, pieces)) for case in cases])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verb", choices=["collect", "files", "pieces", "check"])
    parser.add_argument("inputs", nargs="*", type=Path)
    parser.add_argument("--sets", type=Path)
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--no-index", action="store_true")
    parser.add_argument("--ablate", action="store_true")
    args = parser.parse_args()
    if args.verb == "collect":
        kept = {
            "files": [signal.name for signal in FILE_SIGNALS],
            "pieces": [signal.name for signal in PIECE_SIGNALS],
            "cases": collect(args.sets, args.corpora, args.cache, index=not args.no_index),
        }
        args.out.write_bytes(pickle.dumps(kept, protocol=5))
        return
    loaded = [case for file in args.inputs for case in load(file)]
    if args.verb == "files":
        train_files(loaded, ablate=args.ablate)
    elif args.verb == "pieces":
        train_pieces(loaded, ablate=args.ablate)
    else:
        check(loaded)


if __name__ == "__main__":
    main()
