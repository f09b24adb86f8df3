"""Registering with MCP clients: only our entry changes, and taking it back leaves no trace."""

import json
import os
from collections.abc import Callable
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
    "claude-code": """{
  "numStartups": 41,
  "projects": {
    "/home/a/x": {
      "allowedTools": [],
      "history": [{"display": "mend /* this */ // now", "pastedContents": {}}],
      "mcpServers": {}
    }
  },
  "mcpServers": {
    "issues": {
      "type": "http",
      "url": "https://mcp.example.com//v1/"
    }
  },
  "oauthAccount": {"emailAddress": "a@example.com"}
}""",
    "claude-desktop": """{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": [
        "-y",
        "a-server",
        "/Users/a/Desktop"
      ]
    }
  }
}
""",
    "codex": '''# mine
model = "m"
notify = ["python3", "n.py"]   # tell me

[projects."/home/a/work [x]"]
trust_level = "trusted"

[mcp_servers.docs]
command = "npx"
args = [
  "-y", # yes
  "docs-mcp",
]
startup_timeout_sec = 20

[mcp_servers.docs.env]
KEY = "abc"

# how it looks
[tui]
notifications = true

[[hooks]]
text = """
[mcp_servers.codeseam]
"""
''',
    "cursor": """{
\t"mcpServers": {
\t\t"postgres": {
\t\t\t"command": "docker",
\t\t\t"args": ["run", "-i", "--rm", "pg"],
\t\t\t"env": { "URL": "${env:URL}" },
\t\t\t"envFile": "${workspaceFolder}/.env"
\t\t}
\t}
}
""",
    "vscode": """{
    // My servers
    "servers": {
        "browser": {
            "command": "npx",
            "args": ["-y", "browser@latest"],
        }, // looks at pages
        /* far away */
        "issues": {"type": "http", "url": "https://mcp.example.com//x"}, // the last one
        // "old": {}
    },
    "inputs": [
        {"type": "promptString", "id": "key", "password": true},
    ],
}
""",
    "gemini": """{
  "ide": {"hasSeenNudge": true},
  "mcpServers": {
    "x": {"httpUrl": "http://localhost:1/mcp", "timeout": 5000, "trust": false}
  },
  "ui": {"theme": "Dracula"} /* dark */
}
""",
    "opencode": """{
  "$schema": "https://opencode.ai/config.json",
  // which model
  "model": "a/b",
  "mcp": {
    "jira": {"type": "remote", "url": "https://jira.example.com/mcp", "enabled": false,},
  },
}
""",
    "zed": """// Settings of Zed
//
{
  "theme": {
    "mode": "system", // as it is
  },
  "context_servers": {
    "a-server": {
      "source": "extension",
      "settings": {
        "token": "",
      },
    },
  },
  "buffer_font_size": 15, /* points */
}
""",
    "windsurf": """{
  "mcpServers": {
    "far": {"serverUrl": "https://x/mcp", "headers": {"Authorization": "Bearer ${env:T}"}}
  }
}
""",
    "cline": """{
  "mcpServers": {
    "local": {
      "autoApprove": ["a"],
      "disabled": false,
      "timeout": 60,
      "command": "node",
      "args": ["C:\\\\srv\\\\i.js"]
    }
  }
}""",
}
"""Files as the clients and their users write them: other servers, keys we know nothing of."""

NOTHING_YET = {"toml": "# nothing yet\n", "jsonc": "{\n  // nothing yet\n}\n"}

Written = Callable[[str], str]

WRITTEN: dict[str, Written] = {
    "as it is": lambda text: text,
    "with CRLF": lambda text: text.replace("\n", "\r\n"),
    "with a byte order mark": lambda text: "\ufeff" + text,
    "with both": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "with tabs": lambda text: text.replace("  ", "\t"),
    "without an end of line": lambda text: text.rstrip("\n"),
    "with blank lines behind": lambda text: text + "\n\n",
    "empty": lambda _: "",
    "blank": lambda _: "\n\n",
    "a byte order mark only": lambda _: "\ufeff",
    "with a comment only": lambda text: NOTHING_YET["toml" if text.startswith("#") else "jsonc"],
    "with a comment and CRLF only": lambda text: NOTHING_YET[
        "toml" if text.startswith("#") else "jsonc"
    ].replace("\n", "\r\n"),
}


def client_of(name: str, home: Path, platform: str = "linux") -> Client:
    return next(c for c in clients(home, {}, platform) if c.name == name)


