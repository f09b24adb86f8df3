"""Turn mined pieces into training pairs: vocabulary, sparse counts, held-out projects set aside.

Usage: python training/prepare.py OUT_DIR PIECES.jsonl… [--evaluation FOLDER…].

Every piece that also occurs in an evaluation folder (by its normalised documentation, the hash of
its code, or its qualified name with the first words of its documentation) is dropped here;
``check_overlap.py`` then proves on the result that none is left.
"""

import argparse
import collections
import json
import multiprocessing
import re
import string
from dataclasses import dataclass
from multiprocessing.pool import Pool
from pathlib import Path

import definitions
import heldout
import numpy as np
import overlap

from codeseam_indexer.embed.tokenizer import PART, Tokenizer

VOCABULARY = 32_000
PIECES = 2_000
CHUNK = 20_000
MAX_PARTS = 400
MIN_PARTS = 3
VIEWS = ("doc", "more", "name", "inner", "file", "type")
CAPS = {"doc": 2_500, "more": 800, "name": 700, "inner": 1_000, "file": 400, "type": 500}
"""Pairs of one package and view: no package speaks louder than that."""
SHARES = {"python": 0.4, "javascript": 0.7, "go": 0.7, "java": 0.7}
"""What is left of that for languages that have more than enough packages."""


@dataclass
class Pair:
    """A question and the code that answers it.

    ``header`` (path and scope) stands before the code only some of the time in training; ``piece``
    is the same for all pairs of one piece of code: none of them is a wrong answer to another.
    """

    view: str
    package: str
    language: str
    query: str
    header: str
    code: str
    piece: int = 0


def question(doc: str, name: str) -> str:
    """A sentence without the name of what it documents in front (the habit of Go and C)."""
    text = doc.lstrip("|^ :-")
    words = text.split(" ")
    if name and words and words[0].strip(".:,()").lower() == name.lower() and len(words) > 3:
        text = " ".join(words[1:])
    return " ".join(text.split(" ")[:40])


def split_name(name: str) -> str:
    """``readConfigFile`` as "read config file"."""
    return " ".join(part.lower() for part in PART.findall(name))


def pairs_of(record: dict[str, str]) -> list[Pair]:
    """The pairs that one piece gives."""
    kind, name, code, doc = record["kind"], record["name"], record["code"], record["doc"]
    path = "/".join(record["path"].split("/")[-2:])
    header = f"{path} {record['qualified']}\n"
    said = [question(s, name) for s in definitions.sentences(doc)]
    said = [s for s in said if definitions.good(s)]
    made: list[tuple[str, str, str, str]] = []
    if kind == "file":
        if said:
            made.append(("file", " ".join(said[:2]), record["path"] + "\n", code))
    elif kind == "inner":
        if said:
            made.append(("inner", said[0], header, code))
    else:
        if said:
            made.append(("type" if kind == "type" else "doc", said[0], header, code))
        if len(said) > 1:
            # A later sentence asks, the first stays with the code: chunks have their docs.
            made.append(("more", said[1], header, f"{said[0]}\n{code}"))
        words = split_name(name)
        if len(words.split()) >= 3 and len(code) > 80:
            body = re.sub(rf"\b{re.escape(name)}\b", " ", code)
            made.append(("name", words, path + "\n", body))
    package, language = record["package"], record["language"]
    return [Pair(view, package, language, *rest) for view, *rest in made]


def _count(pairs: list[tuple[str, str]]) -> collections.Counter[str]:
    counts: collections.Counter[str] = collections.Counter()
    for query, code in pairs:
        for word in PART.findall(query):
            counts[word.lower()] += 3
        counts.update({word.lower() for word in PART.findall(code)})
    return counts


def _ordered(counts: collections.Counter[str]) -> list[str]:
    """Most frequent first; the alphabet decides a tie, so that every run gives the same order."""
    return sorted(counts, key=lambda word: (-counts[word], word))


def vocabulary(pairs: list[Pair], pool: Pool) -> list[str]:
    """The most frequent words, then pieces of the words that are not among them."""
    texts = [(pair.query, pair.code) for pair in pairs]
    counts: collections.Counter[str] = collections.Counter()
    parts = [texts[start : start + CHUNK] for start in range(0, len(texts), CHUNK)]
    for part in pool.imap(_count, parts):
        counts.update(part)
    words = [word for word in _ordered(counts) if len(word) <= 20]
    kept = set(words[: VOCABULARY - PIECES])
    grams: collections.Counter[str] = collections.Counter()
    for word in words[VOCABULARY - PIECES :][:200_000]:
        for size in (2, 3, 4):
            for start in range(len(word) - size + 1):
                grams[word[start : start + size]] += counts[word]
    single = [c for c in string.ascii_lowercase + string.digits if c not in kept]
    extra = [gram for gram in _ordered(grams)[: 3 * PIECES] if gram not in kept]
    extra = single + extra[: PIECES - len(single)]
    return words[: VOCABULARY - len(extra)] + extra


