"""What is no source is told by its folder, its name or its content, and told as what it is."""

from pathlib import Path

import pytest

from codeseam_indexer.discover import discover, read_source
from codeseam_indexer.records import Skipped, SkipReason
from codeseam_indexer.settings import Settings

KEY = (
    "-----BEGIN {kind}-----\n"
    + "MIIEowIBAAKCAQEAxnotarealkeynotarealkeynotarealkeynotarealkey0123\n" * 8
    + "-----END {kind}-----\n"
)


def write(root: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)


@pytest.fixture
def limits(tmp_path: Path) -> Settings:
    return Settings(cache_dir=tmp_path / "cache")


def sorted_out(root: Path, limits: Settings) -> tuple[set[str], dict[str, SkipReason]]:
    """The files that are indexed in the end, and the others with the reason."""
    seen = discover(root, limits)
    skipped = {item.path: item.reason for item in seen.skipped}
    kept: set[str] = set()
    for file in seen.found:
        source = read_source(root, file.path, limits)
        if isinstance(source, Skipped):
            skipped[file.path] = source.reason
        else:
            kept.add(file.path)
    return kept, skipped


SOURCES = [
    ".github/scripts/release.py", "vendor/models.py", "src/vendor/api.py", "build/tool.py",
    "bin/run",
    "obj/thing.c", "target/game.py", "out/put.py", "dist.py", "coverage/report.py", "deps/list.py",
    "packages/a/src/index.ts", "env/settings.py", ".env.example", ".env.sample",
    "config/.env.template", "config/example.env",
    "credentials.py", "src/secrets.go", "secret.ts", "keys.py", "tokens.json", "package.json",
    "tsconfig.json", "pyproject.toml", "Makefile", "Dockerfile", "README.md", "data.csv",
    "schema.sql", "minify.js", "a.min.py", "snap.py", "locks.py", "generated.py", "id_rsa.pub",
    ".npmrc", ".gitignore", "lib/index.js", "cache/store.py", "third_party/lib.c", "Cargo.toml",
]  # fmt: skip


@pytest.mark.parametrize("path", SOURCES)
def test_source_is_indexed_wherever_it_lies(tmp_path: Path, limits: Settings, path: str) -> None:
    write(tmp_path / "w", {path: b"value = 1\n"})
    assert sorted_out(tmp_path / "w", limits) == ({path}, {})


VENDORED = [
    ("node_modules/a/i.js", "node_modules/"), ("sub/node_modules/a/i.js", "sub/node_modules/"),
    (".venv/lib/a.py", ".venv/"), ("__pycache__/a.py", "__pycache__/"), (".tox/py/a.py", ".tox/"),
    ("my-env/pyvenv.cfg", "my-env/"), ("work/CACHEDIR.TAG", "work/"),
    ("a.egg-info/x", "a.egg-info/"),
    ("vendor/modules.txt", "vendor/"), ("vendor/autoload.php", "vendor/"), (".next/a.js", ".next/"),
    ("lib/site-packages/a.py", "lib/site-packages/"),
    ("x/bower_components/b.js", "x/bower_components/"),
    ("conda/conda-meta/history", "conda/"), ("build/lib/a.py", "build/"),
    ("target/debug/x.d", "target/"),
    ("build/CMakeCache.txt", "build/"), (".mypy_cache/a.json", ".mypy_cache/"),
    (".terraform/a.tf", ".terraform/"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "folder"), VENDORED)
def test_dependencies_and_caches_are_left_out_as_one_folder(
    tmp_path: Path, limits: Settings, path: str, folder: str
) -> None:
    write(tmp_path / "w", {path: b"x\n", "a.py": b"x\n"})
    kept, skipped = sorted_out(tmp_path / "w", limits)
    assert kept == {"a.py"}
    assert skipped == {folder: SkipReason.VENDORED}


