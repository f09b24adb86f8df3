"""Train the table: two tied bags of words, InfoNCE in both directions, on one CPU thread.

Usage: python training/train.py PREPARED_DIR OUT.npz [--epochs N --dimensions D …].

A question and its code are each the sum of the table's rows weighted by 1 + log(count), scaled to
unit length. In a batch every other code is a wrong answer, and blocks of neighbours of one package
make many of them hard ones. Adam runs on the rows that a batch touches and on no others. The loss
is van den Oord et al., "Representation Learning with Contrastive Predictive Coding" (2018).
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import prepare
import torch

from codeseam_indexer.embed.tokenizer import Tokenizer

torch.set_num_threads(1)

FRAMES = (
    "how does work", "where is", "how is handled", "what does", "which function", "code that",
    "find the", "how are", "where are defined", "implementation of", "how do i", "the logic for",
    "function that", "class that", "where does the code", "what happens when", "how can it",
    "which part is responsible for",
)  # fmt: skip
"""Words that questions are made of: mixed into queries, so that they come to weigh nothing."""

Bag = tuple[np.ndarray, np.ndarray, np.ndarray]


class Sparse:
    """Texts as rows and weights, one after the other."""

    def __init__(self, data: dict[str, np.ndarray], part: str) -> None:
        self.starts = data[f"{part}_starts"]
        self.rows = data[f"{part}_rows"]
        self.weights = 1 + np.log(data[f"{part}_counts"].astype("f4"))

    def pick(self, texts: np.ndarray) -> Bag:
        """Text number within ``texts``, row and weight of each entry of ``texts``."""
        sizes = self.starts[texts + 1] - self.starts[texts]
        begin = np.concatenate([[0], np.cumsum(sizes)])
        at = np.repeat(self.starts[texts] - begin[:-1], sizes) + np.arange(begin[-1])
        return np.repeat(np.arange(len(texts)), sizes), self.rows[at], self.weights[at]


def kept(bag: Bag, keep: np.ndarray) -> Bag:
    """The entries of ``bag`` where ``keep`` is true."""
    return bag[0][keep], bag[1][keep], bag[2][keep]


def joined(*bags: Bag) -> Bag:
    """The entries of all bags, ordered by text."""
    texts = np.concatenate([bag[0] for bag in bags])
    order = np.argsort(texts, kind="stable")
    return (
        texts[order],
        np.concatenate([bag[1] for bag in bags])[order],
        np.concatenate([bag[2] for bag in bags])[order],
    )


class Batches:
    """Draws batches: blocks of neighbours, shuffled anew in each epoch."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        data = dict(np.load(folder / "pairs.npz"))
        self.query, self.header, self.code = (
            Sparse(data, part) for part in ("query", "header", "code")
        )
        self.piece, self.view = data["piece"], data["view"]
        self.options = options
        self.random = np.random.default_rng(options.seed)
        words = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
        tokenizer = Tokenizer(words)
        self.size = len(words)
        self.frames = [np.array(list(tokenizer.rows(frame, 20)), "i4") for frame in FRAMES]
        enough = np.diff(self.query.starts) >= prepare.MIN_PARTS
        enough &= np.diff(self.code.starts) >= prepare.MIN_PARTS
        if options.views:
            wanted = [prepare.VIEWS.index(view) for view in options.views.split(",")]
            enough &= np.isin(self.view, wanted)
        self.usable = np.flatnonzero(enough)

    def epoch(self, number: int) -> list[np.ndarray]:
        """The batches of an epoch."""
        options, usable = self.options, self.usable
        offset = int(self.random.integers(options.block)) if number else 0
        blocks = [usable[i : i + options.block] for i in range(offset, len(usable), options.block)]
        random.Random(options.seed * 1000 + number).shuffle(blocks)
        flat = np.concatenate(blocks)
        size = options.batch
        return [flat[i : i + size] for i in range(0, len(flat) - size + 1, size)]

    def queries(self, texts: np.ndarray) -> Bag:
        """The questions, some of their words dropped, some with words of questions added."""
        bag = self.query.pick(texts)
        if self.options.query_drop:
            bag = kept(bag, self.random.random(len(bag[0])) >= self.options.query_drop)
        framed = np.flatnonzero(self.random.random(len(texts)) < self.options.frames)
        if not len(framed):
            return bag
        chosen = [self.frames[i] for i in self.random.integers(len(self.frames), size=len(framed))]
        rows = np.concatenate(chosen)
        numbers = np.repeat(framed, [len(frame) for frame in chosen])
        return joined(bag, (numbers, rows, np.ones(len(rows), "f4")))

    def codes(self, texts: np.ndarray) -> Bag:
        """The code, some of its words dropped, with its path and scope some of the time."""
        bag = self.code.pick(texts)
        bag = kept(bag, self.random.random(len(bag[0])) >= self.options.drop)
        header = self.header.pick(texts)
        shown = self.random.random(len(texts)) < self.options.header
        return joined(bag, kept(header, shown[header[0]]))


