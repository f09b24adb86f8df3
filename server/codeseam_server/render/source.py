"""Source lines within a budget: numbered, long lines cut, long bodies folded in the middle."""

from collections.abc import Sequence

from codeseam_indexer.credentials import mask
from codeseam_server.render.safe import numbered, one_line

LONGEST_LINE = 240
"""Characters of a source line that are shown; what is longer is data."""


def block(text: str, first: int, budget: int, path: str, *, tail: bool = True) -> list[str]:
    """The lines of ``text`` in about ``budget`` characters.

    Args:
        text: whole lines.
        first: the number of the first of them.
        budget: characters to stay within; at least the first line is shown.
        path: the file to read for the lines that are folded away.
        tail: whether the last lines are shown too.
    """
    masked, secrets = mask(text)
    lines = [_cut(line) for line in numbered(masked.split("\n"), first)]
    top, end = _fold([len(line) + 1 for line in lines], budget, 3 / 4 if tail else 1)
    shown = lines[:top]
    if end > top:
        rest = f"{one_line(path)}:{first + top}-{first + end - 1}"
        shown.append(f"…\t({end - top} lines folded: read {rest})")
        shown += lines[end:]
    if secrets:
        shown.append(f"({secrets} {'secret' if secrets == 1 else 'secrets'} masked)")
    return shown


def head(text: str, first: int, lines: int, budget: int) -> list[str]:
    """The first ``lines`` lines but for blank ends, in at most ``budget`` characters."""
    masked, _ = mask(text)
    shown: list[str] = []
    for line in numbered(masked.split("\n"), first):
        if not shown and not line.partition("\t")[2].strip():
            continue
        budget -= min(len(line), LONGEST_LINE) + 1
        if shown and (budget < 0 or len(shown) == lines):
            break
        shown.append(_cut(line))
    while shown and not shown[-1].partition("\t")[2].strip():
        shown.pop()
    return shown


def _cut(line: str) -> str:
    over = len(line) - LONGEST_LINE
    return f"{line[:LONGEST_LINE]}… (+{over} characters)" if over > 24 else line


def _fold(sizes: Sequence[int], budget: int, share: float) -> tuple[int, int]:
    """How many lines to show from the top, a share of them, and from which line on to the end."""
    if sum(sizes) <= budget:
        return len(sizes), len(sizes)
    top, spent = 1, sizes[0]
    while top < len(sizes) and spent + sizes[top] <= budget * share:
        spent += sizes[top]
        top += 1
    end = len(sizes)
    while share < 1 and end - 1 > top and spent + sizes[end - 1] <= budget:
        end -= 1
        spent += sizes[end]
    return top, end
