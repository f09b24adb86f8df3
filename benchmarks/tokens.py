"""Count what answers cost an agent, on labelled questions, beside grep and read.

usage: python benchmarks/tokens.py CORPUS LABELS.json [LIMIT]

CORPUS is a folder; LABELS a list of {"query": …, "relevant": [path, …]}. A token is counted as four
characters, of code and prose alike, for every way of looking, so that only ratios say something.

- *answer*: the whole answer of semantic_search.
- *to the first right file*: the answer up to its first place in a right file, and what get_symbol
  shows there; an answer without one costs itself and then what grep and read cost.
- *grep and read*: a grep for the words of the question, of which the agent sees the counts by file,
  then whole files in order of how many of the words they hold, until a right one.
"""

import json
import re
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from codeseam_indexer.discover import discover, read_source
from codeseam_indexer.records import SourceFile
from codeseam_indexer.settings import Settings
from codeseam_server.answers import get_symbol, semantic_search
from codeseam_server.session import Session

CHARACTERS_A_TOKEN = 4

STOP = frozenset(
    {"and", "are", "for", "from", "how", "that", "the", "used", "what", "when", "where", "which",
     "who", "why", "with", "does"}
)  # fmt: skip
"""Words of a question that nobody greps for; shorter ones too."""


def tokens(text: str) -> int:
    return len(text) // CHARACTERS_A_TOKEN


def texts(root: Path, settings: Settings) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in discover(root, settings).found:
        source = read_source(root, file.path, settings)
        if isinstance(source, SourceFile):
            found[file.path] = source.text
    return found


def is_right(path: str, relevant: Sequence[str]) -> bool:
    """Labels may be relative to a folder around the corpus."""
    return any(label == path or label.endswith(f"/{path}") for label in relevant)


def grep_and_read(query: str, files: Mapping[str, str], right: Sequence[str]) -> int:
    words = {
        word for word in re.findall(r"\w+", query.casefold()) if len(word) > 2 and word not in STOP
    }
    hits = {path: sum(word in text.casefold() for word in words) for path, text in files.items()}
    order = sorted((path for path in files if hits[path]), key=lambda path: (-hits[path], path))
    spent = tokens("".join(f"{path}:{hits[path]}\n" for path in order))
    for path in order:
        spent += tokens(files[path])
        if path in right:
            break
    return spent


def to_first_right(session: Session, answer: str, right: Sequence[str]) -> int | None:
    """The cost of the answer up to a right place, and of looking at that place."""
    for match in re.finditer(r"^\d+\. (.+?):(\d+)(?:-\d+)? .*$", answer, re.MULTILINE):
        if match[1] in right:
            seen = tokens(answer[: match.end()])
            return seen + tokens(get_symbol(session, f"{match[1]}:{match[2]}"))
    return None


def main(root: Path, labels: Path, limit: int) -> None:
    asked = [
        {
            "query": one["query"],
            "relevant": [r if isinstance(r, str) else r["path"] for r in one["relevant"]],
        }
        for one in json.loads(labels.read_text("utf-8"))
    ]
    with tempfile.TemporaryDirectory() as cache:
        settings = Settings(cache_dir=Path(cache))
        files = texts(root, settings)
        with Session(root, settings) as session:
            session.refresh()
            answers = [semantic_search(session, query=one["query"], limit=limit) for one in asked]
            ours: list[int] = []
            theirs: list[int] = []
            missed = 0
            for one, answer in zip(asked, answers, strict=True):
                right = [path for path in files if is_right(path, one["relevant"])]
                baseline = grep_and_read(one["query"], files, right)
                found = to_first_right(session, answer, right)
                missed += found is None
                ours.append(tokens(answer) + baseline if found is None else found)
                theirs.append(baseline)
    sizes = [tokens(answer) for answer in answers]
    print(
        f"{labels.stem}: {len(asked)} questions, {limit} places each, {missed} without a right one"
    )
    print(f"answer                    median {statistics.median(sizes):7.0f}  most {max(sizes):7}")
    for name, costs in (("to the first right file", ours), ("grep and read", theirs)):
        print(
            f"{name:25} median {statistics.median(costs):7.0f}  mean {statistics.mean(costs):7.0f}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else 8)