class Table:
    """Rows being learned, with Adam's moments."""

    def __init__(self, rows: torch.Tensor) -> None:
        self.rows = rows
        self.first = torch.zeros_like(self.rows)
        self.second = torch.zeros_like(self.rows)
        self.step = 0

    def update(self, touched: torch.Tensor, gradient: torch.Tensor, rate: float) -> None:
        """One step of Adam on the rows ``touched``."""
        self.step += 1
        first = self.first[touched].mul_(0.9).add_(gradient, alpha=0.1)
        second = self.second[touched].mul_(0.99).addcmul_(gradient, gradient, value=0.01)
        self.first.index_copy_(0, touched, first)
        self.second.index_copy_(0, touched, second)
        change = (first / (1 - 0.9**self.step)).div_(
            (second / (1 - 0.99**self.step)).sqrt_().add_(1e-8)
        )
        self.rows.index_add_(0, touched, change, alpha=-rate)


def pooled(rows: torch.Tensor, bag: Bag, number: int, where: np.ndarray) -> torch.Tensor:
    """Unit vectors of the texts of ``bag`` over ``rows``, whose numbers ``where`` gives."""
    offsets = np.searchsorted(bag[0], np.arange(number))
    summed = torch.nn.functional.embedding_bag(
        torch.from_numpy(where[bag[1]]),
        rows,
        torch.from_numpy(offsets.astype("i8")),
        mode="sum",
        per_sample_weights=torch.from_numpy(bag[2].astype("f4")),
    )
    return torch.nn.functional.normalize(summed)


def train(batches: Batches, options: argparse.Namespace) -> np.ndarray:
    """Run all epochs; the rows learned."""
    torch.manual_seed(options.seed)
    table = Table(torch.randn(batches.size, options.dimensions) * 0.1)
    where = np.zeros(batches.size, "i8")
    total = int(len(batches.usable) // options.batch * options.epochs)
    average, begun = 0.0, time.time()
    for number in range(int(np.ceil(options.epochs))):
        for texts in batches.epoch(number):
            if table.step >= total:
                break
            queries, codes = batches.queries(texts), batches.codes(texts)
            touched = np.unique(np.concatenate([queries[1], codes[1]]))
            where[touched] = np.arange(len(touched))
            numbers = torch.from_numpy(touched.astype("i8"))
            rows = table.rows[numbers].requires_grad_(True)
            asked = pooled(rows, queries, len(texts), where)
            found = pooled(rows, codes, len(texts), where)
            loss = contrast(asked, found, torch.from_numpy(batches.piece[texts]), options.scale)
            loss.backward()
            share = table.step / total
            rate = min(1, (table.step + 1) / 50) * max(0.02, 1 - share)
            table.update(numbers, rows.grad, options.rate * rate)
            average = loss.item() if table.step == 1 else 0.98 * average + 0.02 * loss.item()
            if table.step % 200 == 0:
                spent = time.process_time()
                print(table.step, "/", total, f"loss {average:.3f} cpu {spent:.0f} s", flush=True)
    print(f"{table.step} steps, cpu {time.process_time():.0f} s, wall {time.time() - begun:.0f} s")
    return table.rows.numpy()


def contrast(
    asked: torch.Tensor, found: torch.Tensor, piece: torch.Tensor, scale: float
) -> torch.Tensor:
    """InfoNCE in both directions; pairs of one piece are no wrong answers to each other."""
    scores = asked @ found.T * scale
    same = piece[:, None] == piece[None, :]
    same.fill_diagonal_(False)
    scores = scores.masked_fill(same, -1e4)
    right = torch.arange(len(piece))
    entropy = torch.nn.functional.cross_entropy
    return (entropy(scores, right) + entropy(scores.T, right)) / 2


def arguments() -> argparse.ArgumentParser:
    """What can be set; the defaults are what the shipped model was made with."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=float, default=3)
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--block", type=int, default=32)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--scale", type=float, default=20)
    parser.add_argument("--drop", type=float, default=0.25)
    parser.add_argument("--query-drop", type=float, default=0.1)
    parser.add_argument("--header", type=float, default=0.6)
    parser.add_argument("--frames", type=float, default=0.3)
    parser.add_argument("--views", default="")
    parser.add_argument("--seed", type=int, default=0)
    return parser


def main() -> None:
    """Train and save the table as float32."""
    options = arguments().parse_args()
    np.savez(options.out, rows=train(Batches(options.prepared, options), options))


if __name__ == "__main__":
    main()
