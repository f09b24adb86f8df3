import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeseam_indexer.words import parts, split_words, stem, written_words


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("parseHTTPHeader2", ("parse", "http", "header", "2")),
        ("snake_case_name", ("snake", "case", "name")),
        ("__init__", ("init",)),
        ("SCREAMING_CASE", ("screaming", "case")),
        ("utf8", ("utf", "8")),
        ("IOError", ("io", "error")),
        ("größeÄndern", ("größe", "ändern")),
        ("打开阀门", ("打开", "开阀", "阀门")),
        ("_", ()),
    ],
)
def test_an_identifier_is_cut_at_case_underscores_and_digits(
    identifier: str, expected: tuple[str, ...]
) -> None:
    assert parts(identifier) == expected


def test_words_are_given_as_written_and_as_parts() -> None:
    assert split_words("def sendRequest(self)") == ["def", "sendrequest", "send", "request", "self"]


def test_a_plain_word_is_given_once_by_its_stem() -> None:
    assert split_words("find values") == ["find", "valu"]


@pytest.mark.parametrize(
    "words",
    [
        ("parse", "parses", "parsed", "parsing", "parser", "parsers"),
        ("query", "queries"),
        ("box", "boxes"),
        ("run", "running", "runs"),
        ("type", "types", "typed", "typing"),
        ("time", "timed", "timing", "timer", "timers"),
        ("index", "indexing", "indexed", "indexer"),
    ],
)
def test_forms_of_one_word_share_a_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize("word", ["class", "status", "string", "this", "id", "ring", "b64"])
def test_a_word_that_only_looks_inflected_stays(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize(
    ("word", "text"), [("인증", "사용자 인증을 처리"), ("認証", "ユーザー認証を確認")]
)
def test_a_word_is_found_inside_a_run_of_its_script(word: str, text: str) -> None:
    assert set(split_words(word)) <= set(split_words(text))


def test_a_composed_and_a_decomposed_identifier_are_one_word() -> None:
    assert split_words("cafe\u0301") == split_words("caf\u00e9")


@given(st.text())
def test_any_text_splits_into_the_words_of_its_identifiers(text: str) -> None:
    words = set(split_words(text))
    assert {word for written in written_words(text) for word in split_words(written)} == words
    assert not any(mark in word for word in words for mark in ' "\0')


@given(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,30}", fullmatch=True))
def test_the_parts_of_an_ascii_identifier_are_all_its_letters(identifier: str) -> None:
    assert "".join(parts(identifier)) == identifier.replace("_", "").lower()
