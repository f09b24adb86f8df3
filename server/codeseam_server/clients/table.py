"""The MCP clients that codeseam knows: where their files are and how an entry in them looks."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from codeseam_server.clients import jsonc, toml

NAME = "codeseam"

Shape = Callable[[Sequence[str]], dict[str, Any]]
"""The command that starts the server -> the entry of a client."""


@dataclass(frozen=True, slots=True)
class Client:
    """An MCP client.

    Attributes:
        name: what ``codeseam install`` takes.
        title: as its makers write it.
        files: where its settings can be, the first that exists counts, else the first.
        table: the names on the way to its servers.
        shape: the entry of a server.
        signs: folders whose existence tells that the client is there.
        language: ``jsonc`` or ``toml``.
        where: what stands for the project in its file, "" where it starts the server in there.
        project: the file of a project, relative to it, "" where the client reads none.
    """

    name: str
    title: str
    files: tuple[Path, ...]
    table: tuple[str, ...]
    shape: Shape
    signs: tuple[Path, ...]
    language: ModuleType = jsonc
    where: str = ""
    project: str = ""

    @property
    def file(self) -> Path:
        """The file that holds the entry, or would."""
        return next((file for file in self.files if file.exists()), self.files[0])

    def here(self) -> bool:
        """Whether the client seems to be on this machine."""
        return any(sign.exists() for sign in (*self.signs, *self.files))

    def inside(self, project: Path) -> "Client":
        """The same client with the settings that come with a project."""
        return replace(self, files=(project / self.project,))

    def entry(self, command: Sequence[str]) -> dict[str, Any]:
        """The entry that starts the server with ``command``."""
        return self.shape([*command, *(["--workspace", self.where] if self.where else [])])


def _plain(command: Sequence[str]) -> dict[str, Any]:
    return {"command": command[0], "args": list(command[1:])}


def _typed(command: Sequence[str]) -> dict[str, Any]:
    return {"type": "stdio", **_plain(command)}


def _opencode(command: Sequence[str]) -> dict[str, Any]:
    return {"type": "local", "command": list(command), "enabled": True}


def _zed(command: Sequence[str]) -> dict[str, Any]:
    return {"source": "custom", **_plain(command), "env": {}}


def clients(
    home: Path | None = None,
    environ: Mapping[str, str] | None = None,
    platform: str = sys.platform,
) -> tuple[Client, ...]:
    """All known clients with the files that they use on a platform.

    Args:
        home: the user's home.
        environ: where the variables that move a client's files are looked up.
        platform: as ``sys.platform`` has it.
    """
    home = Path.home() if home is None else home
    env: Mapping[str, str] = os.environ if environ is None else environ
    roaming = Path(env.get("APPDATA") or home / "AppData" / "Roaming")
    config = Path(env.get("XDG_CONFIG_HOME") or home / ".config")
    support = {"darwin": home / "Library" / "Application Support", "win32": roaming}.get(
        platform, config
    )
    code = support / "Code" / "User"
    claude = env.get("CLAUDE_CONFIG_DIR")
    codex = Path(env.get("CODEX_HOME") or home / ".codex")
    opencode = config / "opencode"
    zed = roaming / "Zed" if platform == "win32" else config / "zed"
    cline = code / "globalStorage" / "saoudrizwan.claude-dev"
    windsurf = home / ".codeium" / "windsurf"
    servers = ("mcpServers",)
    return (
        Client(
            "claude-code", "Claude Code", (Path(claude or home) / ".claude.json",), servers, _typed,
            (Path(claude or home / ".claude"),), project=".mcp.json",
        ),
        Client(
            "claude-desktop", "Claude Desktop",
            (support / "Claude" / "claude_desktop_config.json",), servers, _plain,
            (support / "Claude",),
        ),
        Client(
            "codex", "Codex", (codex / "config.toml",), ("mcp_servers",), _plain, (codex,), toml,
            project=".codex/config.toml",
        ),
        Client(
            "cursor", "Cursor", (home / ".cursor" / "mcp.json",), servers, _plain,
            (home / ".cursor",), where="${workspaceFolder}", project=".cursor/mcp.json",
        ),
        Client(
            "vscode", "VS Code", (code / "mcp.json",), ("servers",), _typed, (code,),
            where="${workspaceFolder}", project=".vscode/mcp.json",
        ),
        Client(
            "gemini", "Gemini CLI", (home / ".gemini" / "settings.json",), servers, _plain,
            (home / ".gemini",), project=".gemini/settings.json",
        ),
        Client(
            "opencode", "OpenCode",
            (opencode / "opencode.json", opencode / "opencode.jsonc"), ("mcp",), _opencode,
            (opencode,), project="opencode.json",
        ),
        Client("zed", "Zed", (zed / "settings.json",), ("context_servers",), _zed, (zed,)),
        Client(
            "windsurf", "Windsurf", (windsurf / "mcp_config.json",), servers, _plain, (windsurf,)
        ),
        Client(
            "cline", "Cline", (cline / "settings" / "cline_mcp_settings.json",), servers, _plain,
            (cline,),
        ),
    )  # fmt: skip
