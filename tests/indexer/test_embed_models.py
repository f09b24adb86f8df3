"""Models other than the built-in one: prefixes, folders, fastembed, downloads."""

import base64
import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from codeseam_indexer.embed import families, open_embedder, pull
from codeseam_indexer.errors import ModelError
from codeseam_indexer.settings import Settings


class FakeTextEmbedding:
    """Stands for fastembed's class: remembers what it was asked for and embeds by length."""

    made: ClassVar[list[dict[str, Any]]] = []
    shown: ClassVar[list[str]] = []
    registered: ClassVar[list[dict[str, Any]]] = []
    on_disk: ClassVar[set[str]] = {"intfloat/e5-small", "custom"}

    def __init__(self, model: str, **options: Any) -> None:
        self.made.append({"model": model, **options})
        if model not in self.on_disk and "specific_model_path" not in options:
            message = f"Could not load model {model} from any source."
            raise ValueError(message)
        self.model = SimpleNamespace(tokenizer=None)

    @classmethod
    def list_supported_models(cls) -> list[dict[str, Any]]:
        return [
            {"model": name, "dim": 3, "sources": {"hf": f"source/{name}"}, "size_in_GB": 0.1,
             "model_file": "model.onnx", "additional_files": [], "license": "mit",
             "description": "A model."}
            for name in ("intfloat/e5-small", "BAAI/bge-small-en-v1.5")
        ]  # fmt: skip

    @classmethod
    def add_custom_model(cls, **description: Any) -> None:
        if any(known["model"] == description["model"] for known in cls.registered):
            message = "already registered"
            raise ValueError(message)
        cls.registered.append(description)

    def embed(self, texts: Iterable[str], **_: Any) -> Iterator[NDArray[np.float32]]:
        for text in texts:
            self.shown.append(text)
            yield np.array([len(text), 1, 2], np.float32)

    passage_embed = query_embed = embed


@pytest.fixture
def fastembed(monkeypatch: pytest.MonkeyPatch) -> type[FakeTextEmbedding]:
    module = ModuleType("fastembed")
    common = ModuleType("fastembed.common")
    description = ModuleType("fastembed.common.model_description")
    module.__dict__["TextEmbedding"] = FakeTextEmbedding
    description.__dict__["PoolingType"] = SimpleNamespace(CLS="cls", MEAN="mean")
    description.__dict__["ModelSource"] = SimpleNamespace
    monkeypatch.setitem(sys.modules, "fastembed", module)
    monkeypatch.setitem(sys.modules, "fastembed.common", common)
    monkeypatch.setitem(sys.modules, "fastembed.common.model_description", description)
    for memory in (FakeTextEmbedding.made, FakeTextEmbedding.shown, FakeTextEmbedding.registered):
        memory.clear()
    return FakeTextEmbedding


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_dir=tmp_path / "cache")


@pytest.mark.parametrize(
    ("model", "query", "passage"),
    [
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching", ""),
        ("BAAI/bge-m3", "", ""),
        ("nomic-ai/nomic-embed-text-v1.5-Q", "search_query: ", "search_document: "),
        ("nomic-ai/CodeRankEmbed", "Represent this query for searching relevant code: ", ""),
        ("snowflake/snowflake-arctic-embed-m", "Represent this sentence for searching", ""),
        ("thenlper/gte-base", "", ""),
        ("jinaai/jina-embeddings-v2-base-code", "", ""),
        ("sentence-transformers/all-MiniLM-L6-v2", "", ""),
    ],
)
def test_each_family_has_the_prefixes_it_was_trained_with(
    model: str, query: str, passage: str
) -> None:
    found = families.prefixes(model)
    assert found.query.startswith(query)
    assert bool(found.query) == bool(query)
    assert found.passage == passage


def test_identifiers_are_split_for_vocabularies_of_words() -> None:
    text = families.split_identifiers("readHTTPConfig(max_size)")
    assert text == "read HTTP Config(max size)"


def test_a_model_is_opened_from_disk_alone_with_its_prefixes(
    fastembed: type[FakeTextEmbedding], settings: Settings
) -> None:
    embedder = open_embedder("intfloat/e5-small", settings=settings)
    options = fastembed.made[0]
    assert options["local_files_only"] is True
    assert options["cache_dir"] == str(settings.cache_dir / "models")
    assert 1 <= options["threads"] <= 4
    fastembed.shown.clear()
    vectors = embedder.passages(["a long passage", "short"])
    embedder.query("a question")
    assert fastembed.shown == ["passage: short", "passage: a long passage", "query: a question"]
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert vectors[0, 0] > vectors[1, 0]
    assert embedder.name.startswith("intfloat/e5-small@")


