"""Words of a filter, and the folder that is meant, as people and clients write them."""

from pathlib import Path

import pytest

from codeseam_indexer.errors import OutsideError, UsageError, WorkspaceError
from codeseam_server import filters
from codeseam_server.app.workspace import choose, from_roots
from codeseam_server.place import existing


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("func", "function"), ("Functions", "function"), ("classes", "class"),
        ("ctor", "constructor"), ("protocol", "interface"), ("typedef", "type"),
        ("heading", "section"), ("const", "constant"),
        ("class", "class"), ("alias", "type"),
    ],
)  # fmt: skip
def test_a_kind_is_understood(word: str, kind: str) -> None:
    assert filters.kinds([word]) == (kind,)


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("py", ("python",)), (".py", ("python",)), ("Python", ("python",)), ("golang", ("go",)),
        ("C++", ("cpp",)), ("c#", ("csharp",)), ("TypeScript", ("typescript", "tsx")),
        ("tsx", ("tsx",)), ("js", ("javascript",)), ("shell", ("bash",)), ("text", ("text",)),
    ],
)  # fmt: skip
def test_a_language_is_understood(word: str, names: tuple[str, ...]) -> None:
    assert filters.languages([word]) == names


def test_a_word_that_means_nothing_gets_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"did you mean class\?"):
        filters.kinds(["clas"])
    with pytest.raises(UsageError, match=r"did you mean python\?"):
        filters.languages(["phyton"])


def test_paths_are_made_relative_and_the_workspace_is_no_restriction(tmp_path: Path) -> None:
    assert filters.build(tmp_path, ["./src/", f"{tmp_path}/lib"]).paths == ("src", "lib")
    assert filters.build(tmp_path, ["src", "."]).paths == ()
    with pytest.raises(OutsideError):
        filters.build(tmp_path, ["../x"])


def repository(folder: Path) -> Path:
    (folder / ".git").mkdir(parents=True)
    (folder / "sub").mkdir()
    return folder


def test_the_workspace_is_the_option_then_the_project_then_here(tmp_path: Path) -> None:
    one, two, three = (repository(tmp_path / name) for name in ("one", "two", "three"))
    home = tmp_path / "home"
    assert choose(one / "sub", two, three, home).folder == one / "sub"
    assert choose(None, two / "sub", three, home).folder == two
    chosen = choose(None, None, three / "sub", home)
    assert (chosen.folder, chosen.settled) == (three, False)
    assert choose(None, tmp_path / "gone", three, home).folder == three
    assert choose(None, None, None, home).folder is None
    assert choose(Path("${workspaceFolder}"), None, three, home).folder == three


def test_home_and_the_root_are_no_projects(tmp_path: Path) -> None:
    assert choose(None, None, tmp_path, tmp_path).folder is None
    assert choose(None, None, Path(tmp_path.anchor), tmp_path).folder is None
    repository(tmp_path)
    assert choose(None, None, tmp_path, tmp_path).folder == tmp_path


def test_an_option_that_is_no_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WorkspaceError, match="does not exist"):
        existing(tmp_path / "gone")
    with pytest.raises(WorkspaceError, match="is not a folder"):
        existing(tmp_path / "file")


def test_the_first_root_that_is_there_counts(tmp_path: Path) -> None:
    inside = repository(tmp_path / "a b")
    uris = ["https://example.org", (tmp_path / "gone").as_uri(), (inside / "sub").as_uri()]
    assert from_roots(uris) == inside
    assert from_roots(["file:///no/such/folder"]) is None
