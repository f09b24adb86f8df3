"""The table of languages: each row has its query, its golden sample, its line in the README."""

import socket
from pathlib import Path
from typing import NoReturn, get_args

import pytest
import tree_sitter

from codeseam_indexer.languages import LANGUAGES, Language, detect, language, possible, query_text
from codeseam_indexer.parse import get_language
from codeseam_indexer.parse.embedded import STRATEGIES as GUESTS
from codeseam_indexer.parse.grammars import symbol_query
from codeseam_indexer.parse.outline import STRATEGIES as OUTLINES
from codeseam_indexer.parse.scrub import STRATEGIES as SCRUBS
from codeseam_indexer.parse.visibility import STRATEGIES as VISIBILITIES
from codeseam_indexer.records import SymbolKind

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "tests" / "languages"
QUERIES = ROOT / "indexer" / "codeseam_indexer" / "languages"
PARSED = [row for row in LANGUAGES if row.grammar is not None]

each = pytest.mark.parametrize("row", LANGUAGES, ids=lambda row: row.name)
each_parsed = pytest.mark.parametrize("row", PARSED, ids=lambda row: row.name)


@each
def test_a_row_has_a_golden_sample(row: Language) -> None:
    folder = SAMPLES / row.name
    assert len(list(folder.glob("sample.*"))) == 1, f"tests/languages/{row.name}/sample.<suffix>"
    assert (folder / "expected.txt").is_file(), f"tests/languages/{row.name}/expected.txt"


@each
def test_a_sample_is_detected_as_its_language(row: Language) -> None:
    (sample,) = (SAMPLES / row.name).glob("sample.*")
    assert detect(sample.name, sample.read_bytes()) == row.name


def test_no_sample_is_without_a_row() -> None:
    assert {folder.name for folder in SAMPLES.iterdir() if folder.is_dir()} == {
        row.name for row in LANGUAGES
    }


@each_parsed
def test_a_query_fits_its_grammar(row: Language) -> None:
    symbols = query_text(row.name)
    assert symbols.strip(), f"languages/{row.name}.scm is missing"
    assert symbol_query(row.name, row.grammar or "").patterns


@each_parsed
def test_a_query_names_only_kinds_of_the_contract(row: Language) -> None:
    kinds = {pattern.kind for pattern in symbol_query(row.name, row.grammar or "").patterns}
    assert kinds <= {*get_args(SymbolKind), "scope"}


def test_every_query_file_is_read_by_a_row() -> None:
    files = {path.stem for path in QUERIES.glob("*.scm")}
    inherited = {
        name.strip()
        for stem in files
        for line in (QUERIES / f"{stem}.scm").read_text(encoding="utf-8").splitlines()
        if line.startswith("; inherits: ")
        for name in line.removeprefix("; inherits: ").split(",")
    }
    assert files == {row.name for row in PARSED} | inherited


@each
def test_a_row_names_strategies_that_exist(row: Language) -> None:
    assert row.visibility in {"", *VISIBILITIES}
    assert row.embeds in {"", *GUESTS}
    assert row.outline in {"", *OUTLINES}
    assert {*row.scrub, *row.repair} <= set(SCRUBS)


def test_no_two_rows_claim_the_same_file() -> None:
    for claims in ("suffixes", "filenames", "shebangs"):
        keys = [key for row in LANGUAGES for key in getattr(row, claims)]
        assert len(keys) == len(set(keys)), claims


def test_grammars_load_with_the_network_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object) -> NoReturn:
        pytest.fail("a grammar asked for the network")

    monkeypatch.setattr(socket.socket, "connect", closed)
    monkeypatch.setattr(socket, "getaddrinfo", closed)
    get_language.cache_clear()
    for row in PARSED:
        assert tree_sitter.Parser(get_language(row.grammar or "")).parse(b"x").root_node


def test_an_unknown_name_is_text() -> None:
    assert language("klingon").name == "text"
    assert detect("LICENSE", "def not_code(): permission") == "text"


