"""Writes the cases of `conformance/`: `python -m tools.conformance`. What tells of cards is drawn
from the shipped facts; `roles.toml` names the cards that stand for a kind."""
