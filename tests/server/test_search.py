"""Search puts what defines first, keeps strangers apart, and takes any query."""

import math
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeseam_indexer.embed import Embedder, open_embedder
from codeseam_indexer.pipeline import sync
from codeseam_indexer.records import ChunkRow, Filter
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Store, open_store
from codeseam_server.search import Answer, Related, Search, measure_strangers, search
from codeseam_server.search.candidates import Candidates
from codeseam_server.search.families import KIN, Names, Wanted, Words
from codeseam_server.search.profile import Profiles
from codeseam_server.search.question import read as read_question
from codeseam_server.search.ranking import JOINED, Ranked, join
from codeseam_server.search.signals import PIECE_SIGNALS
from codeseam_server.session import Session

NOWHERE: set[str] = set()

FILES = {
    "src/billing/refund.py": (
        '"""Refunds."""\n\nfrom src.billing.money import Money\n\n\n'
        "def refund_customer_payment(payment, amount):\n"
        '    """Pay a customer back, in part or all of it."""\n'
        "    return Money(payment.total - amount)\n"
    ),
    "src/billing/money.py": (
        "class Money:\n"
        '    """An amount in a currency."""\n\n'
        "    def __init__(self, amount):\n        self.amount = amount\n\n"
        "    def round_half_even(self):\n        return round(self.amount, 2)\n"
    ),
    "src/billing/legacy/refund.py": (
        "def refund_customer_payment_v1(payment):\n"
        '    """Pay a customer back, in part or all of it."""\n'
        "    return payment.total\n"
    ),
    "tests/test_refund.py": (
        "from src.billing.refund import refund_customer_payment\n\n\n"
        "def test_refund_customer_payment():\n"
        "    assert refund_customer_payment(payment, 1).amount == 2\n\n\n"
        "def test_refund_customer_payment_in_part():\n"
        "    assert refund_customer_payment(payment, 2).amount == 1\n"
    ),
    "src/http/not_found.py": (
        "class NotFound(Exception):\n    pass\n\n\ndef not_found(url):\n    raise NotFound(url)\n"
    ),
    "src/http/who.py": "def who_is_who(names):\n    return sorted(names)\n",
    "src/shop/cart.ts": (
        "export class Cart {\n  private items: Item[] = [];\n\n"
        "  addItem(item: Item): void {\n    this.items.push(item);\n  }\n\n"
        "  total(): number {\n    return this.items.reduce((sum, i) => sum + i.price, 0);\n  }\n}\n"
    ),
    "docs/refunds.md": "# Refunds\n\nHow to refund a customer payment in part.\n",
    "src/[id]/100%.py": "def percent_of_page(page):\n    return page / 100\n",
}


class Place:
    """A workspace with its index."""

    def __init__(self, root: Path, cache: Path, embedder: Embedder) -> None:
        self.root, self.embedder = root, embedder
        self.settings = Settings(cache_dir=cache, workers=0)
        self.store: Store = open_store(
            cache, root, model=embedder.name, dimensions=embedder.dimensions
        )

    def write(self, files: Mapping[str, str]) -> None:
        for path, text in files.items():
            target = self.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="")
        sync(self.store, self.root, self.settings, self.embedder)

    def read(self, path: str, start: int, end: int) -> str | None:
        lines = (self.root / path).read_text("utf-8").split("\n")
        return "\n".join(lines[start - 1 : end]) if end <= len(lines) else None

    def ask(
        self,
        query: str,
        *,
        limit: int = 10,
        chosen: Filter = Filter(),  # noqa: B008
    ) -> Answer:
        return search(self.store, self.embedder, query, limit=limit, filter=chosen, read=self.read)

    def chunk(self, path: str) -> ChunkRow:
        return self.store.chunks_of(path)[0]

    def paths(self, query: str, *, chosen: Filter = Filter()) -> list[str]:  # noqa: B008
        return [hit.path for hit in self.ask(query, chosen=chosen).hits]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    root = tmp_path_factory.mktemp("shop")
    place = Place(root, tmp_path_factory.mktemp("cache"), open_embedder())
    place.write(FILES)
    yield place
    place.store.close()


