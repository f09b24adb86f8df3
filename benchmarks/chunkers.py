"""Chunker against chunker on real repositories: same embedder, same BM25, same questions.

    python benchmarks/chunkers.py FOLDER... [--json OUT]

The docstring variant of RepoEval: of each documented function the first paragraph of its docstring
is the question and the function the answer, and every docstring is blanked out in the corpus. The
rivals are optional: `pip install astchunk==0.1.0 "chonkie<1.7" "tree-sitter-language-pack<1"`
brings those that a row is wanted of.

Each chunk is scored by BM25 over its words and by the cosine of its vector, each over the best of
the repository, added. Nothing else of codeseam's search is used, so that only the cuts differ. All
chunks have their path put before them; the vectors of codeseam's are made with its header.
"""

import argparse
import importlib.util
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.chunk import ChunkOptions
from codeseam_indexer.embed import Embedder, open_embedder
from codeseam_indexer.parse import parse
from codeseam_indexer.records import SourceFile
from codeseam_indexer.words import split_words
from codeseam_server.eval.cutters import Chunker, cutter
from codeseam_server.eval.hidden import hide, questions
from codeseam_server.eval.measures import Listed, Scores, Shown, difference, measure, summary
from codeseam_server.eval.resolve import Question

K = 5
LINES = 200
"""What an agent reads of an answer, whatever the size of its chunks."""
_K1, _B = 1.2, 0.75
_ROUTINES = ("function", "method", "constructor")

Piece = tuple[int, int, str, str]
"""First and last line, what BM25 reads and what the embedder reads."""

Cut = Callable[[SourceFile], Iterable[Piece]]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A repository without its docstrings, and what they ask."""

    name: str
    files: tuple[SourceFile, ...]
    questions: tuple[Question, ...]


def corpus(folder: Path) -> Corpus:
    """Read the Python files below a folder."""
    files: list[SourceFile] = []
    for file in sorted(folder.rglob("*.py")):
        try:
            text = file.read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError):
            continue
        files.append(SourceFile(file.relative_to(folder).as_posix(), text, b"", "python"))
    routines = {
        (file.path, symbol.start_line, symbol.end_line)
        for file in files
        for symbol in parse(file).symbols
        if symbol.kind in _ROUTINES
    }
    asked = [
        one
        for one in questions(iter(files))
        if (one.targets[0].path, *one.targets[0].spans[0]) in routines
    ]
    return Corpus(folder.name, tuple(map(hide, files)), tuple(asked))


# ---------------------------------------------------------------- the cuts


def own(chunker: Chunker, **options: Any) -> Cut:
    """A chunker of `codeseam eval`."""
    cut = cutter(chunker, ChunkOptions(**options))

    def pieces(source: SourceFile) -> Iterator[Piece]:
        for chunk in cut(parse(source)):
            text = f"{source.path}\n{chunk.text}"
            said = chunk.embedded if chunk.header else text
            yield chunk.start_line, chunk.end_line, text, said

    return pieces


def windows(size: int) -> Cut:
    """Windows of so many lines."""

    def pieces(source: SourceFile) -> Iterator[Piece]:
        lines = source.text.split("\n")
        for at in range(0, len(lines), size):
            part = lines[at : at + size]
            text = "\n".join((source.path, *part))
            yield at + 1, at + len(part), text, text

    return pieces


def astchunk(size: int) -> Cut:
    """astchunk 0.1.0 with so many characters that are no blanks."""
    from astchunk import ASTChunkBuilder  # noqa: PLC0415 - a rival, which need not be there

    builder = ASTChunkBuilder(max_chunk_size=size, language="python", metadata_template="default")

    def pieces(source: SourceFile) -> Iterator[Piece]:
        if not source.text.strip():
            return
        for window in builder.chunkify(source.text):
            meta = window["metadata"]
            text = f"{source.path}\n{window['content']}"
            yield meta["start_line_no"] + 1, meta["end_line_no"] + 1, text, text

    return pieces


def chonkie(size: int) -> Cut:
    """chonkie's CodeChunker with so many characters."""
    from chonkie import CodeChunker  # noqa: PLC0415 - as above

    chunker = CodeChunker(language="python", chunk_size=size)

    def pieces(source: SourceFile) -> Iterator[Piece]:
        if not source.text.strip():
            return
        ends = list(accumulate(len(line) + 1 for line in source.text.split("\n")))
        at = 0
        for chunk in chunker.chunk(source.text):
            found = source.text.find(chunk.text, at)  # its own offsets count bytes in some versions
            start = found if found >= 0 else at
            at = start + len(chunk.text)
            body = chunk.text.strip("\n")
            if body:
                lead = len(chunk.text) - len(chunk.text.lstrip("\n"))
                first, last = start + lead, start + lead + len(body) - 1
                text = f"{source.path}\n{body}"
                yield _line(ends, first), _line(ends, last), text, text

    return pieces


