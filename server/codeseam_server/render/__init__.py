"""Answers as compact text for an agent and as the JSON documents of the contract."""