def test_a_name_finds_its_definition_first(shop: Place) -> None:
    hit = shop.ask("refund_customer_payment").hits[0]
    assert hit.path == "src/billing/refund.py"
    assert hit.symbol == "refund_customer_payment"
    assert hit.kind == "function"
    assert hit.language == "python"
    assert "def refund_customer_payment(payment, amount):" in hit.text


def test_the_text_is_the_lines_on_disk(shop: Place) -> None:
    for hit in shop.ask("refund a payment").hits:
        assert hit.text == shop.read(hit.path, hit.start_line, hit.end_line)


def test_tests_documents_and_old_versions_come_later(shop: Place) -> None:
    assert shop.paths("refund a customer payment in part")[0] == "src/billing/refund.py"


def test_a_question_for_tests_gets_tests(shop: Place) -> None:
    assert shop.paths("tests of refund_customer_payment in part")[0] == "tests/test_refund.py"


def test_words_that_say_little_are_all_there_is_to_some_questions(shop: Place) -> None:
    assert shop.paths("not found")[0] == "src/http/not_found.py"
    assert shop.paths("who is who")[0] == "src/http/who.py"


def test_a_scoped_name_finds_the_member(shop: Place) -> None:
    for query in ("Money.round_half_even", "Money::round_half_even", "Money#round_half_even"):
        assert shop.ask(query).hits[0].path == "src/billing/money.py"


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (Filter(paths=("src/shop",)), {"src/shop/cart.ts"}),
        (Filter(languages=("typescript",)), {"src/shop/cart.ts"}),
        (Filter(paths=("src/[id]/",)), {"src/[id]/100%.py"}),
        (Filter(only=frozenset({"src/http/who.py"})), {"src/http/who.py"}),
        (Filter(only=frozenset()), NOWHERE),
    ],
)
def test_a_filter_holds_before_anything_is_ranked(
    shop: Place, chosen: Filter, expected: set[str]
) -> None:
    for query in ("refund a customer payment", "refund_customer_payment", "total"):
        assert set(shop.paths(query, chosen=chosen)) <= expected
    assert set(shop.paths("page total who", chosen=chosen)) == expected


def test_a_filter_by_kind_gives_chunks_with_such_a_symbol(shop: Place) -> None:
    hits = shop.ask("refund payment money", chosen=Filter(kinds=("class",))).hits
    assert hits
    assert "src/billing/refund.py" not in {hit.path for hit in hits}


@pytest.mark.parametrize("limit", [-1, 0])
def test_a_limit_below_one_gives_nothing(shop: Place, limit: int) -> None:
    assert shop.ask("refund", limit=limit).hits == ()


@pytest.mark.parametrize("limit", [1, 3, 4097, 2**63])
def test_no_more_hits_than_the_limit(shop: Place, limit: int) -> None:
    hits = shop.ask("refund", limit=limit).hits
    assert 0 < len(hits) <= limit


HOSTILE = [
    "", " ", '"', '""', "'", "*", "(", ")", "{}", ":", "^", "-", "--", "AND", "OR NOT", "NEAR(a b)",
    "a AND", '"unbalanced', "col:", "{a b}: c", "'; DROP TABLE chunks;--", "%", "_", "\x00",
    "a\x00b", "\ud83d", "\ufeff", "\u202ealeph", "\u200b", "\t\n\r", "\x1b[31m", "💥", "ﷺ" * 10,
    "密码", "C++", "a->b", "get_user(", "x" * 10_000, "word " * 2_000, "a.b.c.d.e" * 500,
]  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE)
def test_any_query_is_safe(shop: Place, query: str) -> None:
    for hit in shop.ask(query).hits:
        assert math.isfinite(hit.score)


@given(st.text(max_size=60))
@settings(deadline=None, max_examples=60)
def test_any_text_is_a_query(shop: Place, query: str) -> None:
    assert shop.ask(query).query == query


def test_answers_are_stable_and_in_order(shop: Place) -> None:
    first = shop.ask("refund a customer payment")
    assert all(shop.ask("refund a customer payment") == first for _ in range(3))
    scores = [hit.score for hit in first.hits]
    assert scores == sorted(scores, reverse=True)
    spans = [(hit.path, hit.start_line) for hit in first.hits]
    assert len(set(spans)) == len(spans)


