"""The tools as a client sees them: small, strict in what they say, tolerant in what they take."""

import json
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import Client
from mcp.types import ListRootsResult, Root

from codeseam_indexer.settings import Settings
from codeseam_server.answers import ANSWERS
from codeseam_server.app import Choice, Desk, build, desk
from codeseam_server.tools import INSTRUCTIONS, tools

pytestmark = pytest.mark.anyio

CHARACTERS_A_TOKEN = 3.5
"""JSON schemas and English have more than 4; so the count below is an upper bound."""

SOON = 20.0
"""Seconds for what takes milliseconds on an idle machine."""

Write = Callable[[Mapping[str, str]], Path]

SHOP = {
    "shop/cart.py": "class Cart:\n    def total(self):\n        return 0\n",
    "shop/pay.py": "from shop.cart import Cart\n\n\ndef pay():\n    return Cart().total()\n",
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def client(
    folder: Path | None, settings: Settings, *, settled: bool = True
) -> AsyncGenerator[Client]:
    async with Client(build(Desk(Choice(folder, settled=settled), settings))) as connected:
        yield connected


async def text(connected: Client, tool: str, **arguments: Any) -> str:
    result = await connected.call_tool(tool, arguments)
    assert result.structured_content is None
    (content,) = result.content
    assert content.type == "text"
    return f"ERROR {content.text}" if result.is_error else content.text


async def test_what_every_session_pays_for_is_small(settings: Settings) -> None:
    async with client(None, settings) as connected:
        listed = (await connected.list_tools()).model_dump(
            by_alias=True, mode="json", exclude_none=True
        )
    wire = json.dumps(listed["tools"], ensure_ascii=False, separators=(",", ":"))
    assert len(wire) / CHARACTERS_A_TOKEN < 1500
    assert len(INSTRUCTIONS) / CHARACTERS_A_TOKEN < 400
    assert len(INSTRUCTIONS) < 2048  # clients cut longer ones


async def test_the_tools_are_those_of_the_contract(settings: Settings) -> None:
    async with client(None, settings) as connected:
        listed = (await connected.list_tools()).tools
    assert {tool.name: list(tool.input_schema["properties"]) for tool in listed} == {
        "semantic_search": ["query", "limit", "path", "language", "kind", "changed"],
        "get_symbol": ["name", "path"],
        "list_callers": ["symbol", "depth", "path", "page", "changed"],
        "list_callees": ["symbol", "depth", "path", "page"],
        "find_references": ["symbol", "path", "page"],
        "outline": ["path", "page"],
        "index_status": [],
    }
    assert [tool.name for tool in listed] == list(ANSWERS)
    for tool in listed:
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is None
        hints = tool.annotations
        assert hints is not None
        assert (hints.read_only_hint, hints.idempotent_hint, hints.open_world_hint) == (
            True, True, False,
        )  # fmt: skip
        assert tool.description
        assert len(tool.description) < 600
    assert listed[0].meta == {"anthropic/alwaysLoad": True}
    assert [tool.name for tool in tools()] == list(ANSWERS)


async def test_the_three_questions_are_answered(workspace: Write, settings: Settings) -> None:
    async with client(workspace(SHOP), settings) as connected:
        assert "shop/cart.py:1-3" in await text(connected, "semantic_search", query="total of cart")
        shown = await text(connected, "get_symbol", name="Cart.total")
        assert "2\t    def total(self):" in shown
        assert "called by: pay" in shown
        callers = await text(connected, "list_callers", symbol="Cart.total")
        assert "shop/pay.py:5 pay: return Cart().total()" in callers
        assert "Cart.total" in await text(connected, "list_callees", symbol="pay")
        assert "call in pay" in await text(connected, "find_references", symbol="Cart.total")
        assert "shop/pay.py" in await text(connected, "outline")
        assert "2 files" in await text(connected, "index_status")


@pytest.mark.parametrize(
    ("tool", "arguments", "meant"),
    [
        ("semantic_search", {"query": "cart total", "kind": "func"}, "shop/pay.py"),
        ("semantic_search", {"query": "cart total", "kind": ["methods"]}, "shop/cart.py"),
        ("semantic_search", {"query": "cart total", "language": ".py"}, "shop/cart.py"),
        ("semantic_search", {"query": "cart", "path": "./shop/cart.py"}, "shop/cart.py"),
        ("semantic_search", {"query": "cart", "path": '["shop/pay.py"]'}, "shop/pay.py"),
        ("semantic_search", {"query": "cart", "limit": 1000}, "limit 1000 taken as 50"),
        ("semantic_search", {"query": "cart", "limit": "2"}, "2 places"),
        ("semantic_search", {"q": "cart", "top_k": 1}, "1 place for"),
        ("semantic_search", {"query": "cart", "path": None, "changed": "false"}, "places for"),
        ("get_symbol", {"symbol": "Cart.total()"}, "shop/cart.py:2-3"),
        ("list_callers", {"name": "Cart#total", "depth": 99}, "shop/pay.py:5"),
        ("outline", {"file_path": "shop\\cart.py"}, "class Cart"),
        ("outline", {"path": "cart.py"}, "class Cart"),
        ("outline", {"path": "shop/cart.py:2-3"}, "class Cart"),
        ("outline", {"path": "@shop/cart.py"}, "class Cart"),
        ("outline", {"path": "**/p*.py"}, "shop/pay.py (5): pay"),
        ("get_symbol", {"name": "shop/cart.py"}, "shop/cart.py is a file; outline shows"),
        ("get_symbol", {"name": "Cart", "path": "shop/pay.py"}, 'No symbol "Cart in shop/pay.py"'),
        ("semantic_search", {"query": "cart", "path": "nowhere"}, "at the top there are: shop"),
        ("semantic_search", {"query": "cart", "path": "car"}, "did you mean shop/cart.py?"),
        ("get_symbol", {"name": "Cart.totl"}, "Nearest: Cart.total"),
        ("get_symbol", {"name": "where do we compute the price?"}, "semantic_search"),
        ("get_symbol", {"name": "How is the total of it computed"}, "Nearest: Cart.total"),
        ("get_symbol", {"name": "shop"}, "shop/ is a folder; outline shows"),
        ("get_symbol", {"name": "Cart.total, pay"}, '2 definitions of "Cart.total, pay"'),
        ("get_symbol", {"name": ["Cart", "pay"]}, "shop/pay.py:4-5 function pay"),
        ("get_symbol", {"name": "Cart, nothing"}, 'No symbol "Cart, nothing"'),
        ("get_symbol", {"name": "async def total(self):"}, "shop/cart.py:2-3"),
        ("get_symbol", {"name": "shop.cart.Cart<int>::total"}, "shop/cart.py:2-3"),
        ("get_symbol", {"name": "shop/cart.py#L2-L3"}, "method Cart.total"),
        ("semantic_search", {"arguments": {"query": "cart", "limit": 1}}, "1 place for"),
        ("semantic_search", {"query": "cart", "limit": 0}, "limit 0 taken as 8"),
        ("semantic_search", {"query": "cart", "limit": 1.9}, "1 place for"),
        ("semantic_search", {"query": "cart", "kind": "any", "language": "*"}, "shop/cart.py"),
        ("semantic_search", {"query": "cart", "kind": "cls,func"}, "shop/cart.py"),
        ("semantic_search", {"query": ["cart", "total"]}, 'for "cart, total"'),
        ("semantic_search", {"query": "\ud800\x1b[2Jcart"}, "\\x1b[2Jcart"),
        ("semantic_search", {"query": "x" * 100_000}, "xxx…"),
        ("semantic_search", {"query": "???"}, "Try other words"),
        ("list_callers", {"symbol": "who calls total?"}, "for a question use semantic_search"),
    ],
)
async def test_what_is_meant_is_answered(
    workspace: Write, settings: Settings, tool: str, arguments: dict[str, Any], meant: str
) -> None:
    async with client(workspace(SHOP), settings) as connected:
        shown = await text(connected, tool, **arguments)
    assert not shown.startswith("ERROR"), shown
    assert meant in shown


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("semantic_search", {}, "query is missing"),
        ("semantic_search", {"query": "  "}, "The query is empty"),
        ("semantic_search", {"query": {"$ne": 1}}, "query must be text"),
        ("semantic_search", {"query": "x", "kindd": "class"}, "did you mean kind?"),
        ("semantic_search", {"query": "x", "kind": "klass"}, "did you mean class?"),
        ("semantic_search", {"query": "x", "language": "pythn"}, "did you mean python?"),
        ("semantic_search", {"query": "x", "limit": "many"}, "limit must be a whole number"),
        ("get_symbol", {"name": "Cart", "path": "/etc"}, "outside the workspace"),
        ("outline", {"path": "cart"}, "did you mean shop/cart.py?"),
        ("outline", {"depth": 2}, "'depth'. outline takes path (optional), page (optional)."),
        ("index_status", {"verbose": True}, "index_status takes no arguments."),
        ("outline", {"path": "nowhere"}, "at the top there are: shop"),
        ("outline", {"path": "../x"}, "outside the workspace"),
        ("outline", {"path": "D:\\\\proj\\\\shop"}, "give a path relative to its root"),
        ("outline", {"path": "shop/cart.py:Cart"}, "is a symbol, which get_symbol shows"),
        ("get_symbol", {"name": None}, "name is missing"),
        ("list_callers", {"symbol": ""}, "such as Client.send"),
        ("find_references", {"symbol": "Cart", "page": "last"}, "page must be a whole number"),
        ("semantic_search", {"query": "x", "changed": "maybe"}, "changed must be true or false"),
        ("searchCode", {"query": "x"}, "did you mean semantic_search? Tools: semantic_search, "),
        ("mcp__codeseam__get_symbols", {"name": "x"}, "did you mean get_symbol?"),
        ("callers", {"symbol": "x"}, "did you mean list_callers?"),
        ("grep", {"pattern": "x"}, "There is no tool 'grep'. Tools: semantic_search, "),
    ],
)
async def test_what_cannot_be_meant_is_explained(
    workspace: Write, settings: Settings, tool: str, arguments: dict[str, Any], said: str
) -> None:
    async with client(workspace(SHOP), settings) as connected:
        shown = await text(connected, tool, **arguments)
    assert shown.startswith("ERROR ")
    assert said in shown
    assert "pydantic" not in shown