@pytest.mark.parametrize(
    ("beside", "folder"),
    [
        ("package.json", "dist"), ("pyproject.toml", "dist"), ("Cargo.toml", "target"),
        ("pom.xml", "target"), ("build.gradle", "build"), ("mix.exs", "_build"),
        ("mix.exs", "deps"),
        ("app.csproj", "obj"), ("app.csproj", "bin"), ("Package.swift", ".build"),
        ("Podfile", "Pods"),
    ],
)  # fmt: skip
def test_output_is_known_by_the_build_file_beside_it(
    tmp_path: Path, limits: Settings, beside: str, folder: str
) -> None:
    write(
        tmp_path / "w",
        {f"s/{beside}": b"{}\n", f"s/{folder}/a.js": b"x\n", f"{folder}/b.js": b"x\n"},
    )
    kept, skipped = sorted_out(tmp_path / "w", limits)
    assert kept == {f"s/{beside}", f"{folder}/b.js"}
    assert skipped == {f"s/{folder}/": SkipReason.VENDORED}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (".env", "secret"), (".env.local", "secret"), (".env.production", "secret"),
        (".envrc", "secret"), ("deploy/prod.env", "secret"), ("terraform.tfstate.backup", "secret"),
        ("server.pem", "secret"), ("master.key", "secret"), ("id_rsa", "secret"),
        ("id_ed25519", "secret"),
        ("credentials.json", "secret"), ("secrets.yml", "secret"), (".netrc", "secret"),
        (".PGPASS", "secret"),
        ("credentials", "secret"), ("store.jks", "secret"), ("cert.p12", "secret"),
        ("terraform.tfstate", "secret"),
        ("service-account-prod.json", "secret"), (".git-credentials", "secret"),
        ("Secrets.toml", "secret"),
        ("a.png", "binary"), ("a.pyc", "binary"), ("lib.so", "binary"), ("a.sqlite3", "binary"),
        ("A.JPG", "binary"),
        ("package-lock.json", "generated"), ("yarn.lock", "generated"), ("Cargo.lock", "generated"),
        ("go.sum", "generated"), ("uv.lock", "generated"), ("api_pb2.py", "generated"),
        ("a.pb.go", "generated"),
        ("App.test.tsx.snap", "generated"), ("bundle.js.map", "generated"),
        ("m.g.dart", "generated"),
        ("jquery.min.js", "minified"), ("style.min.css", "minified"), ("app-min.js", "minified"),
    ],
)  # fmt: skip
def test_a_name_tells_what_a_file_is(
    tmp_path: Path, limits: Settings, name: str, reason: str
) -> None:
    write(tmp_path / "w", {f"s/{name}": b"x = 1\n"})
    assert sorted_out(tmp_path / "w", limits) == (set(), {f"s/{name}": SkipReason(reason)})
    refused = read_source(tmp_path / "w", f"s/{name}", limits)
    assert isinstance(refused, Skipped)
    assert refused.reason == SkipReason(reason)


PACKED = b";".join(b"function f%d(a){return a+%d}" % (n, n) for n in range(2000))

