"""How a worker process and its parent speak: pickled messages, each with its length before it.

Both ends are this package in processes of one user over private pipes, so pickle is safe here.
"""

import pickle
import struct
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

from codeseam_indexer.records import FileStat, IndexedFile, Skipped
from codeseam_indexer.settings import Settings

_LENGTH = struct.Struct("<Q")

READY = "ready"
"""What a worker says once it has started."""


@dataclass(frozen=True, slots=True)
class Start:
    """The first message: the workspace, the settings, and whether the worker makes vectors."""

    root: str
    settings: Settings
    embed: bool


@dataclass(frozen=True, slots=True)
class Job:
    """Files to read: into index rows, or into the texts that are embedded."""

    kind: Literal["index", "texts"]
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a file's chunks."""

    hash: bytes
    texts: list[str]


@dataclass(frozen=True, slots=True)
class Failed:
    """A file that a worker could not read through: its grammar hung, crashed or ate the memory."""

    why: str


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one file of a job."""

    path: str
    outcome: IndexedFile | Texts | Skipped | Failed
    stat: FileStat | None = None


def send(pipe: BinaryIO, message: object) -> None:
    """Write one message and flush it."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def receive(pipe: BinaryIO) -> Any:
    """Read one message; ``EOFError``: the other end is gone."""
    return opened(receive_packed(pipe))


def receive_packed(pipe: BinaryIO) -> bytes:
    """Read one message without making objects of it, which take five times the memory.

    Raises:
        EOFError: the other end is gone.
    """
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return data


def opened(message: bytes) -> Any:
    """Make the objects of a message."""
    return pickle.loads(message)  # noqa: S301 - see above
