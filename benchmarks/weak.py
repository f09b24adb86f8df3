"""Counts how often a query is called weakly matched that is not, and the other way round.

    python benchmarks/weak.py --sets SETS --corpora CORPORA --cache DIR

Asked of each repository: its own questions, 15 questions of other repositories, and questions about
other fields than programming (none of them among those that the level is measured with).
"""

import argparse
import random
from collections import defaultdict
from pathlib import Path

from corpora import corpora

from codeseam_server.search import Search

ELSEWHERE = (
    "train a neural network to recognise cats",
    "mortgage calculator for a first house",
    "send a newsletter to subscribers",
    "shading of three dimensional meshes",
    "shopping cart checkout with vouchers",
    "GPS route planning between two cities",
    "MIDI note playback on a synthesizer",
    "measurement history of blood glucose",
    "crop rotation on sandy soil",
    "chess openings against the Sicilian defence",
)


def main() -> None:
    """Print the share of queries called weak, by where they come from."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--sets", "--corpora", "--cache"):
        parser.add_argument(name, type=Path, required=True)
    args = parser.parse_args()
    places = [
        (c.name, c.questions) for c in corpora(args.sets, args.corpora, args.cache, index=False)
    ]
    draw = random.Random(0)
    weak: dict[str, list[bool]] = defaultdict(list)
    for corpus in corpora(args.sets, args.corpora, args.cache, index=False):
        ask = Search(corpus.store, corpus.embedder)
        others = [q.text for name, asked in places if name != corpus.name for q in asked]
        weak["its own"] += [ask(q.text).weak for q in corpus.questions]
        weak["of other repositories"] += [ask(text).weak for text in draw.sample(others, 15)]
        weak["of other fields"] += [ask(text).weak for text in ELSEWHERE]
    for kind, found in weak.items():
        print(f"{kind:<24} {sum(found)} of {len(found)}: {sum(found) / len(found):.3f}")


if __name__ == "__main__":
    main()