def entry(client: Client, text: str) -> Any:
    value: Any = client.language.read(text)
    for name in client.table:
        value = value[name]
    return value["codeseam"]


def test_every_client_is_known_with_a_sample() -> None:
    assert [client.name for client in clients(Path("/home/a"), {}, "linux")] == NAMES
    assert list(SAMPLES) == NAMES


def written(client: Client, text: str) -> Client:
    """The client with this text as its file."""
    client.file.parent.mkdir(parents=True, exist_ok=True)
    client.file.write_bytes(text.encode())
    return client


def content(client: Client) -> str:
    return client.file.read_bytes().decode()


def alike(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def replaced(before: str, after: str) -> tuple[str, str]:
    """What is between the equal ends of two texts."""
    start = alike(before, after)
    old, new = before[start:], after[start:]
    end = alike(old[::-1], new[::-1])
    return old[: len(old) - end], new[: len(new) - end]


@pytest.mark.parametrize("way", WRITTEN)
@pytest.mark.parametrize("name", NAMES)
def test_a_real_config_keeps_every_other_character(name: str, way: str, tmp_path: Path) -> None:
    before = WRITTEN[way](SAMPLES[name])
    client = written(client_of(name, tmp_path), before)
    change = install(client, COMMAND)
    assert change.needed
    assert "+" in change.diff()
    assert content(client) == before, "only shown so far"
    backup = make(change)
    assert backup is not None
    assert backup.read_bytes().decode() == before
    after = content(client)
    assert entry(client, after) == client.entry(COMMAND)
    gone, new = replaced(before, after)
    assert gone.strip() in new, "at most a comma and our lines stand between what was there"
    assert ("\r\n" in before) == ("\r\n" in after)
    assert "\r\n" not in before or "\n" not in after.replace("\r\n", "")
    assert not install(client, COMMAND).needed, "a second time changes nothing"
    make(uninstall(client, COMMAND))
    assert content(client) == before
    assert [path.name for path in client.file.parent.iterdir()] == [client.file.name]


@pytest.mark.parametrize("way", ["as it is", "with CRLF", "with a byte order mark", "with tabs"])
@pytest.mark.parametrize("name", NAMES)
def test_what_was_edited_since_is_left_as_it_is(name: str, way: str, tmp_path: Path) -> None:
    before = WRITTEN[way](SAMPLES[name])
    client = written(client_of(name, tmp_path), before)
    make(install(client, COMMAND))
    mark = before[: before.startswith("\ufeff")]
    comment = "# mine\n" if client.language is toml else "// mine\n"
    client.file.write_bytes((mark + comment + content(client)[len(mark) :]).encode())
    make(uninstall(client, COMMAND))
    assert content(client) == mark + comment + before[len(mark) :]


def test_an_old_entry_of_ours_keeps_what_the_user_has_added(tmp_path: Path) -> None:
    client = written(
        client_of("codex", tmp_path),
        '[mcp_servers.codeseam] # ours\nstartup_timeout_sec = 60 # slow\ncommand = "old"\n'
        'args = [\n  "serve", # old\n  "--old",\n]\n'
        '[mcp_servers.codeseam.env]\nA = "1"\n\n# b\n[b]\nc=1\n',
    )
    make(install(client, COMMAND))
    assert content(client) == (
        "[mcp_servers.codeseam] # ours\nstartup_timeout_sec = 60 # slow\n"
        'command = "/opt/bin/codeseam"\nargs = ["serve"]\n'
        '[mcp_servers.codeseam.env]\nA = "1"\n\n# b\n[b]\nc=1\n'
    )
    make(uninstall(client, COMMAND))
    assert content(client) == "# b\n[b]\nc=1\n"
    client = written(
        client_of("cline", tmp_path),
        '{"mcpServers": {"codeseam": {"command": "old", "args": [], // ours\n"disabled": true}}}',
    )
    make(install(client, COMMAND))
    assert content(client) == (
        '{"mcpServers": {"codeseam": {"command": "/opt/bin/codeseam", "args": [\n'
        '        "serve"\n      ], // ours\n"disabled": true}}}'
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cursor", '{"mcpServers": {"codeseam": {"url": "http://127.0.0.1:1/mcp"}, "b": {}}}'),
        ("codex", '[mcp_servers.codeseam]\nurl = "http://127.0.0.1:1/mcp"\n\n[b]\nc = 1\n'),
    ],
)
def test_an_entry_that_reaches_a_server_otherwise_is_replaced(
    name: str, text: str, tmp_path: Path
) -> None:
    client = written(client_of(name, tmp_path), text)
    make(install(client, COMMAND))
    assert entry(client, content(client)) == client.entry(COMMAND)


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { other = { command = "x" } }\n',
        'mcp_servers.codeseam.command = "x"\n',
        '[mcp_servers]\ncodeseam = { command = "x" }\n',
        "[mcp_servers\n",
    ],
)
def test_toml_that_only_a_person_can_change_is_refused(text: str, tmp_path: Path) -> None:
    client = written(client_of("codex", tmp_path), text)
    with pytest.raises(UsageError, match=r"config\.toml: "):
        install(client, COMMAND)
    assert content(client) == text


