"""The commands ``install`` and ``uninstall``: show each change, ask, make it."""

import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path

from codeseam_indexer.errors import CodeseamError, UsageError
from codeseam_server.cli import output
from codeseam_server.clients import Change, Client, clients, install, make, uninstall
from codeseam_server.place import workspace

_EPHEMERAL = ("archive-v0", "builds-v0")
"""Folders of uv's cache in which `uvx` runs a package, and from which it may vanish."""


_SHARED = ("codeseam", "serve")
"""The command in a file that goes to other machines with a project."""


def run(asked: Namespace) -> int:
    """Register with the clients that were named, or with all that are here."""
    plan = install if asked.command == "install" else uninstall
    chosen = _chosen(asked.clients, workspace(None) if asked.project else None)
    if not chosen:
        raise UsageError(
            f"No MCP client was found; name one of {', '.join(c.name for c in clients())}."
        )
    worst = 0
    for client in chosen:
        worst = max(worst, _one(client, plan, asked))
    return worst


def _chosen(names: Sequence[str], project: Path | None) -> list[Client]:
    """The clients that were named, else those that are here; with a project, by its files."""
    known = {client.name: client for client in clients() if client.project or project is None}
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            meant = f"did you mean {near[0]}? " if near else ""
            has = "no client" if project is None else "no client with files in a project"
            raise UsageError(f"{name!r} is {has}; {meant}Known: {', '.join(known)}.")
    chosen = [known[name] for name in names] or [one for one in known.values() if one.here()]
    return chosen if project is None else [client.inside(project) for client in chosen]


def _one(client: Client, plan: Callable[[Client, Sequence[str]], Change], asked: Namespace) -> int:
    try:
        change = plan(client, _SHARED if asked.project else command())
        if not change.needed:
            done = "is registered already" if asked.command == "install" else "has no entry"
            print(f"{client.title}: {done} ({change.file})")
            return 0
        print(f"{client.title}:\n{change.diff()}\n")
        if asked.print:
            return 0
        if not (asked.yes or _agreed(f"Change {change.file}?")):
            print(f"{client.title}: left as it is")
            return 0
        backup = make(change)
    except CodeseamError as error:
        output.complain(f"{client.title} is left as it is: {error}")
        return 1
    kept = f", the file before is {backup.name}" if backup else ""
    print(f"{client.title}: done{kept}; restart it")
    return 0


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise UsageError("Nobody can be asked here; add --yes to change the files, or --print.")
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def command() -> tuple[str, ...]:
    """The command that starts this very codeseam, whatever the client's PATH is."""
    script = Path(sys.argv[0])
    if any(part in _EPHEMERAL for part in script.parts):
        return ("uvx", "codeseam", "serve")
    found = shutil.which("codeseam")
    own = script.absolute() if script.stem == "codeseam" and script.exists() else None
    path = str(own) if own else found
    return (path, "serve") if path else (sys.executable, "-P", "-m", "codeseam_server", "serve")