@pytest.mark.parametrize(
    ("path", "head", "name"),
    [
        ("bin/deploy", "#!/usr/bin/env python3\n", "python"),
        ("bin/split", "#!/usr/bin/env -S python3.11 -u\n", "python"),
        ("bin/with_env", "#!/usr/bin/env FOO=1 ruby\n", "ruby"),
        ("bin/data.v2", "#!/usr/bin/python3\n", "python"),
        ("bin/backup", "#!/bin/bash -eu\n", "bash"),
        ("bin/serve", "#! /usr/bin/env node\n", "javascript"),
        ("bin/odd", "#!/opt/tool\n", "text"),
        ("conf", "# -*- mode: ruby -*-\n", "ruby"),
        ("conf", "# -*- python -*-\n", "python"),
        ("conf", "// vim: set ft=cpp:\n", "cpp"),
        ("Rakefile", "", "ruby"),
        ("Dockerfile.dev", "", "dockerfile"),
        ("app.dockerfile", "", "dockerfile"),
        ("Makefile", "", "make"),
        ("A.PY", "", "python"),
        ("x.mts", "", "typescript"),
        ("x.cts", "", "typescript"),
        ("x.d.ts", "export const a: number;", "typescript"),
        ("video.ts", b"G@\x00\x10\x00\x01", "text"),
        ("app_de.ts", '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS>', "text"),
        ("x.m", "#import <Foundation/Foundation.h>\n", "objc"),
        ("solve.m", "function y = solve(x)\n  y = x \\ 2; % matlab\nend\n", "text"),
        ("x.pl", "use strict;\n", "text"),
        ("lfs.py", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "text"),
        ("model.py.j2", "class {{ name }}:", "text"),
        ("view.html.erb", "<% x %>", "text"),
        ("plain.h", "struct a { int b; };\n// class Foo {\nint f(void);", "c"),
        ("guard.h", '#ifdef __cplusplus\nextern "C" {\nclass X;\n#endif\nint f(void);', "c"),
        ("w.h", "#pragma once\n#include <string>\nint f();", "cpp"),
        ("w.h", "namespace ui {\nint f();\n}", "cpp"),
        ("w.h", "int f(Foo&& a);\nint g(std::string b);", "cpp"),
        ("k.h", "#import <UIKit/UIKit.h>\n@interface K\n@end", "objc"),
        ("x.inc", "<?php\nfunction f() {}", "php"),
        ("x.module", "<?php\nfunction f() {}", "php"),
        ("BUILD.bazel", "cc_library()", "python"),
        ("dockerfile", "FROM a", "dockerfile"),
    ],
)  # fmt: skip
def test_a_language_is_detected(path: str, head: str | bytes, name: str) -> None:
    assert detect(path, head) == name


def test_the_folder_decides_a_header_that_says_nothing() -> None:
    assert detect("a/x.h", "int f(void);", ("x.cpp", "y.h")) == "cpp"
    assert detect("a/x.h", "int f(void);", ("x.cpp", "y.c")) == "c"
    assert detect("a/x.h", "int f(void);", ("x.m",)) == "objc"


def test_a_folder_is_looked_at_only_where_it_decides() -> None:
    def never() -> list[str]:
        raise AssertionError

    assert detect("a/x.py", "", never) == "python"
    assert detect("a/x.h", "class A;", never) == "cpp"
    assert detect("a/x.h", "int f;", lambda: ["x.cc"]) == "cpp"


def test_what_a_file_may_be_is_known_from_its_name() -> None:
    assert possible("a.py") == {"python"}
    assert possible("a.h") >= {"c", "cpp", "objc"}
    assert possible("a.m") >= {"objc", "text"}
    assert possible("run") >= {"bash", "python"}
    assert possible("Makefile") == {"make"}


def test_the_readme_names_every_language() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    missing = [row.title for row in LANGUAGES if row.title not in readme]
    assert not missing
