"""Answers questions from the index, on a command line and over MCP."""