def test_a_deep_file_with_comments_is_read_once(tmp_path: Path) -> None:
    deep = '{"a":' * 200 + "1 // end\n" + "}" * 200
    client = written(client_of("zed", tmp_path), deep)
    make(install(client, COMMAND))
    make(uninstall(client, COMMAND))
    assert content(client) == deep


def test_a_read_only_file_stays_as_it_is(tmp_path: Path) -> None:
    client = written(client_of("zed", tmp_path), SAMPLES["zed"])
    client.file.chmod(0o444)
    with pytest.raises(CodeseamError, match="read-only"):
        make(install(client, COMMAND))
    assert content(client) == SAMPLES["zed"]
    assert [path.name for path in client.file.parent.iterdir()] == [client.file.name]


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
def test_a_link_to_a_file_that_is_not_there_yet_stays_one(tmp_path: Path) -> None:
    client = client_of("cursor", tmp_path)
    client.file.parent.mkdir(parents=True)
    client.file.symlink_to(tmp_path / "dotfiles" / "cursor.json")
    make(install(client, COMMAND))
    assert client.file.is_symlink()
    assert "codeseam" in (tmp_path / "dotfiles" / "cursor.json").read_text("utf-8")


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


EVERYWHERE = {
    "claude-code": "/h/.claude.json",
    "codex": "/h/.codex/config.toml",
    "cursor": "/h/.cursor/mcp.json",
    "gemini": "/h/.gemini/settings.json",
    "opencode": "/h/.config/opencode/opencode.json",
    "windsurf": "/h/.codeium/windsurf/mcp_config.json",
}

CLINE = "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"


@pytest.mark.parametrize(
    ("platform", "support", "zed"),
    [
        ("linux", "/h/.config", "/h/.config/zed"),
        ("darwin", "/h/Library/Application Support", "/h/.config/zed"),
        ("win32", "/h/R", "/h/R/Zed"),
    ],
)
def test_the_files_of_each_platform_are_where_the_clients_look(
    platform: str, support: str, zed: str
) -> None:
    files = {c.name: c.file.as_posix() for c in clients(Path("/h"), {"APPDATA": "/h/R"}, platform)}
    assert files == EVERYWHERE | {
        "claude-desktop": f"{support}/Claude/claude_desktop_config.json",
        "vscode": f"{support}/Code/User/mcp.json",
        "zed": f"{zed}/settings.json",
        "cline": f"{support}/{CLINE}",
    }


@pytest.mark.parametrize(
    ("variable", "name", "file"),
    [
        ("CLAUDE_CONFIG_DIR", "claude-code", "/x/.claude.json"),
        ("CODEX_HOME", "codex", "/x/config.toml"),
        ("XDG_CONFIG_HOME", "opencode", "/x/opencode/opencode.json"),
    ],
)
def test_a_variable_that_moves_a_client_is_followed(variable: str, name: str, file: str) -> None:
    found = {c.name: c.file.as_posix() for c in clients(Path("/h"), {variable: "/x"}, "linux")}
    assert found[name] == file


def test_clients_with_files_in_a_project_have_them_there(tmp_path: Path) -> None:
    found = {c.name: c.project for c in clients(Path("/h"), {}, "linux") if c.project}
    assert found == {
        "claude-code": ".mcp.json",
        "codex": ".codex/config.toml",
        "cursor": ".cursor/mcp.json",
        "vscode": ".vscode/mcp.json",
        "gemini": ".gemini/settings.json",
        "opencode": "opencode.json",
    }
    for name in found:
        client = client_of(name, Path("/h")).inside(tmp_path)
        make(install(client, ("codeseam", "serve")))
        assert entry(client, content(client)) == client.entry(("codeseam", "serve"))
        make(uninstall(client, ("codeseam", "serve")))
        assert not client.file.exists()


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