def test_what_the_workspace_does_not_know_is_said_to_be_weak(shop: Place) -> None:
    assert shop.ask("photosynthesis of tropical orchids").weak
    assert not shop.ask("refund_customer_payment").weak
    assert not shop.ask("refund a customer payment").weak


def test_words_that_stand_nowhere_make_an_answer_weak_that_is_near_in_meaning(shop: Place) -> None:
    assert shop.ask("telescope schedules asteroid observations by customer payment").weak
    assert not shop.ask("give money back to a buyer: refund a payment").weak


def test_neighbours_stand_beside_the_hits(shop: Place) -> None:
    def beside(rows: object) -> list[Related]:
        assert isinstance(rows, list)
        first = rows[0]  # pyright: ignore[reportUnknownVariableType]
        assert isinstance(first, ChunkRow)
        return [Related(first.path, 1, 2, "f", "called by g")]

    answer = search(shop.store, shop.embedder, "Money", neighbours=beside)
    assert [one.why for one in answer.related] == ["called by g"]


def test_a_chunk_whose_lines_are_gone_is_left_out(shop: Place) -> None:
    def gone(path: str, start: int, end: int) -> None:
        assert path
        assert start <= end

    answer = search(shop.store, shop.embedder, "refund", read=gone)
    assert answer.hits == ()


def test_an_empty_index_answers_nothing_and_says_so(tmp_path: Path) -> None:
    place = Place(tmp_path, tmp_path / ".cache", open_embedder())
    answer = place.ask("anything at all")
    assert answer.hits == ()
    assert answer.weak
    place.store.close()


def test_what_is_remembered_follows_the_index(tmp_path: Path) -> None:
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    place.write({"a.py": "def first_name():\n    return 1\n"})
    engine = Search(place.store, place.embedder)
    assert engine("first_name").hits[0].path == "a.py"
    place.write(
        {"a.py": "def other():\n    return 1\n", "b.py": "def first_name():\n    return 2\n"}
    )
    assert engine("first_name").hits[0].path == "b.py"
    (tmp_path / "w" / "b.py").unlink()
    place.write({})
    assert "b.py" not in {hit.path for hit in engine("first_name").hits}
    place.store.close()


def test_the_order_is_of_the_files_that_are_there_however_the_index_came_to_be(
    tmp_path: Path,
) -> None:
    def body(name: str, *calls: str) -> str:
        return f"def {name}():\n" + "".join(f"    {call}()\n" for call in calls or ("pass_by",))

    now = {f"{letter}.py": body(f"send_{letter}", "twin_0") for letter in "dbca"}
    now |= {f"lib/{n}.py": body(f"twin_{n}", "send_a", f"get_{n}") for n in range(4)}
    grown = Place(tmp_path / "grown", tmp_path / "cache", open_embedder())
    grown.write({path: body(f"was_{n}", "send_a", "get_1") for n, path in enumerate(now)})
    grown.ask("send_a")
    for path, text in now.items():
        grown.write({path: text.replace("twin", "sender")})
        grown.ask("send_a")
    for path, text in reversed(now.items()):
        grown.write({path: text})
    made = Place(tmp_path / "made", tmp_path / "other", open_embedder())
    made.write(now)
    long = (
        "who sends a letter, gets answers, opens doors, closes windows, paints walls, plants trees"
    )
    for query in ("send_a", "twin_0", "twin", "who sends and gets", "was_1", long):
        first, second = grown.ask(query), made.ask(query)
        assert first.hits == second.hits, query
        assert first.related == second.related
    grown.store.close()
    made.store.close()


def test_another_work_tree_does_not_change_the_order(tmp_path: Path) -> None:
    words = ["open_door", "close_door", "open_window"]
    files = {f"{n}.py": f"def {word}():\n    return {n}\n" for n, word in enumerate(words)}
    (tmp_path / "work").mkdir()
    subprocess.run(["git", "init", "-q"], cwd=tmp_path / "work", check=True)
    first = Place(tmp_path / "work", tmp_path / "cache", open_embedder())
    first.write(files)
    before = first.ask("open door").hits
    author = ["-c", "user.email=a@example.invalid", "-c", "user.name=a"]
    for arguments in (["add", "-A"], ["commit", "-qm", "x"], ["worktree", "add", "-q", "../two"]):
        subprocess.run(["git", *author, *arguments], cwd=first.root, check=True)
    second = Place(tmp_path / "two", tmp_path / "cache", open_embedder())
    assert second.store.path == first.store.path
    second.write({f"more/{n}.py": f"def open_{n}():\n    return {n}\n" for n in range(9)})
    again = Place(first.root, tmp_path / "cache", first.embedder)
    assert again.ask("open door").hits == before
    for place in (first, second, again):
        place.store.close()


