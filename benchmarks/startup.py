"""What a client waits for: CPU and time of the handshake, beside an empty server of the SDK.

    python benchmarks/startup.py [RUNS [WORKSPACE]]

Prints a Markdown table: medians of CPU and wall seconds from the start of the process to the answer
of ``initialize`` and to that of a first search on an index that is there already, and of the wall
seconds from a signal or the end of stdin to the end of the process.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

EMPTY = "from mcp.server import MCPServer; MCPServer('empty').run()"
HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {},
               "clientInfo": {"name": "startup", "version": "1"}},
}  # fmt: skip

READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
SEARCH = {
    "jsonrpc": "2.0", "id": 2, "method": "tools/call",
    "params": {"name": "semantic_search", "arguments": {"query": "where is the main loop"}},
}  # fmt: skip


def start(command: Sequence[str], *, hello: bool) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    if hello and process.stdin is not None and process.stdout is not None:
        process.stdin.write(json.dumps(HELLO).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
    return process


def answer(process: subprocess.Popen[bytes], *messages: object) -> None:
    """Send messages and wait for the answer to the last of them, which has the id 2."""
    if process.stdin is not None and process.stdout is not None:
        process.stdin.write(b"".join(json.dumps(one).encode() + b"\n" for one in messages))
        process.stdin.flush()
        while (line := process.stdout.readline()) and json.loads(line).get("id") != 2:
            pass


def handshake(command: Sequence[str], *, search: bool) -> tuple[float, float]:
    """CPU and wall seconds to the answer of ``initialize``, or of a search after it."""
    began = time.monotonic()
    process = start(command, hello=True)
    if search:
        answer(process, READY, SEARCH)
    wall = time.monotonic() - began
    before = os.times()
    process.kill()
    process.wait()
    after = os.times()
    cpu = after.children_user + after.children_system
    return cpu - before.children_user - before.children_system, wall


def ending(command: Sequence[str], end: Callable[[subprocess.Popen[bytes]], object]) -> float:
    """Wall seconds from what ends a running server to its end."""
    process = start(command, hello=True)
    time.sleep(1)
    began = time.monotonic()
    end(process)
    process.wait(30)
    return time.monotonic() - began


def close(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()


def main(runs: int, workspace: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CODESEAM_CACHE_DIR"] = str(Path(folder, "cache"))
        Path(folder, "one.py").write_text("def one():\n    return 1\n")
        codeseam = [sys.executable, "-m", "codeseam_server"]
        place = ["--workspace", workspace or folder]
        serve = [*codeseam, "serve", *place]
        subprocess.run([*codeseam, "index", *place], check=True, capture_output=True)
        print("| | CPU (s) | wall (s) |\n|---|---|---|")
        for name, command, search in (
            ("`initialize`, empty MCPServer", [sys.executable, "-c", EMPTY], False),
            ("`initialize`, codeseam", serve, False),
            ("first search, codeseam", serve, True),
        ):
            taken = [handshake(command, search=search) for _ in range(runs)]
            cpu, wall = (statistics.median(column) for column in zip(*taken, strict=True))
            print(f"| {name} | {cpu:.2f} | {wall:.2f} |")
        ends: dict[str, Callable[[subprocess.Popen[bytes]], object]] = {"stdin closed": close}
        for name in ("SIGINT", "SIGTERM"):
            number = getattr(signal, name)
            ends[name] = lambda process, number=number: process.send_signal(number)
        for name, end in ends.items():
            wall = statistics.median(ending(serve, end) for _ in range(runs))
            print(f"| to the end after {name} | | {wall:.2f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2] if len(sys.argv) > 2 else "")
