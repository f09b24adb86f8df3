"""The name ladder: every written form finds the symbol meant, and never another one."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeseam_server.session import Session
from codeseam_server.symbols import names

Start = Callable[[Mapping[str, str]], Session]


def found(session: Session, name: str, *paths: str) -> list[str]:
    rows = session.find(name, paths).rows
    return [f"{row.path}:{row.symbol.qualified_name}" for row in rows]


def test_definitions_in_documents_and_tests_come_after_those_of_the_code(session: Start) -> None:
    text = "class Auth:\n    def flow(self):\n        pass\n"
    files = {
        "docs/auth.py": text, "examples/auth.py": text, "pkg/auth.py": text, "auth_test.py": text,
        "zoo.py": text,
    }  # fmt: skip
    assert [place.partition(":")[0] for place in found(session(files), "Auth.flow")] == [
        "pkg/auth.py", "zoo.py", "auth_test.py", "docs/auth.py", "examples/auth.py",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        "Cart.total",
        "Cart::total",
        "Cart#total",
        "Cart->total",
        "Cart/total",
        "total",
        "`Cart.total`",
        '"Cart.total"',
        "Cart.total()",
        "Cart.total(self)",
        "def total(self):",
        "method total",
        "shop.cart.Cart.total",
        "cart.Cart.total",
        "shop/cart.py:Cart.total",
        "./shop/cart.py:Cart.total",
        "cart.py:total",
        "shop/cart.py::Cart::total",
        "shop/cart.py#total",
        "shop/cart.py:7",
        "cart.py:8",
        "shop/cart.py:8:12",
        "shop/cart.py#L8",
        "  Cart.total ",
    ],
)
def test_a_written_form_finds_the_one_symbol_it_means(shop: Session, name: str) -> None:
    assert found(shop, name) == ["shop/cart.py:Cart.total"]


def test_an_absolute_path_before_the_name_is_understood(shop: Session) -> None:
    name = f"{shop.workspace}/shop/cart.py:price"
    assert found(shop, name) == ["shop/cart.py:price"]


def test_a_bare_name_answers_for_all_its_definitions_in_a_fixed_order(shop: Session) -> None:
    assert found(shop, "add") == ["shop/cart.py:Cart.add", "shop/cart.py:Basket.add"]
    assert found(shop, "Cart") == ["shop/cart.py:Cart", "web/cart.ts:ui.Cart"]


def test_a_path_restricts_and_what_is_elsewhere_is_suggested(shop: Session) -> None:
    assert found(shop, "Cart", "web") == ["web/cart.ts:ui.Cart"]
    lookup = shop.find("price", ["web"])
    assert lookup.rows == ()
    assert lookup.suggestions == ("shop/cart.py:price",)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("Cart.totl", "Cart.total"),
        ("cart.Total", "Cart.total"),
        ("Basket.total", "Cart.total"),
        ("prise", "price"),
        ("Cart.render", "ui.Cart.render"),
    ],
)
def test_a_name_that_does_not_exist_is_not_found_with_the_nearest(
    shop: Session, name: str, nearest: str
) -> None:
    lookup = shop.find(name)
    if lookup.rows:  # a suffix of a qualified name is that symbol
        assert [row.symbol.qualified_name for row in lookup.rows] == [nearest]
    else:
        assert nearest in lookup.suggestions


@pytest.mark.parametrize(
    "name",
    ["TOTAL", "Cart.ad", "Basket.total", "shop/checkout.py:total", "Car", "", " ", "::", "."],
)
def test_another_symbol_never_stands_in(shop: Session, name: str) -> None:
    assert found(shop, name) == []


def test_a_question_is_no_symbol_but_leads_to_names(shop: Session) -> None:
    lookup = shop.find("where is the total price computed")
    assert lookup.rows == ()
    assert {"Cart.total", "price"} & set(lookup.suggestions)


def test_a_line_outside_any_definition_is_no_symbol(shop: Session) -> None:
    assert found(shop, "shop/checkout.py:1") == []


def test_a_name_with_separators_in_it_is_found_as_written(session: Start) -> None:
    opened = session({"notes.md": "# a / b (c)\n\ntext\n\n# v1.2\n\ntext\n"})
    assert found(opened, "a / b (c)") == ["notes.md:a / b (c)"]
    assert found(opened, "v1.2") == ["notes.md:v1.2"]


def test_receivers_and_type_parameters_are_left_out(session: Start) -> None:
    opened = session(
        {
            "net.go": "package net\n\ntype Client struct{}\n\nfunc (c *Client) Send() {}\n",
            "v.rs": "struct V<T>(T);\nimpl<T> V<T> { fn push(&self) {} }\n",
        }
    )
    assert found(opened, "(*Client).Send") == ["net.go:Client.Send"]
    assert found(opened, "func (c *Client) Send()") == ["net.go:Client.Send"]
    assert found(opened, "V<T>::push") == ["v.rs:V.push"]


@given(st.text(max_size=60))
def test_any_text_can_be_read_as_a_name(text: str) -> None:
    spelt = list(names.spellings(text))
    assert len(spelt) == len(set(spelt))
    for one in spelt:
        assert all(names.parts(one)) or not names.parts(one)
        list(names.tails(one))
        list(names.places(one))
