"""The change of one client's file: shown before it is made, made atomically, taken back exactly."""

import contextlib
import difflib
import os
import shutil
import tempfile
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from codeseam_indexer.errors import CodeseamError, UsageError
from codeseam_server.clients.table import NAME, Client

_BACKUP = ".before-codeseam"

_WRITABLE = 0o222
"""The bits of a mode that let anybody write; root may without them, and should not."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a file would become.

    Attributes:
        client: whose file it is.
        file: the file, links followed.
        before: its text, None where there is no file.
        after: its text then, None where the file goes.
    """

    client: Client
    file: Path
    before: str | None
    after: str | None

    @property
    def needed(self) -> bool:
        """Whether anything would change."""
        return self.before != self.after

    def diff(self) -> str:
        """The change as a unified diff."""
        before, after = ((text or "").splitlines() for text in (self.before, self.after))
        name = str(self.file)
        return "\n".join(difflib.unified_diff(before, after, name, name, n=2, lineterm=""))


def install(client: Client, command: Sequence[str]) -> Change:
    """The change that registers the server.

    Raises:
        UsageError: the file cannot be read, or only a person can change it.
    """
    with _naming(client):
        file, before = _read(client)
        return Change(client, file, before, _with_entry(client, before, command))


def uninstall(client: Client, command: Sequence[str]) -> Change:
    """The change that takes the registration back: to the very text there was before it, if it can.

    Raises:
        UsageError: the file cannot be read, or only a person can change it.
    """
    with _naming(client):
        file, before = _read(client)
        if before is None or _entry(client, before) is None:
            return Change(client, file, before, before)
        old = _text(_backup(file))  # None where there was no file before ours
        if before == _with_entry(client, old, command):
            return Change(client, file, before, old)
        return Change(client, file, before, _without_entry(client, before, old))


def started_by(client: Client) -> str | None:
    """The program that the client starts as its server of our name, None where it has none.

    Raises:
        UsageError: the client's file cannot be read.
    """
    with _naming(client):
        _, text = _read(client)
        entry = _entry(client, text)
    if not isinstance(entry, dict):
        return None
    command: Any = cast("dict[str, Any]", entry).get("command", "")
    words = cast("list[Any]", command) if isinstance(command, list) else [command]
    return str(words[0]) if words else ""


def make(change: Change) -> Path | None:
    """Write a change in one step; give the backup of what was there, None where nothing was.

    Raises:
        CodeseamError: the file has changed meanwhile, or cannot be written.
    """
    if _text(change.file) != change.before:
        raise CodeseamError(f"{change.file} has just been changed by another program; try again.")
    if change.before is not None and not change.file.stat().st_mode & _WRITABLE:
        raise CodeseamError(f"{change.file} is read-only; make it writable, or change it by hand.")
    try:
        if change.after is None:
            change.file.unlink()
            return None
        change.file.parent.mkdir(parents=True, exist_ok=True)
        backup = _backup(change.file) if change.before is not None else None
        if backup is not None and _entry(change.client, change.before) is None:
            shutil.copy2(change.file, backup)
        _replace(change.file, change.after)
        if backup is not None and _entry(change.client, change.after) is None:
            backup.unlink(missing_ok=True)
            return None
    except OSError as error:
        raise CodeseamError(f"{change.file} cannot be written: {error.strerror}.") from None
    return backup


def _replace(file: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        if file.exists():
            shutil.copymode(file, name)
        Path(name).replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _backup(file: Path) -> Path:
    return file.with_name(file.name + _BACKUP)


@contextlib.contextmanager
def _naming(client: Client) -> Generator[None]:
    """Say the file in what is raised."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"{client.file}: {error}") from None


def _read(client: Client) -> tuple[Path, str | None]:
    file = Path(os.path.realpath(client.file))  # a link into a folder of dot files stays a link
    return file, _text(file)


def _text(file: Path) -> str | None:
    try:
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise UsageError("is not UTF-8; save it as that, then try again.") from None


def _with_entry(client: Client, text: str | None, command: Sequence[str]) -> str:
    before = text or ""
    path = (*client.table, NAME)
    old = _entry(client, before)
    ours = isinstance(old, dict) and "command" in old  # else a server that is reached otherwise
    cleared = before if ours or old is None else client.language.drop(before, path)
    after = client.language.put(cleared, path, client.entry(command))
    _verify(client, before, after)
    return after


def _without_entry(client: Client, before: str, old: str | None) -> str:
    after = client.language.drop(before, (*client.table, NAME))
    if _at(client, after, client.table) == {} and _at(client, old, client.table) is None:
        after = client.language.drop(after, client.table)  # made by ``put``
    _verify(client, before, after)
    return after


def _verify(client: Client, before: str, after: str) -> None:
    """See that nothing but our entry has changed in meaning.

    Raises:
        UsageError: something else would.
    """
    old, new = client.language.read(before), client.language.read(after)
    if _others(client, old) != _others(client, new):
        raise UsageError("is written in a way that only a person can change safely.")


def _others(client: Client, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    table = client.table[0]
    members = cast("dict[str, Any]", value)
    servers = members.get(table)
    if isinstance(servers, dict):
        rest = {k: v for k, v in cast("dict[str, Any]", servers).items() if k != NAME}
        members = members | {table: rest}
    return {k: v for k, v in members.items() if k != table or v}


def _entry(client: Client, text: str | None) -> Any:
    return _at(client, text, (*client.table, NAME))


def _at(client: Client, text: str | None, path: Sequence[str]) -> Any:
    value: Any = client.language.read(text or "")
    for name in path:
        value = cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None
    return value
