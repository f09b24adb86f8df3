"""Register the server with MCP clients and take that back."""

from codeseam_server.clients.changes import Change, install, make, uninstall
from codeseam_server.clients.table import NAME, Client, clients

__all__ = ["NAME", "Change", "Client", "clients", "install", "make", "uninstall"]