CONTENTS: dict[str, tuple[str, bytes, str]] = {
    "an ELF file": ("a.py", b"\x7fELF" + bytes(200), "binary"),
    "an image": ("a.js", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "binary"),
    "a NUL far inside": ("a.py", b"x = 1\n" * 5000 + b"\0" + b"y = 2\n", "binary"),
    "a PDF": ("a.txt", b"%PDF-1.4\nsome text\n", "binary"),
    "control characters": ("a.ts", bytes(range(1, 32)) * 100, "binary"),
    "UTF-16 with a mark": ("a.cs", "class Käse {}\n".encode("utf-16"), ""),
    "Latin-1": ("a.c", "/* Mühle */ int a;\n".encode("latin-1"), ""),
    "Shift JIS": ("a.c", "/* 日本語のコメント */ int a;\n".encode("shift-jis"), ""),
    "escapes of a terminal": ("a.txt", b"\x1b[31mred\x1b[0m\n", ""),
    "a key": ("deploy", KEY.format(kind="OPENSSH PRIVATE KEY").encode(), "secret"),
    "a key with a heading": ("k.txt", b"# prod\n" + KEY.format(kind="RSA PRIVATE KEY").encode(),
    "secret"),
    "a PGP key": ("pgp.txt", KEY.format(kind="PGP PRIVATE KEY BLOCK").encode(), "secret"),
    "a PuTTY key": ("k.conf", b"PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\n", "secret"),
    "a service account": ("x.json", b'{"private_key": "-----BEGIN PRIVATE KEY-----\\nMII"}\n',
    "secret"),
    "a registry's token": (".npmrc", b"//registry.example/:_authToken=abcdef\n", "secret"),
    "a token from the environment": (".npmrc", b"//registry.example/:_authToken=${TOKEN}\n", ""),
    "code that quotes a key": (
        "test_key.py", b"import x\n\n\ndef test():\n    assert x\n" * 40
        + b'KEY = """' + KEY.format(kind="PRIVATE KEY").encode() + b'"""\n', "",
    ),
    "a certificate": ("ca.txt", KEY.format(kind="CERTIFICATE").encode(), ""),
    "a pointer of git LFS": ("m.py",
    b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "Git LFS pointer"),
    "generated by Go's rule": ("a.go", b"// Code generated by x. DO NOT EDIT.\n\npackage a\n",
    "generated"),
    "generated after a licence": ("a.py",
    b"# Copyright\n" * 15 + b"# Code generated by x. DO NOT EDIT.\n", "generated"),
    "generated with a tag": ("a.ts", b"/**\n * @generated\n */\nexport const a = 1\n", "generated"),
    "generated in other words": (
        "A.java",
        b"/* This file was automatically generated by x.\n   Do not edit it. */\nclass A {}\n",
        "generated",
    ),
    "generated in C#": (
        "A.cs", b"// <auto-generated>\n// This code was generated by x.\n// </auto-generated>\n",
        "generated",
    ),
    "hidden from C# analyzers": ("A.cs", b"// <auto-generated />\n\nclass A {}\n", ""),
    "a generator with a docstring": (
        "gen.py",
        b'"""Tells what is generated."""\n\nHEAD = "// Code generated by x. DO NOT EDIT."\n',
        "",
    ),
    "generated by its docstring": (
        "gen.py",
        b'"""Types.\n\nGenerated by x, do not edit.\n"""\nclass A: ...\n',
        "generated",
    ),
    "a generator": ("gen.py", b'import x\n\nHEAD = "// Code generated by x. DO NOT EDIT."\n', ""),
    "words of a changelog": ("C.md",
    b"# Log\n\n- docs are generated by sphinx\n- do not edit by hand\n", ""),
    "an e-mail": ("a.py", b"# me@generated.example\nx = 1\n", ""),
    "minified code": ("app.js", PACKED, "minified"),
    "minified code with a licence": ("app.css", b"/* licence */\n" * 20 + PACKED, "minified"),
    "JSON in one line": ("d.json", b'{"a":[' + b"1," * 5000 + b"1]}", "minified"),
    "small JSON in one line": ("d.json", b'{"a":1}', ""),
    "a long string in code": ("a.py", b"x = 1\n" * 3000 + b'y = "' + b"A" * 9000 + b'"\n', ""),
    "prose with long lines": ("a.md", (b"word " * 2000 + b"\n") * 4, ""),
    "nothing": ("empty.py", b"", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", CONTENTS)
def test_a_content_tells_what_a_file_is(tmp_path: Path, limits: Settings, case: str) -> None:
    name, data, reason = CONTENTS[case]
    write(tmp_path / "w", {name: data})
    kept, skipped = sorted_out(tmp_path / "w", limits)
    assert skipped == ({name: SkipReason(reason)} if reason else {})
    assert kept == (set() if reason else {name})


def test_codeseamignore_takes_anything_back_but_secrets(tmp_path: Path, limits: Settings) -> None:
    files = {
        "a.pb.go": b"package a\n", "b.go": b"// Code generated by x. DO NOT EDIT.\n",
        "d.json": b"[1]\n" * 80_000,
        "node_modules/m/i.js": b"x\n", "node_modules/m/o.min.js": b"x\n", ".env": b"A=1\n",
        "n/yarn.lock": b"x\n",
        "key.txt": KEY.format(kind="PRIVATE KEY").encode(),
    }  # fmt: skip
    rules = b"!*.go\n!d.json\n!node_modules/\n!.env\n!key.txt\n!n/\n"
    write(tmp_path / "w", files | {".codeseamignore": rules})
    kept, skipped = sorted_out(tmp_path / "w", limits)
    assert kept == set(files) - {".env", "key.txt"} | {".codeseamignore"}
    assert skipped == {".env": SkipReason.SECRET, "key.txt": SkipReason.SECRET}