def test_without_vectors_words_alone_answer(tmp_path: Path) -> None:
    embedder = open_embedder()
    place = Place(tmp_path / "w", tmp_path / "cache", embedder)
    place.write({"a.py": "x = 1\n"})
    for path, text in FILES.items():
        target = place.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    sync(place.store, place.root, place.settings, None)
    assert place.paths("refund customer payment")[0] == "src/billing/refund.py"
    place.store.close()


def at(start: int, end: int, path: str = "a.py") -> Ranked:
    row = ChunkRow(start, 1, path, "python", start, end, "definition", "f", "function", frozenset())
    return Ranked(row, 1.0)


def spans(found: Sequence[Ranked]) -> list[tuple[str, int, int]]:
    return [(one.row.path, one.row.start_line, one.row.end_line) for one in found]


def test_short_hits_side_by_side_are_one() -> None:
    listed = [at(11, 20), at(40, 50), at(1, 10), at(21, 30, "b.py"), at(21, 24), at(25, 39)]
    assert spans(join(listed)) == [
        ("a.py", 1, 24),
        ("a.py", 25, 50),
        ("b.py", 21, 30),
    ]


@given(st.permutations([at(n * 6 + 1, n * 6 + 6, path) for n in range(9) for path in ("a", "b")]))
def test_joined_hits_hold_the_same_lines_and_none_is_long(listed: list[Ranked]) -> None:
    found = spans(join(listed))
    lines = [(path, line) for path, start, end in found for line in range(start, end + 1)]
    assert len(lines) == len(set(lines)) == 18 * 6
    assert all(end - start < JOINED for _, start, end in found)


def test_fewer_hits_are_the_first_of_more(shop: Place) -> None:
    hits = shop.ask("refund a customer payment", limit=50).hits
    for limit in (1, 3, 7):
        assert shop.ask("refund a customer payment", limit=limit).hits == hits[:limit]


def test_a_folder_of_a_version_is_old_where_its_file_is_beside_it_too(tmp_path: Path) -> None:
    text = "def validate_field(field):\n    return field.ok\n"
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    place.write({"lib/fields.py": text, "lib/v1/fields.py": text, "lib/v2/users.py": text})
    paths = place.store.paths()
    profiles = zip(paths, Profiles(place.store).of([*map(place.chunk, paths)]), strict=True)
    old = {path for path, profile in profiles if "compat" in profile.place.sorts}
    assert old == {"lib/v1/fields.py"}
    place.store.close()


def test_a_file_is_not_known_by_the_number_of_one_that_is_gone(tmp_path: Path) -> None:
    """An index that was deleted and made again gives the same numbers to other files."""
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    place.write({"lib/door.py": "def unlatch():\n    pass\n"})
    profiles = Profiles(place.store)
    before = place.chunk("lib/door.py")
    assert [one.place.name for one in profiles.of([before])] == ["door"]
    (place.root / "lib/door.py").unlink()
    place.store.path.unlink()
    place.write({"lib/gate.py": "def open_gate():\n    pass\n"})
    after = place.chunk("lib/gate.py")
    assert after.document == before.document
    assert [one.place.name for one in profiles.of([after])] == ["gate"]
    place.store.close()


@pytest.mark.parametrize("first", ["mail", "parcel"])
def test_of_files_alike_in_name_and_text_the_folder_that_is_asked_for_decides(
    tmp_path: Path, first: str
) -> None:
    text = "def open_label(label):\n    return label.strip()\n"
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    place.write(
        {
            f"lib/{folder}/labels.py": text
            for folder in ("mail", "parcel", "lost_mail", "all_parcels")
        }
    )
    assert place.paths(f"open the label of a {first}")[0] == f"lib/{first}/labels.py"
    place.store.close()


