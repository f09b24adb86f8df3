"""The words of the command line: every command, its arguments and its options."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from codeseam_indexer import __version__
from codeseam_server.cli import evaluate

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["_Parser"]  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]

CLIENTS = (
    "claude-code, claude-desktop, codex, cursor, vscode, gemini, opencode, zed, windsurf, cline"
)
"""Their names, said here since reading their table takes longer than reading a command line."""

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
        epilog="Exit status: 0 answered (also with no results), 1 an error, 2 wrong usage.\n\n"
        "Begin with `codeseam install`, which tells your MCP clients of it, or ask at once:\n"
        "codeseam search 'how are retries delayed'; codeseam callers Client.send",
        formatter_class=argparse.RawDescriptionHelpFormatter,
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


def _command(commands: "Commands", name: str, what: str, example: str = "") -> "_Parser":
    """A command that looks at a workspace, with what its help says."""
    return commands.add_parser(
        name, parents=[_common()], help=what, description=_sentence(what),
        epilog=f"Example: {example}" if example else None,
    )  # fmt: skip


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


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
    _json(_command(commands, "index", "build or refresh the index and say what it holds"))


def _asking(commands: "Commands") -> None:
    search = _command(
        commands, "search", "find code by meaning or by words",
        "codeseam search 'how are retries delayed' --path src --language python",
    )  # fmt: skip
    search.add_argument("query", nargs="?", metavar="QUERY", help="a question, or names")
    search.add_argument(
        "--limit",
        type=_count(1, 1000),
        default=SEARCH_LIMIT,
        metavar="N",
        help=f"at most so many results (default {SEARCH_LIMIT})",
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
    symbol = _command(
        commands, "symbol", "a symbol by name: source, callers, callees",
        "codeseam symbol Client.send; codeseam symbol src/client.py:42",
    )  # fmt: skip
    symbol.add_argument(
        "name", metavar="NAME", help="send, Client.send, net::Client::send, src/client.py:42, …"
    )
    _paths(symbol)
    _json(symbol)
    outline = _command(
        commands, "outline", "the symbols of a file, or a map of a folder",
        "codeseam outline src; codeseam outline src/client.py",
    )  # fmt: skip
    outline.add_argument(
        "path", nargs="?", default="", metavar="PATH", help="default: the whole workspace"
    )
    outline.add_argument("--all", action="store_true", help="every file, one document a line")
    _json(outline)


def _graph(commands: "Commands") -> None:
    for name, what in (
        ("callers", "who calls a symbol: proved, possible, and mentioned in text"),
        ("callees", "what a symbol calls"),
        ("references", "every use of a symbol: calls, imports, types, reads, writes"),
    ):
        parser = _command(commands, name, what, f"codeseam {name} Client.send")
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
    _json(_command(commands, "status", "what is indexed and what is not, and why"))
    doctor = _command(
        commands, "doctor", "what is wrong with this set-up, to paste into a bug report"
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
    what = "list or fetch bigger embedding models"
    model = commands.add_parser("model", help=what, description=_sentence(what))
    actions = model.add_subparsers(dest="action", required=True, metavar="ACTION")
    _json(actions.add_parser("list", help="the models that can be used"))
    pull = actions.add_parser("pull", help="fetch a model once, for use without a network")
    pull.add_argument("name", metavar="NAME", help="as `codeseam model list` names it")
    _json(pull)


def _clients(commands: "Commands") -> None:
    for name, what in (
        ("install", "register codeseam with the MCP clients of this machine"),
        ("uninstall", "take back what `install` wrote"),
    ):
        parser = commands.add_parser(
            name,
            help=what,
            description=_sentence(f"{what}; each change is shown before it is made"),
        )
        parser.add_argument(
            "clients", nargs="*", metavar="CLIENT", help=f"{CLIENTS} (default: those found)"
        )
        parser.add_argument(
            "--project", action="store_true",
            help="in the project's own files, for all who work on it (.mcp.json, .vscode/mcp.json)",
        )  # fmt: skip
        parser.add_argument("--print", action="store_true", help="only show the change")
        parser.add_argument("--yes", action="store_true", help="do not ask")
