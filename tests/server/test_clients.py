"""Registering with MCP clients: only our entry changes, and taking it back leaves no trace."""

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeseam_indexer.errors import CodeseamError, UsageError
from codeseam_server.clients import Client, clients, install, jsonc, make, toml, uninstall

COMMAND = ("/opt/bin/codeseam", "serve")

NAMES = [
    "claude-code", "claude-desktop", "codex", "cursor", "vscode", "gemini", "opencode", "zed",
    "windsurf", "cline",
]  # fmt: skip

SAMPLES = {
    "claude-code": '{\n  "n": 7,\n  "mcpServers": {\n    "other": {"command": "x"}\n  }\n}\n',
    "claude-desktop": '{"globalShortcut":"Ctrl+Space","mcpServers":{"fs":{"command":"npx"}}}',
    "codex": '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x"  # keep\n\n[tui]\na = 1\n',
    "cursor": '{\n\t"mcpServers": {}\n}\n',
    "vscode": '{\n  // mine\n  "servers": {\n    "a": {"type": "stdio"}, // first\n  },\n'
    '  "inputs": []\n}\n',
    "gemini": '{\n  "theme": "Dracula" /* dark */\n}\n',
    "opencode": '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {}\n}',
    "zed": '// Zed\n{\n  "vim": true,\n  "context_servers": {\n    "x": {},\n  },\n}\n',
    "windsurf": "",
    "cline": '{"mcpServers": {}}\r\n',
}


def client_of(name: str, home: Path, platform: str = "linux") -> Client:
    return next(c for c in clients(home, {}, platform) if c.name == name)


def entry(client: Client, text: str) -> Any:
    value: Any = tomllib.loads(text) if client.language is toml else jsonc.read(text)
    for name in client.table:
        value = value[name]
    return value["codeseam"]


def test_every_client_is_known_with_a_sample() -> None:
    assert [client.name for client in clients(Path("/home/a"), {}, "linux")] == NAMES
    assert list(SAMPLES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_real_config_keeps_every_other_character(name: str, tmp_path: Path) -> None:
    client = client_of(name, tmp_path)
    client.file.parent.mkdir(parents=True, exist_ok=True)
    before = SAMPLES[name]
    client.file.write_bytes(before.encode())
    change = install(client, COMMAND)
    assert change.needed
    assert "+" in change.diff()
    assert client.file.read_bytes().decode() == before, "only shown so far"
    backup = make(change)
    assert backup is not None
    assert backup.read_bytes().decode() == before
    after = client.file.read_bytes().decode()
    assert entry(client, after) == client.entry(COMMAND)
    comments = re.findall(r"(?m)//[^\n]*|/\*.*?\*/|^#[^\n]*|  #[^\n]*", before)
    assert [comment for comment in comments if comment not in after] == []
    assert not install(client, COMMAND).needed, "a second time changes nothing"
    make(uninstall(client, COMMAND))
    assert client.file.read_bytes().decode() == before
    assert sorted(path.name for path in client.file.parent.iterdir()) == [client.file.name]


@pytest.mark.parametrize("name", NAMES)
def test_without_a_config_one_is_made_and_taken_away_again(name: str, tmp_path: Path) -> None:
    client = client_of(name, tmp_path)
    assert make(install(client, COMMAND)) is None
    assert entry(client, client.file.read_text("utf-8")) == client.entry(COMMAND)
    make(uninstall(client, COMMAND))
    assert not client.file.exists()


@pytest.mark.parametrize("name", NAMES)
def test_what_was_edited_since_is_left_as_it_is(name: str, tmp_path: Path) -> None:
    client = client_of(name, tmp_path)
    client.file.parent.mkdir(parents=True, exist_ok=True)
    client.file.write_bytes(SAMPLES[name].encode())
    make(install(client, COMMAND))
    comment = "# mine\n" if client.language is toml else "// mine\n"
    client.file.write_bytes(comment.encode() + client.file.read_bytes())
    make(uninstall(client, COMMAND))
    after = client.file.read_bytes().decode()
    assert after.startswith(comment)
    assert "codeseam" not in after
    if SAMPLES[name]:
        assert client.language.read(after).keys() == client.language.read(SAMPLES[name]).keys() | (
            set(client.table)
        )


def test_an_old_entry_of_ours_is_replaced(tmp_path: Path) -> None:
    client = client_of("codex", tmp_path)
    client.file.parent.mkdir(parents=True, exist_ok=True)
    client.file.write_text(
        '[mcp_servers.codeseam]\ncommand = "old"\n'
        '[mcp_servers.codeseam.env]\nA = "1"\n\n# b\n[b]\nc=1\n'
    )
    make(install(client, COMMAND))
    text = client.file.read_text()
    assert entry(client, text) == {"command": COMMAND[0], "args": ["serve"]}
    assert "# b\n[b]\nc=1\n" in text


def test_uninstall_where_nothing_is_registered_changes_nothing(tmp_path: Path) -> None:
    client = client_of("zed", tmp_path)
    assert not uninstall(client, COMMAND).needed
    client.file.parent.mkdir(parents=True, exist_ok=True)
    client.file.write_text(SAMPLES["zed"])
    assert not uninstall(client, COMMAND).needed


@pytest.mark.parametrize(
    "text", ['{"mcpServers": [1]}', "{", '{"a" 1}', '{"mcpServers": {}} x', "[]"]
)
def test_a_broken_config_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    client = client_of("cursor", tmp_path)
    client.file.parent.mkdir(parents=True, exist_ok=True)
    client.file.write_text(text)
    with pytest.raises(UsageError, match=r"mcp\.json"):
        install(client, COMMAND)
    assert client.file.read_text() == text


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    client = client_of("cursor", tmp_path)
    change = install(client, COMMAND)
    client.file.parent.mkdir(parents=True, exist_ok=True)
    client.file.write_text("{}")
    with pytest.raises(CodeseamError, match="just been changed"):
        make(change)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_dot_files_stays_a_link_and_the_mode_is_kept(tmp_path: Path) -> None:
    client = client_of("gemini", tmp_path)
    real = tmp_path / "dotfiles" / "gemini.json"
    real.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o600)
    client.file.parent.mkdir(parents=True, exist_ok=True)
    client.file.symlink_to(real)
    make(install(client, COMMAND))
    assert client.file.is_symlink()
    assert "codeseam" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_files_of_each_platform_differ_only_where_clients_say_so(platform: str) -> None:
    files = {c.name: c.file.as_posix() for c in clients(Path("/h"), {"APPDATA": "/h/R"}, platform)}
    support = {"linux": "/h/.config", "darwin": "/h/Library/Application Support", "win32": "/h/R"}
    top = support[platform]
    assert files["claude-desktop"] == f"{top}/Claude/claude_desktop_config.json"
    assert files["vscode"] == f"{top}/Code/User/mcp.json"
    assert files["codex"] == "/h/.codex/config.toml"
    assert files["claude-code"] == "/h/.claude.json"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), VALUES, max_size=4), VALUES, st.sampled_from([None, 2, "\t"]))
def test_any_json_object_keeps_its_meaning(
    before: dict[str, Any], value: Any, indent: int | str | None
) -> None:
    before.pop("t", None)
    text = json.dumps(before, indent=indent, ensure_ascii=False)
    after = jsonc.put(text, ("t", "ours"), value)
    assert json.loads(after) == before | {"t": {"ours": value}}
    assert jsonc.put(after, ("t", "ours"), value) == after
    assert json.loads(jsonc.drop(after, ("t", "ours"))) == before | {"t": {}}
    assert json.loads(jsonc.drop(after, ("t",))) == before
