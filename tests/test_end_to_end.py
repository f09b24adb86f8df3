"""From files on disk to answers in the official MCP client, with the network closed."""

import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.anyio

GUARD = """
import socket, sys

def refuse(*_args, **_kwargs):
    sys.stderr.write("NETWORK\\n")
    raise OSError("the network is closed")

socket.socket.connect = refuse
socket.socket.connect_ex = refuse
socket.create_connection = refuse
socket.getaddrinfo = refuse
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    (root / "src").mkdir(parents=True)
    (root / "src" / "cart.py").write_text(
        "class Cart:\n    def total(self):\n        return sum(self.prices)\n"
    )
    (root / "src" / "pay.py").write_text(
        "from src.cart import Cart\n\n\ndef pay(cart: Cart):\n    return cart.total()\n"
    )
    return root


def parameters(folder: Path, tmp_path: Path) -> StdioServerParameters:
    guard = tmp_path / "guard"
    guard.mkdir()
    (guard / "sitecustomize.py").write_text(GUARD)
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "codeseam_server", "serve", "--workspace", str(folder)],
        env={"CODESEAM_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(guard)},
    )


async def text(client: Client, tool: str, **arguments: str) -> str:
    """The answer from the complete index."""
    while True:
        result = await client.call_tool(tool, dict(arguments))
        shown = "\n".join(part.text for part in result.content if part.type == "text")
        if "(partial: " not in shown:
            return shown


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_edit_is_in_the_next_answer(shop: Path, tmp_path: Path, mode: str) -> None:
    async with Client(parameters(shop, tmp_path), mode=mode) as client:
        assert "src/pay.py:5 pay" in await text(client, "list_callers", symbol="Cart.total")
        assert "src/cart.py" in await text(client, "semantic_search", query="sum of all prices")
        (shop / "src" / "pay.py").write_text("def pay(cart):\n    return 0\n")
        (shop / "src" / "gift.py").write_text(
            "from src.cart import Cart\n\n\ndef gift():\n    return Cart().total()\n"
        )
        callers = await text(client, "list_callers", symbol="Cart.total")
        assert "src/gift.py:5 gift" in callers
        assert "src/pay.py" not in callers
        (shop / "src" / "cart.py").unlink()
        assert "No symbol" in await text(client, "get_symbol", name="Cart.total")


async def test_the_whole_path_opens_no_socket(
    shop: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with Client(parameters(shop, tmp_path)) as client:
        await text(client, "semantic_search", query="how is the cart paid for")
        await text(client, "get_symbol", name="pay")
        await text(client, "find_references", symbol="Cart")
        assert "up to date" in await text(client, "index_status")
    assert "NETWORK" not in capfd.readouterr().err