@pytest.mark.usefixtures("fastembed")
def test_a_model_that_was_not_pulled_is_said_at_once(settings: Settings) -> None:
    begun = time.monotonic()
    with pytest.raises(ModelError, match=r"run `codeseam model pull BAAI/bge-small-en-v1.5`"):
        open_embedder("BAAI/bge-small-en-v1.5", settings=settings)
    assert time.monotonic() - begun < 5


@pytest.mark.usefixtures("fastembed")
def test_an_unknown_name_is_said(settings: Settings) -> None:
    with pytest.raises(ModelError, match="neither a folder nor a model"):
        open_embedder("nobody/nothing", settings=settings)


def test_a_folder_with_onnx_files_is_registered_once(
    fastembed: type[FakeTextEmbedding], tmp_path: Path
) -> None:
    folder = tmp_path / "bge-tiny"
    folder.mkdir()
    for name in ("model.onnx", "tokenizer.json", "tokenizer_config.json"):
        (folder / name).write_bytes(name.encode())
    (folder / "config.json").write_text('{"hidden_size": 3}', encoding="utf-8")
    first, second = open_embedder(str(folder)), open_embedder(str(folder))
    assert len(fastembed.registered) == 1
    assert fastembed.registered[0]["pooling"] == "cls"
    assert fastembed.registered[0]["dim"] == 3
    assert first.name == second.name
    (folder / "model.onnx").write_bytes(b"other weights")
    assert open_embedder(str(folder)).name != first.name


def test_a_folder_without_a_tokenizer_is_said(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"")
    with pytest.raises(ModelError, match=r"no tokenizer\.json"):
        open_embedder(str(tmp_path))


def test_a_broken_onnx_file_is_said(tmp_path: Path) -> None:
    for name in ("model.onnx", "tokenizer.json", "tokenizer_config.json"):
        (tmp_path / name).write_bytes(b"{}")
    with pytest.raises(ModelError, match="cannot be used"):
        open_embedder(str(tmp_path))


_TINY_ONNX = (
    "CAg6tgIKLQoFdGFibGUKCWlucHV0X2lkcxIRbGFzdF9oaWRkZW5fc3RhdGUiBkdhdGhlchIEdGlueSqQAQgICAQQAUIF"
    "dGFibGVKgAEAAIA/AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAA"
    "AIA/AAAAPwAAAD8AAAA/AAAAPwAAAD8AAAA/AAAAPwAAAD8AAAA/AAAAPwAAAD8AAAA/AAAAPwAAAD8AAAA/AAAAP1od"
    "CglpbnB1dF9pZHMSEAoOCAcSCgoDEgFiCgMSAXNaIgoOYXR0ZW50aW9uX21hc2sSEAoOCAcSCgoDEgFiCgMSAXNiKQoR"
    "bGFzdF9oaWRkZW5fc3RhdGUSFAoSCAESDgoDEgFiCgMSAXMKAggEQgQKABAR"
)
"""A graph of one node: the rows 0 to 3 of its table are the axes, the others halves of them all."""


