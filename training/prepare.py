"""Turn mined pieces into training pairs: vocabulary, sparse counts, held-out projects set aside.

Usage: python training/prepare.py OUT_DIR PIECES.jsonl… [--evaluation FOLDER…].

Every piece that also occurs in an evaluation folder (by its normalised documentation, the hash of
its code, or its qualified name with the first words of its documentation) is dropped here;
``check_overlap.py`` then proves on the result that none is left.
"""

import argparse
import collections
import hashlib
import json
import re
import string
from dataclasses import dataclass
from pathlib import Path

import definitions
import heldout
import numpy as np
import overlap

from codeseam_indexer.embed.tokenizer import PART, Tokenizer

VOCABULARY = 32_000
PIECES = 2_000
MAX_PARTS = 400
MIN_PARTS = 3
VIEWS = ("doc", "more", "name", "inner", "file", "type")
CAPS = {"doc": 2_500, "more": 800, "name": 700, "inner": 1_000, "file": 400, "type": 500}
"""Pairs of one package and view: no package speaks louder than that."""


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


def vocabulary(pairs: list[Pair]) -> list[str]:
    """The most frequent words, then pieces of the words that are not among them."""
    counts: collections.Counter[str] = collections.Counter()
    for pair in pairs:
        for word in PART.findall(pair.query):
            counts[word.lower()] += 3
        for word in set(PART.findall(pair.code)):
            counts[word.lower()] += 1
    words = [word for word, _ in counts.most_common() if len(word) <= 20]
    kept = set(words[: VOCABULARY - PIECES])
    grams: collections.Counter[str] = collections.Counter()
    for word in words[VOCABULARY - PIECES :][:200_000]:
        for size in (2, 3, 4):
            for start in range(len(word) - size + 1):
                grams[word[start : start + size]] += counts[word]
    single = [c for c in string.ascii_lowercase + string.digits if c not in kept]
    extra = [gram for gram, _ in grams.most_common(3 * PIECES) if gram not in kept]
    extra = single + extra[: PIECES - len(single)]
    return words[: VOCABULARY - len(extra)] + extra


def sparse(texts: list[str], tokenizer: Tokenizer) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Row pointers, rows of the table and counts of each text."""
    starts, rows, counts = [0], [], []
    for text in texts:
        found = collections.Counter(tokenizer.rows(text, MAX_PARTS))
        rows.extend(found.keys())
        counts.extend(found.values())
        starts.append(len(rows))
    return np.array(starts, "i8"), np.array(rows, "i4"), np.array(counts, "i2")


@dataclass
class Collected:
    """The pairs, the fingerprints of the pieces that they are made of, and what was dropped."""

    pairs: list[Pair]
    prints: list[overlap.Prints]
    dropped: dict[str, int]


def collect(sources: list[Path], seen: overlap.Fingerprints) -> Collected:
    """The pairs of all pieces that are in no evaluation folder and in no held-out project."""
    taken: collections.Counter[tuple[str, str]] = collections.Counter()
    docs: collections.Counter[str] = collections.Counter()
    hashes: set[str] = set()
    dropped: collections.Counter[str] = collections.Counter()
    pairs: list[Pair] = []
    prints: list[overlap.Prints] = []
    for source in sources:
        for line in source.open(encoding="utf-8"):
            record = json.loads(line)
            if heldout.is_held_out(record["package"]):
                continue
            if seen.holds(record):
                dropped["overlap"] += 1
                continue
            key = hashlib.md5(re.sub(r"\s+", "", record["code"]).encode()).hexdigest()
            if key in hashes:
                dropped["duplicate"] += 1
                continue
            hashes.add(key)
            kept = False
            for pair in pairs_of(record):
                normal = overlap.normal(pair.query)
                if len(normal) >= overlap.SHORT and normal in seen.docs:
                    dropped["overlap"] += 1
                    continue
                docs[normal] += 1
                place = (pair.package, pair.view)
                if docs[normal] > 3 or taken[place] >= CAPS[pair.view]:
                    continue
                taken[place] += 1
                pair.piece = len(hashes)
                pairs.append(pair)
                kept = True
            if kept:
                prints.append(overlap.prints(record))
    return Collected(pairs, prints, dict(dropped))


def main() -> None:
    """Write vocab.txt, pairs.npz and statistics into the folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("pieces", type=Path, nargs="+")
    parser.add_argument("--evaluation", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    seen = overlap.Fingerprints.of(options.evaluation)
    collected = collect(options.pieces, seen)
    pairs = collected.pairs
    with (options.out / "fingerprints.jsonl").open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in collected.prints)
    pairs.sort(key=lambda pair: (pair.package, pair.header))
    words = vocabulary(pairs)
    (options.out / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    tokenizer = Tokenizer(words)
    arrays: dict[str, np.ndarray] = {}
    for part in ("query", "header", "code"):
        starts, rows, counts = sparse([getattr(pair, part) for pair in pairs], tokenizer)
        arrays |= {f"{part}_starts": starts, f"{part}_rows": rows, f"{part}_counts": counts}
    arrays["view"] = np.array([VIEWS.index(pair.view) for pair in pairs], "i1")
    arrays["piece"] = np.array([pair.piece for pair in pairs], "i4")
    np.savez(options.out / "pairs.npz", **arrays)
    with (options.out / "pairs.jsonl").open("w", encoding="utf-8") as out:
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
    (options.out / "statistics.json").write_text(json.dumps(statistics, indent=1), encoding="utf-8")
    print(json.dumps(statistics))


if __name__ == "__main__":
    main()
