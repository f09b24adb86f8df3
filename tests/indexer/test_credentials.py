"""Tokens and keys are found by their shapes wherever a text is cut; what is about them is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeseam_indexer.credentials import MASK, hide, mask

TOKENS = [
    "AKIA" + "Q7EXAMPLE4KEY2ID",
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "11ABCDE0Y0" * 6,
    "glpat-" + "x1Y2z3W4v5U6t7S8r9Q0",
    "sk-ant-" + "x9Y8" * 10,
    "xoxb-" + "123456789012-abcdefghij",
    "sk_" + "live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "npm_" + "a1B2c3D4" * 4 + "e5F6",
    "eyJ" + "hbGciOiJIUzI1NiJ9" + ".eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0" + ".abcdefghijklmnop",
    "xapp-" + "1-A0B1C2D3E4-1234567890-" + "0a1b" * 16,
    "hooks.slack.com" + "/services/T0A1B2C3D/B4E5F6G7H/" + "aB3dE6gH9jK2mN5pQ8sT1vW4",
    "rk_" + "test_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "whsec_" + "a1B2c3D4" * 4,
    "GOCSPX-" + "a1B2c3D4" * 3 + "e5F6",
    "ya29." + "a0Af" * 20,
    "pypi-" + "AgENdGVzdC5weXBpLm9yZw" + "a1B2" * 20,
    "dckr_" + "pat_" + "a1B2c3D4" * 3,
    "dop_" + "v1_" + "0a1b" * 16,
    "SK" + "0a1b" * 8,
    "shpat_" + "0a1b" * 8,
    "hvs." + "CAES" + "a1B2" * 8,
    "glsa_" + "a1B2" * 8 + "_0a1b2c3d",
    "AGE-SECRET" + "-KEY-1" + "QPZRY9X8GF2TVDW0" * 4,
]

NAMED = [
    ('aws_secret_access_key = "{}"', "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLE0K"),
    ("AWS_SECRET_ACCESS_KEY={}", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLE0K"),
    ("secretAccessKey: '{}',", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLE0K"),
    ("DefaultEndpointsProtocol=https;AccountKey={};", "a1B2" * 21 + "c3=="),
    ("//registry.npmjs.org/:_authToken={}", "01234567-89ab-4cde-8f01-23456789abcd"),
    ("DATABASE_URL=postgres://admin:{}@db.example.com:5432/prod", "S3cretPassw0rd"),
    ('url = "mongodb+srv://app:{}@cluster0.example.net/x"', "x9Kq72LmP"),
    ("redis://:{}@10.0.0.1:6379", "hunter22"),
    ("git clone https://deploy:{}@git.example.com/x.git", "9f8e7d6c5b4a"),
]
"""A secret with what stands around it, which stays."""

LINES = ["MIIEowIBAAKCAQEA" + letter * 48 for letter in "abcdefghij"]
BEGIN, END = (f"-----{word} RSA PRIVATE KEY-----" for word in ("BEGIN", "END"))


@pytest.mark.parametrize("token", TOKENS)
def test_a_token_of_a_known_shape_is_masked_and_counted(token: str) -> None:
    text = f'KEY = "{token}"\nother = 1'
    assert mask(text) == (f'KEY = "{MASK}"\nother = 1', 1)
    assert hide(text) == f'KEY = "{"x" * len(token)}"\nother = 1'


@pytest.mark.parametrize(("around", "secret"), NAMED)
def test_what_shows_that_something_is_a_secret_stays(around: str, secret: str) -> None:
    assert mask(around.format(secret)) == (around.format(MASK), 1)
    assert hide(around.format(secret)) == around.format("x" * len(secret))


def test_a_private_key_is_masked_line_by_line() -> None:
    raw = "\n".join([f"x = '''{BEGIN}", *LINES, f"{END}'''", "y"])
    shown, count = mask(raw)
    assert count == 1
    assert shown.split("\n") == [f"x = '''{MASK}", *["…"] * 10, "…'''", "y"]


@pytest.mark.parametrize("first", range(10))
@pytest.mark.parametrize("last", range(4, 14))
def test_a_piece_of_a_key_shows_nothing_of_it(first: int, last: int) -> None:
    whole = [f"x = '''{BEGIN}", *LINES, f"{END}'''", "y"]
    piece = whole[first : first + last]
    shown, _ = mask("\n".join(piece))
    assert shown.count("\n") == len(piece) - 1
    assert "MIIE" not in shown


@pytest.mark.parametrize(
    "body", ["\\n".join(LINES), '\\n"\n    + "'.join(LINES), "\n# ".join(LINES)]
)
def test_a_key_is_found_however_a_program_writes_it(body: str) -> None:
    shown, count = mask(f'key = "{BEGIN}\\n"\n"{body}\\n{END}"\nrest = 1')
    assert count == 1
    assert "MIIE" not in shown
    assert shown.endswith("\nrest = 1")


@pytest.mark.parametrize(
    "text",
    [
        f'BEGIN = "{BEGIN}"\nEND = "{END}"\n\n\ndef load():\n    return BEGIN\n',
        f'if line == "{BEGIN}":\n    return True\nraise ValueError(line)\n',
        f"Keys begin with {BEGIN} and end with {END}.\n",
        "risk-of-a-name-that-is-very-long-and-has-no-digits-at-all = 1\n",
        "\n".join(["import os", "import sys", "import json"]),
        "https://user:password@example.org, postgres://$USER:$PASSWORD1@db, http://a:%s4you2@b\n",
        "http://{user1}:{password1}@host, redis://:<your-password-1>@host, mysql://u:${PW_12}@h\n",
        "docker://node:18-alpine@sha256:0123, https://example.org:8443/a@b1c2d3, ssh://git@h:2222\n",
        "aws_secret_access_key = os.environ['AWS_SECRET_ACCESS_KEY']\nsk_live_, key-value, SKILL\n",
    ],
)
def test_text_about_secrets_is_left_alone(text: str) -> None:
    assert mask(text) == (text, 0)
    assert hide(text) is text


@given(st.text(alphabet="ab_-.:=\n\t {}()", max_size=300))
def test_ordinary_text_is_left_alone(raw: str) -> None:
    assert mask(raw) == (raw, 0)


@given(st.lists(st.sampled_from([*TOKENS, BEGIN, END, *LINES, "x = 1", "", "}"]), max_size=30))
def test_every_place_stays_the_same(parts: list[str]) -> None:
    raw = "\n".join(parts)
    hidden, (shown, _) = hide(raw), mask(raw)
    assert len(hidden) == len(raw)
    assert [len(line) for line in hidden.split("\n")] == [len(line) for line in parts or [""]]
    assert shown.count("\n") == raw.count("\n")
    assert not [token for token in TOKENS if token in hidden or token in shown]


@given(st.sampled_from(TOKENS), st.text(max_size=20), st.text(max_size=20))
def test_a_token_is_found_whatever_stands_around_it(token: str, before: str, after: str) -> None:
    raw = f'{before}\n"{token}"\n{after}'
    assert f'"{"x" * len(token)}"' in hide(raw)
    assert mask(raw)[1] >= 1
