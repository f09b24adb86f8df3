"""What an answer is worth: was the target touched, is it whole, how early, for how many tokens."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from codeseam_server.eval.resolve import Question, Target

THRESHOLD = 0.3
"""Intersection over union from which on a hit counts as the target itself."""

NEVER = 32_000
"""Tokens that a question costs whose answer is not among the hits: the agent reads files."""

DEPTH = 10
"""Hits that NDCG, MRR and the tokens look at."""

BUDGET = 2_000
"""Tokens that ``within`` reads: chunkers are compared at equal cost, not at equal count."""

_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Shown:
    """A place that an answer shows, in tokens of the index's model."""

    path: str
    start: int
    end: int
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """An answer: its hits, best first, and what it names beside them."""

    hits: tuple[Shown, ...]
    beside: tuple[Shown, ...] = ()


Scores = Mapping[str, float]
"""Measure -> value of one question; a measure of lines is absent where no lines are wanted."""


def measure(answer: Listed, question: Question, k: int) -> Scores:
    """Score one answer.

    ``touched``, ``whole``, ``recall``, ``iou_recall``, ``iou``, ``lines`` and ``with_graph`` look
    at the top ``k``, the others at the top 10. ``whole`` wants a target inside one hit;
    ``recall`` is the share of targets touched, ``iou_recall`` of those that a hit meets with an
    intersection over union of at least 0.3, ``iou`` the best of any; ``with_graph`` is ``recall``
    with the places beside the hits. ``within`` wants a target inside one of the hits that are
    read before ``BUDGET`` tokens are spent, however many those are.
    """
    hits, targets = answer.hits, question.targets
    top = hits[:k]
    spanned = [target for target in targets if target.spans]
    found = {
        "ndcg": ndcg(hits, targets),
        "mrr": next((1 / (at + 1) for at, hit in enumerate(hits[:DEPTH]) if _any(hit, targets)), 0),
        "touched": float(any(_any(hit, targets) for hit in top)),
        "recall": _share(targets, top),
        "with_graph": _share(targets, (*top, *answer.beside)),
        "tokens": float(tokens_to_first(hits[:DEPTH], targets)),
        "lines": float(sum(hit.end - hit.start + 1 for hit in top)),
    }
    if spanned:
        best = [max((_best_iou(hit, target) for hit in top), default=0.0) for target in spanned]
        found["whole"] = float(_any_whole(top, spanned))
        found["within"] = float(_any_whole(affordable(hits, BUDGET), spanned))
        found["iou"] = max(best)
        found["iou_recall"] = sum(value >= THRESHOLD for value in best) / len(best)
    return found


def covers(hit: Shown, target: Target) -> bool:
    """Whether a hit shows any line of a target."""
    return hit.path == target.path and (
        not target.spans
        or any(hit.start <= last and first <= hit.end for first, last in target.spans)
    )


def ndcg(hits: Sequence[Shown], targets: Sequence[Target], k: int = DEPTH) -> float:
    """Normalised discounted cumulative gain: each target counts once, at its first hit."""
    gain = [0.0] * k
    for target in targets:
        rank = next((at for at, hit in enumerate(hits[:k]) if covers(hit, target)), None)
        if rank is not None:
            gain[rank] = 1.0
    ideal = sum(1 / math.log2(at + 2) for at in range(min(k, len(targets))))
    return sum(g / math.log2(at + 2) for at, g in enumerate(gain)) / ideal if ideal else 0.0


def tokens_to_first(hits: Iterable[Shown], targets: Sequence[Target]) -> int:
    """Tokens read up to and with the first hit that shows a target, ``NEVER`` without one."""
    read = 0
    for hit in hits:
        read += hit.tokens
        if _any(hit, targets):
            return read
    return NEVER


def affordable(hits: Sequence[Shown], budget: int) -> Sequence[Shown]:
    """The hits that fit in a number of tokens, read in order."""
    spent = accumulate(hit.tokens for hit in hits)
    return hits[: sum(size <= budget for size in spent)]


def _any_whole(hits: Sequence[Shown], targets: Sequence[Target]) -> bool:
    return any(_is_whole(hit, target) for hit in hits for target in targets)


def _any(hit: Shown, targets: Iterable[Target]) -> bool:
    return any(covers(hit, target) for target in targets)


def _share(targets: Sequence[Target], hits: Sequence[Shown]) -> float:
    return sum(any(covers(hit, target) for hit in hits) for target in targets) / len(targets)


def _is_whole(hit: Shown, target: Target) -> bool:
    return hit.path == target.path and any(
        hit.start <= first and last <= hit.end for first, last in target.spans
    )


def _best_iou(hit: Shown, target: Target) -> float:
    if hit.path != target.path:
        return 0.0
    return max(_iou((hit.start, hit.end), span) for span in target.spans)


def _iou(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Lines in both over lines in either."""
    common = max(0, min(one[1], other[1]) - max(one[0], other[0]) + 1)
    return common / ((one[1] - one[0] + 1) + (other[1] - other[0] + 1) - common)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over questions with its 95 % interval by bootstrap."""

    value: float
    low: float
    high: float
    count: int


def mean(values: Sequence[float]) -> Mean:
    """Give the mean of some values and its interval (percentile bootstrap, 1,000 resamples)."""
    if not values:
        return Mean(math.nan, math.nan, math.nan, 0)
    array = np.asarray(values, np.float64)
    picks = np.random.default_rng(0).integers(0, len(array), (_RESAMPLES, len(array)))
    low, high = np.quantile(array[picks].mean(axis=1), (0.025, 0.975))
    return Mean(float(array.mean()), float(low), float(high), len(array))


def summary(scores: Sequence[Scores]) -> dict[str, Mean]:
    """Give the mean of every measure over the questions that have it."""
    keys = dict.fromkeys(key for one in scores for key in one)
    return {key: mean([one[key] for one in scores if key in one]) for key in keys}


def difference(scores: Sequence[Scores], base: Sequence[Scores], key: str) -> Mean:
    """Give the mean change of a measure from ``base``, question by question, with its interval."""
    pairs = zip(scores, base, strict=True)
    return mean([one[key] - other[key] for one, other in pairs if key in one and key in other])
