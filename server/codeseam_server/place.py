"""Which folder a command line is about."""

from pathlib import Path

from codeseam_indexer.errors import WorkspaceError


def workspace(option: Path | None) -> Path:
    """The folder that ``--workspace`` names, else the git work tree around the current one.

    Raises:
        WorkspaceError: there is no such folder.
    """
    if option is not None:
        return existing(option)
    try:
        here = Path.cwd()
    except OSError:
        raise WorkspaceError(
            "The current directory is gone; give a workspace with --workspace DIR."
        ) from None
    return work_tree(here) or here


def work_tree(start: Path) -> Path | None:
    """The root of the git work tree around a folder, None outside of any."""
    try:
        return next((at for at in (start, *start.parents) if (at / ".git").exists()), None)
    except OSError:
        return None


def existing(folder: Path) -> Path:
    """A folder that the user named, made absolute.

    Raises:
        WorkspaceError: there is no such folder.
    """
    path = folder.expanduser().absolute()
    if not path.is_dir():
        what = "is not a folder" if path.exists() else "does not exist"
        raise WorkspaceError(f"The workspace {path} {what}; give one with --workspace DIR.")
    return path