def test_of_files_alike_in_name_the_one_that_only_declares_types_comes_later(
    tmp_path: Path,
) -> None:
    types = "export interface Tariff {\n  base: number;\n  tariffOf(weight: number): number;\n}\n"
    work = "export function tariffOf(weight: number): number {\n  return 2 * weight;\n}\n"
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    place.write({"lib/a/tariff.ts": types, "lib/b/tariff.ts": work})
    assert place.paths("the tariff of a weight")[0] == "lib/b/tariff.ts"
    place.write({"lib/a/tariff.ts": work, "lib/b/tariff.ts": types})
    assert place.paths("the tariff of a weight")[0] == "lib/a/tariff.ts"
    place.store.close()


def test_a_name_says_less_where_most_of_the_question_is_about_something_else(
    tmp_path: Path,
) -> None:
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    place.write(
        {
            "harbour.py": "class Harbour:\n    def open(self):\n        return self.gate\n",
            "tides.py": "def predict_tide_height(moon, gauge):\n    return moon.pull * gauge\n",
        }
    )
    assert place.paths("Harbour")[0] == "harbour.py"
    asked = "how does Harbour predict the height of a tide from moon and gauge"
    assert place.paths(asked)[0] == "tides.py"
    place.store.close()


@pytest.mark.parametrize("word", ["parse", "response", "release", "closing", "bases"])
def test_a_word_whose_stem_looks_like_a_plural_is_found_by_words(tmp_path: Path, word: str) -> None:
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    other = "def other(value):\n    return value\n"
    place.write(
        {"a.py": other, "b.py": f"def {word}_it(value):\n    return value\n", "c.py": other}
    )
    by_words = Search(place.store, place.embedder, by_meaning=False)
    assert [hit.path for hit in by_words(f"how to {word}").hits] == ["b.py"]
    place.store.close()


STEMS = ["valid", "validat", "validation", "get", "http", "httpx", "path", "größe"]


@given(
    st.dictionaries(st.sampled_from(STEMS), st.sampled_from([0.5, 1.0, 3.0]), min_size=1),
    st.lists(st.frozensets(st.sampled_from(STEMS)), max_size=6),
)
@settings(deadline=None)
def test_many_sets_of_words_are_met_as_each_would_be(
    weights: dict[str, float], sets: list[frozenset[str]]
) -> None:
    def worth(word: str, words: frozenset[str]) -> float:
        kin = any(word[:4] == other[:4] and word[:5] == other[:5] for other in words)
        shorter = any(min(len(word), len(other)) == 4 and word[:4] == other[:4] for other in words)
        return 1.0 if word in words else KIN * (len(word) > 3 and (kin or shorter))

    total = sum(weights.values())
    shares = [sum(rare * worth(word, words) for word, rare in weights.items()) for words in sets]
    met = [[rare for word, rare in weights.items() if word in words] for words in sets]
    both = [sum(m) / total * len(m) / (len(words) or 1) for m, words in zip(met, sets, strict=True)]
    wanted, many = Wanted(weights), [Words(words) for words in sets]
    assert wanted.share(many).tolist() == pytest.approx([share / total for share in shares])
    assert wanted.both_ways([words.numbers for words in many]).tolist() == pytest.approx(both)


def test_the_best_name_of_each_file_is_taken_and_a_file_without_names_has_none() -> None:
    wanted = Wanted({"refund": 2.0, "payment": 2.0})
    files = [["refund"], [], ["_", "refund_payment", "total"], ["other"]]
    assert wanted.best([Names(names) for names in files]).tolist() == [0.25 * 2, 0, 1, 0]


def test_a_chunk_that_defines_a_name_many_times_is_one_candidate(tmp_path: Path) -> None:
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    enums = "\n".join(f"class E{n}:\n    zig = {n}\n" for n in range(4))
    place.write({"enums.py": enums, "use.py": "def use_zig(value):\n    return value.zig\n"})
    words = Search(place.store, place.embedder, by_words=False, by_meaning=False)
    hits = [(hit.path, hit.start_line) for hit in words("zig").hits]
    assert hits
    assert len(hits) == len(set(hits))
    place.store.close()


NAMES = ("vorn", "blen", "ulmo")


