"""What the graph of a state leaves behind when the next one takes its place."""

import gc
from collections.abc import Callable, Mapping

from codeseam_indexer.resolve import Graph, Target, find_uses


def test_a_graph_that_is_forgotten_leaves_next_to_nothing_to_the_collector(
    graph_of: Callable[[Mapping[str, str]], Graph],
) -> None:
    """Each save makes a graph, and the collector comes once in thousands of them."""
    classes = "".join(f"class A{n}:\n    def go(self): pass\n" for n in range(50))
    uses = "from a import *\n" + "".join(f"A{n}().go()\n" for n in range(50))

    def ask() -> None:
        graph = graph_of({"a.py": classes, "b.py": uses})
        assert find_uses(graph, [Target("a.py", 2)]).proved
        graph.forget()

    ask()
    gc.collect()
    gc.disable()
    try:
        ask()
        assert gc.collect() < 20
    finally:
        gc.enable()
