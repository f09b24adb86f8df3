"""Where tool calls are answered: in threads, from an index that is opened after the handshake."""

import threading
import time
from collections.abc import AsyncGenerator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ListRootsResult

from codeseam_indexer.errors import CodeseamError
from codeseam_indexer.settings import Settings
from codeseam_server.app.workspace import Choice, from_roots
from codeseam_server.render.safe import one_line

if TYPE_CHECKING:
    from codeseam_server.session.keeper import Keeper

_THREADS = 8
"""Calls answered at once; the store answers one verb at a time, so more would only wait."""

_ROOTS_ASKED = 3
"""A client that has been asked so often for its roots and has not said them, will not."""

_REPORT_EVERY = 1.0
"""Seconds between two progress notifications of a call that takes long."""

_AGAIN_AFTER = 5.0
"""Seconds after which an index that could not be opened (a full disk) is opened anew."""

_NO_WORKSPACE = (
    "codeseam does not know which folder to index: start it as `codeseam serve --workspace DIR`, "
    "or open the client inside a project."
)


class Desk:
    """Answers tools. The index is opened, kept fresh and closed by a thread of its own."""

    def __init__(self, choice: Choice, settings: Settings) -> None:
        self._choice = choice
        self._settings = settings
        self._asked = 0
        self._limiter: anyio.CapacityLimiter | None = None
        self._lock = threading.Lock()
        self._keeper: Future[Keeper] | None = None
        self._opened = 0.0

    # ---- life

    @asynccontextmanager
    async def lifespan(self, _server: "MCPServer[Desk]") -> AsyncGenerator["Desk"]:
        """Nothing is opened before the handshake is answered; ``start`` does it."""
        self._limiter = anyio.CapacityLimiter(_THREADS)
        yield self
        await anyio.to_thread.run_sync(self.close)

    async def start_after_answer(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        """Middleware: begin to open the index once the client has its first answer."""
        result = await call_next(ctx)
        if self._keeper is None and self._choice.folder is not None:
            self.open(self._choice.folder)
        return result

    def open(self, folder: Path) -> "Future[Keeper]":
        """Open the index of a folder in the background; once, or again where that failed."""
        with self._lock:
            if self._keeper is not None and self._choice.folder == folder:
                if not _failed(self._keeper) or time.monotonic() - self._opened < _AGAIN_AFTER:
                    return self._keeper
            elif self._keeper is not None:
                self._keeper.add_done_callback(_close)
            self._opened = time.monotonic()
            self._choice = Choice(folder, settled=self._choice.settled)
            opened: Future[Keeper] = Future()
            self._keeper = opened
        threading.Thread(
            target=_keep, args=(opened, folder, self._settings), name="index", daemon=True
        ).start()
        return opened

    def close(self) -> None:
        """Close the index; what is being written is rolled back, workers are ended."""
        with self._lock:
            keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.add_done_callback(_close)

    # ---- answering

    def asks_for_roots(self) -> bool:
        """Whether the client's roots decide what the workspace is."""
        if self._choice.settled or self._asked >= _ROOTS_ASKED:
            return False
        self._asked += 1
        return True

    async def ask(
        self, ctx: "Context[Any]", roots: ListRootsResult | None, tool: str, **arguments: object
    ) -> str:
        """Answer one call in a thread, telling the client how far a long one is.

        Raises:
            ToolError: with a sentence for the agent.
        """
        keeper = self.open(self._folder(roots))
        outcome: list[str | CodeseamError] = []
        answered = anyio.Event()
        async with anyio.create_task_group() as group:
            group.start_soon(_report, ctx, keeper, answered)
            work = partial(_answer, keeper, tool, arguments)
            outcome.append(
                await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=self._limiter)
            )
            answered.set()
        (answer,) = outcome
        if isinstance(answer, CodeseamError):
            raise ToolError(one_line(str(answer)))
        return answer

    def _folder(self, roots: ListRootsResult | None) -> Path:
        if roots is not None and not self._choice.settled:
            found = from_roots(str(root.uri) for root in roots.roots)
            if found is not None and found != self._choice.folder:
                self.open(found)
            self._choice = Choice(found or self._choice.folder, settled=True)
        if self._choice.folder is None:
            raise ToolError(_NO_WORKSPACE)
        return self._choice.folder


def _keep(opened: "Future[Keeper]", folder: Path, settings: Settings) -> None:
    """The body of the index thread."""
    try:
        # numpy, the grammars and SQLite are loaded here, long after the handshake.
        from codeseam_server.session.keeper import Keeper  # noqa: PLC0415

        keeper = Keeper(folder, settings)
    except BaseException as error:  # noqa: BLE001 - the top of a thread: the callers get it
        opened.set_exception(error)
        return
    opened.set_result(keeper)
    keeper.run()


def _failed(opened: "Future[Keeper]") -> bool:
    return opened.done() and opened.exception() is not None


def _close(opened: "Future[Keeper]") -> None:
    if opened.exception() is None:
        opened.result().close()


def _answer(opened: "Future[Keeper]", tool: str, arguments: dict[str, Any]) -> str | CodeseamError:
    """Answer in a worker thread; what the user can do something about is given back."""
    # Loaded with the index, see _keep.
    from codeseam_server.answers import ANSWERS  # noqa: PLC0415

    try:
        return opened.result().answer(partial(ANSWERS[tool], **arguments))
    except CodeseamError as error:
        return error


async def _report(ctx: "Context[Any]", opened: "Future[Keeper]", answered: anyio.Event) -> None:
    """Progress notifications while a call waits; each says more than the one before.

    It ends by itself: a task that is cancelled leaves its frames in a cycle, at each question.
    """
    ticks = 0
    while True:
        with anyio.move_on_after(_REPORT_EVERY):
            await answered.wait()
            return
        ticks += 1
        keeper = opened.result() if opened.done() and opened.exception() is None else None
        message = keeper.doing() if keeper is not None else "opening the index"
        await ctx.report_progress(ticks, None, message)
