"""What each family of embedding models wants before a question and before a passage."""

import re
from dataclasses import dataclass

_BGE = "Represent this sentence for searching relevant passages: "
_CODE = "Represent this query for searching relevant code: "
_TASK = "Given a question about a code base, retrieve the code that answers it"


@dataclass(frozen=True, slots=True)
class Prefixes:
    """Put before every question and before every passage, as the model was trained with."""

    query: str = ""
    passage: str = ""


_FAMILIES: tuple[tuple[re.Pattern[str], Prefixes], ...] = tuple(
    (re.compile(pattern), prefixes)
    for pattern, prefixes in (
        (r"coderankembed|nomic-embed-code", Prefixes(_CODE)),
        (r"nomic-embed", Prefixes("search_query: ", "search_document: ")),
        (r"e5-.*instruct|e5-mistral", Prefixes(f"Instruct: {_TASK}\nQuery: ")),
        (r"(?:^|[/_-])e5(?:[_-]|$)", Prefixes("query: ", "passage: ")),
        (r"arctic-embed.*-v2", Prefixes("query: ")),
        (r"arctic-embed|mxbai-embed", Prefixes(_BGE)),
        (r"bge-m3", Prefixes()),
        (r"bge-.*-zh", Prefixes("为这个句子生成表示以用于检索相关文章：")),  # noqa: RUF001 - theirs
        (r"bge-.*-en|bge-(?:small|base|large)", Prefixes(_BGE)),
        (r"qwen3-embedding", Prefixes(f"Instruct: {_TASK}\nQuery:")),
        (r"embeddinggemma", Prefixes("task: code retrieval | query: ", "title: none | text: ")),
        (r"stella", Prefixes(f"Instruct: {_TASK}.\nQuery: ")),
    )
)

_FIRST_TOKEN = re.compile(r"bge-|arctic-embed|mxbai-embed|coderankembed|nomic-embed-code|gte-.*-en")

_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_+")


def prefixes(model: str) -> Prefixes:
    """The prefixes of the family that the name of a model tells; none where it tells none."""
    name = model.lower()
    return next((found for pattern, found in _FAMILIES if pattern.search(name)), Prefixes())


def pools_first_token(model: str) -> bool:
    """Does the family take the first token's vector for the text's, and not their mean?"""
    return bool(_FIRST_TOKEN.search(model.lower()))


def split_identifiers(text: str) -> str:
    """``text`` with spaces where an identifier has a seam: WordPiece vocabularies have words."""
    return _SEAM.sub(" ", text)
