"""Register the server with MCP clients and take that back."""

from codeseam_server.clients.changes import Change, install, make, started_by, uninstall
from codeseam_server.clients.table import Client, clients

__all__ = ["Change", "Client", "clients", "install", "make", "started_by", "uninstall"]
