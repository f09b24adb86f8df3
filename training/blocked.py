"""What training must not see: the projects that search is measured on, by name, wherever vendored.

These are names of public evaluation projects and of the parts they are released as. The check by
content is ``check_overlap.py``; this list only saves it work.
"""

import re

NAMES = frozenset(
    """
    aiohttp fastapi flask httpx model2vec pydantic pydantic-core requests starlette axios express
    redux gin cobra chi gson commons-lang jackson-databind guzzle monolog laravel illuminate sinatra
    rack rails railties tokio trpc messagepack msgpack ktor cats alamofire click serde zod nlohmann
    phoenix axum vitest newtonsoft newtonsoft-json dapper kotlinx-coroutines exposed circe http4s
    vapor plug ecto abseil absl fmt fmtlib curl redis hiredis libuv bats aeson telescope lazy zig
    nvm bash-it pandoc xmonad zls zig-clap astropy pylint astroid sphinx sympy hono jq mux ripgrep
    django matplotlib pytest scikit-learn sklearn seaborn xarray class-transformer activesupport
    activerecord actionpack actionview activemodel activejob actioncable actionmailer oniguruma
    urllib3 chardet idna diffusers nerfstudio loguru conan dynaconf pytorch-lightning
    """.split()  # noqa: SIM905 - a list of names reads best as one
)


def name(package: str) -> bool:
    """Is a package one of them: its whole name, or a part of a Debian name (``golang-…-cobra``)?"""
    plain = package.lower().removeprefix("@")
    parts = re.split(r"[-./_]", plain)
    joined = {"-".join(parts[i : i + 2]) for i in range(len(parts))}
    return bool(({plain, *parts} | joined) & NAMES)


def path(path: str) -> bool:
    """Does a folder of ``path`` bear one of the names (a vendored copy)?"""
    return any(part.lower() in NAMES for part in path.split("/")[:-1])