def _sparse(work: tuple[list[str], list[str]]) -> tuple[list[int], list[int], list[int]]:
    words, texts = work
    tokenizer = Tokenizer(words)
    sizes, rows, counts = [], [], []
    for text in texts:
        found = collections.Counter(tokenizer.rows(text, MAX_PARTS))
        sizes.append(len(found))
        rows.extend(found.keys())
        counts.extend(found.values())
    return sizes, rows, counts


def sparse(texts: list[str], words: list[str], pool: Pool) -> tuple[np.ndarray, ...]:
    """Row pointers, rows of the table and counts of each text."""
    parts = [(words, texts[start : start + CHUNK]) for start in range(0, len(texts), CHUNK)]
    found = list(pool.imap(_sparse, parts))
    sizes = np.concatenate([np.array(each[0], "i8") for each in found])
    rows = np.concatenate([np.array(each[1], "i4") for each in found])
    counts = np.concatenate([np.array(each[2], "i2") for each in found])
    return np.concatenate([[0], np.cumsum(sizes)]), rows, counts


@dataclass
class Collected:
    """The pairs, the fingerprints of the pieces that they are made of, and what was dropped."""

    pairs: list[Pair]
    prints: list[overlap.Prints]
    dropped: dict[str, int]


def _read(line: str) -> tuple[overlap.Prints, list[Pair]] | None:
    record = json.loads(line)
    if heldout.is_held_out(record["package"]):
        return None
    return overlap.prints(record), pairs_of(record)


def collect(sources: list[Path], seen: overlap.Fingerprints, pool: Pool) -> Collected:
    """The pairs of all pieces that are in no evaluation folder and in no held-out project."""
    taken: collections.Counter[tuple[str, str]] = collections.Counter()
    docs: collections.Counter[str] = collections.Counter()
    hashes: set[str] = set()
    dropped: collections.Counter[str] = collections.Counter()
    pairs: list[Pair] = []
    prints: list[overlap.Prints] = []
    lines = (line for source in sources for line in source.open(encoding="utf-8"))
    for read in pool.imap(_read, lines, chunksize=500):
        if read is None:
            continue
        found, made = read
        if seen.holds_prints(*found):
            dropped["overlap"] += 1
            continue
        if found[0] in hashes:
            dropped["duplicate"] += 1
            continue
        hashes.add(found[0])
        kept = False
        for pair in made:
            normal = overlap.normal(pair.query)
            if len(normal) >= overlap.SHORT and normal in seen.docs:
                dropped["overlap"] += 1
                continue
            docs[normal] += 1
            place = (pair.package, pair.view)
            cap = CAPS[pair.view] * SHARES.get(pair.language, 1)
            if docs[normal] > 3 or taken[place] >= cap:
                continue
            taken[place] += 1
            pair.piece = len(hashes)
            pairs.append(pair)
            kept = True
        if kept:
            prints.append(found)
    return Collected(pairs, prints, dict(dropped))


def main() -> None:
    """Write vocab.txt, pairs.npz and statistics into the folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("pieces", type=Path, nargs="+")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--evaluation", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    seen = overlap.Fingerprints.of(options.evaluation)
    with multiprocessing.Pool(options.processes) as pool:
        write(collect(options.pieces, seen, pool), options.out, pool)


def write(collected: Collected, out_dir: Path, pool: Pool) -> None:
    """Write what training, the overlap check and a reader need."""
    pairs = collected.pairs
    with (out_dir / "fingerprints.jsonl").open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in collected.prints)
    pairs.sort(key=lambda pair: (pair.package, pair.header))
    words = vocabulary(pairs, pool)
    (out_dir / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    arrays: dict[str, np.ndarray] = {}
    for part in ("query", "header", "code"):
        starts, rows, counts = sparse([getattr(pair, part) for pair in pairs], words, pool)
        arrays |= {f"{part}_starts": starts, f"{part}_rows": rows, f"{part}_counts": counts}
    arrays["view"] = np.array([VIEWS.index(pair.view) for pair in pairs], "i1")
    arrays["piece"] = np.array([pair.piece for pair in pairs], "i4")
    np.savez(out_dir / "pairs.npz", **arrays)
    with (out_dir / "pairs.jsonl").open("w", encoding="utf-8") as out:
        for pair in pairs:
            out.write(
                json.dumps([pair.view, pair.package, pair.query, pair.header, pair.code]) + "\n"
            )
    statistics = {
        "pairs": len(pairs),
        "dropped": collected.dropped,
        "views": collections.Counter(pair.view for pair in pairs),
        "languages": collections.Counter(pair.language for pair in pairs),
        "packages": len({pair.package for pair in pairs}),
    }
    (out_dir / "statistics.json").write_text(json.dumps(statistics, indent=1), encoding="utf-8")
    print(json.dumps(statistics))


if __name__ == "__main__":
    main()
