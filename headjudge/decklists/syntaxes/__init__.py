"""Every syntax: documents, a module each, and texts, which are one table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from headjudge.decklists.syntax import Syntax, TextSyntax
from headjudge.decklists.syntaxes import cod, dek, json_documents, tables
from headjudge.decklists.syntaxes.texts import PLAIN, TEXTS

DOCUMENTS: tuple[Syntax, ...] = (
    dek.SYNTAX,
    cod.SYNTAX,
    json_documents.SYNTAX,
    tables.SYNTAX,
)
"""The first that recognises a text reads it, then the first of TEXTS, and PLAIN takes the rest."""

_ALL: tuple[Syntax | TextSyntax, ...] = (*DOCUMENTS, PLAIN, *TEXTS)

SYNTAXES: Mapping[str, Syntax | TextSyntax] = MappingProxyType(
    {syntax.id: syntax for syntax in _ALL}
)
WRITERS: Mapping[str, Syntax | TextSyntax] = MappingProxyType(
    {syntax.id: syntax for syntax in _ALL if syntax.write}
)
