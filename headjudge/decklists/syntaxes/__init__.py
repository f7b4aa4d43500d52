"""Every syntax, a module each. To add one: a module, and its line in one of these tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from headjudge.decklists.syntax import Syntax, TextSyntax
from headjudge.decklists.syntaxes import (
    apprentice,
    archidekt,
    arena,
    cod,
    deckstats,
    dek,
    forge,
    json_documents,
    markdown,
    moxfield,
    mtggoldfish,
    mtgo,
    registration,
    tables,
    tappedout,
    text,
    workstation,
    xmage,
)

DOCUMENTS: tuple[Syntax, ...] = (
    dek.SYNTAX,
    cod.SYNTAX,
    json_documents.SYNTAX,
    tables.SYNTAX,
)
"""The first that recognises a text reads it."""

TEXTS: tuple[TextSyntax, ...] = (
    xmage.SYNTAX,
    forge.SYNTAX,
    archidekt.SYNTAX,
    tappedout.SYNTAX,
    deckstats.SYNTAX,
    workstation.SYNTAX,
    registration.SYNTAX,
    mtggoldfish.SYNTAX,
    arena.SYNTAX,
    moxfield.SYNTAX,
    apprentice.SYNTAX,
    markdown.SYNTAX,
    mtgo.SYNTAX,
)
"""Then the first whose habits the lines show: those that few programs have come first."""

PLAIN = text.SYNTAX
"""Last: it takes whatever no other does."""

_ALL: tuple[Syntax | TextSyntax, ...] = (*DOCUMENTS, PLAIN, *TEXTS)

SYNTAXES: Mapping[str, Syntax | TextSyntax] = MappingProxyType(
    {syntax.id: syntax for syntax in _ALL}
)
WRITERS: Mapping[str, Syntax | TextSyntax] = MappingProxyType(
    {syntax.id: syntax for syntax in _ALL if syntax.write}
)
