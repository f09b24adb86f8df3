"""What can be set, read once from the environment and the command line, never a workspace."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import platformdirs

MAX_FILE_BYTES = 2 * 1024 * 1024
"""A larger file is data, not code that somebody reads; grammars turn quadratic beyond."""

MAX_DATA_BYTES = 256 * 1024
"""A larger JSON, CSV, XML or log file is data that nobody reads; its head says little of it."""

PARSE_SECONDS = 10.0
"""A file that takes more CPU time than this to parse hangs its grammar."""

WORKER_BYTES = 2 * 1024**3
"""Memory of one parser process; a tree takes up to 60 times its source."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one process.

    Attributes:
        cache_dir: the folder that holds all that codeseam keeps.
        model: "" for the built-in model, a name that fastembed knows, or a folder.
        workers: parser processes; 0 parses small batches in this process.
        max_file_bytes: larger files are skipped.
        watch: "auto" takes the operating system's events, "poll" looks at the files now and then.
        max_data_bytes: larger files of data (JSON, CSV, XML, logs) are skipped.
        parse_seconds: CPU seconds that reading one file may take; six times as many by the clock.
        worker_bytes: memory limit of one parser process, in bytes.
        project_dir: the folder in which an MCP client was started, None where it does not say.
        http_token: what HTTP clients must bring, "" for nothing.
        debug: show the trace of an unexpected error.
    """

    cache_dir: Path
    model: str = ""
    workers: int = 2
    max_file_bytes: int = MAX_FILE_BYTES
    parse_seconds: float = PARSE_SECONDS
    worker_bytes: int = WORKER_BYTES
    max_data_bytes: int = MAX_DATA_BYTES
    project_dir: Path | None = None
    http_token: str = field(default="", repr=False)
    debug: bool = False
    watch: Literal["auto", "poll"] = "auto"


def load(environ: Mapping[str, str] | None = None, *, model: str | None = None) -> Settings:
    """Read the settings from ``environ`` (the process's own by default); arguments override it."""
    env = os.environ if environ is None else environ
    folder = env.get("CODESEAM_CACHE_DIR")
    cache = Path(folder).expanduser() if folder else Path(platformdirs.user_cache_dir("codeseam"))
    chosen = model if model is not None else env.get("CODESEAM_MODEL", "")
    return Settings(
        cache_dir=cache.absolute(),
        model=chosen,
        workers=max(1, min(8, os.cpu_count() or 1)),
        watch="poll" if env.get("CODESEAM_WATCH", "").lower() == "poll" else "auto",
        project_dir=Path(env["CLAUDE_PROJECT_DIR"]) if env.get("CLAUDE_PROJECT_DIR") else None,
        http_token=env.get("CODESEAM_HTTP_TOKEN", ""),
        debug=env.get("CODESEAM_DEBUG", "") not in ("", "0"),
    )
