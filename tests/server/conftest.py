"""Small real workspaces, indexed for real in a cache folder of the test's own."""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from codeseam_indexer.settings import Settings
from codeseam_server.session import Session

Files = Mapping[str, str]

SHOP = {
    "shop/cart.py": """\
        class Cart:
            \"\"\"What a customer wants.\"\"\"

            def add(self, item):
                self.items.append(item)

            def total(self):
                return sum(price(item) for item in self.items)


        class Basket:
            def add(self, item):
                return item


        def price(item):
            return item.price
        """,
    "shop/checkout.py": """\
        from shop.cart import Cart, price


        def pay(cart: Cart):
            return cart.total()


        def show(item):
            return price(item)
        """,
    "web/cart.ts": """\
        export namespace ui {
          export class Cart {
            render(): string { return "cart" }
          }
        }
        """,
    "README.md": "# The shop\n\nHow carts are paid for.\n",
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_dir=tmp_path / "cache", workers=0)


@pytest.fixture
def workspace(tmp_path: Path) -> Callable[[Files], Path]:
    """Writes files, dedented, into a folder and gives it."""

    def write(files: Files) -> Path:
        root = tmp_path / "work"
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(textwrap.dedent(text), encoding="utf-8", newline="")
        root.mkdir(exist_ok=True)
        return root

    return write


@pytest.fixture
def session(
    workspace: Callable[[Files], Path], settings: Settings
) -> Iterator[Callable[[Files], Session]]:
    """Opens a workspace with these files, indexed."""
    opened: list[Session] = []

    def start(files: Files) -> Session:
        new = Session(workspace(files), settings)
        opened.append(new)
        new.refresh()
        return new

    yield start
    for one in opened:
        one.close()


@pytest.fixture
def shop(session: Callable[[Files], Session]) -> Session:
    return session(SHOP)