def test_a_folder_with_a_real_onnx_graph_embeds_through_fastembed(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "model.onnx").write_bytes(base64.b64decode(_TINY_ONNX))
    words = ["[PAD]", "[UNK]", "read", "file", "open", "config", "[CLS]", "[SEP]"]
    tokenizer = {
        "version": "1.0",
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {"type": "WordPiece", "vocab": {word: n for n, word in enumerate(words)},
                  "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100},
    }  # fmt: skip
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    limits = {"model_max_length": 128, "pad_token": "[PAD]"}
    (folder / "tokenizer_config.json").write_text(json.dumps(limits), encoding="utf-8")
    (folder / "config.json").write_text('{"hidden_size": 4, "pad_token_id": 0}', encoding="utf-8")
    embedder = open_embedder(str(folder))
    assert embedder.dimensions == 4
    # WordPiece has no row for "readFile": it is split into words first.
    assert embedder.count("readFile") == 2
    expected = np.array([0, 0, 1, 1]) / np.sqrt(2)
    assert np.allclose(embedder.query("readFile"), expected, atol=1e-5)
    both = embedder.passages(["read file read file read", "file"])
    assert np.allclose(both[1], [0, 0, 0, 1], atol=1e-5)
    assert both[0, 2] > both[0, 3] > 0
    assert open_embedder(str(folder)).name == embedder.name


def _token_table(folder: Path, tensors: dict[str, NDArray[Any]]) -> None:
    kinds = {"float32": "F32", "float16": "F16", "int8": "I8", "int64": "I64"}
    header: dict[str, Any] = {}
    data = b""
    for name, tensor in tensors.items():
        begin = len(data)
        data += tensor.tobytes()
        header[name] = {
            "dtype": kinds[str(tensor.dtype)],
            "shape": list(tensor.shape),
            "data_offsets": [begin, len(data)],
        }
    text = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + data)
    vocabulary = {"[UNK]": 0, "open": 1, "file": 2, "close": 3}
    tokenizer = {
        "version": "1.0",
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")


def test_a_folder_with_a_token_table_is_a_model(tmp_path: Path) -> None:
    table = np.eye(4, dtype=np.float32)
    weights = np.array([0, 1, 3, 1], np.float32)
    _token_table(tmp_path, {"embeddings": table, "weights": weights})
    embedder = open_embedder(str(tmp_path))
    assert embedder.dimensions == 4
    assert embedder.count("open file now") == 3
    vector = embedder.query("open file")
    assert np.allclose(vector, np.array([0, 1, 3, 0]) / np.sqrt(10))
    assert np.allclose(embedder.passages([""])[0], [1, 0, 0, 0])


def test_a_token_table_may_map_tokens_to_rows(tmp_path: Path) -> None:
    table = np.eye(2, dtype=np.float16)
    mapping = np.array([0, 1, 1, 0], np.int64)
    _token_table(tmp_path, {"embeddings": table, "mapping": mapping})
    assert np.allclose(open_embedder(str(tmp_path)).query("open file"), [0, 1])


def test_a_broken_token_table_is_said(tmp_path: Path) -> None:
    _token_table(tmp_path, {"embeddings": np.eye(4, dtype=np.float32)})
    (tmp_path / "model.safetensors").write_bytes(b"\xff" * 40)
    with pytest.raises(ModelError, match="cannot be read"):
        open_embedder(str(tmp_path))


class _Hub(ModuleType):
    """Stands for the hub's client: writes a file in two steps, or fails as it was told."""

    def __init__(self, *, reachable: bool) -> None:
        super().__init__("huggingface_hub")
        self.reachable = reachable
        self.asked: list[str] = []

    def HfApi(self) -> "_Hub":  # noqa: N802 - the client's name for it
        return self

    def model_info(self, source: str, *, timeout: float) -> None:
        assert timeout < 5
        self.asked.append(source)
        if not self.reachable:
            message = "Name or service not known"
            raise OSError(message)

    def snapshot_download(self, source: str, *, allow_patterns: list[str], cache_dir: str) -> None:
        assert "model.onnx" in allow_patterns
        folder = Path(cache_dir) / ("models--" + source.replace("/", "--")) / "snapshots" / "1"
        folder.mkdir(parents=True)
        (folder / "model.onnx").write_bytes(b"x" * 1000)
        FakeTextEmbedding.on_disk.add(source.removeprefix("source/"))


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> _Hub:
    found = _Hub(reachable=True)
    utils = ModuleType("huggingface_hub.utils")
    utils.__dict__["disable_progress_bars"] = lambda: None
    monkeypatch.setitem(sys.modules, "huggingface_hub", found)
    monkeypatch.setitem(sys.modules, "huggingface_hub.utils", utils)
    monkeypatch.setattr(FakeTextEmbedding, "on_disk", {"custom"})
    return found


@pytest.mark.usefixtures("fastembed")
def test_pull_downloads_a_model_and_tells_how_far_it_is(hub: _Hub, settings: Settings) -> None:
    seen: list[tuple[int, int]] = []
    pull("intfloat/e5-small", lambda done, total: seen.append((done, total)), settings=settings)
    assert hub.asked == ["source/intfloat/e5-small"]
    assert seen[-1] == (1000, 100_000_000)
    assert open_embedder("intfloat/e5-small", settings=settings).dimensions == 3


@pytest.mark.usefixtures("fastembed")
def test_pull_without_a_network_fails_soon_and_says_what_to_do(
    hub: _Hub, settings: Settings
) -> None:
    hub.reachable = False
    begun = time.monotonic()
    with pytest.raises(ModelError, match=r"hub cannot be reached.*--model"):
        pull("intfloat/e5-small", settings=settings)
    assert time.monotonic() - begun < 5


def test_fastembed_that_does_not_load_is_said(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(ModelError, match="fastembed cannot be loaded"):
        open_embedder("BAAI/bge-small-en-v1.5", settings=settings)
