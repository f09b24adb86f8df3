"""Write a trained table as the files that the wheel carries, with their checksums.

Usage: python training/export.py TABLE.npz PREPARED_DIR OUT_DIR [--bits 4|8] [--id NAME].
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np


def quantised(rows: np.ndarray, bits: int) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers of ``bits`` bits, and one float32 scale a row."""
    top = 2 ** (bits - 1) - 1
    scales = (np.abs(rows).max(axis=1) / top + 1e-12).astype("f4")
    whole = np.clip(np.round(rows / scales[:, None]), -top, top).astype("i1")
    if bits == 8:
        return whole, scales
    shifted = (whole + 8).astype("u1")
    return (shifted[:, 0::2] | (shifted[:, 1::2] << 4)).astype("u1"), scales


def main() -> None:
    """Write vocab.txt, table.npy, scales.npy and model.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--bits", type=int, default=8)
    parser.add_argument("--id", default="codeseam-static-1")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows = np.load(options.table, allow_pickle=False)["rows"]
    table, scales = quantised(rows, options.bits)
    words = (options.prepared / "vocab.txt").read_bytes()
    (options.out / "vocab.txt").write_bytes(words)
    np.save(options.out / "table.npy", table)
    np.save(options.out / "scales.npy", scales)
    names = ("scales.npy", "table.npy", "vocab.txt")
    sums = {name: hashlib.sha256((options.out / name).read_bytes()).hexdigest() for name in names}
    card = {
        "id": options.id,
        "dimensions": rows.shape[1],
        "bits": options.bits,
        "licence": "MIT",
        "sha256": sums,
    }
    (options.out / "model.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    sizes = {path.name: path.stat().st_size for path in sorted(options.out.iterdir())}
    print(json.dumps(sizes))


if __name__ == "__main__":
    main()
