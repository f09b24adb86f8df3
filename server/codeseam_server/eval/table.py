"""Shows a report: a table for people, a document for programs."""

import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from codeseam_server.eval.measures import BUDGET, NEVER, Mean, Scores, difference, summary
from codeseam_server.eval.run import Report, Row

_COLUMNS = (
    "ndcg", "mrr", "touched", "whole", "recall", "iou_recall", "iou", "with_graph", "tokens",
    "lines", "within",
)  # fmt: skip
_MOST_LOST = 20
_EMPTY = Mean(math.nan, math.nan, math.nan, 0)


def table(report: Report) -> str:
    """The report as lines of text: categories of search as it is, then every variant."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    yield f"{len(report.questions)} questions" + (
        f", seed {report.seed}" if report.seed is not None else ""
    )
    yield from lost_lines(report)
    width = max(20, *(len(row.variant.name) for row in report.rows), *map(len, _groups(report)))
    yield ""
    yield _head(report.k, width)
    groups = _groups(report)
    if len(groups) > 1:
        for name, chosen in groups.items():
            yield _line(name, [report.rows[0].scores[at] for at in chosen], width)
        yield ""
    for row in report.rows:
        yield _line(row.variant.name, row.scores, width)
    yield ""
    yield from _intervals(report, width)
    yield from _legend(report.k)
    if report.says:
        yield from textwrap.wrap(report.says, 100)


def lost_lines(report: Report) -> Iterator[str]:
    """A line for each target that is no longer there."""
    for one in report.lost[:_MOST_LOST]:
        what = "the question is not asked" if one.whole else "its other targets count"
        yield f"no longer there: {one.target} ({one.at}): {one.why}; {what}"
    if len(report.lost) > _MOST_LOST:
        yield f"and {len(report.lost) - _MOST_LOST} more; --json has them all"


def _groups(report: Report) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for at, one in enumerate(report.questions):
        groups.setdefault(one.category or "(no category)", []).append(at)
    return dict(sorted(groups.items()))


def _head(k: int, width: int) -> str:
    names = ("NDCG@10", "MRR", f"touched@{k}", f"whole@{k}", f"recall@{k}", f"r@{k} IoU.3",
             f"IoU@{k}", "+graph", "tokens", f"lines@{k}", "in 2k tok")  # fmt: skip
    return f"{'':{width}} {'n':>5} " + " ".join(f"{name:>10}" for name in names)


def _line(name: str, scores: Sequence[Scores], width: int) -> str:
    means = summary(scores)
    cells = (_cell(key, means.get(key, _EMPTY).value) for key in _COLUMNS)
    return f"{name:{width}} {len(scores):>5} " + " ".join(f"{cell:>10}" for cell in cells)


def _cell(key: str, value: float) -> str:
    if math.isnan(value):
        return "-"
    return f"{value:.0f}" if key in ("tokens", "lines") else f"{value:.3f}"


def _intervals(report: Report, width: int) -> Iterator[str]:
    """The 95 % intervals of the first row, and how the others differ from it."""
    first, *others = report.rows
    means = summary(first.scores)
    yield "95 % intervals (bootstrap over questions)"
    shown = [key for key in ("ndcg", "mrr", "touched", "whole", "within", "iou") if key in means]
    cells = "  ".join(f"{key} {means[key].low:.3f} to {means[key].high:.3f}" for key in shown)
    yield f"{first.variant.name:{width}} {cells}"
    for row in others:
        changes = ((key, difference(row.scores, first.scores, key)) for key in shown)
        cells = "  ".join(
            f"{key} {c.value:+.3f} ({c.low:+.3f} to {c.high:+.3f})" for key, c in changes
        )
        yield f"{row.variant.name:{width}} {cells}"
    yield ""


def _legend(k: int) -> Iterator[str]:
    yield f"touched, whole: any target, or all of one, in one of the top {k}; recall: share of the"
    yield "targets touched, or met with an intersection over union of 0.3; +graph: recall with what"
    yield f"is named beside the hits; tokens: read to the first right hit, {NEVER} for none of 10;"
    yield f"in 2k tok: all of a target in one of the hits read within {BUDGET} tokens."


def document(report: Report) -> dict[str, Any]:
    """The report as one JSON document."""
    groups = _groups(report)
    return {
        "questions": len(report.questions),
        "k": report.k,
        "seed": report.seed,
        "says": report.says,
        "unresolved": [
            {"at": one.at, "target": one.target, "why": one.why, "asked": not one.whole}
            for one in report.lost
        ],
        "rows": [_row(report, row) for row in report.rows],
        "categories": {
            name: _means([report.rows[0].scores[at] for at in chosen])
            for name, chosen in groups.items()
        },
        "scores": [
            {
                "query": one.query,
                "category": one.category,
                "targets": [
                    {"path": target.path, "lines": [list(span) for span in target.spans]}
                    for target in one.targets
                ],
                **{key: round(value, 4) for key, value in report.rows[0].scores[at].items()},
            }
            for at, one in enumerate(report.questions)
        ],
    }


def _row(report: Report, row: Row) -> dict[str, Any]:
    variant = row.variant
    found: dict[str, Any] = {
        "name": variant.name,
        "chunker": variant.chunker,
        "header": variant.header,
        "bm25": variant.switches.by_words,
        "vectors": variant.switches.by_meaning,
        "graph": variant.switches.graph,
        "measures": _means(row.scores),
    }
    if row is not report.rows[0]:
        base = report.rows[0].scores
        keys = [key for key in _COLUMNS if key in found["measures"]]
        found["change"] = {key: _mean(difference(row.scores, base, key)) for key in keys}
    return found


def _means(scores: Sequence[Scores]) -> dict[str, dict[str, float]]:
    return {key: _mean(value) for key, value in summary(scores).items()}


def _mean(value: Mean) -> dict[str, float]:
    return {
        "mean": round(value.value, 4),
        "low": round(value.low, 4),
        "high": round(value.high, 4),
        "n": value.count,
    }
