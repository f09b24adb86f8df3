"""The server as a process: it answers the moment it can and ends the moment it should."""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and /proc are those of POSIX")

SOON = 20.0
"""Seconds for what takes milliseconds on an idle machine."""


class Process:
    """A server and the client's side of its pipes."""

    def __init__(self, folder: Path, cache: Path, *command: str, **env: str) -> None:
        self.id = 0
        self.popen = subprocess.Popen(
            [*(command or server_command()), "--workspace", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "CODESEAM_CACHE_DIR": str(cache), **env},
            start_new_session=True,
        )
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        self.to, self.out = self.popen.stdin, self.popen.stdout

    def send(self, message: dict[str, Any]) -> None:
        self.to.write(json.dumps(message).encode() + b"\n")
        self.to.flush()

    def ask(self, method: str, **params: Any) -> Any:
        self.id += 1
        self.send({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        return self.reply(self.id)

    def reply(self, wanted: int) -> Any:
        while True:
            ready, _, _ = select.select([self.out], [], [], SOON)
            assert ready, "no reply"
            message = json.loads(self.out.readline())
            if message.get("id") == wanted:
                return message

    def hello(self) -> None:
        client = {"name": "test", "version": "1"}
        reply = self.ask(
            "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client
        )
        assert reply["result"]["serverInfo"]["name"] == "codeseam"
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, **arguments: Any) -> str:
        """The text of an answer from the complete index."""
        deadline = time.monotonic() + 2 * SOON
        while True:
            reply = self.ask("tools/call", name=tool, arguments=arguments)
            text: str = reply["result"]["content"][0]["text"]
            if "(partial: " not in text or time.monotonic() > deadline:
                return text

    def close(self) -> None:
        """Close the pipes on this side."""
        for stream in (self.to, self.out, self.popen.stderr):
            with contextlib.suppress(BrokenPipeError):
                if stream is not None:
                    stream.close()

    def ended(self) -> tuple[int, float]:
        """The exit status, and how long it took from now."""
        began = time.monotonic()
        return self.popen.wait(SOON), time.monotonic() - began


def server_command() -> list[str]:
    return [sys.executable, "-m", "codeseam_server", "serve"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    root.mkdir()
    for number in range(30):
        (root / f"m{number}.py").write_text(f"def solid_{number}():\n    return {number}\n")
    (root / "odd.py").write_text('def odd():\n    return "\x1b[31m \u202e"\n', encoding="utf-8")
    return root


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def server(folder: Path, cache: Path) -> Iterator[Process]:
    process = Process(folder, cache)
    yield process
    process.popen.kill()
    process.popen.wait()
    process.close()


def left_behind(cache: Path) -> list[str]:
    """Processes that were started with this cache folder in their environment."""
    mark = f"CODESEAM_CACHE_DIR={cache}".encode()
    found: list[str] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append((entry / "cmdline").read_text())
            except OSError:
                continue
    return found


def test_it_answers_from_the_index_and_ends_with_its_input(server: Process, cache: Path) -> None:
    server.hello()
    assert "m7.py:1-2" in server.call("get_symbol", name="solid_7")
    server.to.close()
    status, seconds = server.ended()
    assert status == 0
    assert seconds < 2
    assert left_behind(cache) == []


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_it_while_it_is_busy(server: Process, cache: Path, name: str) -> None:
    server.hello()
    server.send(
        {
            "jsonrpc": "2.0",
            "id": 99,
            "method": "tools/call",
            "params": {"name": "semantic_search", "arguments": {"query": "solid"}},
        }
    )
    server.popen.send_signal(getattr(signal, name))
    status, seconds = server.ended()
    assert status == 0
    assert seconds < 2
    deadline = time.monotonic() + SOON
    while left_behind(cache) and time.monotonic() < deadline:
        os.sched_yield()
    assert left_behind(cache) == []


def test_it_ends_before_it_was_ever_spoken_to(server: Process) -> None:
    server.to.close()
    assert server.ended()[0] == 0


def test_a_client_that_leaves_while_the_sdk_loads_is_not_waited_for(
    folder: Path, cache: Path
) -> None:
    script = "import time; from codeseam_server.leaving import Leaving; Leaving().with_client(); "
    script += "time.sleep(600)"
    for close in ("to", "out"):
        process = Process(folder, cache, sys.executable, "-c", script)
        getattr(process, close).close()
        assert process.ended()[0] == (0 if close == "to" else 1)
        process.close()


def test_a_request_before_the_end_of_input_is_answered(server: Process) -> None:
    client = {"name": "test", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    server.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    server.to.close()
    assert json.loads(server.out.readline())["id"] == 1
    assert server.ended()[0] == 0


def test_it_ends_when_its_output_is_closed(server: Process) -> None:
    server.hello()
    server.out.close()
    try:
        for _ in range(50):
            server.send({"jsonrpc": "2.0", "id": 1, "method": "ping"})
            if server.popen.poll() is not None:
                break
            time.sleep(0.05)
    except BrokenPipeError:
        pass
    assert server.ended()[0] in (0, 1)


@pytest.mark.parametrize("told", [True, False], ids=["told", "looking"])
def test_it_ends_with_its_parent_although_its_pipes_stay_open(
    folder: Path, cache: Path, *, told: bool
) -> None:
    """By what the system tells of it, and where it does not, by looking now and then."""
    without = "import os; vars(os).pop('pidfd_open', None); from codeseam_server.cli import main"
    server = server_command() if told else [sys.executable, "-c", f"{without}; main()", "serve"]
    script = textwrap.dedent(
        """
        import subprocess, sys, time
        server = subprocess.Popen(sys.argv[1:], stdin=0, stdout=1, stderr=subprocess.DEVNULL)
        print(server.pid, file=sys.stderr, flush=True)
        time.sleep(600)
        """
    )
    command = [sys.executable, "-c", script, *server]
    middle = Process(folder, cache, *command)
    assert middle.popen.stderr is not None
    pid = int(middle.popen.stderr.readline())
    middle.hello()
    middle.popen.kill()
    middle.popen.wait()
    deadline = time.monotonic() + SOON
    while alive(pid) and time.monotonic() < deadline:
        os.sched_yield()
    assert not alive(pid)
    middle.close()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_nothing_but_messages_is_on_its_output(folder: Path, cache: Path) -> None:
    process = Process(folder, cache, PYTHONWARNINGS="always", PYTHONDEVMODE="1", LC_ALL="C")
    process.hello()
    shown = process.call("get_symbol", name="odd")
    assert "\\x1b[31m \\u202e" in shown
    process.to.write(b'not json\n[]\n{"jsonrpc":"2.0"}\n\xff\xfe\n')
    half = b'{"jsonrpc":"2.0","id":500,"method":"tools/call","params":{"name":"get_symbol",'
    process.to.write(half + b'"arguments":{"name":"\\ud800"}}}\n')
    process.to.flush()
    assert "No symbol" in process.reply(500)["result"]["content"][0]["text"]
    process.to.close()
    rest = process.out.read().splitlines()
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest)
    process.popen.wait(SOON)
    process.close()


def test_two_servers_on_one_workspace_both_answer_and_both_see_an_edit(
    folder: Path, cache: Path
) -> None:
    both = [Process(folder, cache), Process(folder, cache)]
    for one in both:
        one.hello()
        assert "m3.py:1-2" in one.call("get_symbol", name="solid_3")
    (folder / "m3.py").write_text("def liquid_3():\n    return 3\n")
    for one in both:
        assert "m3.py:1-2" in one.call("get_symbol", name="liquid_3")
        assert "No symbol" in one.call("get_symbol", name="solid_3")
    for one in both:
        one.to.close()
        assert one.ended()[0] == 0
        one.close()


def test_the_handshake_costs_little_more_than_the_sdk(folder: Path, cache: Path) -> None:
    """CPU of this process to the answer of ``initialize``, beside that of importing the SDK."""

    def cpu_of_import() -> float:
        before = os.times()
        subprocess.run([sys.executable, "-c", "import mcp.server"], check=True)
        after = os.times()
        return (
            after.children_user
            + after.children_system
            - (before.children_user + before.children_system)
        )

    own = min(cpu_of_handshake(folder, cache) for _ in range(2))
    sdk = max(cpu_of_import() for _ in range(2))
    assert own < sdk * 1.3 + 0.3


def cpu_of_handshake(folder: Path, cache: Path) -> float:
    process = Process(folder, cache)
    try:
        process.hello()
        fields = Path(f"/proc/{process.popen.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    finally:
        process.to.close()
        process.popen.wait(SOON)
        process.close()
