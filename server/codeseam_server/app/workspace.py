"""Which folder the server answers about: an option, the client's project, its roots, or here."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from codeseam_server.place import existing, work_tree


@dataclass(frozen=True, slots=True)
class Choice:
    """A workspace, None where there is none yet; ``settled`` where roots cannot change it."""

    folder: Path | None
    settled: bool


def choose(
    option: Path | None, project: Path | None, here: Path | None, home: Path | None
) -> Choice:
    """The workspace before the client has been asked for anything.

    Args:
        option: what ``--workspace`` names.
        project: what the client's project variable names.
        here: the current directory, None where it is gone.
        home: the user's home, which is not a project unless it is a repository.

    Raises:
        WorkspaceError: ``option`` is no folder.
    """
    if option is not None and "${" not in str(option):  # a client that does not know the variable
        return Choice(existing(option), settled=True)
    if project is not None and project.is_dir():
        return Choice(work_tree(project.absolute()) or project.absolute(), settled=True)
    if here is None:
        return Choice(None, settled=False)
    tree = work_tree(here)
    if tree is None and here in (home, Path(here.anchor)):
        return Choice(None, settled=False)
    return Choice(tree or here, settled=False)


def from_roots(uris: Iterable[str]) -> Path | None:
    """The work tree around the first of the client's folders that is there."""
    for uri in uris:
        parts = urlsplit(uri)
        if parts.scheme not in ("file", ""):
            continue
        path = url2pathname(parts.path) if parts.scheme else unquote(uri)
        folder = Path(path)
        if folder.is_absolute() and folder.is_dir():
            return work_tree(folder) or folder
    return None
