"""The command ``serve``."""

from argparse import Namespace
from pathlib import Path
from typing import NoReturn

from codeseam_indexer.settings import load
from codeseam_server.app import choose, here, serve


def run(asked: Namespace) -> NoReturn:
    """Serve until the client ends it."""
    settings = load(model=asked.model)
    choice = choose(asked.workspace, settings.project_dir, here(), _home())
    serve(choice, settings, asked.http or "", settings.http_token)


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:  # no HOME and no such user
        return None
