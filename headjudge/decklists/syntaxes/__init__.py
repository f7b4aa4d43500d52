"""All syntaxes: documents, with a module each, and texts, in one table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from headjudge.decklists.syntax import Syntax, TextSyntax
from headjudge.decklists.syntaxes.texts import PLAIN, TEXTS
from messages import say

DOCUMENTS: tuple[Syntax, ...] = (
    Syntax("dek", "Magic Online .dek", "dek"),
    Syntax("cod", "Cockatrice .cod", "cod"),
    Syntax("json", "JSON", "json_documents"),
    Syntax("csv", say("Table (CSV, TSV)"), "tables"),
)
"""The first that recognises a text reads it; after these TEXTS are tried, and finally PLAIN."""

_ALL: tuple[Syntax | TextSyntax, ...] = (*DOCUMENTS, PLAIN, *TEXTS)
SYNTAXES: Mapping[str, Syntax | TextSyntax] = MappingProxyType(
    {syntax.id: syntax for syntax in _ALL}
)
