"""The wheel, as a user gets it: in a workspace that has a `server` and an `indexer` of its own."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent

HOSTILE = {
    "server/__init__.py": "raise SystemExit('the workspace was imported')\n",
    "indexer/__init__.py": "raise SystemExit('the workspace was imported')\n",
    "codeseam_server.py": "raise SystemExit('the workspace was imported')\n",
    "numpy.py": "raise SystemExit('the workspace was imported')\n",
    "sitecustomize.py": "raise SystemExit('the workspace was imported')\n",
    "conftest.py": "raise SystemExit('the workspace was imported')\n",
    "app/greet.py": "def greet():\n    return 'hello'\n",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check",
         "--no-deps", "--no-build-isolation", "--wheel-dir", out, ROOT],
        check=True,
    )  # fmt: skip
    (built,) = out.glob("codeseam-*.whl")
    return built


def tracked() -> set[str]:
    done = subprocess.run(
        ["git", "ls-files", "--", "indexer/codeseam_indexer", "server/codeseam_server"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return {path.split("/", 1)[1] for path in done.stdout.split() if (ROOT / path).exists()}


def test_the_wheel_holds_both_packages_with_all_their_data(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert {name.split("/", 1)[0] for name in names} == {"codeseam_indexer", "codeseam_server"}
    for needed in ("codeseam_server/py.typed", "codeseam_indexer/languages/python.scm"):
        assert needed in names
    assert any(name.startswith("codeseam_indexer/embed/model/") for name in names)
    assert tracked() <= names


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    with ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    for path, text in HOSTILE.items():
        (tmp_path / "work" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "work" / path).write_text(text)
    return tmp_path / "work"


def test_it_runs_inside_a_hostile_workspace(installed: Path, hostile: Path, tmp_path: Path) -> None:
    # The wheel stands first on the path, as in an environment; the rest comes from this one.
    start = (
        f"import sys; sys.path.insert(0, {str(installed)!r}); sys.argv[0] = 'codeseam'; "
        "from codeseam_server.cli import main; import codeseam_server; "
        f"assert codeseam_server.__file__.startswith({str(installed)!r}); main()"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", start, "symbol", "--json", "greet"],
        cwd=hostile,
        capture_output=True,
        text=True,
        env={
            **{k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
            "CODESEAM_CACHE_DIR": str(tmp_path / "cache"),
        },
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"path": "app/greet.py"' in done.stdout
    assert "the workspace was imported" not in done.stdout + done.stderr
    assert not list(hostile.rglob("__pycache__"))
