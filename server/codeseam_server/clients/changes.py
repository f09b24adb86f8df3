"""The change of one client's file: shown before it is made, made atomically, taken back exactly."""

import contextlib
import difflib
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from codeseam_indexer.errors import CodeseamError, UsageError
from codeseam_server.clients.table import NAME, Client

_BACKUP = ".before-codeseam"


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
        return "".join(
            difflib.unified_diff(
                (self.before or "").splitlines(keepends=True),
                (self.after or "").splitlines(keepends=True),
                str(self.file),
                str(self.file),
                n=2,
            )
        )


def install(client: Client, command: Sequence[str]) -> Change:
    """The change that registers the server.

    Raises:
        UsageError: the file cannot be read, or only a person can change it.
    """
    file, before = _read(client)
    return Change(client, file, before, _with_entry(client, before, command))


def uninstall(client: Client, command: Sequence[str]) -> Change:
    """The change that takes the registration back: to the very text there was before it, if it can.

    Raises:
        UsageError: the file cannot be read, or only a person can change it.
    """
    file, before = _read(client)
    if before is None:
        return Change(client, file, None, None)
    old = _text(_backup(file))  # None where there was no file before ours
    if before == _with_entry(client, old, command):
        return Change(client, file, before, old)
    after = client.language.drop(before, (*client.table, NAME))
    _verify(client, before, after)
    return Change(client, file, before, after)


def make(change: Change) -> Path | None:
    """Write a change in one step; give the backup of what was there, None where nothing was.

    Raises:
        CodeseamError: the file has changed meanwhile, or cannot be written.
    """
    if _text(change.file) != change.before:
        raise CodeseamError(f"{change.file} has just been changed by another program; try again.")
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


def _read(client: Client) -> tuple[Path, str | None]:
    file = Path(os.path.realpath(client.file))  # a link into a folder of dot files stays a link
    return file, _text(file)


def _text(file: Path) -> str | None:
    try:
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}.") from None


def _with_entry(client: Client, text: str | None, command: Sequence[str]) -> str:
    try:
        after = client.language.put(text or "", (*client.table, NAME), client.entry(command))
        _verify(client, text or "", after)
    except UsageError as error:
        raise UsageError(f"{client.file}: {error}") from None
    return after


def _verify(client: Client, before: str, after: str) -> None:
    """See that nothing but our entry has changed in meaning.

    Raises:
        UsageError: something else would.
    """
    old, new = client.language.read(before), client.language.read(after)
    if _without(client, old) != _without(client, new):
        raise UsageError("is written in a way that only a person can change safely.")


def _without(client: Client, value: Any) -> Any:
    if not client.table or not isinstance(value, dict):
        return value
    table = client.table[0]
    members = cast("dict[str, Any]", value)
    servers = members.get(table)
    if isinstance(servers, dict):
        rest = {k: v for k, v in cast("dict[str, Any]", servers).items() if k != NAME}
        members = members | {table: rest}
    return {k: v for k, v in members.items() if k != table or v}


def _entry(client: Client, text: str | None) -> Any:
    value: Any = client.language.read(text or "")
    for name in (*client.table, NAME):
        value = cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None
    return value
