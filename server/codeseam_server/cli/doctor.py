"""The command ``doctor``: what is wrong with this set-up, and what a bug report needs."""

import importlib.metadata
import platform
import shutil
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from codeseam_indexer import __version__
from codeseam_indexer.errors import CodeseamError, UsageError
from codeseam_indexer.settings import Settings, load
from codeseam_server.cli import evaluate, output
from codeseam_server.clients import Client, clients, started_by
from codeseam_server.place import workspace

_PACKAGES = (
    "mcp", "numpy", "apsw", "sqlite-vec", "tree-sitter", "tree-sitter-language-pack", "watchdog",
    "fastembed",
)  # fmt: skip

_LOW_DISK = 200 * 1024 * 1024
"""With less room than this an index may not fit."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        what: what it is about.
        state: "ok", "warning" (works, but not as well as it could) or "problem".
        said: what was found, and what to do about it.
    """

    what: str
    state: Literal["ok", "warning", "problem"]
    said: str


def run(asked: Namespace) -> int:
    """Look at everything; exit status 1 where something does not work."""
    settings = load(model=asked.model)
    findings = [finding for check in _CHECKS for finding in _looked(check, settings, asked)]
    if asked.json:
        output.document(
            {
                "version": __version__,
                "findings": [
                    {"what": one.what, "state": one.state, "said": one.said} for one in findings
                ],
            }
        )
    else:
        marks = {"ok": "ok     ", "warning": "warning", "problem": "PROBLEM"}
        for one in findings:
            print(f"{marks[one.state]} {one.what}: {one.said}")
        bad = sum(one.state == "problem" for one in findings)
        print(f"\n{bad} problems. A bug report needs the lines above; they hold no source code.")
    return int(any(one.state == "problem" for one in findings))


Check = Callable[[Settings, Namespace], Iterator[Finding]]


def _looked(check: Check, settings: Settings, asked: Namespace) -> list[Finding]:
    try:
        return list(check(settings, asked))
    except CodeseamError as error:
        return [Finding(check.__name__.strip("_"), "problem", str(error))]
    except (ImportError, OSError) as error:
        said = f"{type(error).__name__}: {error}; reinstall codeseam"
        return [Finding(check.__name__.strip("_"), "problem", said)]


def _python(_settings: Settings, _asked: Namespace) -> Iterator[Finding]:
    yield Finding("codeseam", "ok", f"{__version__}, {platform.platform()}")
    said = f"{platform.python_version()} at {sys.executable}"
    ok = sys.version_info >= (3, 11)
    yield Finding("python", "ok" if ok else "problem", said if ok else f"{said}; needs 3.11")


def _packages(_settings: Settings, _asked: Namespace) -> Iterator[Finding]:
    versions: list[str] = []
    for package in _PACKAGES:
        try:
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            if package != "sqlite-vec":
                yield Finding(package, "problem", "is not installed; reinstall codeseam")
            else:
                yield Finding(package, "warning", "is not here; vectors are searched with numpy")
    yield Finding("packages", "ok", ", ".join(versions))


def _git(_settings: Settings, _asked: Namespace) -> Iterator[Finding]:
    git = shutil.which("git")
    if git is None:
        said = "is not on PATH; files are found without it, --changed does not work"
        yield Finding("git", "warning", said)
        return
    done = subprocess.run([git, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - found on PATH
    yield Finding("git", "ok", done.stdout.strip())


def _cache(settings: Settings, _asked: Namespace) -> Iterator[Finding]:
    folder = settings.cache_dir
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        said = f"{folder} cannot be written ({error.strerror}); set CODESEAM_CACHE_DIR"
        yield Finding("cache", "problem", said)
        return
    free = shutil.disk_usage(folder).free
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    said = f"{folder}, {size >> 20} MiB used, {free >> 20} MiB free"
    yield Finding("cache", "warning" if free < _LOW_DISK else "ok", said)


def _model(settings: Settings, _asked: Namespace) -> Iterator[Finding]:
    from codeseam_indexer.embed import open_embedder  # noqa: PLC0415 - may be what is broken

    embedder = open_embedder(settings.model, settings=settings)
    embedder.query("does it work")
    yield Finding("model", "ok", f"{embedder.name}, {embedder.dimensions} dimensions")


def _grammars(_settings: Settings, _asked: Namespace) -> Iterator[Finding]:
    from codeseam_indexer.parse import parse  # noqa: PLC0415 - may be what is broken
    from codeseam_indexer.records import SourceFile  # noqa: PLC0415 - as above

    parsed = parse(SourceFile("probe.py", "def probe():\n    pass\n", b"", "python"))
    ok = [symbol.name for symbol in parsed.symbols] == ["probe"]
    said = "parse" if ok else "do not parse; reinstall tree-sitter and tree-sitter-language-pack"
    yield Finding("grammars", "ok" if ok else "problem", said)


def _index(settings: Settings, asked: Namespace) -> Iterator[Finding]:
    from codeseam_server.session import Session  # noqa: PLC0415 - may be what is broken

    with Session(workspace(asked.workspace), settings) as session:
        session.look()
        state = session.status()
        backend = session.store.backend
    said = (
        f"{state.workspace}: {state.index.files} files indexed, {state.index.pending} waiting, "
        f"{state.index_bytes >> 10} KiB, vectors by {backend}"
    )
    yield Finding("workspace", "ok", said)
    for notice in filter(None, [state.index.notice]):
        yield Finding("index", "warning", notice)


def _watching(_settings: Settings, _asked: Namespace) -> Iterator[Finding]:
    limit = Path("/proc/sys/fs/inotify/max_user_watches")
    if limit.exists():
        most = int(limit.read_text("ascii"))
        low = most < 65_536
        said = f"{most} folders can be watched" + (
            "; raise fs.inotify.max_user_watches for large workspaces" if low else ""
        )
        yield Finding("watching", "warning" if low else "ok", said)


def _quality(_settings: Settings, asked: Namespace) -> Iterator[Finding]:
    if not asked.quality:
        return
    try:
        found = evaluate.quality(asked)
    except UsageError as error:  # nothing to ask is no fault of the set-up
        yield Finding("quality", "warning", str(error))
        return
    yield Finding("quality", "warning" if found.worse else "ok", found.said())


def _registered(_settings: Settings, _asked: Namespace) -> Iterator[Finding]:
    for client in clients():
        if client.here():
            yield _registration(client)


def _registration(client: Client) -> Finding:
    again = f"`codeseam install {client.name}` ({client.file})"
    try:
        program = started_by(client)
    except UsageError as error:
        return Finding(client.title, "warning", str(error))
    if program is None:
        return Finding(client.title, "warning", f"not registered; {again}")
    if program and shutil.which(program) is None:
        said = f"starts {program}, which is not there; {again}"
        return Finding(client.title, "problem", said)
    return Finding(client.title, "ok", f"registered ({client.file})")


_CHECKS: tuple[Check, ...] = (
    _python, _packages, _git, _cache, _model, _grammars, _index, _watching, _registered,
    _quality,
)  # fmt: skip
