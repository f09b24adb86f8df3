"""The lines of the stdio wire, made safe in both directions before the SDK sees them.

The SDK drops a line that its parser refuses, so a request with half a surrogate pair or with deep
nesting would never be answered; and it dies of a lone surrogate in anything that it sends.
"""

import io
import json
import os
import sys
from collections.abc import AsyncIterator
from functools import partial
from typing import BinaryIO, TextIO, TypeAlias, TypeGuard, TypeVar, cast

import anyio
import anyio.to_thread
from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

DEEPEST = 64
"""Levels of nesting that are kept; no argument of ours has more than two."""

LONGEST = 64 * 1024 * 1024
"""Bytes of one line; a longer one is thrown away up to its end instead of filling the memory."""

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

T = TypeVar("T")


class Lines(anyio.AsyncFile[str]):
    """The requests that come in, one line each, read so that leaving never waits for the next."""

    def __init__(self, source: BinaryIO) -> None:
        text: TextIO = io.StringIO()
        super().__init__(text)
        self._source = source

    async def __aiter__(self) -> AsyncIterator[str]:
        read = partial(self._source.readline, LONGEST)
        while line := await anyio.to_thread.run_sync(read, abandon_on_cancel=True):
            if len(line) == LONGEST:
                await self._skip_line()
                continue
            yield readable(line.decode("utf-8", "replace"))

    async def _skip_line(self) -> None:
        read = partial(self._source.readline, LONGEST)
        while not (await anyio.to_thread.run_sync(read, abandon_on_cancel=True)).endswith(b"\n"):
            pass


def take_stdin() -> BinaryIO:
    """The wire's input on a descriptor of its own; descriptor 0 reads nothing from now on.

    So no library and no child process can take bytes from the client's requests.
    """
    try:
        private = os.dup(0)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
    except OSError:
        return sys.stdin.buffer
    return os.fdopen(private, "rb", closefd=False)


def readable(line: str) -> str:
    """The same message in a form that the SDK's parser accepts, where there is one."""
    try:
        message: Json = json.loads(line)
    except (ValueError, RecursionError):
        return line
    if not _is_message(message):
        return line
    params = message.get("params", {})
    if "id" in message and not isinstance(params, dict):
        message = {key: value for key, value in message.items() if key != "params"}
    elif isinstance(params, dict) and isinstance(written := params.get("arguments"), str):
        # JSON within JSON, as some agents write it
        return readable(json.dumps({**message, "params": {**params, "arguments": _read(written)}}))
    return json.dumps(scrub(message), allow_nan=False) if _needs_repair(line, message) else line


def _read(written: str) -> Json:
    """The arguments that an agent wrote as JSON within JSON; others are given as none."""
    try:
        arguments: Json = json.loads(written)
    except (ValueError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None


def _is_message(value: Json) -> TypeGuard[dict[str, Json]]:
    return isinstance(value, dict) and isinstance(value.get("method"), str)


def _needs_repair(line: str, message: dict[str, Json]) -> bool:
    """Whether it has what the SDK's parser refuses; most lines are passed on as read."""
    return (
        "\\u" in line
        or line.count("[") + line.count("{") > DEEPEST
        or ("params" not in message and '"params"' in line)
    )


def scrub(value: T) -> T:
    """The value with lone surrogates replaced and with nothing deeper than ``DEEPEST``."""
    return cast("T", _scrub(cast("Json", value), 0))


def _scrub(value: Json, depth: int) -> Json:
    if isinstance(value, str):
        return scrub_text(value)
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None  # noqa: PLR0124 - NaN
    if isinstance(value, (dict, list)) and depth >= DEEPEST:
        return None
    if isinstance(value, dict):
        return {scrub_text(key): _scrub(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_scrub(item, depth + 1) for item in value]
    return value


def scrub_text(text: str) -> str:
    """The text with "?" for each lone surrogate; file names that are not UTF-8 carry them."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


async def scrub_answers(
    ctx: ServerRequestContext[object, object], call_next: CallNext
) -> HandlerResult:
    """Middleware: nothing that the SDK could not write leaves a handler."""
    try:
        result = await call_next(ctx)
    except MCPError as error:
        raise MCPError(error.code, scrub_text(error.message), scrub(error.data)) from error
    return scrub(result) if isinstance(result, dict) else result
