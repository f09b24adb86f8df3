"""Snippets of Svelte: functions whose bodies are markup."""

import re

from codeseam_indexer.parse.items import Item

_SNIPPET = re.compile(rb"\{#(snippet\s+(\w+)\s*(?:<[^{}]*>)?\s*\([^{}]*\))\s*\}|\{/snippet\s*\}")


def snippets(data: bytes) -> list[Item]:
    """The snippets of a Svelte component: functions whose bodies are markup."""
    open_: list[re.Match[bytes]] = []
    items: list[Item] = []
    for found in _SNIPPET.finditer(data):
        if found[1]:
            open_.append(found)
        elif open_:
            head = open_.pop()
            name, signature = head[2].decode(), head[1].decode("utf-8", "replace")
            span = (head.start(), found.end())
            items.append(Item(*span, name, head.start(2), "function", len(open_), signature))
    return sorted(items, key=lambda item: item.start)
