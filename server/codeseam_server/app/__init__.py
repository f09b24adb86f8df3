"""The MCP server: tools, life and transports put together."""

from pathlib import Path
from typing import NoReturn

from mcp.server import MCPServer

from codeseam_indexer import __version__
from codeseam_indexer.settings import Settings
from codeseam_server.app.desk import Desk
from codeseam_server.app.logs import quiet_stderr
from codeseam_server.app.stdio import serve_stdio
from codeseam_server.app.wire import scrub_answers
from codeseam_server.app.workspace import Choice, choose
from codeseam_server.leaving import Leaving
from codeseam_server.tools import INSTRUCTIONS, known_tool, tools

__all__ = ["Choice", "Desk", "build", "choose", "here", "serve"]


def build(desk: Desk, token: str = "", port: int = 0) -> MCPServer:
    """The server whose tools ``desk`` answers; with ``token``, HTTP requests have to bring it."""
    quiet_stderr()
    guard = None
    if token:
        from codeseam_server.app.http import authorization  # noqa: PLC0415 - stdio needs none of it

        guard = authorization(token, port)
    return MCPServer(
        "codeseam",
        title="codeseam",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
        tools=list(tools()),
        lifespan=desk.lifespan,
        middleware=[desk.start_after_answer, scrub_answers, known_tool],
        token_verifier=guard[0] if guard else None,
        auth=guard[1] if guard else None,
    )


def serve(
    choice: Choice, settings: Settings, leaving: Leaving, http: str = "", token: str = ""
) -> NoReturn:
    """Serve MCP until the client ends it, or what ``leaving`` waits for.

    Raises:
        UsageError: ``http`` is no loopback address.
    """
    desk = Desk(choice, settings)
    leaving.close = desk.close
    if not http:
        serve_stdio(build(desk), leaving)
    from codeseam_server.app.http import address, listen, serve_http  # noqa: PLC0415 - as above

    host, port = address(http)
    with listen(host, port) as on:  # uvicorn has its own signals meanwhile, and passes them on
        serve_http(build(desk, token, port), host, on)
    leaving.now(0)


def here() -> Path | None:
    """The current directory, None where it has been deleted."""
    try:
        return Path.cwd()
    except OSError:
        return None
