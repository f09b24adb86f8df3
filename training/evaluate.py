"""Score models on projects that were held out: questions from documentation, code without it.

Usage: python training/evaluate.py pools PIECES.jsonl POOLS.json
       python training/evaluate.py score POOLS.json MODEL_DIR [MODEL_DIR …] [--json]

Two tasks. *function*: the first sentence of a definition's documentation asks; candidates are up to
1,500 definitions of the same language, their documentation taken out. *file*: the first sentences
of a file's own documentation ask; candidates are all files of the project, each as good as its best
chunk. A model is scored alone and beside BM25 (0.6 and 0.4 of scores over their maximum).
"""

import argparse
import collections
import json
import math
import random
from collections.abc import Callable
from pathlib import Path

import definitions
import heldout
import numpy as np
import prepare

from codeseam_indexer.embed.static import StaticEmbedder
from codeseam_indexer.embed.tokenizer import PART

QUESTIONS = 400
CANDIDATES = 1_500
FILE_QUESTIONS = 60
MIN_QUESTIONS = 40


def _records(source: Path) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = collections.defaultdict(list)
    with source.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if heldout.is_held_out(record["package"]):
                found[record["package"]].append(record)
    return found


def _shown(record: dict[str, str], *, documented: bool = False) -> str:
    path = "/".join(record["path"].split("/")[-3:])
    doc = f"{record['doc']}\n" if documented else ""
    return f"{path} {record['qualified']}\n{doc}{record['code']}"


def _first(record: dict[str, str], count: int = 1) -> str:
    said = definitions.sentences(record["doc"])[:count]
    return prepare.question(" ".join(said), record["name"])


def function_pools(records: dict[str, list[dict[str, str]]]) -> list[dict[str, object]]:
    """One pool a language."""
    by_language: dict[str, list[dict[str, str]]] = collections.defaultdict(list)
    for package in sorted(records):
        for record in records[package]:
            if record["kind"] in {"function", "type"} and len(record["code"]) >= 80:
                by_language[record["language"]].append(record)
    pools = []
    for language, found in sorted(by_language.items()):
        chosen = random.Random(7)
        asked = collections.Counter(_first(record).lower() for record in found if record["doc"])
        gold = [
            record
            for record in found
            if record["doc"]
            and len(_first(record).split()) >= 4
            and asked[_first(record).lower()] == 1
        ]
        chosen.shuffle(gold)
        gold = gold[:QUESTIONS]
        if len(gold) < MIN_QUESTIONS:
            continue
        taken = {id(record) for record in gold}
        rest = [record for record in found if id(record) not in taken]
        chosen.shuffle(rest)
        candidates = (gold + rest)[:CANDIDATES]
        pools.append(
            {
                "task": "function",
                "group": language,
                "queries": [_first(record) for record in gold],
                "texts": [_shown(record) for record in candidates],
                "owner": list(range(len(candidates))),
                "gold": list(range(len(gold))),
            }
        )
    return pools


def file_pools(records: dict[str, list[dict[str, str]]]) -> list[dict[str, object]]:
    """One pool a project with enough documented files."""
    pools = []
    for package in sorted(records):
        files: dict[str, list[dict[str, str]]] = collections.defaultdict(list)
        for record in records[package]:
            files[record["path"]].append(record)
        paths = sorted(files)
        queries, gold = [], []
        for number, path in enumerate(paths):
            for record in files[path]:
                said = _first(record, 2) if record["kind"] == "file" and record["doc"] else ""
                if len(said.split()) >= 5 and len(files[path]) > 2:
                    queries.append(said)
                    gold.append(number)
        if len(queries) < 8 or len(paths) < 20:
            continue
        texts, owner = [], []
        for number, path in enumerate(paths):
            for record in files[path]:
                if record["kind"] in {"function", "type"}:
                    texts.append(_shown(record, documented=True))
                    owner.append(number)
        pools.append(
            {
                "task": "file",
                "group": package,
                "queries": queries[:FILE_QUESTIONS],
                "texts": texts,
                "owner": owner,
                "gold": gold[:FILE_QUESTIONS],
            }
        )
    return pools


def _terms(text: str) -> list[str]:
    found = []
    for part in PART.findall(text):
        word = part.lower()
        for ending in ("ing", "ies", "ed", "es", "s"):
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word.removesuffix(ending) + ("y" if ending == "ies" else "")
                break
        found.append(word)
    return found


