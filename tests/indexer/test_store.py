"""The contract of the store, on both tables of vectors."""

import functools
import hashlib
import itertools
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from codeseam_indexer.errors import ReadOnlyError, StoreError
from codeseam_indexer.pipeline.bags import gathered
from codeseam_indexer.records import (
    Chunk,
    FileStat,
    Filter,
    Import,
    IndexedFile,
    SkipReason,
    SourceFile,
    Symbol,
    SymbolKind,
)
from codeseam_indexer.store import Store, open_store, quantise
from codeseam_indexer.store.filters import glob_pattern
from codeseam_indexer.store.text import affordable
from codeseam_indexer.store.vectors import best_backend
from codeseam_indexer.words import mentioned, split_words, written_words

DIMENSIONS = 64
STAT = FileStat(1, 2, 3, 4)


def direction(seed: str) -> NDArray[np.float32]:
    """A unit vector that a text always has."""
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big")
    row = np.random.default_rng(number).standard_normal(DIMENSIONS).astype(np.float32)
    return (row / np.linalg.norm(row)).astype(np.float32)


def make_file(
    path: str,
    text: str,
    *,
    language: str = "python",
    kind: SymbolKind = "function",
    vectors: bool = True,
) -> IndexedFile:
    """One chunk and one symbol a line; the symbol is the line's first word."""
    lines = text.split("\n")
    symbols = tuple(
        Symbol(line.split()[0], "Scope." + line.split()[0], kind, n, n, n, 0, line)
        for n, line in enumerate(lines, 1)
    )
    chunks = tuple(
        Chunk(n, n, "definition", n - 1, (n - 1,), line, "", 3) for n, line in enumerate(lines, 1)
    )
    return IndexedFile(
        source=SourceFile(path, "", hashlib.sha256(text.encode()).digest()[:16], language),
        lines=len(lines),
        symbols=symbols,
        imports=(Import("os", "path", "", 1),),
        chunks=chunks,
        bags=gathered(
            [
                ([symbol.name], [], [], written_words(path), [], written_words(line))
                for symbol, line in zip(symbols, lines, strict=True)
            ]
        )[0],
        vectors=quantise(np.stack([direction(line) for line in lines])) if vectors else None,
        facts=text.encode(),
        notes=("a note",),
        tags=frozenset({"test"}),
        mentions=mentioned(written_words(text)),
    )


def save(store: Store, *files: IndexedFile) -> list[int]:
    with store.writing() as batch:
        documents = [batch.put(file) for file in files]
        for file, document in zip(files, documents, strict=True):
            batch.point(file.source.path, STAT, file.source.hash, document)
    return documents


