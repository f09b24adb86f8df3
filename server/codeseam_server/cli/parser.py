"""The words of the command line: every command, its arguments and its options."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from codeseam_indexer import __version__
from codeseam_server.cli import evaluate

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["_Parser"]  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]

SEARCH_LIMIT = 10
"""Results of a search unless asked otherwise."""


class _Parser(argparse.ArgumentParser):
    """Says wrong usage in one line, with where to read more."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"codeseam: {message}; see `{self.prog} --help`\n")


def build() -> argparse.ArgumentParser:
    """The parser of ``codeseam``; ``command`` in its result names what to run."""
    parser = _Parser(
        prog="codeseam",
        description="A code index for coding agents: search, symbols and a call graph, offline.",
        epilog="Exit status: 0 answered (also with no results), 1 an error, 2 wrong usage.",
    )
    parser.add_argument("--version", action="version", version=f"codeseam {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _serving(commands)
    _asking(commands)
    _graph(commands)
    _keeping(commands)
    _clients(commands)
    return parser


def _common() -> _Parser:
    """The options of every command that looks at a workspace."""
    common = _Parser(add_help=False)
    common.add_argument(
        "--workspace",
        metavar="DIR",
        type=Path,
        help="the folder to index (default: the git work tree around the current directory)",
    )
    common.add_argument(
        "--model", metavar="NAME", help="embedding model (default: the one that is built in)"
    )
    return common


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def _paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--path",
        action="append",
        default=[],
        metavar="GLOB",
        help="only files here: a file, a folder or a glob; may be given again",
    )


def _count(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text} is not between {least} and {most}")
        return value

    return number


def _serving(commands: "Commands") -> None:
    serve = commands.add_parser(
        "serve",
        parents=[_common()],
        help="the MCP server; indexes and watches by itself",
        description="Serve MCP over stdin and stdout, or over HTTP on a loopback address.",
    )
    serve.add_argument("--http", metavar="HOST:PORT", help="serve streamable HTTP at /mcp")
    index = commands.add_parser(
        "index", parents=[_common()], help="build or refresh the index and say what it holds"
    )
    _json(index)


def _asking(commands: "Commands") -> None:
    search = commands.add_parser(
        "search", parents=[_common()], help="find code by meaning or by words"
    )
    search.add_argument("query", nargs="?", metavar="QUERY", help="a question, or names")
    search.add_argument(
        "--limit", type=_count(1, 1000), default=SEARCH_LIMIT, metavar="N", help="results, most"
    )
    _paths(search)
    search.add_argument(
        "--language", action="append", default=[], metavar="L", help="only this language"
    )
    search.add_argument(
        "--kind", action="append", default=[], metavar="K", help="only this kind of symbol"
    )
    search.add_argument("--changed", action="store_true", help="only files changed in git")
    search.add_argument(
        "--queries", type=Path, metavar="FILE", help="JSON lines, answered one document a line"
    )
    _json(search)
    symbol = commands.add_parser(
        "symbol", parents=[_common()], help="a symbol by name: source, signature, documentation"
    )
    symbol.add_argument("name", metavar="NAME", help="send, Client.send, client.py:42, …")
    _paths(symbol)
    _json(symbol)
    outline = commands.add_parser(
        "outline", parents=[_common()], help="the symbols of a file, or a map of a folder"
    )
    outline.add_argument("path", nargs="?", default="", metavar="PATH")
    outline.add_argument("--all", action="store_true", help="every file, one document a line")
    _json(outline)


def _graph(commands: "Commands") -> None:
    for name, what in (
        ("callers", "who calls a symbol: proved, possible, and mentioned in text"),
        ("callees", "what a symbol calls"),
        ("references", "every use of a symbol: calls, imports, types, reads, writes"),
    ):
        parser = commands.add_parser(name, parents=[_common()], help=what)
        optional = "?" if name == "callers" else None
        parser.add_argument("name", nargs=optional, metavar="NAME", help="as for `symbol`")
        if name != "references":
            parser.add_argument(
                "--depth", type=_count(1, 10), default=1, metavar="N", help="levels (default 1)"
            )
        if name == "callers":
            parser.add_argument(
                "--all", action="store_true", help="of every definition, one document a line"
            )
            parser.add_argument(
                "--changed", action="store_true",
                help="instead of NAME: who calls what the files changed in git define",
            )  # fmt: skip
        _paths(parser)
        _json(parser)


def _keeping(commands: "Commands") -> None:
    status = commands.add_parser(
        "status", parents=[_common()], help="what is indexed and what is not, and why"
    )
    _json(status)
    doctor = commands.add_parser(
        "doctor", parents=[_common()], help="what is wrong with this set-up, for a bug report"
    )
    _json(doctor)
    doctor.add_argument(
        "--quality", action="store_true",
        help="also ask a sample of the workspace and say what changed since the last time",
    )  # fmt: skip
    ruler = commands.add_parser(
        "eval", parents=[_common()], help="score search and chunkers on labelled questions"
    )
    evaluate.add(ruler, _count)
    model = commands.add_parser("model", help="list or fetch bigger embedding models")
    actions = model.add_subparsers(dest="action", required=True, metavar="ACTION")
    _json(actions.add_parser("list", help="the models that can be used"))
    pull = actions.add_parser("pull", help="fetch a model once, for use without a network")
    pull.add_argument("name", metavar="NAME")
    _json(pull)


def _clients(commands: "Commands") -> None:
    for name, what in (
        ("install", "register codeseam with the MCP clients of this machine"),
        ("uninstall", "take back what `install` wrote"),
    ):
        parser = commands.add_parser(name, help=what)
        parser.add_argument("clients", nargs="*", metavar="CLIENT", help="default: those found")
        parser.add_argument(
            "--project", action="store_true",
            help="in the project's own files, for all who work on it (.mcp.json, .vscode/mcp.json)",
        )  # fmt: skip
        parser.add_argument("--print", action="store_true", help="only show the change")
        parser.add_argument("--yes", action="store_true", help="do not ask")
