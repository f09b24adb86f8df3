"""HTTP: this machine only, the right Host and Origin, and the token where one is set."""

from collections.abc import Callable, Mapping
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from codeseam_indexer.errors import UsageError
from codeseam_indexer.settings import Settings
from codeseam_server.app import Choice, Desk, build
from codeseam_server.app.http import address

pytestmark = pytest.mark.anyio

Write = Callable[[Mapping[str, str]], Path]

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("127.0.0.1:8137", ("127.0.0.1", 8137)),
        ("localhost:1", ("localhost", 1)),
        ("[::1]:9000", ("::1", 9000)),
        (":8137", ("127.0.0.1", 8137)),
        ("8137", ("127.0.0.1", 8137)),
    ],
)
def test_a_loopback_address_is_taken(text: str, meant: tuple[str, int]) -> None:
    assert address(text) == meant


@pytest.mark.parametrize(
    "text", ["0.0.0.0:80", "example.org:80", "10.0.0.1:80", "x", "127.0.0.1:0"]
)
def test_any_other_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="write --http"):
        address(text)


async def status(token: str, settings: Settings, **headers: str) -> int:
    app = build(Desk(Choice(None, settled=True), settings), token, 8137).streamable_http_app()
    transport = httpx2.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8137") as client,
    ):
        with anyio.fail_after(20):
            sent = {**HEADERS, **{name.replace("_", "-"): value for name, value in headers.items()}}
            return (await client.post("/mcp", json=PING, headers=sent)).status_code


async def test_a_foreign_host_or_origin_is_refused(settings: Settings) -> None:
    assert await status("", settings, Host="evil.example:8137") == 421
    assert await status("", settings, Origin="http://evil.example") == 403


async def test_a_request_without_the_token_is_refused(settings: Settings) -> None:
    assert await status("secret", settings) == 401
    assert await status("secret", settings, Authorization="Bearer wrong") == 401
    assert await status("secret", settings, Authorization="Bearer secret") not in (401, 403, 421)


async def test_a_client_is_answered_over_http(workspace: Write, settings: Settings) -> None:
    root = workspace({"a.py": "def greet():\n    return 1\n"})
    app = build(Desk(Choice(root, settled=True), settings)).streamable_http_app()
    transport = httpx2.ASGITransport(app=app)
    async with app.router.lifespan_context(app):
        http = httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8137")
        wire = streamable_http_client("http://127.0.0.1:8137/mcp", http_client=http)
        async with Client(wire) as client:
            result = await client.call_tool("get_symbol", {"name": "greet"})
        await http.aclose()
    assert result.content[0].type == "text"
    assert "a.py:1-2 function greet" in result.content[0].text
