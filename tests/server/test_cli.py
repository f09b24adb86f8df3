"""The command line: JSON of the contract on stdout, one sentence on stderr, the exit status."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[Mapping[str, str]], Path]

SHOP = {
    "shop/cart.py": "class Cart:\n    def total(self):\n        return 0\n",
    "shop/pay.py": "from shop.cart import Cart\n\n\ndef pay():\n    return Cart().total()\n",
    "src/[id]/page.ts": "export function page() { return 1 }\n",
    "logo.png": "\x00\x01",
}

SYMBOL = {
    "name", "qualified_name", "kind", "path", "start_line", "end_line", "name_line", "column",
    "signature", "docstring", "parent",
}  # fmt: skip
INDEX = {"files", "pending", "skipped", "as_of"}
EDGE = {"symbol", "path", "line", "start_line", "end_line"}


@pytest.fixture
def run(workspace: Write, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    root = workspace(SHOP)

    def command(
        name: str, *words: str, env: Mapping[str, str] = {}
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "codeseam_server", name, "--workspace", str(root), *words],
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "CODESEAM_CACHE_DIR": str(tmp_path / "cache"), **env},
            check=False,
        )

    return command


Run = Callable[..., subprocess.CompletedProcess[str]]


def document(done: subprocess.CompletedProcess[str]) -> Any:
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    return json.loads(line)


def test_search(run: Run) -> None:
    found = document(run("search", "--json", "--limit", "2", "--", "total of the cart"))
    assert found.keys() >= {"query", "results", "related", "index"}
    assert found["index"].keys() >= INDEX
    first = found["results"][0]
    assert first.keys() >= {
        "path", "start_line", "end_line", "symbol", "kind", "language", "score", "text",
    }  # fmt: skip
    assert first["path"] == "shop/cart.py"
    assert first["text"] == SHOP["shop/cart.py"].rstrip("\n")
    assert found["index"]["pending"] == 0
    assert found["index"]["files"] == 3


def test_search_filters_take_a_path_that_exists_literally(run: Run) -> None:
    found = document(run("search", "--json", "--path", "src/[id]", "page"))
    assert {hit["path"] for hit in found["results"]} == {"src/[id]/page.ts"}
    found = document(run("search", "--json", "--language", "py", "--kind", "method", "cart"))
    assert {hit["path"] for hit in found["results"]} == {"shop/cart.py"}


def test_search_answers_many_queries_one_document_a_line(run: Run, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    lines: list[dict[str, Any]] = [
        {"query": "cart", "limit": 1},
        {"query": "page", "path": ["src"]},
        {"query": "half \ud800 a character"},
        {"query": ""},
    ]
    queries.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = run("search", "--json", "--queries", str(queries))
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == 4
    assert len(found[0]["results"]) == 1
    assert {hit["path"] for hit in found[1]["results"]} == {"src/[id]/page.ts"}


def test_symbol(run: Run) -> None:
    found = document(run("symbol", "--json", "--", "Cart.total"))
    (match,) = found["matches"]
    assert match.keys() >= SYMBOL | {"text"}
    assert match["text"] == "    def total(self):\n        return 0"
    assert (match["name_line"], match["column"], match["parent"]) == (2, 8, "Cart")
    missing = document(run("symbol", "--json", "--", "Cart.totl"))
    assert missing["matches"] == []
    assert missing["suggestions"][0] == "Cart.total"


def test_the_graph(run: Run) -> None:
    callers = document(run("callers", "--json", "Cart.total"))
    assert callers.keys() >= {
        "query",
        "target",
        "proved",
        "possible",
        "textual",
        "complete",
        "index",
    }
    (edge,) = callers["proved"]
    assert edge.keys() >= EDGE
    assert (edge["symbol"], edge["path"], edge["line"]) == ("pay", "shop/pay.py", 5)
    callees = document(run("callees", "--json", "pay"))
    assert callees.keys() >= {"query", "source", "proved", "possible", "unresolved", "index"}
    references = document(run("references", "--json", "Cart"))
    assert references.keys() >= {"query", "target", "uses", "textual", "complete", "index"}
    assert {use["kind"] for use in references["uses"]} >= {"import", "call"}


def test_bulk_forms_give_one_document_a_line(run: Run) -> None:
    done = run("callers", "--all", "--json")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    named = {symbol["qualified_name"] for one in found for symbol in one["target"]}
    assert named == {"Cart", "Cart.total", "pay", "page"}
    done = run("outline", "--all", "--json")
    files = {one["path"]: one["symbols"] for one in map(json.loads, done.stdout.splitlines())}
    assert files.keys() == {"shop/cart.py", "shop/pay.py", "src/[id]/page.ts"}
    assert [s["qualified_name"] for s in files["shop/cart.py"]] == ["Cart", "Cart.total"]


def test_outline_and_status(run: Run) -> None:
    before = document(run("status", "--json"))
    assert before["pending"] >= 1
    outline = document(run("outline", "--json", "shop/cart.py"))
    assert outline["path"] == "shop/cart.py"
    assert all(symbol.keys() >= SYMBOL for symbol in outline["symbols"])
    folder = document(run("outline", "--json", "shop"))
    assert [file["path"] for file in folder["files"]] == ["shop/cart.py", "shop/pay.py"]
    status = document(run("status", "--json"))
    assert status.keys() >= {
        "workspace", "files", "symbols", "chunks", "languages", "skipped", "skipped_files",
        "model", "pending", "index_bytes", "head",
    }  # fmt: skip
    assert status["pending"] == 0
    assert status["skipped_files"] == [{"path": "logo.png", "reason": "binary"}]


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("search",), 1, "Give one QUERY"),
        (("search", "--limit", "0", "x"), 2, "not between 1 and 1000"),
        (("search", "--nonsense", "x"), 2, "unrecognized arguments"),
        (("search", "--kind", "klass", "x"), 1, "did you mean class?"),
        (("symbol", "--path", "/etc", "x"), 1, "outside the workspace"),
        (("outline", "../other"), 1, "outside the workspace"),
        (("outline", "nowhere.py"), 1, "is not in the index"),
        (("outline", "logo.png"), 1, "is not indexed (binary)"),
        (("callers",), 1, "Give one NAME, --all or --changed"),
        (("search", "--queries", "missing.jsonl"), 1, "cannot be read"),
        (("index", "--model", "no/such-model"), 1, "model"),
    ],
)
def test_an_error_is_one_sentence_on_stderr(
    run: Run, words: tuple[str, ...], status: int, said: str
) -> None:
    done = run(*words)
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_missing_workspace_is_said(run: Run) -> None:
    done = run("index", "--workspace", "/no/such/folder")
    assert done.returncode == 1
    assert "does not exist" in done.stderr


def test_text_for_people_comes_without_json(run: Run) -> None:
    assert "shop/cart.py:2-3 method Cart.total" in run("symbol", "Cart.total").stdout
    assert "3 files" in run("index").stdout


def test_output_is_utf8_whatever_the_locale(run: Run, workspace: Write) -> None:
    root = workspace({"源码/café.py": "def ünïcode():\n    return '漢'\n"})
    assert root.is_dir()
    done = run("symbol", "ünïcode", env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
    assert "源码/café.py:1-2" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="head is a program of POSIX")
def test_a_reader_that_leaves_early_is_no_error_to_talk_about(run: Run, tmp_path: Path) -> None:
    run("index")
    command = [sys.executable, "-m", "codeseam_server", "outline", "--all", "--json"]
    done = subprocess.run(
        f"{' '.join(command)} --workspace {tmp_path / 'work'} | head -c 10 > {os.devnull}",
        shell=True,
        capture_output=True,
        text=True,
        env={**os.environ, "CODESEAM_CACHE_DIR": str(tmp_path / "cache")},
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_doctor_finds_a_working_set_up_working(run: Run, tmp_path: Path) -> None:
    done = run("doctor", "--json", env={"HOME": str(tmp_path)})
    found = json.loads(done.stdout)
    assert done.returncode == 0, found
    states = {one["what"]: one["state"] for one in found["findings"]}
    assert states["grammars"] == states["model"] == states["workspace"] == "ok"


def test_doctor_says_what_is_wrong(run: Run, tmp_path: Path) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("")
    done = run("doctor", env={"CODESEAM_CACHE_DIR": str(blocked), "HOME": str(tmp_path)})
    assert done.returncode == 1
    assert "PROBLEM cache" in done.stdout


def test_a_workspace_that_its_ignore_rules_hide_is_said_to_be_hidden(
    run: Run, workspace: Write
) -> None:
    root = workspace({".gitignore": "/*\n!/debian/\n"})
    for command in (["index"], ["status"], ["outline"], ["search", "cart"], ["doctor"]):
        done = run(*command)
        said = [line for line in (done.stderr + done.stdout).splitlines() if "!/*" in line]
        assert len(set(said)) > 0, done
        assert ".codeseamignore" in said[0]
    workspace({".codeseamignore": "!/*\n"})
    assert "!/*" not in run("index").stderr
    assert (root / "shop/pay.py").exists()
    assert document(run("symbol", "pay", "--json"))["matches"][0]["path"] == "shop/pay.py"


def test_models_are_listed(run: Run) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "codeseam_server", "model", "list", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["models"][0]["name"] == "codeseam-static"


Install = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def at_home(tmp_path: Path) -> Install:
    """The command ``codeseam`` of a user whose home is ``tmp_path``, run in a folder there."""

    def command(*words: str) -> subprocess.CompletedProcess[str]:
        moved = ("XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "APPDATA")
        project = tmp_path / "project"
        project.mkdir(exist_ok=True)
        return subprocess.run(
            [sys.executable, "-m", "codeseam_server", *words],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            cwd=project,
            env={**os.environ, "HOME": str(tmp_path), **dict.fromkeys(moved, "")},
            check=False,
        )

    return command


def test_install_shows_asks_and_writes(at_home: Install, tmp_path: Path) -> None:
    config = tmp_path / ".cursor" / "mcp.json"
    assert '+    "codeseam"' in at_home("install", "--print", "cursor").stdout
    assert not config.parent.exists()
    refused = at_home("install", "cursor")
    assert refused.returncode == 1
    assert "--yes" in refused.stderr
    assert at_home("install", "--yes", "cursor").returncode == 0
    entry = json.loads(config.read_text())["mcpServers"]["codeseam"]
    assert entry["args"][-3:] == ["serve", "--workspace", "${workspaceFolder}"]
    assert "registered already" in at_home("install", "--yes", "cursor").stdout
    before = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert '-    "codeseam"' in at_home("uninstall", "--print").stdout
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == before
    assert at_home("uninstall", "--yes").returncode == 0
    assert not config.exists()
    assert "did you mean cursor?" in at_home("install", "curser").stderr


def test_doctor_sees_who_is_registered_and_whether_the_program_is_there(
    at_home: Install, tmp_path: Path
) -> None:
    for folder in (".cursor", ".gemini", ".codex"):
        (tmp_path / folder).mkdir()
    at_home("install", "--yes", "cursor")
    gone = {"mcpServers": {"codeseam": {"command": "/no/such/codeseam", "args": ["serve"]}}}
    (tmp_path / ".gemini" / "settings.json").write_text(json.dumps(gone))
    (tmp_path / ".codex" / "config.toml").write_text("[broken")
    said = at_home("doctor").stdout
    assert f"ok      Cursor: registered ({tmp_path}" in said
    assert "PROBLEM Gemini CLI: starts /no/such/codeseam, which is not there; `codeseam" in said
    assert "warning Codex: " in said


def test_one_client_that_cannot_be_changed_does_not_keep_the_others(
    at_home: Install, tmp_path: Path
) -> None:
    broken = tmp_path / ".cursor" / "mcp.json"
    broken.parent.mkdir()
    broken.write_text("{")
    done = at_home("install", "--yes", "cursor", "gemini")
    assert done.returncode == 1
    assert f"Cursor is left as it is: {broken}: line 1" in done.stderr
    assert "codeseam" in (tmp_path / ".gemini" / "settings.json").read_text()
    assert broken.read_text() == "{"


def test_install_in_a_project_names_no_path_of_this_machine(
    at_home: Install, tmp_path: Path
) -> None:
    assert at_home("install", "--project", "--yes", "claude-code", "codex").returncode == 0
    project = tmp_path / "project"
    files = {path.relative_to(project).as_posix() for path in project.rglob("*") if path.is_file()}
    assert files == {".mcp.json", ".codex/config.toml"}
    entry = json.loads((project / ".mcp.json").read_text())["mcpServers"]["codeseam"]
    assert entry == {"type": "stdio", "command": "codeseam", "args": ["serve"]}
    assert "no client with files in a project" in at_home("install", "--project", "zed").stderr
    assert at_home("uninstall", "--project", "--yes", "claude-code", "codex").returncode == 0
    assert not (project / ".mcp.json").exists()
