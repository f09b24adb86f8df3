"""Tests the inverted words of chunks against BM25 worked out the plain way."""

import math
from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeseam_indexer.pipeline.bags import WEIGHTS, gathered
from codeseam_indexer.store import database, postings
from codeseam_indexer.store.database import Database

TABLE = (
    "CREATE TABLE posting (block INTEGER NOT NULL, word TEXT NOT NULL, chunks BLOB NOT NULL,"
    " PRIMARY KEY (block, word)) STRICT, WITHOUT ROWID"
)
SIZE = 3 * postings.BLOCK

words = st.lists(st.sampled_from(["tree", "send", "url", "größe", "x"]), max_size=3).map(" ".join)
chunks = st.dictionaries(
    st.integers(1, SIZE - 1),
    st.tuples(words, words, words, st.just("path"), words, words),
    min_size=1,
    max_size=12,
)


def write(db: Database, batch: Mapping[int, tuple[str, ...]]) -> None:
    writer = postings.Writer()
    for chunk, fields in batch.items():
        writer.add(chunk, gathered([[field.split() for field in fields]])[0])
    writer.finish(db)


def ranked(db: Database, asked: list[str], allowed: set[int] | None = None) -> dict[int, float]:
    mask = np.zeros(SIZE, np.bool_)
    mask[sorted(allowed) if allowed is not None else slice(None)] = True
    live = np.ones(SIZE, np.bool_)
    blocks = postings.blocks(db, live)
    counts = postings.frequencies(db, asked, live, blocks)
    found = postings.gains(db, counts, postings.lengths(blocks, live))
    return dict(postings.ranked(found, 50, mask))


