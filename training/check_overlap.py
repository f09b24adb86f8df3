"""Prove that nothing of the evaluation projects is in the training pairs.

Usage: python training/check_overlap.py PREPARED_DIR FOLDER [FOLDER …]. Reads every source file
below the folders anew and compares with all that the model was trained on: the normalised
documentation (whole and by sentence), the questions made of it, the hash of the code without white
space, and the qualified name together with the first words of the documentation. Exits with 1 and
prints examples where anything is found.
"""

import argparse
import json
import sys
from pathlib import Path

import overlap


def main() -> None:
    """Compare and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    seen = overlap.Fingerprints.of(options.folders)
    if not seen.codes:
        sys.exit("the folders hold no source files: nothing was proved")
    pieces, found = 0, []
    with (options.prepared / "fingerprints.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            pieces += 1
            if seen.holds_prints(*json.loads(line)):
                found.append(line.strip()[:200])
    pairs = 0
    with (options.prepared / "pairs.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            pairs += 1
            query = overlap.normal(json.loads(line)[2])
            if len(query) >= overlap.SHORT and query in seen.docs:
                found.append(line.strip()[:200])
    print(
        f"{pieces} pieces and {pairs} pairs against {len(seen.codes)} definitions and "
        f"{len(seen.docs)} sentences of the evaluation projects: {len(found)} in both"
    )
    for line in found[:10]:
        print(line)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
