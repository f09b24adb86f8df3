"""Serve streamable HTTP on a loopback address, to clients that know the token, if one is set."""

import hmac
import os
import socket

import uvicorn
from mcp.server import MCPServer
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from pydantic import AnyHttpUrl

from codeseam_indexer.errors import UsageError

_LOOPBACK = ("127.0.0.1", "localhost", "::1")

_SCOPE = "mcp"


class StaticToken(TokenVerifier):
    """Accepts one bearer token, the one of the setting."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        """The access that ``token`` gives, None where it is another."""
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self._token):
            return None
        return AccessToken(token=token, client_id="local", scopes=[_SCOPE])


def address(text: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT``, ``[::1]:PORT`` or ``PORT``.

    Raises:
        UsageError: it is no address, or not one of this machine only.
    """
    host, _, port = text.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise UsageError(f"{text!r} is no address; write --http 127.0.0.1:8137.")
    if host not in _LOOPBACK:
        raise UsageError(
            f"codeseam serves only this machine, and {host} is not a loopback address; "
            "write --http 127.0.0.1:8137 and reach it through ssh -L or a proxy of yours."
        )
    return host, int(port)


def authorization(token: str, port: int) -> tuple[TokenVerifier, AuthSettings]:
    """What makes every request need ``Authorization: Bearer TOKEN``."""
    issuer = AnyHttpUrl(f"http://127.0.0.1:{port}")
    settings = AuthSettings(issuer_url=issuer, resource_server_url=None, required_scopes=[_SCOPE])
    return StaticToken(token), settings


def listen(host: str, port: int) -> socket.socket:
    """A socket on the address.

    Raises:
        UsageError: it is taken, or not there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise UsageError(
            f"{host}:{port} cannot be listened on ({why}); choose another port."
        ) from None


def serve_http(server: MCPServer, host: str, on: socket.socket) -> None:
    """Answer requests at /mcp until a signal comes; Host and Origin are checked by the SDK."""
    app = server.streamable_http_app(host=host)
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[on])
