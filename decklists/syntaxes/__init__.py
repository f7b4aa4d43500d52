"""Every syntax, a module each. To add one: a module, and its line in this table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from decklists.syntax import Syntax
from decklists.syntaxes import cod, dek, json_documents, tables, text

_IN_ORDER: tuple[Syntax, ...] = (
    dek.SYNTAX,
    cod.SYNTAX,
    json_documents.SYNTAX,
    tables.SYNTAX,
    text.SYNTAX,
)
"""The first that recognises a text reads it; plain text takes whatever no other does."""

SYNTAXES: Mapping[str, Syntax] = MappingProxyType({syntax.id: syntax for syntax in _IN_ORDER})
WRITERS: Mapping[str, Syntax] = MappingProxyType(
    {syntax.id: syntax for syntax in _IN_ORDER if syntax.write}
)
