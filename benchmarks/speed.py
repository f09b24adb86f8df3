"""Times codeseam on folders, on packages and on growing copies of them, beside what else is there.

One run, one machine, one table: a cold index of the whole process (symbols, calls and vectors), a
restart, one saved file, questions. CPU seconds are those of all processes together, which other
work on the machine hardly changes; a bare parse of the same files by tree-sitter in one process is
what no index can be faster than. Questions are the first sentences of the workspace's own
documentation and names in it, so that every corpus brings its own.

    python benchmarks/speed.py FOLDER... [--package NAME...] [--copies 1 3 10] [--semble COMMAND]

``--semble`` names the command that ``pip install semble`` makes. It is given the built-in table of
word vectors in the format it reads, which has the size of its own, so that it needs no network.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from tree_sitter import Parser

from codeseam_indexer.discover import discover, read_file
from codeseam_indexer.embed import Embedder, open_embedder
from codeseam_indexer.embed.static import BUILT_IN
from codeseam_indexer.languages import LANGUAGES
from codeseam_indexer.parse import get_language
from codeseam_indexer.pipeline import extractor, sync
from codeseam_indexer.records import SourceFile
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Store, open_store
from codeseam_server.search import search

QUESTIONS = 200
SAVES = 15
_LIMIT = 10
_PIECE = 3
"""Characters up to which a word may also go on with another, in the vocabulary for semble."""


@dataclass(slots=True)
class Figures:
    """What was measured on one corpus, in the order it is printed."""

    name: str
    values: dict[str, str] = field(default_factory=dict[str, str])


def main() -> None:
    """Measure every corpus and print the table."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory(prefix="codeseam-speed-") as scratch:
        work = Path(scratch)
        rows = [
            _measure(name, root, work, arguments.semble) for name, root in _corpora(arguments, work)
        ]
    print(_machine())
    _print(rows)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--package", nargs="*", default=[], help="source packages of the registry")
    parser.add_argument("--copies", nargs="*", type=int, default=[1], help="how many times each")
    parser.add_argument("--semble", default="", help="the command of semble, to be timed too")
    return parser.parse_args()


def _corpora(arguments: argparse.Namespace, work: Path) -> Iterator[tuple[str, Path]]:
    folders = [folder.resolve() for folder in arguments.folders]
    folders += [_package(name, work) for name in arguments.package]
    for folder in folders or [Path(__file__).resolve().parent.parent]:
        for copies in arguments.copies:
            # Always a copy: a file is saved into it, and no repository's rules come with it.
            many = work / (folder.name if copies == 1 else f"{folder.name}-x{copies}")
            for number in range(copies):
                shutil.copytree(
                    folder, many / f"copy{number}", symlinks=True, ignore=_no_repository
                )
            yield many.name, many
            shutil.rmtree(many)


def _no_repository(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name in (".git", ".venv", "node_modules")]


