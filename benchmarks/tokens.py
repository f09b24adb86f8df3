"""Count what answers cost an agent, on labelled questions, beside ripgrep and reading files.

    python benchmarks/tokens.py --sets SETS --corpora CORPORA [--only NAME,…]

Needs ``rg`` on the path and ``pip install bpe-openai`` (the vocabulary of cl100k comes with it).
Two tables, the first by the definitions of semble's benchmark, so that the figures can be compared:

- *tokens to the first right place*: what is read until then, ``NEVER`` where it is not met, mean
  and median over the questions. *codeseam* is the fifty best places, each read whole; *ripgrep and
  read* a search for each word of the question (``--fixed-strings --ignore-case``), then whole files
  in order of how many of the words they hold. Both see the same files, those that are indexed.
- *recall within n tokens*: the share of the right places that are met by then.

The second is of the text that the server sends: what each tool costs, asked about the questions and
then about the first symbol that they find.
"""

import argparse
import re
import statistics
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import bpe_openai
from corpora import Labelled, Target, questions, roots, same_path

from codeseam_indexer.discover import read_source
from codeseam_indexer.records import Filter, SourceFile
from codeseam_indexer.settings import Settings
from codeseam_server.answers import ANSWERS
from codeseam_server.session import Session

NEVER = 32_000
PLACES = 50
BUDGETS = (500, 1_000, 2_000, 4_000)

LOCATING, UNDERSTANDING = 1_000, 4_000
"""Tokens within which an answer to "where" and an answer to "how" shall stay."""

MOST = {"semantic_search": LOCATING, "list_callers": LOCATING, "list_callees": LOCATING,
        "find_references": LOCATING}  # fmt: skip
"""The tools whose answers are looked over; the others are read."""

STOP = frozenset(
    {"and", "are", "for", "from", "how", "into", "that", "the", "this", "used", "what", "when",
     "where", "which", "who", "why", "with", "does"}
)  # fmt: skip
"""Words of a question that nobody greps for; those of two letters neither."""

Unit = tuple[str, int, int, int]
"""What is read in one piece: path, first and last line, tokens."""

Measured = tuple[int | None, list[float]]

_ENCODING = bpe_openai.get_encoding("cl100k_base")


