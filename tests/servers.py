"""Servers as processes, for tests of what several of them answer about one work tree."""

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SOON = 60.0
"""Seconds for what takes milliseconds on an idle machine."""


PATCH = """
import sys
from importlib.abc import MetaPathFinder

class Patch(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "codeseam_server.session.keeper":
            CODE
        return None

sys.meta_path.insert(0, Patch())
"""
"""Runs some code in a server once all that it needs is imported."""

NEWER = PATCH.replace(
    "CODE",
    "from codeseam_indexer.store import connection, store;"
    " connection.SCHEMA = store.SCHEMA = connection.SCHEMA + 1",
)
"""Makes a server one of a version with other tables."""


class Server:
    """A stdio server and the client's side of its pipes."""

    def __init__(
        self, folder: Path, cache: Path, inside: Sequence[str] = (), /, **env: str
    ) -> None:
        """Start it, as the command that others (``inside``) are given to run."""
        self.id = 0
        server = [sys.executable, "-m", "codeseam_server", "serve", "--workspace", str(folder)]
        self.popen = subprocess.Popen(
            [*inside, *server],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "CODESEAM_CACHE_DIR": str(cache), **env},
        )
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        self.to, self.out = self.popen.stdin, self.popen.stdout
        client = {"name": "test", "version": "1"}
        self.request("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def request(self, method: str, **params: Any) -> Any:
        self.id += 1
        self._send({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        while True:
            ready, _, _ = select.select([self.out], [], [], SOON)
            assert ready, "no reply"
            message = json.loads(self.out.readline())
            if message.get("id") == self.id:
                return message["result"]

    def call(self, tool: str, **arguments: Any) -> str:
        """The text of an answer, whatever it says of itself."""
        text: str = self.request("tools/call", name=tool, arguments=arguments)["content"][0]["text"]
        return text

    def whole(self, tool: str, **arguments: Any) -> str:
        """The text of an answer that is not partial; the first index may still be on its way."""
        deadline = time.monotonic() + SOON
        while "(partial: " in (text := self.call(tool, **arguments)):
            assert time.monotonic() < deadline, text
        return text

    def kill(self) -> None:
        """End it as kill -9 does."""
        self.popen.kill()
        self.close()

    def close(self) -> None:
        """Leave as a client does."""
        for stream in (self.to, self.out):
            with contextlib.suppress(OSError, ValueError):
                stream.close()
        self.popen.wait(SOON)

    def _send(self, message: dict[str, Any]) -> None:
        self.to.write(json.dumps(message).encode() + b"\n")
        self.to.flush()


def source(name: str, calls: str = "", module: str = "") -> str:
    """A function that calls one of a module, named with dots."""
    if not calls:
        return f"def {name}():\n    return 0\n"
    return f"from {module} import {calls}\n\n\ndef {name}():\n    return {calls}()\n"


def git(root: Path, *arguments: str) -> None:
    author = ["-c", "user.email=a@example.invalid", "-c", "user.name=a"]
    subprocess.run(["git", *author, *arguments], cwd=root, check=True, capture_output=True)


def patched(folder: Path, name: str, code: str) -> dict[str, str]:
    """An environment in which every Python runs some code first."""
    site = folder / name
    site.mkdir()
    (site / "sitecustomize.py").write_text(code)
    paths = [str(site), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
