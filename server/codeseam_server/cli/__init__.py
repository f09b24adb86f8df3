"""The command ``codeseam``: reads its words, runs one command, maps errors to the exit status."""

import os
import sys
import traceback
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import NoReturn

from codeseam_indexer.errors import CodeseamError
from codeseam_indexer.settings import load
from codeseam_server.cli import output
from codeseam_server.cli.parser import build

__all__ = ["main"]


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Run ``codeseam`` with ``words``, by default those of the process, and leave."""
    # Our products of vectors are too small for threads, and a process with one can copy itself.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    output.prepare()
    asked = build().parse_args(words)
    raise SystemExit(_status(asked))


def _status(asked: Namespace) -> int:
    """The exit status: 0 answered, 1 an error that was said in one line on stderr."""
    try:
        status = _command(asked.command)(asked)
        sys.stdout.flush()
    except CodeseamError as error:
        output.complain(str(error))
        return 1
    except BrokenPipeError:
        output.close_quietly()
        return 1
    except KeyboardInterrupt:
        output.complain("stopped")
        return 130
    except Exception as error:  # noqa: BLE001 - the top: no traceback where nobody asked for one
        if load().debug:
            traceback.print_exc()
        output.complain(
            f"{type(error).__name__}: {error} (a fault of codeseam; set CODESEAM_DEBUG=1 for its "
            "trace, and `codeseam doctor` prints what a report needs)"
        )
        return 1
    return status


def _command(name: str) -> Callable[[Namespace], int]:
    """The function of a command; each is loaded only when it is asked for, since a client waits."""
    if name == "serve":
        from codeseam_server.cli.serve import run  # noqa: PLC0415 - the others need no signals
    elif name in ("install", "uninstall"):
        from codeseam_server.cli.clients import run  # noqa: PLC0415 - brings no index
    elif name == "doctor":
        from codeseam_server.cli.doctor import run  # noqa: PLC0415 - works where the rest does not
    elif name == "eval":
        from codeseam_server.cli.evaluate import run  # noqa: PLC0415 - brings the index
    elif name == "model":
        from codeseam_server.cli.models import run  # noqa: PLC0415 - brings no index
    else:
        from codeseam_server.cli.questions import run  # noqa: PLC0415 - brings the index
    return run