def tokens(text: str) -> int:
    return len(_ENCODING.encode_ordinary(text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    ways: dict[str, list[Measured]] = defaultdict(list)
    costs: dict[str, list[int]] = defaultdict(list)
    met = Counter[bool]()
    for entry, root in roots(asked.sets, asked.corpora):
        if asked.only and entry["name"] not in asked.only.split(","):
            continue
        with tempfile.TemporaryDirectory() as folder:
            settings = Settings(cache_dir=Path(folder))
            with Session(root, settings) as session:
                session.refresh()
                for question in questions(asked.sets, entry["name"]):
                    ways["codeseam"].append(measured(question, places(session, question.text)))
                    files = ripgrep(session, question.text)
                    ways["ripgrep and read"].append(measured(question, files))
                    met[ask(session, question, costs)] += 1
                for tool in ("outline", "index_status"):
                    costs[f"{tool} of the whole"].append(tokens(ANSWERS[tool](session)))
    show_ways(ways)
    print(f"\na right place in the answer of semantic_search: {met[True]} of {met.total()}\n")
    show_costs(costs)


def measured(question: Labelled, units: Iterable[Unit]) -> Measured:
    """The tokens to the first right place, None if it is not met; the recall within each budget."""
    spent, first = 0, None
    left = set(question.targets)
    found = [0] * len(BUDGETS)
    for path, start, end, cost in units:
        spent += cost
        now = {target for target in left if covers(path, start, end, target)}
        if now and first is None:
            first = spent
        left -= now
        for at, budget in enumerate(BUDGETS):
            found[at] += len(now) if spent <= budget else 0
        if not left or (first is not None and spent > BUDGETS[-1]):
            break
    return first, [count / len(question.targets) for count in found]


def covers(path: str, start: int, end: int, target: Target) -> bool:
    right, first, last = target
    return same_path(path, right) and (first is None or (start <= (last or first) and end >= first))


def places(session: Session, query: str) -> Iterator[Unit]:
    for hit in session.search(query, limit=PLACES, chosen=Filter()).hits:
        yield hit.path, hit.start_line, hit.end_line, tokens(hit.text)


def ripgrep(session: Session, query: str) -> Iterator[Unit]:
    words = dict.fromkeys(
        word for word in re.findall(r"\w+", query.casefold()) if len(word) > 2 and word not in STOP
    )
    indexed = set(session.store.paths())
    hits = Counter(
        path for word in words for path in matching(session.workspace, word) if path in indexed
    )
    for path in sorted(hits, key=lambda path: (-hits[path], path)):
        yield path, 1, 1 << 30, file_tokens(session.workspace, path)


@cache
def matching(root: Path, word: str) -> tuple[str, ...]:
    """The files below ``root`` that hold a word, hidden ones too."""
    command = ["rg", "--no-messages", "--no-config", "--hidden", "--files-with-matches", "--null",
               "--fixed-strings", "--ignore-case", "--", word, "."]  # fmt: skip
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=False)
    found = done.stdout.decode("utf-8", "replace").split("\0")
    return tuple(path.removeprefix("./") for path in found if path)


@cache
def file_tokens(root: Path, path: str) -> int:
    source = read_source(root, path, Settings(cache_dir=root))
    return tokens(source.text) if isinstance(source, SourceFile) else 0


def ask(session: Session, question: Labelled, costs: dict[str, list[int]]) -> bool:
    """Ask the tools about a question and what it finds; whether a right place was shown."""

    def answer(tool: str, *words: str) -> str:
        text = ANSWERS[tool](session, *words)
        costs[tool].append(tokens(text))
        return text

    shown = answer("semantic_search", question.text)
    found = re.findall(r"^\d+\. (.+?):(\d+)(?:-(\d+))? (\w+) ?(\S*)", shown, re.MULTILINE)
    if found:
        answer("outline", found[0][0])
    named = next((row for row in found if row[4] and row[3] != "section"), None)
    if named is not None:
        for tool in ("get_symbol", "list_callers", "list_callees", "find_references"):
            answer(tool, f"{named[0]}:{named[4]}")
    return any(
        covers(path, int(start), int(end or start), target)
        for path, start, end, *_ in found
        for target in question.targets
    )


def show_ways(ways: dict[str, list[Measured]]) -> None:
    version = subprocess.run(["rg", "--version"], capture_output=True, text=True, check=True)
    asked = len(next(iter(ways.values())))
    print(f"{asked} questions; {version.stdout.splitlines()[0]}; tokens of cl100k\n")
    heads = " | ".join(f"recall in {budget:,}" for budget in BUDGETS)
    print(f"| | mean to the first right place | median | never met | {heads} |")
    print("|---" * (4 + len(BUDGETS)) + "|")
    for name, rows in ways.items():
        never = sum(first is None for first, _ in rows)
        firsts = [NEVER if first is None else first for first, _ in rows]
        recalls = [statistics.fmean(found) for found in zip(*(r for _, r in rows), strict=True)]
        cells = " | ".join(f"{recall:.3f}" for recall in recalls)
        print(
            f"| {name} | {statistics.fmean(firsts):,.0f} | {statistics.median(firsts):,.0f} | "
            f"{never} | {cells} |"
        )


def show_costs(costs: dict[str, list[int]]) -> None:
    print("| tool | answers | median | 95 % | most | shall be below | are |")
    print("|---" * 7 + "|")
    for tool, sizes in costs.items():
        most = MOST.get(tool, UNDERSTANDING)
        print(
            f"| `{tool}` | {len(sizes)} | {statistics.median(sizes):,.0f} | "
            f"{percentile(sizes, 0.95):,} | {max(sizes):,} | {most:,} | "
            f"{sum(size < most for size in sizes) / len(sizes):.1%} |"
        )


def percentile(sizes: Sequence[int], share: float) -> int:
    return sorted(sizes)[min(int(len(sizes) * share), len(sizes) - 1)]


if __name__ == "__main__":
    main()
