"""Symbols of the index by name, by place and by who uses them."""