def bm25(queries: list[str], texts: list[str]) -> np.ndarray:
    """Scores of shape (queries, texts); k1 1.2, b 0.75 over split and lightly stemmed words."""
    postings: dict[str, list[tuple[int, int]]] = collections.defaultdict(list)
    lengths = np.zeros(len(texts))
    for number, text in enumerate(texts):
        counts = collections.Counter(_terms(text))
        lengths[number] = sum(counts.values())
        for word, times in counts.items():
            postings[word].append((number, times))
    scores = np.zeros((len(queries), len(texts)))
    norm = 1.2 * (0.25 + 0.75 * lengths / lengths.mean())
    for row, query in enumerate(queries):
        for word in _terms(query):
            found = postings.get(word)
            if found:
                at = np.array([number for number, _ in found])
                times = np.array([times for _, times in found], float)
                rare = math.log(1 + (len(texts) - len(at) + 0.5) / (len(at) + 0.5))
                scores[row, at] += rare * times * 2.2 / (times + norm[at])
    return scores


def by_owner(scores: np.ndarray, owner: list[int]) -> np.ndarray:
    """The best score of each owner's texts."""
    best = np.full((len(scores), max(owner) + 1), -1.0)
    for column, number in enumerate(owner):
        best[:, number] = np.maximum(best[:, number], scores[:, column])
    return best


def reciprocal(scores: np.ndarray, gold: list[int]) -> np.ndarray:
    """The reciprocal rank of each query's own answer, ties shared."""
    mine = scores[np.arange(len(gold)), gold][:, None]
    return 1 / (1 + (scores > mine).sum(1) + ((scores == mine).sum(1) - 1) / 2)


def _scaled(scores: np.ndarray) -> np.ndarray:
    return scores / np.maximum(scores.max(1, keepdims=True), 1e-9)


Scorer = Callable[[list[str], list[str]], np.ndarray]


def dense(folder: Path) -> Scorer:
    """Cosines by a model's folder."""
    embedder = StaticEmbedder(folder)
    return lambda queries, texts: (
        np.stack([embedder.query(query) for query in queries]) @ embedder.passages(texts).T
    )


def score(pools: list[dict], scorer: Scorer, lexical: list[np.ndarray]) -> dict[str, dict]:
    """MRR alone and with BM25, by task and group."""
    found: dict[str, dict] = {"function": {}, "file": {}}
    for pool, words in zip(pools, lexical, strict=True):
        scores = scorer(pool["queries"], pool["texts"])
        both = 0.6 * _scaled(scores) + 0.4 * _scaled(words)
        ranks = [reciprocal(by_owner(each, pool["owner"]), pool["gold"]) for each in (scores, both)]
        found[pool["task"]][pool["group"]] = [float(rank.mean()) for rank in ranks] + [
            float((ranks[0] > 0.099).mean()), len(pool["queries"])
        ]  # fmt: skip
    return found


def main() -> None:
    """Make the pools or score models on them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["pools", "score"])
    parser.add_argument("source", type=Path)
    parser.add_argument("others", type=Path, nargs="+")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.command == "pools":
        records = _records(options.source)
        pools = function_pools(records) + file_pools(records)
        options.others[0].write_text(json.dumps(pools), encoding="utf-8")
        for pool in pools:
            print(pool["task"], pool["group"], len(pool["queries"]), len(pool["texts"]))
        return
    pools = json.loads(options.source.read_text(encoding="utf-8"))
    lexical = [bm25(pool["queries"], pool["texts"]) for pool in pools]
    rows = {"bm25": score(pools, bm25, lexical)}
    rows |= {str(folder): score(pools, dense(folder), lexical) for folder in options.others}
    if options.json:
        print(json.dumps(rows))
    for name, tasks in rows.items():
        for task, groups in tasks.items():
            mean = np.mean([values[:3] for values in groups.values()], axis=0)
            line = f"MRR {mean[0]:.3f} hybrid {mean[1]:.3f} R@10 {mean[2]:.3f} "
            each = [f"{group.split('/')[-1][:12]} {v[0]:.2f}" for group, v in groups.items()]
            print(f"{name:24s} {task:8s}", line, *each)


if __name__ == "__main__":
    main()
