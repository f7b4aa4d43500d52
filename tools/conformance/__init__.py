"""Writes the cases of `conformance/`: `python -m tools.conformance`. Card titles are taken from the
shipped facts; `roles.toml` names the cards that stand for a kind."""
