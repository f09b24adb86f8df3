"""From files on disk to answers in the official MCP client, with the network closed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.anyio

GUARD = """
import socket, sys

LOCAL = getattr(socket, "AF_UNIX", None)
FORBIDDEN = {"socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname"}

def refuse(event, args):
    made = event == "socket.__new__" and args[1] not in (LOCAL, -1)
    if made and sys.platform == "win32":
        made = False  # the event loop wakes itself through a pair of loopback sockets
    if made or (event in FORBIDDEN and sys.platform != "win32"):
        sys.stderr.write(f"NETWORK {event} {args[1:]}\\n")
        sys.stderr.flush()
        raise OSError("the network is closed")

sys.addaudithook(refuse)
"""
"""Loaded by every Python process of the server: none may open a socket of the network."""


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


def parameters(folder: Path, tmp_path: Path, *before: str) -> StdioServerParameters:
    guard = tmp_path / "guard"
    guard.mkdir()
    (guard / "sitecustomize.py").write_text(GUARD)
    serve = ["-m", "codeseam_server", "serve", "--workspace", str(folder)]
    words = [*before, sys.executable, *serve]
    return StdioServerParameters(
        command=words[0],
        args=words[1:],
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


def closed() -> list[str]:
    """Words that run a command where there is no network, not even loopback; none if it cannot."""
    words = ["unshare", "--map-root-user", "--net", "--"]
    able = (
        shutil.which("unshare")
        and not subprocess.run([*words, "true"], check=False, capture_output=True).returncode
    )
    return words if able else []


@pytest.mark.parametrize("without_network", [False, True])
async def test_the_whole_path_opens_no_socket(
    shop: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], *, without_network: bool
) -> None:
    """From the files to the answers, in the server and its workers."""
    before = closed() if without_network else []
    if without_network and not before:
        pytest.skip("this machine cannot take the network from a process")
    for number in range(40):
        (shop / f"more_{number}.py").write_text(f"def more_{number}():\n    return {number}\n" * 9)
    async with Client(parameters(shop, tmp_path, *before)) as client:
        await text(client, "semantic_search", query="how is the cart paid for")
        await text(client, "get_symbol", name="pay")
        await text(client, "find_references", symbol="Cart")
        assert "up to date" in await text(client, "index_status")
    assert "NETWORK" not in capfd.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="the event loop itself needs sockets there")
def test_the_guard_of_these_tests_sees_a_socket(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(GUARD)
    done = subprocess.run(
        [sys.executable, "-c", "import socket; socket.create_connection(('127.0.0.1', 9))"],
        env={"PYTHONPATH": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert "NETWORK" in done.stderr
    assert done.returncode != 0
