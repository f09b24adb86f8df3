"""Writes questions with known lines as a set that ``score.py`` and ``rank_train.py`` read.

    python benchmarks/as_set.py --out SETS --corpora DIR \
        [--labels FILE=FOLDER]... [--hidden FOLDER]... [--most 200]

A file of labels is resolved to lines in its folder. Of a folder after ``--hidden`` the
documentation asks, as with ``codeseam eval --self``, at most so many questions of it. ``DIR`` then
has what is to be indexed: a link to the former, a copy of the latter without its documentation.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from codeseam_indexer.settings import Settings
from codeseam_server.eval.hidden import hide, questions, sample
from codeseam_server.eval.labels import read_labels
from codeseam_server.eval.resolve import Question, resolve
from codeseam_server.eval.run import asking, files_of, sources
from codeseam_server.session import Session


def main() -> None:
    parser = argparse.ArgumentParser(description="Write questions with known lines as a set.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--labels", action="append", default=[], metavar="FILE=FOLDER")
    parser.add_argument("--hidden", action="append", default=[], type=Path, metavar="FOLDER")
    parser.add_argument("--most", type=int, default=200)
    given = parser.parse_args()
    (given.out / "labels").mkdir(parents=True, exist_ok=True)
    given.corpora.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    with tempfile.TemporaryDirectory() as cache:
        settings = Settings(cache_dir=Path(cache))
        for pair in given.labels:
            file, _, folder = pair.partition("=")
            root = Path(folder).resolve()
            with _session(root, settings) as session:
                found = resolve(read_labels(Path(file)), session.store).questions
            (given.corpora / root.name).symlink_to(root)
            names.append(_write(given.out, root.name, found))
        for folder in given.hidden:
            root = folder.resolve()
            with _session(root, settings) as session:
                found = _blanked(session, given.corpora / root.name, given.most)
            names.append(_write(given.out, root.name, found))
    rows = [{"name": name, "language": "", "root": None} for name in names]
    (given.out / "corpora.json").write_text(json.dumps(rows, indent=1), "utf-8")


def _session(root: Path, settings: Settings) -> Session:
    session = Session(root, settings)
    session.refresh()
    return session


def _blanked(session: Session, copy: Path, most: int) -> list[Question]:
    """Write the files without their documentation; give what that asks."""
    files = files_of(session, hide)
    for source in sources(files):
        file = copy / source.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source.text, "utf-8")
    return sample(questions(sources(asking(session, files))), most, seed=0)


def _write(out: Path, name: str, found: Sequence[Question]) -> str:
    entries = [
        {
            "query": question.query,
            "category": question.category,
            "relevant": [
                {"path": target.path, "start_line": first, "end_line": last}
                for target in question.targets
                for first, last in target.spans
            ],
        }
        for question in found
    ]
    (out / "labels" / f"{name}.json").write_text(json.dumps(entries, indent=1), "utf-8")
    print(f"{name}: {len(entries)} questions")
    return name


if __name__ == "__main__":
    main()