@pytest.fixture(params=["vec0", "numpy"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "vec0":
        pytest.importorskip("sqlite_vec")
    root = tmp_path / "work"
    root.mkdir()
    with open_store(
        tmp_path / "cache", root, model="m", dimensions=DIMENSIONS, backend=request.param
    ) as opened:
        yield opened


def paths_of(store: Store, found: list[tuple[int, float]]) -> list[str]:
    return [row.path for row in store.chunks([chunk for chunk, _ in found])]


edits = st.lists(
    st.tuples(st.sampled_from(["save", "skip", "forget", "clear", "many"]), st.integers(0, 5)),
    max_size=12,
)


@given(st.lists(edits, max_size=6))
@settings(deadline=None, max_examples=10)
def test_a_manifest_that_is_kept_is_the_one_that_is_there(batches: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        open_one = functools.partial(open_store, cache, Path(folder), model="m", dimensions=64)
        with open_one() as writer, open_one() as reader:
            for edits in batches:
                for verb, number in edits:
                    write(writer, verb, f"{number}.py")
                    writer.manifest()
                before = reader.manifest()
                with open_one() as fresh:
                    assert writer.manifest() == before == fresh.manifest()


def write(store: Store, verb: str, path: str) -> None:
    """Change the manifest as a sync does."""
    if verb == "clear":
        store.clear()
    elif verb == "many":
        save(store, *(make_file(f"m{n}.py", path) for n in range(70)))
    elif verb == "save":
        save(store, make_file(path, f"send {len(store.manifest())}"))
    else:
        with store.writing() as batch:
            batch.forget(path) if verb == "forget" else batch.skip(path, STAT, SkipReason.BINARY)


def test_a_reader_that_was_away_for_long_reads_the_whole_manifest(store: Store) -> None:
    open_one = functools.partial(open_store, store.path.parent, store.root)
    with open_one(model="m", dimensions=DIMENSIONS, backend=store.backend) as reader:
        save(store, make_file("a.py", "send"))
        assert reader.manifest().keys() == {"a.py"}
        for number in range(20):
            save(store, *(make_file(f"{n}.py", f"send {number}") for n in range(60)))
        with store.writing() as batch:
            batch.forget("a.py")
        assert reader.manifest() == store.manifest()
        assert len(reader.manifest()) == 60


def test_what_was_written_is_read_back(store: Store) -> None:
    file = make_file("a/b.py", "send request\nclose socket")
    [document] = save(store, file)
    entry = store.manifest()["a/b.py"]
    assert (entry.stat, entry.hash, entry.document) == (STAT, file.source.hash, document)
    assert store.document("a/b.py", file.source.hash) == document
    assert store.symbols("a/b.py") == file.symbols
    assert store.imports("a/b.py") == file.imports
    assert store.facts(["a/b.py", "other"]) == {"a/b.py": file.facts}
    assert store.language("a/b.py") == "python"
    row = store.file("a/b.py")
    assert row is not None
    assert (row.lines, row.notes, row.tags) == (2, ("a note",), frozenset({"test"}))
    assert [(c.start_line, c.symbol, c.symbol_kind) for c in store.chunks_of("a/b.py")] == [
        (1, "Scope.send", "function"),
        (2, "Scope.close", "function"),
    ]
    at = store.chunk_at("a/b.py", 2)
    assert at is not None
    assert at.symbol == "Scope.close"
    assert store.chunk_at("a/b.py", 3) is None


def test_symbols_are_found_by_exact_name(store: Store) -> None:
    save(store, make_file("b.py", "send x"), make_file("a.py", "send y\nSend z"))
    assert [row.path for row in store.symbols_named("send")] == ["a.py", "b.py"]
    assert store.symbols_named("sen") == []
    assert store.symbol_names() == {"send", "Send"}
    assert [row.symbol.name for row in store.all_symbols(page=1)] == ["send", "send", "Send"]


def test_the_nearest_chunk_is_the_one_with_that_vector(store: Store) -> None:
    lines = [f"name{n} text" for n in range(1500)]
    save(store, make_file("many.py", "\n".join(lines)))
    for line in (lines[0], lines[700], lines[-1]):
        [(chunk, cosine), *_] = store.nearest(direction(line), 5)
        assert store.chunks([chunk])[0].start_line == lines.index(line) + 1
        assert cosine == pytest.approx(1.0, abs=0.001)


def test_both_tables_of_vectors_give_the_same_answers(tmp_path: Path) -> None:
    pytest.importorskip("sqlite_vec")
    assert best_backend() == "vec0"
    found: list[list[tuple[int, float]]] = []
    for backend in ("vec0", "numpy"):
        with open_store(
            tmp_path / backend, tmp_path, model="m", dimensions=DIMENSIONS, backend=backend
        ) as store:
            save(store, make_file("x.py", "\n".join(f"n{n} a" for n in range(3000))))
            save(store, make_file("y.py", "\n".join(f"m{n} a" for n in range(3000))))
            found += [store.nearest(direction(query), 50) for query in ("one", "two", "n7 a")]
            found.append(store.nearest(direction("one"), 50, Filter(paths=("y.py",))))
    assert found[:4] == found[4:]


def test_full_text_ranks_the_chunk_that_names_it_first(store: Store) -> None:
    save(store, make_file("a.py", "other sends\nsendRequest body"), make_file("b.py", "x y"))
    best = store.matching(split_words("send request"), 5)
    assert store.chunks([best[0][0]])[0].symbol == "Scope.sendRequest"
    assert all(score > 0 for _, score in best)


def test_a_document_is_near_to_what_its_chunks_are_near_to(store: Store) -> None:
    both, other, waiting = save(
        store,
        make_file("a.py", "north\nsouth"),
        make_file("b.py", "east\nwest"),
        make_file("c.py", "north", vectors=False),
    )
    question = direction("north") + direction("south")
    of_other, of_both, of_waiting = store.gists([other, both, waiting], question).tolist()
    assert of_both == pytest.approx(1.0, abs=0.01)
    assert of_other < 0.5
    assert of_waiting == 0
    assert store.gists([both], np.full(DIMENSIONS, np.nan, np.float32)).tolist() == [0]
    assert store.gists([], question).size == 0


def test_questions_asked_again_and_again_get_one_answer_until_the_index_changes(
    store: Store,
) -> None:
    first, second = save(store, make_file("a.py", "north\nsouth"), make_file("b.py", "east"))
    later = [*save(store, make_file("c.py", "west", vectors=False)), first, second]
    answers = [
        (store.nearest(direction("north"), 5), store.gists(later, direction("east")).tolist())
        for _ in range(8)
    ]
    assert answers == [answers[0]] * 8
    assert answers[0][1] == pytest.approx([0, answers[0][1][1], 1], abs=0.01)
    save(store, make_file("a.py", "up"))
    assert store.nearest(direction("up"), 1)[0][1] == pytest.approx(1.0, abs=0.01)


def test_words_in_different_places_of_a_document_count_as_words_in_one(store: Store) -> None:
    apart, twice, neither = save(
        store,
        make_file("a.py", "one apple here\ntwo pears here"),
        make_file("b.py", "one apple here\ntwo apple here"),
        make_file("c.py", "x y"),
    )
    of_neither, of_twice, of_apart = store.covering(
        split_words("apple pears"), [neither, twice, apart]
    ).tolist()
    assert of_apart > of_twice > of_neither == 0
    assert store.covering(split_words("unheard"), [apart]).tolist() == [0]
    assert store.covering(split_words("apple"), []).size == 0


@pytest.mark.parametrize("limit", [-1, 0, 1, 4097, 100_000, 2**63])
def test_any_limit_is_safe(store: Store, limit: int) -> None:
    save(store, make_file("a.py", "\n".join(f"bulk{n} multiply" for n in range(600))))
    expected = max(0, min(limit, 600))
    assert len(store.nearest(direction("multiply"), limit)) == expected
    assert len(store.matching(split_words("multiply"), limit)) == expected


@given(st.text())
def test_any_text_is_a_safe_question(shared: Store, question: str) -> None:
    shared.matching(split_words(question), 5)
    shared.mentioning(question)
    shared.symbols_named(question)
    shared.paths(Filter(paths=(question,)))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    root = tmp_path_factory.mktemp("shared")
    with open_store(root / "cache", root, model="m", dimensions=DIMENSIONS) as store:
        save(store, make_file("a.py", "send x"))
        yield store


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (Filter(), {"src/a.py", "src/[id]/p.ts", "lib/c.go", "top.py"}),
        (Filter(paths=("src",)), {"src/a.py", "src/[id]/p.ts"}),
        (Filter(paths=("src/[id]/p.ts",)), {"src/[id]/p.ts"}),
        (Filter(paths=("*.py",)), {"src/a.py", "top.py"}),
        (Filter(paths=("src/*.py", "lib/")), {"src/a.py", "lib/c.go"}),
        (Filter(languages=("go", "ts")), {"lib/c.go", "src/[id]/p.ts"}),
        (Filter(kinds=("class",)), {"lib/c.go"}),
        (Filter(only=frozenset({"top.py", "gone.py"})), {"top.py"}),
        (Filter(paths=("src",), languages=("python",)), {"src/a.py"}),
        (Filter(paths=("nothing/here",)), set[str]()),
    ],
)
def test_filters_restrict_before_ranking(store: Store, chosen: Filter, expected: set[str]) -> None:
    save(
        store,
        make_file("src/a.py", "word a"),
        make_file("src/[id]/p.ts", "word b", language="ts"),
        make_file("lib/c.go", "word c", language="go", kind="class"),
        make_file("top.py", "word d"),
        # Better matches that the filter leaves out must not take the places of worse ones.
        *(make_file(f"noise/{n}.txt", "word word word", language="noise") for n in range(30)),
    )
    if chosen == Filter():
        chosen = Filter(languages=("python", "ts", "go"))
    assert set(paths_of(store, store.matching(split_words("word"), 4, chosen))) == expected
    assert set(paths_of(store, store.nearest(direction("word word word"), 4, chosen))) == expected


@pytest.mark.parametrize(
    ("glob", "path", "matches"),
    [
        ("*.py", "a/b.py", True),
        ("src/*.py", "src/a.py", True),
        ("src/*.py", "src/x/a.py", False),
        ("src/**/*.py", "src/a.py", True),
        ("src/**/*.py", "src/x/y/a.py", True),
        ("**/test_*", "tests/test_a.py", True),
        ("src/*", "src/x/a.py", True),
        ("*.{ts,tsx}", "a/b.tsx", True),
        ("[!a].py", "b.py", True),
        ("[!a].py", "a.py", False),
        ("a?.py", "ab.py", True),
        ("[", "a", False),
    ],
)
def test_globs_mean_what_git_means(glob: str, path: str, matches: bool) -> None:
    assert (glob_pattern(glob).fullmatch(path) is not None) == matches


def test_a_replaced_document_is_seen_no_more(store: Store) -> None:
    save(store, make_file("a.py", "old greenhouse"))
    save(store, make_file("a.py", "new thing"))
    assert store.matching(split_words("greenhouse"), 5) == []
    assert store.symbols_named("old") == []
    assert store.mentioning("greenhouse") == []
    [(_, cosine)] = store.nearest(direction("old greenhouse"), 5)
    assert cosine < 0.9
    assert store.counts().files == store.counts().chunks == 1


def test_reused_ids_never_answer_with_the_vector_of_a_deleted_chunk(store: Store) -> None:
    save(store, make_file("old.py", "water tomatoes\nopen valves"))
    with store.writing() as batch:
        batch.forget("old.py")
    assert store.collect(now=2e10) == 1
    save(store, make_file("new.py", "a b\nc d", vectors=False))
    assert store.nearest(direction("water tomatoes"), 5) == []
    [pending] = store.pending_vectors()
    with store.writing() as batch:
        batch.vectors(pending.document, quantise(np.stack([direction("a b"), direction("c d")])))
    assert store.pending_vectors() == []
    assert store.pending_count() == 0
    [(_, first), (_, second)] = store.nearest(direction("a b"), 5)
    assert first == pytest.approx(1.0, abs=0.001)
    assert second < 0.9


def test_work_trees_share_documents_and_see_only_their_own(tmp_path: Path) -> None:
    main, other = tmp_path / "main", tmp_path / "other"
    (main / ".git" / "worktrees" / "other").mkdir(parents=True)
    (main / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (main / ".git" / "worktrees" / "other" / "commondir").write_text("../..\n", "utf-8")
    other.mkdir()
    (other / ".git").write_text(f"gitdir: {main}/.git/worktrees/other\n", "utf-8")
    cache = tmp_path / "cache"
    with (
        open_store(cache, main, model="m", dimensions=DIMENSIONS) as a,
        open_store(cache, other, model="m", dimensions=DIMENSIONS) as b,
    ):
        assert a.path == b.path
        common, secret = make_file("c.py", "common x"), make_file("s.py", "secret y")
        [document, _] = save(a, common, secret)
        assert b.document("c.py", common.source.hash) == document
        assert save(b, common) == [document]
        assert (a.counts().files, b.counts().files) == (2, 1)
        assert (
            b.matching(split_words("secret"), 5)
            == b.symbols_named("secret")
            == b.mentioning("secret")
            == []
        )
        assert paths_of(b, b.nearest(direction("secret y"), 5)) == ["c.py"]
        hidden = [row.id for row in a.chunks_of("s.py")]
        assert b.chunks(hidden) == []
        with b.writing() as batch:
            batch.forget("c.py")
        assert a.collect(now=2e10) == 0
        assert a.counts().files == 2


def test_mentioning_is_exhaustive_and_tells_case(store: Store) -> None:
    save(
        store,
        make_file("a.py", "x Client.send()"),
        make_file("b.py", "y client_send"),
        make_file("c.py", "z größe send"),
    )
    assert store.mentioning("send") == ["a.py", "c.py"]
    assert store.mentioning("Client") == ["a.py"]
    assert store.mentioning("client") == []
    assert store.mentioning("größe") == ["c.py"]
    assert store.mentioning("Client.send") == ["a.py"]
    assert store.mentioning("+") == ["a.py", "b.py", "c.py"]


def test_skipped_files_are_listed_with_their_reason(store: Store) -> None:
    save(store, make_file("a.py", "x y"))
    with store.writing() as batch:
        batch.skip("a.bin", None, SkipReason.BINARY)
        batch.skip("a.py", STAT, SkipReason.TOO_LARGE)
    assert store.skipped() == [("a.bin", SkipReason.BINARY), ("a.py", SkipReason.TOO_LARGE)]
    assert store.counts().skipped == {"binary": 1, "too large": 1}
    assert store.counts().files == 0
    assert store.matching(split_words("x"), 5) == []


def test_generation_changes_with_answers_and_only_then(store: Store) -> None:
    seen = [store.generation()]
    file = make_file("a.py", "x y", vectors=False)
    [document] = save(store, file)
    seen.append(store.generation())
    with store.writing() as batch:
        batch.vectors(document, quantise(direction("x y")[None]))
    seen.append(store.generation())
    with store.writing() as batch:
        batch.forget("a.py")
    seen.append(store.generation())
    assert len(set(seen)) == 4
    save(store, file)
    before = store.generation()
    with store.writing() as batch:
        batch.point("a.py", FileStat(1, 99, 3, 4), file.source.hash, document)
    assert store.generation() == before


def test_a_batch_is_written_whole_or_not_at_all(store: Store) -> None:
    def fail() -> None:
        with store.writing() as batch:
            batch.put(make_file("a.py", "x y"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert store.counts().files == 0
    save(store, make_file("a.py", "x y"))
    assert store.counts().files == 1


def test_readers_see_nothing_of_an_open_batch(store: Store) -> None:
    file = make_file("a.py", "x y")
    with store.writing() as batch:
        batch.point("a.py", STAT, file.source.hash, batch.put(file))
        assert store.counts().files == 0
    assert store.counts().files == 1


def test_a_snapshot_stays_as_it_was_while_others_write(store: Store) -> None:
    save(store, make_file("a.py", "x y"))
    with store.snapshot():
        before = store.counts().files
        writer = threading.Thread(target=save, args=(store, make_file("b.py", "z w")))
        writer.start()
        assert store.counts().files == before
    writer.join()
    assert store.counts().files == 2


def test_a_file_of_forty_thousand_symbols_is_written_edited_and_removed(store: Store) -> None:
    text = "\n".join(f"v{n} z" for n in range(40_000))
    file = make_file("many.py", text, vectors=False)
    save(store, file)
    assert len(store.symbols("many.py")) == 40_000
    assert len(store.chunks(range(1, 40_001))) == 40_000
    assert len(store.matching(split_words("z"), 50_000)) == 40_000
    with store.writing() as batch:
        batch.forget("many.py")
    assert store.collect(now=2e10) == 1
    assert store.symbols_named("v39999") == []


def test_unused_documents_are_collected_by_age_and_their_ids_given_out_again(
    store: Store,
) -> None:
    for n in range(30):
        save(store, make_file("a.py", f"version{n} x\nsecond{n} line"))
    assert store.collect(now=0) == 0
    assert store.collect(now=2e10) == 29
    used = {row.id for row in store.chunks_of("a.py")}
    save(store, make_file("b.py", "fresh x"), make_file("c.py", "fresh y\nmore z"))
    again = {row.id for path in ("b.py", "c.py") for row in store.chunks_of(path)}
    assert max(again) <= 60
    assert not used & again


def test_values_that_are_not_numbers_do_no_harm(store: Store) -> None:
    file = make_file("a.py", "x y\nz w", vectors=False)
    [document] = save(store, file)
    with store.writing() as batch:
        batch.vectors(document, quantise(np.full((2, DIMENSIONS), np.nan, np.float32)))
    assert [cosine for _, cosine in store.nearest(direction("q"), 5)] == [0.0, 0.0]
    assert store.nearest(np.full(DIMENSIONS, np.nan, np.float32), 5) == []


def test_vectors_of_the_wrong_number_are_refused(store: Store) -> None:
    [document] = save(store, make_file("a.py", "x y", vectors=False))
    with pytest.raises(ValueError, match="2 vectors for 1 chunks"), store.writing() as batch:
        batch.vectors(document, quantise(np.zeros((2, DIMENSIONS), np.float32)))


def test_meta_is_kept_and_clear_empties_the_index(store: Store) -> None:
    assert store.meta("key") == ""
    store.set_meta("key", "value")
    save(store, make_file("a.py", "x y"))
    store.clear()
    assert store.meta("key") == "value"
    assert store.manifest() == {}
    assert store.nearest(direction("x y"), 5) == store.matching(split_words("x"), 5) == []


def test_threads_share_one_store(store: Store) -> None:
    errors: list[BaseException] = []
    numbers = itertools.count()

    def work() -> None:
        try:
            for _ in range(20):
                save(store, make_file(f"f{next(numbers)}.py", "shared x\nother y"))
                store.matching(split_words("shared"), 10)
                store.nearest(direction("shared x"), 10)
        except BaseException as error:  # noqa: BLE001 - reported by the test
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert store.counts().files == 80


def test_a_store_opened_for_reading_refuses_to_write(store: Store) -> None:
    with (
        open_store(
            store.path.parent,
            store.root,
            model="m",
            dimensions=DIMENSIONS,
            backend=store.backend,
            write=False,
        ) as reader,
        pytest.raises(ReadOnlyError),
        reader.writing(),
    ):
        pass


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.counts()


def test_the_rarest_words_are_looked_for_within_the_budget() -> None:
    assert affordable({"rare": 3, "some": 900, "common": 90_000}, 1000) == ["rare", "some"]
    assert affordable({"common": 90_000}, 1000) == ["common"]
    assert len(affordable({str(n): 1 for n in range(1000)})) == 64
