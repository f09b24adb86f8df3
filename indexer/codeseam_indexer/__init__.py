"""Turns the files of a workspace into rows of an index: discover, parse, chunk, embed, store."""

__version__ = "0.1.0"