def _package(name: str, work: Path) -> Path:
    """Download the source of a package and unpack it."""
    folder = work / "packages" / name
    folder.mkdir(parents=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    subprocess.run([*pip, "--dest", str(folder), name], check=True)
    for archive in folder.glob("*.tar.gz"):
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        archive.unlink()
    return folder


def _measure(name: str, root: Path, work: Path, semble: str) -> Figures:
    print(f"{name} …", file=sys.stderr, flush=True)
    row = Figures(name)
    cache = work / "cache"
    bare, source = _bare_parse(root, cache, row)
    _index(root, cache, bare, source, row)
    _ask(root, cache, row)
    shutil.rmtree(cache, ignore_errors=True)
    _peers(root, semble, work, row)
    return row


def _bare_parse(root: Path, cache: Path, row: Figures) -> tuple[float, int]:
    """Parse all files in this process and do nothing else; CPU seconds, and bytes of text."""
    settings = Settings(cache_dir=cache)
    grammars = {language.name: language.grammar for language in LANGUAGES}
    parsers: dict[str, Parser] = {}
    spent, size, lines, files = 0.0, 0, 0, 0
    for found in discover(root, settings).found:
        source, _ = read_file(root, found.path, settings)
        if not isinstance(source, SourceFile):
            continue
        data = source.text.encode("utf-8", "replace")
        size, lines, files = size + len(data), lines + data.count(b"\n"), files + 1
        grammar = grammars.get(source.language)
        if not grammar:
            continue
        if grammar not in parsers:
            parsers[grammar] = Parser(get_language(grammar))
        began = time.process_time()
        parsers[grammar].parse(data)
        spent += time.process_time() - began
    row.values |= {
        "files": f"{files:,}",
        "lines": f"{lines:,}",
        "source MB": f"{size / 1e6:.1f}",
        "bare parse, CPU s": f"{spent:.2f}",
    }
    return spent, size


def _index(root: Path, cache: Path, bare: float, source: int, row: Figures) -> None:
    """Index from nothing and once more, each in a process of its own."""
    command = [sys.executable, "-m", "codeseam_server", "index", "--workspace", str(root)]
    environment = os.environ | {"CODESEAM_CACHE_DIR": str(cache)}
    wall, cpu, largest = _run(command, environment)
    size = sum(file.stat().st_size for file in cache.glob("*.sqlite3"))
    row.values |= {
        "cold index, wall s": f"{wall:.2f}",
        "cold index, CPU s": f"{cpu:.2f}",
        "CPU to bare parse": f"{cpu / max(bare, 1e-3):.1f}",
        "largest process, MB": f"{largest:.0f}",
        "index MB": f"{size / 1e6:.1f}",
        "index to source": f"{size / max(source, 1):.2f}",
    }
    wall, cpu, _ = _run(command, environment)
    row.values |= {"unchanged again, wall s": f"{wall:.2f}", "unchanged again, CPU s": f"{cpu:.2f}"}


_LAUNCHER = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps((used.ru_utime + used.ru_stime, used.ru_maxrss)))
sys.exit(done.stderr.decode("utf-8", "replace") if done.returncode else 0)
"""
"""A small process between: what it starts counts as no larger than itself in the beginning."""


def _run(command: list[str], environment: dict[str, str]) -> tuple[float, float, float]:
    """Wall seconds of a command; CPU seconds of it and its children; MB of the largest of them."""
    launcher = [sys.executable, "-c", _LAUNCHER, *command]
    began = time.perf_counter()
    done = subprocess.run(launcher, env=environment, check=True, stdout=subprocess.PIPE)
    wall = time.perf_counter() - began
    cpu, largest = json.loads(done.stdout)
    return wall, cpu, largest / (1 << (20 if sys.platform == "darwin" else 10))


def _ask(root: Path, cache: Path, row: Figures) -> None:
    """Ask in this process: each question once as it comes, then all of them again; save a file."""
    settings, embedder = Settings(cache_dir=cache), open_embedder("")
    with open_store(
        cache,
        root,
        model=embedder.name,
        dimensions=embedder.dimensions,
        readers=extractor(),
    ) as store:
        sync(store, root, settings, embedder)
        row.values["chunks"] = f"{store.counts().chunks:,}"
        questions = _questions(store)
        for passed in ("first time", "again"):
            walls: list[float] = []
            spent: list[float] = []
            for question in questions:
                began = time.process_time()
                walls.append(_timed(lambda q=question: search(store, embedder, q, limit=_LIMIT)))
                spent.append(time.process_time() - began)
            row.values |= {
                f"query {passed}, CPU ms p50 / p95": _spread(spent),
                f"query {passed}, wall ms p50 / p95": _spread(walls),
            }
        saves = [
            _timed(lambda n=n: _save(store, root, settings, embedder, n)) for n in range(SAVES)
        ]
        row.values["saved file searchable, p50 ms"] = f"{1e3 * statistics.median(saves):.1f}"
        _unsave(store, root, settings, embedder)


_SAVED = "codeseam_speed_saved.py"


def _save(store: Store, root: Path, settings: Settings, embedder: Embedder, number: int) -> None:
    name = f"freshly_saved_{number}"
    (root / _SAVED).write_text(f"def {name}():\n    return {number}\n", "utf-8")
    sync(store, root, settings, embedder, paths=[_SAVED])
    if not store.symbols_named(name):
        raise SystemExit("a saved file was not found")


def _unsave(store: Store, root: Path, settings: Settings, embedder: Embedder) -> None:
    (root / _SAVED).unlink()
    sync(store, root, settings, embedder, paths=[_SAVED])


def _questions(store: Store) -> list[str]:
    documented: list[str] = []
    names: list[str] = []
    for symbol in store.all_symbols():
        sentence = symbol.symbol.docstring.strip().split("\n\n")[0].split(". ")[0]
        words = sentence.split()
        if 5 <= len(words) <= 25:
            documented.append(" ".join(words))
        names.append(symbol.symbol.name)
    some = documented[:: max(1, len(documented) // (QUESTIONS * 3 // 4))]
    few = names[:: max(1, len(names) // (QUESTIONS // 4))]
    return (some + few)[:QUESTIONS] or ["where is the main function"]


def _peers(root: Path, semble: str, work: Path, row: Figures) -> None:
    ripgrep = shutil.which("rg")
    if ripgrep is None:
        print("no rg on the path: left out", file=sys.stderr)
    else:
        command = [ripgrep, "--count-matches", "-w", "self|return|value", str(root)]
        times = [_timed(lambda: subprocess.run(command, capture_output=True, check=False))]
        row.values["ripgrep over all files, ms"] = f"{1e3 * statistics.median(times):.0f}"
    if semble:
        home = work / "semble"
        _word_vectors(home / "model")
        model = {"SEMBLE_MODEL_NAME": str(home / "model"), "HF_HUB_OFFLINE": "1"}
        places = {"HOME": str(home), "XDG_CACHE_HOME": str(home)}
        wall, cpu, largest = _run(
            [semble, "search", "the main loop", str(root)], os.environ | model | places
        )
        row.values["semble: index and one query, wall s"] = f"{wall:.2f}"
        row.values["semble: index and one query, CPU s"] = f"{cpu:.2f}"
        row.values["semble: largest process, MB"] = f"{largest:.0f}"
        shutil.rmtree(home)


def _word_vectors(folder: Path) -> None:
    """Write the built-in table as model2vec reads one: a vocabulary, a tensor, what they are."""
    folder.mkdir(parents=True)
    words = (BUILT_IN / "vocab.txt").read_text("utf-8").split("\n")
    scales = np.load(BUILT_IN / "scales.npy").astype(np.float32)
    table = np.load(BUILT_IN / "table.npy").astype(np.float32) * scales[:, None]
    pieces = [at for at, word in enumerate(words) if len(word) <= _PIECE]
    names = ["[UNK]", *words, *("##" + words[at] for at in pieces)]
    rows = np.concatenate((np.zeros_like(table[:1]), table, table[pieces]))
    model = {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": {name: at for at, name in enumerate(names)},
    }
    tokenizer = {
        "version": "1.0",
        "added_tokens": (),
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": model,
    }
    whole = {"dtype": "F32", "shape": rows.shape, "data_offsets": [0, rows.nbytes]}
    head = json.dumps({"embeddings": whole}).encode()
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), "utf-8")
    (folder / "config.json").write_text(json.dumps({"model_type": "model2vec", "normalize": True}))
    (folder / "model.safetensors").write_bytes(
        len(head).to_bytes(8, "little") + head + rows.astype("<f4").tobytes()
    )


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _spread(times: list[float]) -> str:
    return f"{1e3 * statistics.median(times):.1f} / {1e3 * _quantile(times, 0.95):.1f}"


def _quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _machine() -> str:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    versions = ", ".join(
        f"{name} {importlib.metadata.version(name)}" for name in ("codeseam", "tree-sitter", "apsw")
    )
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores{load},"
        f" Python {platform.python_version()}, {versions}"
    )


def _print(rows: list[Figures]) -> None:
    keys = list(dict.fromkeys(key for row in rows for key in row.values))
    print("| | " + " | ".join(row.name for row in rows) + " |")
    print("|---|" + "---|" * len(rows))
    for key in keys:
        print(f"| {key} | " + " | ".join(row.values.get(key, "") for row in rows) + " |")


if __name__ == "__main__":
    main()
