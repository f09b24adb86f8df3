"""Draw answers of the command line as the SVG that the README shows.

usage: python benchmarks/picture.py WORKSPACE OUT.svg COMMAND [COMMAND…]
       python benchmarks/picture.py ../httpx .github/answer.svg \\
           "symbol BaseClient._redirect_url" "callers Client.send"
"""

import shlex
import subprocess
import sys
from html import escape
from pathlib import Path

WIDTH, LINE, TEXT = 96, 18, 13
"""Columns; height of a line and of its letters in pixels."""

COLUMN = 7.83
"""Width of a letter in pixels, of the fonts that people have."""

STYLE = (
    f"text {{ font: {TEXT}px ui-monospace, Menlo, Consolas, monospace; white-space: pre; "
    "fill: #d6deeb } .ask { fill: #7fdbca; font-weight: bold } .place { fill: #ffcb8b }"
)

MOST = 18
"""Lines of one answer: the picture is a taste, not the answer."""


def answer(workspace: Path, command: str) -> list[str]:
    words = [sys.executable, "-m", "codeseam_server", *shlex.split(command)]
    done = subprocess.run(
        [*words, "--workspace", str(workspace)], capture_output=True, encoding="utf-8", check=True
    )
    lines = [line.expandtabs(8) for line in done.stdout.rstrip("\n").split("\n")]
    return lines if len(lines) <= MOST else [*lines[: MOST - 1], f"… {len(lines) - MOST + 1} more"]


def cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def draw(lines: list[tuple[str, str]]) -> str:
    width, height = int(WIDTH * COLUMN) + 32, len(lines) * LINE + 32
    rows = [
        f'<text x="16" y="{16 + (at + 1) * LINE - 5}" class="{kind}">{escape(cut(line))}</text>'
        for at, (kind, line) in enumerate(lines)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label="Answers of codeseam">',
            f"<style>{STYLE}</style>",
            f'<rect width="{width}" height="{height}" rx="8" fill="#10151c"/>',
            *rows,
            "</svg>\n",
        ]
    )


def main(workspace: Path, out: Path, commands: list[str]) -> None:
    lines: list[tuple[str, str]] = []
    for command in commands:
        lines.append(("ask", f"$ codeseam {command}"))
        for line in answer(workspace, command):
            code = line[:1].isdigit() or line.startswith("…")
            lines.append(("code" if code else "place", line))
        lines.append(("code", ""))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(draw(lines[:-1]), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
