"""A small self-check that remembers: did search get better or worse since the last upgrade?"""

import contextlib
import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from codeseam_indexer import __version__
from codeseam_indexer.pipeline import Progress, extractor
from codeseam_indexer.store import database_path
from codeseam_server.eval.hidden import SAYS
from codeseam_server.eval.measures import Mean, Scores, difference, mean
from codeseam_server.eval.run import Report, hidden
from codeseam_server.session import Session

_QUESTIONS = 60
_FILES = 400
_SEED = 8
_K = 5
_KEPT = 20
"""Checks remembered of one workspace."""

_COMMON = 10
"""Questions that two checks must share before they are compared."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How well search finds a sample of the workspace, and what changed since before.

    Attributes:
        ndcg: mean NDCG@10 with its interval.
        whole: mean whole@5 with its interval.
        before: version, model and time of the check that it is compared with, "" for none.
        change: of NDCG@10 over the questions that both checks asked, None where too few.
        same: whether readers and model are the same as then.
    """

    ndcg: Mean
    whole: Mean
    before: str = ""
    change: Mean | None = None
    same: bool = False

    @property
    def worse(self) -> bool:
        """Whether the change is for the worse beyond chance."""
        return self.change is not None and self.change.high < 0

    def said(self) -> str:
        """The result in one sentence or two."""
        text = (
            f"NDCG@10 {self.ndcg.value:.3f} ({self.ndcg.low:.3f} to {self.ndcg.high:.3f}), "
            f"whole@{_K} {self.whole.value:.3f}, {self.ndcg.count} questions"
        )
        if self.change is None:
            return f"{text}; the next check is compared with this one"
        what = "nothing of codeseam changed since" if self.same else "changed since"
        return (
            f"{text}; {what} {self.before}: {self.change.value:+.3f} "
            f"({self.change.low:+.3f} to {self.change.high:+.3f}) over {self.change.count} "
            "questions that both asked"
        )


def check_quality(session: Session, progress: Progress | None = None) -> Quality:
    """Measure a sample of a workspace, compare it with the last time, and remember it.

    Raises:
        UsageError: nothing in the workspace is documented well enough to ask.
    """
    report = hidden(
        session, (), k=_K, size=_QUESTIONS, seed=_SEED, says=SAYS, most_files=_FILES,
        progress=progress,
    )  # fmt: skip
    file = _file(session)
    past = _read(file)
    scores = _by_question(report)
    quality = _compared(session, report, scores, past[-1] if past else {})
    entry: dict[str, Any] = {
        "version": __version__,
        "model": session.embedder.name,
        "readers": extractor(),
        "at": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
        "ndcg": quality.ndcg.value,
        "whole": quality.whole.value,
        "scores": scores,
    }
    _write(file, [*past, entry][-_KEPT:])
    return quality


def _file(session: Session) -> Path:
    name = database_path(session.settings.cache_dir, session.workspace).stem
    return session.settings.cache_dir / "quality" / f"{name}.json"


def _by_question(report: Report) -> dict[str, float]:
    """NDCG@10 by what was asked about which file; the query itself stays with the source."""
    found: dict[str, float] = {}
    for one, scores in zip(report.questions, report.rows[0].scores, strict=True):
        text = f"{one.targets[0].path}\n{one.query}".encode("utf-8", "surrogateescape")
        found[hashlib.blake2b(text, digest_size=8).hexdigest()] = round(scores["ndcg"], 4)
    return found


def _compared(
    session: Session, report: Report, scores: Mapping[str, float], last: Mapping[str, Any]
) -> Quality:
    own = report.rows[0].scores
    ndcg = mean([one["ndcg"] for one in own])
    whole = mean([one["whole"] for one in own if "whole" in one])
    old = last.get("scores")
    known = cast("dict[str, Any]", old) if isinstance(old, dict) else {}
    both = [key for key in scores if isinstance(known.get(key), (int, float))]
    if len(both) < min(_COMMON, len(scores)):
        return Quality(ndcg, whole)
    now: list[Scores] = [{"ndcg": scores[key]} for key in both]
    then: list[Scores] = [{"ndcg": float(known[key])} for key in both]
    return Quality(
        ndcg, whole,
        before=f"{last.get('version')} with {last.get('model')} at {last.get('at')}",
        change=difference(now, then, "ndcg"),
        same=(last.get("readers"), last.get("model")) == (extractor(), session.embedder.name),
    )  # fmt: skip


def _read(file: Path) -> list[dict[str, Any]]:
    """What is remembered; nothing where that is missing or damaged."""
    try:
        found: object = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    entries = cast("list[object]", found) if isinstance(found, list) else []
    return [cast("dict[str, Any]", one) for one in entries if isinstance(one, dict)]


def _write(file: Path, entries: list[dict[str, Any]]) -> None:
    """Remember; a check that cannot be is still a check."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text(json.dumps(entries), "utf-8")
        fresh.replace(file)
