"""Serve over stdin and stdout until the client ends it, in whatever way."""

import contextlib
import io
import sys
from typing import NoReturn, cast

import anyio
from mcp.server import MCPServer
from mcp.server.stdio import stdio_server

from codeseam_server.app.wire import Lines, take_stdin
from codeseam_server.leaving import Leaving
from codeseam_server.tools import innermost


def serve_stdio(server: MCPServer, leaving: Leaving) -> NoReturn:
    """Answer requests until stdin ends, stdout breaks, or what ``leaving`` waits for comes."""
    with contextlib.suppress(AttributeError):  # stdout was replaced or is closed
        # What a library prints is flushed at once, while stdout stands for stderr.
        cast("io.TextIOWrapper[io.BufferedWriter]", sys.stdout).reconfigure(line_buffering=True)
    status = 0
    try:
        anyio.run(_serve, server, leaving)
    except BaseException as error:  # noqa: BLE001 - the top: whatever ended the loop ends the process
        status = 1
        _say(error)
    leaving.now(status)


async def _serve(server: MCPServer, leaving: Leaving) -> None:
    # run_stdio_async() has no way in for our reader, and leaving its context waits for a thread
    # that sits in a read, so the low-level server is run here and the process ends inside.
    low = server._lowlevel_server  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    leaving.listening = True
    lines = Lines(take_stdin())
    async with stdio_server(stdin=lines) as (read, write):
        await low.run(read, write, low.create_initialization_options())
        await anyio.sleep(0.02)  # the writer's thread finishes the frame that it holds
        leaving.now(0)


def _say(error: BaseException) -> None:
    """One line on stderr about why the server ends; a broken pipe is how clients leave."""
    error = innermost(error)
    if not isinstance(error, (BrokenPipeError, SystemExit, KeyboardInterrupt)):
        sys.stderr.write(f"codeseam: the server ends: {type(error).__name__}: {error}\n")
