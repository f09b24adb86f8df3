"""What calls a definition although no source says so: then no answer is complete."""

import pytest

from codeseam_indexer.records import Symbol, SymbolKind
from codeseam_indexer.resolve import unwritten

STARTS = "the program starts there"
ITSELF = "the language or a library calls it by itself"


def why(
    language: str, name: str, head: str = "", kind: SymbolKind = "method", parent: int | None = 0
) -> str:
    symbol = Symbol(name, name, kind, 1, 9, 1, 0, f"{name}()", parent=parent)
    return unwritten(language, symbol, head)


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("java", "toString"), ("csharp", "Deconstruct"), ("csharp", "operator +"),
        ("go", "String"), ("go", "MarshalJSON"), ("javascript", "toJSON"), ("tsx", "valueOf"),
        ("ruby", "to_s"), ("ruby", "<=>"), ("ruby", "name="), ("ruby", "method_missing"),
        ("scala", "unapply"), ("swift", "callAsFunction"), ("cpp", "operator=="), ("cpp", "~Door"),
        ("cpp", "begin"), ("php", "__get"), ("python", "pytest_configure"),
    ],
)  # fmt: skip
def test_what_the_syntax_or_a_library_calls_has_other_callers(language: str, name: str) -> None:
    assert why(language, name) == ITSELF
    assert why(language, "unlatch") == ""


@pytest.mark.parametrize("language", ["c", "cpp", "rust", "kotlin", "go", "swift"])
def test_a_program_starts_in_main_but_not_in_a_method_of_that_name(language: str) -> None:
    assert why(language, "main", parent=None) == STARTS
    assert why(language, "main") == ""


def test_a_program_of_a_language_of_classes_starts_in_a_method() -> None:
    assert why("java", "main") == STARTS
    assert why("csharp", "Main") == STARTS
    assert why("python", "main", parent=None) == ""


def test_a_runner_calls_the_tests() -> None:
    assert why("rust", "it_works", kind="test") == "a test runner calls it"


@pytest.mark.parametrize(
    ("language", "head", "mark"),
    [
        ("python", '@app.route("/x")\ndef ', "@app.route"),
        ("java", "/** @param x y */\n@Deprecated @Inject void ", "@Inject"),
        ("typescript", "@Input() ", "@Input"),
        ("csharp", "[HttpGet] public int[] ", "[HttpGet"),
        ("rust", '#[inline]\n#[no_mangle]\npub extern "C" fn ', "#[no_mangle"),
        ("php", "#[Route('/x')]\nfunction ", "#[Route"),
        ("c", "__attribute__((constructor)) static void ", "__attribute__((constructor"),
        ("go", "//export Open\nfunc ", "//export"),
        ("swift", "@objc func ", "@objc"),
    ],
)
def test_whoever_reads_a_mark_may_call_what_is_marked(language: str, head: str, mark: str) -> None:
    assert why(language, "unlatch", head) == f"whatever reads {mark} may call it"


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("python", "@functools.lru_cache(maxsize=8)\n@staticmethod\ndef "),
        ("python", "# @app.route\n@size.setter\ndef "),
        ("java", '/**\n * @see Other\n */\n@Override @SuppressWarnings("@Inject") void '),
        ("kotlin", "@JvmStatic fun "),
        ("csharp", "[MethodImpl(1)] public int[] "),
        ("rust", "/// Like #[test].\n#[must_use]\npub fn "),
        ("swift", "@discardableResult func "),
        ("cpp", "[[nodiscard]] __attribute__((noinline)) int "),
    ],
)
def test_marks_for_the_compiler_and_comments_register_nothing(language: str, head: str) -> None:
    assert why(language, "unlatch", head) == ""


def test_operators_of_kotlin_are_called_by_signs() -> None:
    assert why("kotlin", "plus", "operator fun ") == ITSELF
    assert why("kotlin", "plus", "fun ") == ""


def test_what_other_languages_may_link_to_has_other_callers() -> None:
    assert why("cpp", "open_door", 'extern "C" void ') == "other languages may call it"
