"""The order in which edges are read: direct ones first, then by nearness, tests last."""

from collections.abc import Collection, Iterable, Sequence

from codeseam_server.symbols.edges import Edge


def nearest(found: Iterable[Edge]) -> list[Edge]:
    """Each other end once per place, the nearest first."""
    once: dict[tuple[str, str, int], Edge] = {}
    for edge in sorted(found, key=lambda e: e.depth):
        once.setdefault((edge.path, edge.symbol, edge.line), edge)
    return list(once.values())


def in_order(found: Iterable[Edge], near: Collection[str]) -> list[Edge]:
    """Edges by how many steps and then how many folders they are away from some files."""
    away: dict[str, int] = {}
    listed = list(found)
    for path in {edge.path for edge in listed}:
        away[path] = _away(path, near)
    return sorted(listed, key=lambda e: (e.depth, e.test, away[e.path], e.path, e.line))


def _away(path: str, near: Collection[str]) -> int:
    """How many folders lie between a file and the nearest of some files, 0 for one of them."""
    if path in near:
        return 0
    parts = path.split("/")
    return 1 + min((_steps(parts, other.split("/")) for other in near), default=0)


def _steps(one: Sequence[str], other: Sequence[str]) -> int:
    shared = 0
    for a, b in zip(one[:-1], other[:-1], strict=False):
        if a != b:
            break
        shared += 1
    return len(one) + len(other) - 2 - 2 * shared
