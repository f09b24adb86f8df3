"""The command ``serve``."""

import gc
from argparse import Namespace
from pathlib import Path
from typing import NoReturn

from codeseam_indexer.settings import load
from codeseam_server.leaving import Leaving


def run(asked: Namespace) -> NoReturn:
    """Serve until the client ends it."""
    leaving = Leaving()
    leaving.on_signals()
    if not asked.http:
        leaving.with_client()
    gc.disable()  # the SDK makes so many objects at import that collecting costs 8 % of it
    # Half a second of CPU; by now the process ends with its client.
    from codeseam_server.app import choose, here, serve  # noqa: PLC0415

    gc.freeze()
    gc.enable()
    settings = load(model=asked.model)
    choice = choose(asked.workspace, settings.project_dir, here(), _home())
    serve(choice, settings, leaving, asked.http or "", settings.http_token)


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:  # no HOME and no such user
        return None