def _line(ends: Sequence[int], offset: int) -> int:
    """The line of a character, 1-based."""
    return int(np.searchsorted(ends, offset, side="right")) + 1


def cuts() -> Iterator[tuple[str, Cut]]:
    """Every row of the table; a rival that is not installed is said and left out."""
    yield "codeseam", own("ast")
    yield "codeseam, path alone before it", own("ast", header=False)
    yield "codeseam, neighbours of up to 64 tokens together", own("ast", merge_tokens=64)
    yield "fixed, same tokens, overlap 64", own("fixed")
    yield "cAST, same tokens", own("cast")
    yield "windows of 40 lines", windows(40)
    yield "windows of 20 lines", windows(20)
    for name, make, sizes in (
        ("astchunk", astchunk, (2000, 1000)),
        ("chonkie", chonkie, (2048, 1500)),
    ):
        if importlib.util.find_spec(name) is None:
            print(f"{name} is not installed: no row", file=sys.stderr)
            continue
        for size in sizes:
            yield f"{name} {size}", make(size)


# ---------------------------------------------------------------- the search


class Bm25:
    """BM25 over the words of the pieces of one repository."""

    def __init__(self, texts: Sequence[str]) -> None:
        bags = [Counter(split_words(text)) for text in texts]
        sizes = np.array([sum(bag.values()) for bag in bags], np.float64)
        self._norm = _K1 * (1 - _B + _B * sizes / max(1.0, float(sizes.mean())))
        self._count = len(bags)
        self._posted: dict[str, list[tuple[int, int]]] = {}
        for at, bag in enumerate(bags):
            for word, times in bag.items():
                self._posted.setdefault(word, []).append((at, times))

    def scores(self, query: str) -> NDArray[np.float64]:
        found = np.zeros(self._count)
        for word in dict.fromkeys(split_words(query)):
            posted = self._posted.get(word, ())
            rarity = math.log(1 + (self._count - len(posted) + 0.5) / (len(posted) + 0.5))
            for at, times in posted:
                found[at] += rarity * times * (_K1 + 1) / (times + self._norm[at])
        return found


def ask(cut: Cut, corpus: Corpus, embedder: Embedder) -> list[Scores]:
    """Ask all questions of a repository cut in one way."""
    pieces = [(file.path, *piece) for file in corpus.files for piece in cut(file)]
    words = Bm25([text for _, _, _, text, _ in pieces])
    vectors = embedder.passages([said for *_, said in pieces])
    found: list[Scores] = []
    for question in corpus.questions:
        text = words.scores(question.query)
        near = (vectors @ embedder.query(question.query)).astype(np.float64)
        score = text / (text.max() or 1.0) + near / (near.max() or 1.0)
        best = np.argsort(-score, kind="stable")[:LINES]
        hits = [Shown(*pieces[at][:3], tokens=embedder.count(pieces[at][3])) for at in best]
        scores = measure(Listed(tuple(hits)), question, K)
        within = sum(size <= LINES for size in accumulate(h.end - h.start + 1 for h in hits))
        equal = measure(Listed(tuple(hits)), question, within)
        found.append({**scores, "equal": equal["whole"]})
    return found


# ---------------------------------------------------------------- the table

_COLUMNS = (
    ("whole", "whole@5"), ("iou", "IoU@5"), ("iou_recall", "R@5 .3"), ("touched", "touched@5"),
    ("mrr", "MRR"), ("lines", "lines@5"), ("equal", f"whole in {LINES} lines"),
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    embedder = open_embedder()
    corpora = [corpus(folder) for folder in asked.folders]
    for one in corpora:
        print(
            f"{one.name}: {len(one.files)} files, {len(one.questions)} questions", file=sys.stderr
        )
    rows: dict[str, list[Scores]] = {}
    for name, cut in cuts():
        rows[name] = [scores for one in corpora for scores in ask(cut, one, embedder)]
        print(name, file=sys.stderr)
    _print(rows)
    if asked.json:
        means = {name: {k: m.value for k, m in summary(s).items()} for name, s in rows.items()}
        asked.json.write_text(json.dumps(means, indent=1), "utf-8")


def _print(rows: dict[str, list[Scores]]) -> None:
    first = next(iter(rows.values()))
    print(f"{len(first)} questions\n")
    print(
        "| chunker | " + " | ".join(title for _, title in _COLUMNS) + " | codeseam ahead, whole@5 |"
    )
    print("|---" * (len(_COLUMNS) + 2) + "|")
    for name, scores in rows.items():
        means = summary(scores)
        cells = [
            f"{means[key].value:.0f}" if key == "lines" else f"{means[key].value:.3f}"
            for key, _ in _COLUMNS
        ]
        ahead = difference(first, scores, "whole")
        cells.append(
            "" if scores is first else f"{ahead.value:+.3f} ({ahead.low:+.3f} to {ahead.high:+.3f})"
        )
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
