"""The stdio wire: whatever comes in is answered or dropped, whatever goes out can be written."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.types import jsonrpc_message_adapter

from codeseam_server.app import wire

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "query", ["\\ud800", "cut emoji \\ud83d", "ok\\udc80x", "\\u0000", "\\ud83d\\ude00", "plain"]
)
def test_a_request_with_half_a_character_becomes_one_that_the_sdk_reads(query: str) -> None:
    line = f'{{"jsonrpc":"2.0","id":7,"method":"m","params":{{"q":"{query}"}}}}\n'
    message = jsonrpc_message_adapter.validate_json(wire.readable(line), by_name=False)
    assert message.model_dump()["id"] == 7


def test_deep_nesting_is_cut_and_the_request_is_still_a_request() -> None:
    deep = "[" * 500 + "]" * 500
    line = f'{{"jsonrpc":"2.0","id":7,"method":"m","params":{{"q":{deep}}}}}\n'
    message = jsonrpc_message_adapter.validate_json(wire.readable(line), by_name=False)
    assert message.model_dump()["id"] == 7


def test_params_that_are_no_object_are_left_out_so_that_the_client_hears_of_it() -> None:
    line = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}\n'
    assert "params" not in json.loads(wire.readable(line))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('{"path": "src"}', {"path": "src"}),
        ("{}", {}),
        ("src", None),
        ("[1]", None),
        ("[" * 3000, None),
    ],
)
def test_arguments_written_as_text_are_read_as_the_object_in_it(
    written: str, meant: dict[str, str] | None
) -> None:
    params = {"name": "outline", "arguments": written}
    line = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params})
    message = json.loads(wire.readable(line))
    assert message["params"] == {"name": "outline", "arguments": meant}
    jsonrpc_message_adapter.validate_json(wire.readable(line), by_name=False)


@given(st.text(), st.dictionaries(st.text().filter(lambda key: key != "arguments"), JSON))
def test_an_ordinary_request_keeps_its_meaning(method: str, params: dict[str, object]) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    line = json.dumps(message)
    read = json.loads(wire.readable(line))
    assert json.dumps(wire.scrub(read)) == json.dumps(wire.scrub(message))


@given(st.text() | st.binary().map(lambda raw: raw.decode("utf-8", "surrogateescape")))
def test_any_line_is_passed_on_or_repaired_without_an_error(line: str) -> None:
    wire.readable(line)


@given(st.text(alphabet=st.characters(codec=None)))
def test_what_goes_out_can_be_written(text: str) -> None:
    wire.scrub({"text": [text], text: 1.5})["text"][0].encode("utf-8")  # pyright: ignore


@pytest.mark.anyio
async def test_a_line_too_long_to_hold_is_skipped_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LONGEST", 10)
    source = io.BytesIO(b"short\n" + b"x" * 35 + b"\nlast\n")
    assert [line async for line in wire.Lines(source)] == ["short\n", "last\n"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