def test_what_the_best_speak_of_comes_before_what_nobody_speaks_of(tmp_path: Path) -> None:
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    asked = "why does it check that a parcel of no grams is refused by the scale which weighs it"
    test = (
        "def check_that_a_parcel_which_weighs_nothing_is_refused_by_the_scale():\n"
        "    with raises(ValueError):\n        return {name}(0)\n"
    )
    body = "".join(f"    total_{n} = int(grams) + {n}\n" for n in range(9))
    things = "".join(f"def {name}(grams):\n{body}    return total_0\n\n\n" for name in NAMES)
    others = {f"lib/other_{n}.py": f"def paint_{n}():\n    return {n}\n" for n in range(40)}
    for name in NAMES:
        place.write({**others, "lib/things.py": things, "lib/checks.py": test.format(name=name)})
        found = [hit.symbol for hit in place.ask(asked, limit=99).hits if hit.symbol in NAMES]
        assert found[0] == name
    place.store.close()


def test_a_definition_is_outdone_by_one_of_its_name_that_is_twice_as_long(tmp_path: Path) -> None:
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    declared = (
        "@overload\ndef weigh_parcel(\n    parcel: Parcel[int], scale: Scale[int],\n"
        "    unit: Unit[int] = ..., weight: Weight[int] = ...,\n) -> Weight[int]: ...\n\n\n"
    )
    lines = "".join(f"    weight_{n} = unit.put(parcel, {n})\n" for n in range(20))
    others = f"def paint(parcel):\n{lines}\n\ndef weigh_parcel(parcel, scale):\n{lines}"
    place.write({"lib/scale.py": declared + others})
    asked = read_question("how the scale weighs a parcel")
    found = Candidates(place.store, place.embedder).of(asked, Filter()).chunks
    outdone = next(signal for signal in PIECE_SIGNALS if signal.name == "outdone").of(found)
    starts = [row.start_line for row in found.rows]
    assert dict(zip(starts, outdone.tolist(), strict=True)) == {1: 1.0, 8: 0.0, 31: 0.0}
    place.store.close()


def counted(place: Place, asked: list[str]) -> Embedder:
    """Give the model of a place, which notes what it is asked."""

    class Noting:
        def __getattr__(self, name: str) -> object:
            return getattr(place.embedder, name)

        def query(self, text: str) -> object:
            asked.append(text)
            return place.embedder.query(text)

    return cast("Embedder", Noting())


def test_how_near_strangers_come_is_kept_with_the_index_until_its_size_is_another(
    tmp_path: Path,
) -> None:
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    place.write({f"lib/paint_{n}.py": f"def paint_{n}():\n    return {n}\n" for n in range(9)})
    asked: list[str] = []
    question = "the weather of next week in Oslo"
    measure_strangers(place.store, place.embedder)
    ask = Search(place.store, counted(place, asked))
    assert ask(question).weak
    assert asked == [question]
    place.write({"lib/paint_9.py": "def paint_9():\n    return 9\n"})
    measure_strangers(place.store, counted(place, asked), anew=False)
    assert asked == [question]
    place.write({f"lib/draw_{n}.py": f"def draw_{n}():\n    return {n}\n" for n in range(9)})
    measure_strangers(place.store, counted(place, asked), anew=False)
    assert len(asked) > 10
    seen = len(asked)
    assert ask(question).weak
    assert len(asked) == seen + 1
    place.store.close()


def test_an_index_that_was_brought_up_to_date_knows_how_near_strangers_come(tmp_path: Path) -> None:
    place = Place(tmp_path / "w", tmp_path / "cache", open_embedder())
    place.write({f"lib/paint_{n}.py": f"def paint_{n}():\n    return {n}\n" for n in range(9)})
    place.store.close()
    (place.root / "lib/draw.py").write_text("def draw():\n    return 1\n")
    with Session(place.root, place.settings) as session:
        session.refresh()
        asked: list[str] = []
        assert Search(session.store, counted(place, asked))("the weather of next week").weak
        assert len(asked) == 1


def test_strangers_are_asked_by_the_question_where_the_index_does_not_say(shop: Place) -> None:
    asked: list[str] = []
    ask = Search(shop.store, counted(shop, asked))
    assert ask("the weather of next week in Oslo").weak
    assert len(asked) > 10
