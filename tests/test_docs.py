"""The documents say what is there: every tool, command, setting, language and client."""

import inspect
import json
import re
from pathlib import Path

import pytest

from codeseam_indexer import __version__, settings
from codeseam_indexer.languages import LANGUAGES
from codeseam_server.cli import parser
from codeseam_server.cli.parser import build
from codeseam_server.clients import clients
from codeseam_server.tools import tools

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_readme_lists_every_tool_with_its_arguments() -> None:
    for tool in tools():
        names = ", ".join(f"`{name}`" for name in tool.parameters["properties"])
        assert f"| `{tool.name}` | {names} |" in README.replace("| |", "|  |")


def test_the_readme_lists_every_command() -> None:
    usage = build().format_help()
    commands = re.findall(r"^    (\w+)", usage, re.MULTILINE)
    assert {"serve", "search", "doctor", "install"} <= set(commands)
    assert [c for c in commands if f"codeseam {c}" not in README and f"`{c}`" not in README] == []


def test_the_readme_lists_every_variable() -> None:
    read = set(re.findall(r'"(CODESEAM_\w+)"', inspect.getsource(settings)))
    assert {"CODESEAM_CACHE_DIR", "CODESEAM_MODEL"} <= read
    assert set(re.findall(r"^\| `(CODESEAM_\w+)`", README, re.MULTILINE)) == read


def test_the_readme_lists_every_language() -> None:
    section = " ".join(README.split("## Languages")[1].split("## ")[0].split())
    titles = [row.title for row in LANGUAGES if row.name != "text"]
    assert [title for title in titles if not re.search(rf"\b{re.escape(title)}", section)] == []


def test_the_readme_names_every_client() -> None:
    titles = [client.title for client in clients(Path("/home/a"), {}, "linux")]
    assert [title for title in titles if title not in README] == []


def test_the_help_of_install_names_every_client() -> None:
    known = ", ".join(client.name for client in clients(Path("/home/a"), {}, "linux"))
    assert known == parser.CLIENTS


def test_the_example_config_starts_the_server() -> None:
    example = json.loads((ROOT / "claude_config_example.json").read_text("utf-8"))
    server = example["mcpServers"]["codeseam"]
    assert server["command"] == "codeseam"
    assert build().parse_args(server["args"]).command == "serve"


def test_the_plugin_starts_the_server_and_has_this_version() -> None:
    plugin = ROOT / "plugin"
    manifest = json.loads((plugin / ".claude-plugin" / "plugin.json").read_text("utf-8"))
    assert (manifest["name"], manifest["version"]) == ("codeseam", __version__)
    server = json.loads((plugin / ".mcp.json").read_text("utf-8"))["mcpServers"]["codeseam"]
    assert build().parse_args(server["args"]).command == "serve"
    market = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text("utf-8"))
    assert [(one["name"], one["source"]) for one in market["plugins"]] == [("codeseam", "./plugin")]


@pytest.mark.parametrize(
    "name", ["README", "ARCHITECTURE", "CONTRIBUTING", "SECURITY", "CHANGELOG"]
)
def test_links_and_named_files_exist(name: str) -> None:
    text = (ROOT / f"{name}.md").read_text("utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    assert [link for link in links if not (ROOT / link).exists()] == []
    tests = re.findall(r"`(tests/[\w/*.]+\.py)`", text)
    assert [test for test in tests if not list(ROOT.glob(test))] == []


def test_the_skill_says_when_it_is_for() -> None:
    (skill,) = (ROOT / "plugin" / "skills").glob("*/SKILL.md")
    head = skill.read_text("utf-8").split("---")[1]
    assert f"name: {skill.parent.name}" in head
    assert len(head) < 1024
    named = {tool.name for tool in tools()}
    text = skill.read_text("utf-8")
    assert set(re.findall(r"`(\w+_\w+)[`(]", text)) <= named
