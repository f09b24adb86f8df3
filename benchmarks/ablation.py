"""Shows what each family of signals is worth: the weights are learned anew without it.

    python benchmarks/ablation.py FILES.pkl LINES.pkl

Both files come from ``rank_train.py collect``: questions labelled with files, and with lines. Every
figure is validated across repositories: none is ranked by weights that saw its questions.
"""

import sys
from pathlib import Path

import numpy as np
import rank_train as train
from rank_train import Case  # pickled under this name in whatever runs as the main module

from codeseam_server.search.question import read
from codeseam_server.search.signals import FILE_SIGNALS, PIECE_SIGNALS

FAMILIES: dict[str, tuple[set[str], set[str]]] = {
    "nothing": (set(), set()),
    "vectors": ({"meaning", "meaning_top", "gist"}, {"meaning"}),
    "BM25": ({"words", "text_top"}, {"text", "text_rank"}),
    "symbols": ({"symbol", "defines"}, {"name", "scope", "called"}),
    "path": ({"path", "folder", "stem_all", "named", "depth"}, set()),
    "place": ({"test", "example", "compat", "port"}, set()),
    "kind of file": ({"code", "prose", "types"}, set()),
    "kind of chunk": (set(), {"header", "part", "outdone", "loose", "test"}),
    "the second look": (set(), {"mentioned", "mentions"}),
}
"""Family -> the signals of files and of chunks that belong to it."""


def main() -> None:
    """Print one row a family: files, then lines."""
    by_file, by_lines = (train.load(Path(name)) for name in sys.argv[1:3])
    print(f"{'without':<14} NDCG@10 by file | by lines: NDCG@10 touched@5 whole@5 lines@5")
    for family, (files, pieces) in FAMILIES.items():
        kept = [at for at, s in enumerate(FILE_SIGNALS) if s.name not in files]
        left = [at for at, s in enumerate(PIECE_SIGNALS) if s.name not in pieces]
        scored = np.mean([value for _, value in train.validate(by_file, kept)])
        rows = _lines(by_file, by_lines, kept, left)
        means = [np.mean([row[key] for row in rows]) for key in rows[0]]
        print(f"{family:<14} {scored:15.4f} |           " + "   ".join(f"{m:.3f}" for m in means))


def _lines(
    by_file: list[Case], by_lines: list[Case], kept: list[int], left: list[int]
) -> list[dict[str, float]]:
    files = np.zeros(len(FILE_SIGNALS))
    files[kept] = train.fit(train.file_lists(by_file, kept), steps=120)
    columns = [0, *(at + 1 for at in left if PIECE_SIGNALS[at].name not in train.SET)]
    rows: list[dict[str, float]] = []
    for name in sorted({case.corpus for case in by_lines}):
        rest = [
            (train.with_file(case, files), train.gains(case))
            for case in by_lines
            if case.corpus != name and read(case.question.text).stems
        ]
        weights = train.learn(rest, columns)
        rows += [
            train.measure(case, train.hits(case, files, weights[1:]))
            for case in by_lines
            if case.corpus == name
        ]
    return rows


if __name__ == "__main__":
    main()