async def test_an_edit_is_in_the_very_next_answer(workspace: Write, settings: Settings) -> None:
    root = workspace(SHOP)
    async with client(root, settings) as connected:
        await text(connected, "get_symbol", name="Cart.total")
        (root / "shop" / "cart.py").write_text("class Cart:\n    def sum_up(self):\n        pass\n")
        (root / "shop" / "new.py").write_text("def brand_new():\n    pass\n")
        assert "2\t    def sum_up" in await text(connected, "get_symbol", name="Cart.sum_up")
        assert "No symbol" in await text(connected, "get_symbol", name="Cart.total")
        assert "shop/new.py" in await text(connected, "get_symbol", name="brand_new")


async def test_a_long_call_tells_that_it_goes_on(
    workspace: Write, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = threading.Event()
    messages: list[str] = []

    async def progress(progress: float, total: float | None, message: str | None) -> None:
        messages.append(f"{progress} {total} {message}")
        told.set()

    monkeypatch.setattr(desk, "_REPORT_EVERY", 0.01)
    monkeypatch.setitem(ANSWERS, "outline", lambda *_, **__: str(told.wait(SOON)))
    async with client(workspace(SHOP), settings) as connected:
        result = await connected.call_tool("outline", {}, progress_callback=progress)
    (content,) = result.content
    assert content.type == "text"
    assert content.text == "True"
    assert messages[0].startswith("1 None ")


async def test_an_error_of_ours_is_named_by_what_it_is(
    workspace: Write, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> str:
        raise LookupError("no such row")

    monkeypatch.setitem(ANSWERS, "outline", broken)
    async with client(workspace(SHOP), settings) as connected:
        said = await text(connected, "outline")
    assert said.startswith("ERROR outline failed inside codeseam (LookupError); `codeseam doctor`")


async def test_a_call_that_is_cancelled_keeps_nobody_waiting(
    workspace: Write, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, go, cancelled = threading.Event(), threading.Event(), anyio.Event()

    def slow(*_: object, **__: object) -> str:
        asked.set()
        return str(go.wait(SOON))

    class Watched(Desk):
        async def ask(self, *words: Any, **arguments: Any) -> str:
            try:
                return await super().ask(*words, **arguments)
            except anyio.get_cancelled_exc_class():
                cancelled.set()
                raise

    monkeypatch.setitem(ANSWERS, "outline", slow)
    watched = Watched(Choice(workspace(SHOP), settled=True), settings)
    async with Client(build(watched)) as connected:
        async with anyio.create_task_group() as group:
            group.start_soon(text, connected, "outline")
            assert await anyio.to_thread.run_sync(asked.wait, SOON)
            group.cancel_scope.cancel()
        with anyio.fail_after(SOON):
            await cancelled.wait()
        assert (await connected.list_tools()).tools
        go.set()
        assert "Cart.total" in await text(connected, "get_symbol", name="Cart.total")


async def test_without_a_workspace_the_answer_says_what_to_do(settings: Settings) -> None:
    async with client(None, settings) as connected:
        assert "--workspace DIR" in await text(connected, "index_status")


async def test_the_roots_of_the_client_are_the_workspace(
    workspace: Write, settings: Settings, tmp_path: Path
) -> None:
    root = workspace(SHOP)
    asked: list[str] = []

    async def roots(context: object) -> ListRootsResult:
        asked.append(repr(context))
        return ListRootsResult(roots=[Root(uri=root.as_uri())])  # pyright: ignore[reportArgumentType]

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    unsettled = Desk(Choice(elsewhere, settled=False), settings)
    async with Client(build(unsettled), list_roots_callback=roots) as connected:
        assert "shop/cart.py" in await text(connected, "outline")
        await text(connected, "outline")
    assert len(asked) == 1


def test_the_handshake_loads_nothing_heavy() -> None:
    heavy = ["numpy", "apsw", "tree_sitter", "onnxruntime", "fastembed", "watchdog"]
    script = (
        "import sys, asyncio\n"
        "from codeseam_server.cli import serve\n"
        "from codeseam_server.app import build, Desk, Choice\n"
        "from codeseam_indexer.settings import load\n"
        "async def main():\n"
        "    await build(Desk(Choice(None, False), load())).list_tools()\n"
        "asyncio.run(main())\n"
        f"print([name for name in {heavy!r} if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
