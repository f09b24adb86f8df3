"""Index a workspace and ask the server three questions over stdio, as an MCP client does.

usage: python benchmarks/demo.py [WORKSPACE]
"""

import asyncio
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from mcp import Client, StdioServerParameters

QUESTIONS_SHOWN = 2_000
"""Characters of an answer that are printed; the whole is what the agent gets."""

FALLBACK = "how are errors handled and reported"

DEEPEST = 6
"""Folders to go down in search of a file with functions."""

OTHER = re.compile(
    r"(^|/)(tests?|spec|examples?|docs?|benchmarks?)(/|$)|test|\.(md|rst|json|toml|yml|yaml|lock)$"
    r"|(^|/)(make|docker|rake|gem|proc)file$",
    re.IGNORECASE,
)
"""Files that a first question should not be about."""


def server(workspace: Path) -> StdioServerParameters:
    beside = Path(sys.executable).with_name("codeseam")
    command = str(beside) if beside.exists() else shutil.which("codeseam") or str(beside)
    words = ["serve", "--workspace", str(workspace)]
    return StdioServerParameters(command=command, args=words, env=dict(os.environ))


async def ask(client: Client, tool: str, **arguments: str | int) -> str:
    words = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    began = time.perf_counter()
    result = await client.call_tool(tool, dict(arguments))
    took = time.perf_counter() - began
    text = "\n".join(part.text for part in result.content if part.type == "text")
    print(f"\n>>> {tool}({words})    [{1000 * took:.0f} ms, about {len(text) // 3.5:.0f} tokens]")
    print(text if len(text) <= QUESTIONS_SHOWN else text[:QUESTIONS_SHOWN] + "\n[…]")
    return text


async def quietly(client: Client, tool: str, **arguments: str) -> str:
    result = await client.call_tool(tool, dict(arguments))
    return "\n".join(part.text for part in result.content if part.type == "text")


async def question(client: Client) -> str:
    """A question that this workspace can answer: about a long function in one of its long files."""
    folder, found = "", [(0, 0, FALLBACK)]
    for _ in range(DEEPEST):
        shown = await quietly(client, "outline", path=folder)
        files = re.findall(r"^(.+?) \((\d+)\): \w", shown, re.MULTILINE)
        code = [file for file in files if not OTHER.search(file[0])]
        for file, _ in sorted(code, key=lambda file: -int(file[1]))[:3]:
            found += about(await quietly(client, "outline", path=file))
        below = re.findall(r"^(.+)/ \(\w+ (\d+)", shown, re.MULTILINE)
        inner = [one for one in below if not OTHER.search(one[0])] or below
        if not inner:
            break
        folder = max(inner, key=lambda one: int(one[1]))[0]
    return max(found)[2]


def about(outline: str) -> Iterator[tuple[int, int, str]]:
    """The words of the names of the functions of an outline as questions, with what they are worth.

    A name of three words says more than one of two; then the longer function is the better one.
    """
    rows = re.findall(r"^ *(\d+)-(\d+) (?:function|method) (.*)$", outline, re.MULTILINE)
    for start, end, signature in rows:
        # The word before the arguments: not "func (" of a receiver, not "@JsonName(" before it.
        names = re.findall(r"(?<![@\w])(\w+)(?:<[^>(]*>|\[[^\](]*\])?\(", signature)
        name = names[0] if names else signature.rpartition(" ")[2]
        words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
        if len(words) > 1:
            asked = f"where is the code for {' '.join(words).lower()}"
            yield min(len(words), 3), int(end) - int(start), asked


async def until_indexed(client: Client) -> float:
    """Wait for the first index; a question would be answered before, and say that it is partial."""
    began = time.perf_counter()
    while True:
        result = await client.call_tool("index_status", {})
        text = "\n".join(part.text for part in result.content if part.type == "text")
        if "\nup to date" in text:
            print(text.split("\n")[0])
            return time.perf_counter() - began
        await asyncio.sleep(0.2)


async def main(workspace: Path) -> None:
    print(f"starting: codeseam serve --workspace {workspace}")
    began = time.perf_counter()
    async with Client(server(workspace)) as client:
        print(f"handshake: {time.perf_counter() - began:.2f} s")
        print(f"index complete: {await until_indexed(client):.2f} s later")
        asked = await question(client)
        found = await ask(client, "semantic_search", query=asked, limit=3)
        name = best_symbol(found)
        await ask(client, "get_symbol", name=name)
        await ask(client, "list_callers", symbol=name)


def best_symbol(answer: str) -> str:
    """The first function or method that the search found, as path and name."""
    pattern = r"^\d+\. (?P<path>.+?):\d+(?:-\d+)? (?:function|method|constructor) (?P<name>\S+)"
    hit = re.search(pattern, answer, re.MULTILINE)
    if hit is not None:
        return f"{hit['path']}:{hit['name']}"
    place = re.search(r"^1\. (\S+:\d+)", answer, re.MULTILINE)
    return place[1] if place is not None else "main"


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()))
