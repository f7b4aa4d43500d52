"""The words allowed in requests, as types for callers in Python."""

from __future__ import annotations

from tools.contract.answers import Document

CHOICES = {
    "TeamStructure": ("Team", "structure"),
    "TeamPolicy": ("Team", "policy"),
    "ReadSyntax": ("DeckAsText", "syntax"),
}
"""The schema and the field with the words of each type."""
HEAD = '''\
"""The words allowed in requests, as types. Written by `make contract`."""

from typing import Literal
'''


def module_text(contract: Document) -> str:
    """The module with the types."""
    schemas = contract["components"]["schemas"]
    types = [
        _literal(name, schemas[schema]["properties"][field]["enum"])
        for name, (schema, field) in CHOICES.items()
    ]
    return "\n".join([HEAD, *types]) + "\n"


def _literal(name: str, words: list[str]) -> str:
    lines = "".join(f'    "{word}",\n' for word in words)
    return f"{name} = Literal[\n{lines}]"