def once(fields: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out of the body, the last field, what it has from the signature and documentation."""
    left = Counter(fields[-1].split()) - Counter(f"{fields[2]} {fields[4]}".split())
    return (*fields[:-1], " ".join(left.elements()))


def plain(texts: dict[int, tuple[str, ...]], asked: list[str]) -> dict[int, float]:
    """BM25 with weighted fields, as Robertson and Zaragoza write it."""
    texts = {chunk: once(fields) for chunk, fields in texts.items()}
    lengths = {chunk: sum(len(f.split()) for f in fields) for chunk, fields in texts.items()}
    average = sum(lengths.values()) / len(lengths)
    weights = {
        chunk: Counter[str](
            word
            for field, weight in zip(fields, WEIGHTS, strict=True)
            for word in field.split() * weight
        )
        for chunk, fields in texts.items()
    }
    found: dict[int, float] = {}
    for word in asked:
        count = sum(word in held for held in weights.values())
        idf = max(1e-6, math.log((len(texts) - count + 0.5) / (count + 0.5)))
        for chunk, held in weights.items():
            if word in held:
                norm = 1.2 * (0.25 + 0.75 * lengths[chunk] / average)
                gain = idf * held[word] * 2.2 / (held[word] + norm)
                found[chunk] = found.get(chunk, 0.0) + gain
    return found


@given(chunks, chunks)
def test_the_rank_is_bm25_whatever_was_written_in_which_batch(
    first: dict[int, tuple[str, ...]], second: dict[int, tuple[str, ...]]
) -> None:
    second = {chunk: fields for chunk, fields in second.items() if chunk not in first}
    db = Database(":memory:")
    db.execute(TABLE)
    write(db, first)
    write(db, second)
    asked = ["send", "größe", "nowhere"]
    # Weights above ten are kept in sixteen levels.
    assert ranked(db, asked) == pytest.approx(plain(first | second, asked), rel=0.03)
    db.close()


@given(chunks, st.data())
def test_what_was_removed_is_as_if_it_had_never_been(
    texts: dict[int, tuple[str, ...]], data: st.DataObject
) -> None:
    gone = data.draw(st.sets(st.sampled_from(sorted(texts)), max_size=len(texts) - 1))
    db, other = Database(":memory:"), Database(":memory:")
    for one in (db, other):
        one.execute(TABLE)
    write(db, texts)
    postings.remove(db, [(chunk, chunk) for chunk in gone])
    write(other, {chunk: fields for chunk, fields in texts.items() if chunk not in gone})
    for word in ("tree", "path"):
        assert ranked(db, [word]) == pytest.approx(ranked(other, [word]))
    db.close()
    other.close()


def test_a_mask_leaves_out_before_the_best_are_taken() -> None:
    db = Database(":memory:")
    db.execute(TABLE)
    write(db, {chunk: ("send", "", "", "p", "", "x " * chunk) for chunk in range(1, 200)})
    write(db, dict.fromkeys(range(200, 900), ("", "", "", "p", "", "y")))
    assert set(ranked(db, ["send"], {150, 160, 170})) == {150, 160, 170}
    assert len(ranked(db, ["send"])) == 50
    db.close()


@given(chunks, st.data())
def test_a_word_is_counted_in_the_live_chunks_alone(
    texts: dict[int, tuple[str, ...]], data: st.DataObject
) -> None:
    dead = data.draw(st.sets(st.sampled_from(sorted(texts))))
    live = np.ones(SIZE, np.bool_)
    live[sorted(dead)] = False
    db = Database(":memory:")
    db.execute(TABLE)
    write(db, texts)
    asked = ["tree", "path", "größe", "nowhere"]
    held = {chunk: " ".join(fields).split() for chunk, fields in texts.items() if chunk not in dead}
    counts = {word: sum(word in words for words in held.values()) for word in asked}
    found = postings.frequencies(db, asked, live, postings.blocks(db, live))
    assert found == {word: count for word, count in counts.items() if count}
    db.close()


@given(chunks, st.lists(st.integers(1, SIZE - 1), max_size=8, unique=True))
def test_the_words_that_stand_in_some_chunks_are_those_that_were_written_there(
    texts: dict[int, tuple[str, ...]], others: list[int]
) -> None:
    db = Database(":memory:")
    db.execute(TABLE)
    write(db, texts)
    asked, ids = ["größe", "tree", "nowhere"], [*others, *(texts.keys() - others)]
    found = postings.held(db, asked, np.array(ids, np.int64))
    held = {chunk: " ".join(fields).split() for chunk, fields in texts.items()}
    pairs: list[list[int]] = np.transpose(found).tolist()
    met = {(asked[word], ids[at]) for word, at in pairs}
    assert met == {(word, at) for word in asked for at in ids if word in held.get(at, ())}
    assert len(met) == len(pairs)
    none = postings.held(db, asked, np.zeros(0, np.int64))
    assert [one.tolist() for one in none] == [[], []]
    db.close()


def test_numbers_are_read_alike_with_and_without_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    db = Database(":memory:")
    wanted = [3, 1 << 40, -7]
    for arrays, table in ((True, "carray"), (False, "json_each")):
        monkeypatch.setattr(database, "_ARRAYS", arrays)
        given = database.numbers(np.array(wanted))
        assert [row[0] for row in db.execute(f"SELECT value FROM {table}(?)", (given,))] == wanted
    db.close()


def test_a_common_word_is_found_and_taken_out_like_any_other() -> None:
    db = Database(":memory:")
    db.execute(TABLE)
    common = dict.fromkeys(range(3000, 5000), ("tree", "", "", "", "", "send"))
    write(db, common)
    write(db, {5000: ("tree", "", "", "", "", "url")})
    assert sorted(ranked(db, ["tree", "url"], {2999, 3000, 4999, 5000})) == [3000, 4999, 5000]
    sizes = [len(chunks) for word, chunks in db.execute("SELECT word, chunks FROM posting") if word]
    assert max(sizes) <= 512
    postings.remove(db, [(3000, 4998)])
    live = np.ones(SIZE, np.bool_)
    found = postings.frequencies(db, ["tree", "send"], live, postings.blocks(db, live))
    assert found == {"tree": 2, "send": 1}
    db.close()
