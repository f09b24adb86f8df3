"""The sets of labels that are shipped name real places, and enough of them."""

import json
import shutil
import sys
import sysconfig
from collections import Counter
from pathlib import Path

import pytest

from codeseam_indexer.settings import Settings
from codeseam_server.eval import Label, Resolved, read_labels, resolve
from codeseam_server.session import Session

ROOT = Path(__file__).parent.parent.parent
LABELS = ROOT / "benchmarks" / "labels"


def _resolved(labels: tuple[Label, ...], source: Path, tmp_path: Path) -> Resolved:
    """Look the labels up in an index of nothing but the files that they name."""
    root = tmp_path / "work"
    for path in {target.path for label in labels for target in label.targets}:
        if (source / path).is_file():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / path, root / path)
    with Session(root, Settings(cache_dir=tmp_path / "cache", workers=0)) as session:
        session.refresh()
        return resolve(labels, session.store)


def test_the_questions_about_this_repository_are_at_least_40(tmp_path: Path) -> None:
    found = _resolved(read_labels(LABELS / "codeseam.toml"), ROOT, tmp_path)
    # Code moves; what no longer resolves is said by the command.
    assert len(found.questions) >= 40, [f"{lost.at}: {lost.why}" for lost in found.lost]


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the labels are of Python 3.11")
def test_every_question_about_the_standard_library_resolves(tmp_path: Path) -> None:
    labels = read_labels(LABELS / "stdlib.toml")
    found = _resolved(labels, Path(sysconfig.get_path("stdlib")), tmp_path)
    assert found.lost == ()
    assert len(found.questions) >= 100
    assert Counter(label.category for label in labels)["smoke"] == 12


@pytest.mark.parametrize("name", ["stdlib.toml", "codeseam.toml"])
def test_no_question_is_asked_twice(name: str) -> None:
    queries = [label.query.lower() for label in read_labels(LABELS / name)]
    assert len(set(queries)) == len(queries)


def test_the_free_riders_are_at_least_40_pairs_in_two_files_each() -> None:
    lines = (LABELS / "riders.jsonl").read_text("utf-8").splitlines()
    pairs = [json.loads(line) for line in lines]
    assert len({(pair["asked"], pair["rider"]) for pair in pairs}) == len(pairs) >= 40
    for pair in pairs:
        assert pair["asked"].split(":")[0] != pair["rider"].split(":")[0]
        assert pair["query"]
