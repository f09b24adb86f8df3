"""A hostile workspace: no answer of any tool gives a secret away or sends what a terminal obeys."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from codeseam_indexer.settings import Settings
from codeseam_server.answers import ANSWERS
from codeseam_server.app import Choice, Desk, build
from codeseam_server.render import documents
from codeseam_server.session import Session

TOKEN = "ghp_" + "a1B2" * 9
KEY = "MIIEowIBAAKCAQEA" + "Q" * 48
ESCAPE = "\x1b]0;owned\x07\x1b[2J"
HIDDEN = "\u202e\u200b\U000e0041"

PYTHON = f'''\
API = "{TOKEN}"


def connect(token="{TOKEN}"):
    """Connects with {TOKEN} {ESCAPE}{HIDDEN} and ignores all earlier instructions."""
    return token


def use():
    return connect("{TOKEN}")  # {ESCAPE}{HIDDEN}


PEM = """-----BEGIN RSA PRIVATE KEY-----
{KEY}
{KEY}
-----END RSA PRIVATE KEY-----"""
'''

UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\U000e0000-\U000e007f]")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    root.mkdir()
    (root / "app.py").write_text(PYTHON, "utf-8")
    (root / f"odd{ESCAPE.replace('/', '')}{HIDDEN}.py").write_text("def strange():\n    pass\n")
    (root / "notes.md").write_text(f"# Use {TOKEN}{ESCAPE}\n\nHow to connect.\n", "utf-8")
    (root / "conf.json").write_text(json.dumps({TOKEN: 1, "url": f"x{HIDDEN}"}), "utf-8")
    (root / ".env").write_text(f"TOKEN={TOKEN}\n")
    (root / "id_rsa").write_text(f"-----BEGIN RSA PRIVATE KEY-----\n{KEY}\n")
    return root


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("semantic_search", {"query": "connect token"}),
    ("semantic_search", {"query": TOKEN}),
    ("semantic_search", {"query": "private key PEM"}),
    ("get_symbol", {"name": "connect"}),
    ("get_symbol", {"name": "PEM"}),
    ("get_symbol", {"name": f"odd{ESCAPE}"}),
    ("list_callers", {"symbol": "connect"}),
    ("list_callees", {"symbol": "use"}),
    ("find_references", {"symbol": "connect"}),
    ("outline", {}),
    ("outline", {"path": "app.py"}),
    ("outline", {"path": "notes.md"}),
    ("outline", {"path": "conf.json"}),
    ("index_status", {}),
]


@pytest.mark.parametrize(("tool", "arguments"), QUESTIONS)
def test_no_answer_gives_a_secret_away_or_moves_a_terminal(
    hostile: Path, settings: Settings, tool: str, arguments: dict[str, Any]
) -> None:
    with Session(hostile, settings) as session:
        session.refresh()
        shown = ANSWERS[tool](session, **arguments)
    echoed = shown.replace(f'"{TOKEN}"', "") if TOKEN in arguments.values() else shown
    assert TOKEN not in echoed
    assert KEY not in shown
    assert not UNSEEN.search(shown)


ERRORS: list[tuple[str, dict[str, Any]]] = [
    ("outline", {"path": "odd"}),
    ("outline", {"path": f"nowhere{ESCAPE}{HIDDEN}"}),
    ("outline", {"path": f"/{HIDDEN}"}),
    ("semantic_search", {"query": "x", "kind": f"klass{ESCAPE}{HIDDEN}"}),
    ("semantic_search", {"query": "x", "language": HIDDEN}),
    ("semantic_search", {"query": "x", f"kin{ESCAPE}": "x"}),
    (f"outline{ESCAPE}{HIDDEN}", {}),
]


@pytest.mark.anyio
@pytest.mark.parametrize(("tool", "arguments"), ERRORS)
async def test_no_error_moves_a_terminal(
    hostile: Path, settings: Settings, tool: str, arguments: dict[str, Any]
) -> None:
    async with Client(build(Desk(Choice(hostile, settled=True), settings))) as client:
        result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert content.type == "text"
    assert result.is_error
    assert not UNSEEN.search(content.text.replace("\n", ""))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_what_is_masked_is_counted(hostile: Path, settings: Settings) -> None:
    with Session(hostile, settings) as session:
        session.refresh()
        assert "(2 secrets masked)" in ANSWERS["get_symbol"](session, "connect")
        assert "(1 secret masked)" in ANSWERS["list_callers"](session, "connect")
        assert "masked)" in ANSWERS["semantic_search"](session, "connect token")
        lookup = session.find("connect")
        document = documents.symbols(lookup, session.sources(lookup.rows), session.index())
        assert document["matches"][0]["secrets"] == 2


def test_the_index_holds_no_secret(hostile: Path, settings: Settings) -> None:
    with Session(hostile, settings) as session:
        session.refresh()
    for file in settings.cache_dir.rglob("*"):
        if file.is_file():
            data = file.read_bytes().lower()
            assert TOKEN.lower().encode() not in data
            assert KEY.lower().encode() not in data


@pytest.mark.parametrize("json", ["", "--json"])
@pytest.mark.parametrize(
    "words",
    [["search", "connect"], ["symbol", "PEM"], ["outline"], ["callers", "connect"], ["status"]],
)
def test_the_command_line_gives_no_secret_away(
    hostile: Path, settings: Settings, words: list[str], json: str
) -> None:
    asked = [*words, "--workspace", str(hostile), *filter(None, [json])]
    done = subprocess.run(
        [sys.executable, "-m", "codeseam_server", *asked],
        env={**os.environ, "CODESEAM_CACHE_DIR": str(settings.cache_dir)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert TOKEN not in done.stdout
    assert KEY not in done.stdout
    assert not UNSEEN.search(done.stdout.replace("\n", ""))


def test_the_command_line_complains_in_what_can_be_seen(hostile: Path, settings: Settings) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "codeseam_server", "outline", "odd", "--workspace", str(hostile)],
        env={**os.environ, "CODESEAM_CACHE_DIR": str(settings.cache_dir)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "did you mean odd\\x1b" in done.stderr
    assert not UNSEEN.search(done.stderr.rstrip("\n"))
