"""Bombs that are text: XML, CSV and JSON. A list may hold them as well as a file may."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

Maker = Callable[[Random, int], bytes]
"""Makes a bomb from a source of chance and the number of bytes to send, more or less."""

ROOTS = ("cockatrice_deck", "Deck")
"""Of the syntaxes that are XML."""
CARD = {
    "cockatrice_deck": '<card number="4" name="{}"/>',
    "Deck": '<Cards Quantity="4" Name="{}"/>',
}


def laughs(chance: Random, size: int) -> bytes:
    """Billion laughs: each entity is ten of the one before."""
    levels = chance.randint(2, 30)
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(levels))
    return _document(chance, f'[<!ENTITY e0 "lol">{entities}]', f"&e{levels};")


def quadratic(chance: Random, size: int) -> bytes:
    """One long entity, and many references to it."""
    half = size // 2
    return _document(chance, f'[<!ENTITY e "{"x" * half}">]', "&e;" * (half // 3))


def external(chance: Random, size: int) -> bytes:
    """An entity, or a document type, that stands in a file or at an address."""
    source = chance.choice(("file:///etc/passwd", "http://127.0.0.1:1/", "/dev/zero"))
    kind = chance.choice((f'[<!ENTITY e SYSTEM "{source}">]', f'SYSTEM "{source}"',
                          f'[<!ENTITY % p SYSTEM "{source}"> %p;]'))  # fmt: skip
    return _document(chance, kind, "&e;")


def deep(chance: Random, size: int) -> bytes:
    """Elements within each other, closed or not."""
    root = chance.choice(ROOTS)
    inner = chance.choice(("zone", "a", root))
    levels = size // (2 * len(inner) + 5)
    end = f"</{inner}>" * levels + f"</{root}>" if chance.random() < 0.5 else ""
    card = CARD[root].format("Opt")
    return f"<?xml version='1.0'?><{root}>{f'<{inner}>' * levels}{card}{end}".encode()


def attributes(chance: Random, size: int) -> bytes:
    """An element with thousands of attributes, or a long one."""
    root = chance.choice(ROOTS)
    if chance.random() < 0.5:
        many = " ".join(f'a{n}=""' for n in range(size // 10))
    else:
        many = f'name="{"x" * size}"'
    return f'<?xml version="1.0"?><{root}><card {many}/></{root}>'.encode()


def one_line(chance: Random, size: int) -> bytes:
    """A document of many cards without a line end, or of many that are no cards."""
    root = chance.choice(ROOTS)
    card = CARD[root].format(chance.choice(("Opt", "xyzzy", "&#1;", "&lt;")))
    return f'<?xml version="1.0"?><{root}>{card * (size // len(card))}</{root}>'.encode()


def columns(chance: Random, size: int) -> bytes:
    """A row of as many cells as there are bytes."""
    sign = chance.choice(",;\t|")
    head = chance.choice(("", "Team,Decklist\n", f"sep={sign}\n", "Count,Name\n"))
    cell = chance.choice(("", "a", '""'))
    return (head + f"{cell}{sign}" * (size // (len(cell) + 1))).encode()


def cell(chance: Random, size: int) -> bytes:
    """One cell that is the whole file, in one line or in many."""
    text = chance.choice(("x", "4 Opt\n", "\n", '""', "é", "𝄞"))
    size = max(1, size // len(text.encode()))
    return f'Team,Decklist\nA,"{text * size}"\nB,4 Opt\n'.encode()


def quotes(chance: Random, size: int) -> bytes:
    """Quotation marks that are never closed, or closed where they should not be."""
    line = chance.choice(('A,"4 Opt\n', '"\n', '"', 'A,"a"b"c",d\n', 'A,B"\n', '"A",""""\n', '",'))
    head = chance.choice(("", "Team,Decklist\n", "a,b,c\n"))
    return (head + line * (size // len(line))).encode()


def rows(chance: Random, size: int) -> bytes:
    """More rows than any event has."""
    line = chance.choice(("\n", "A,4 Opt\n", "\r", ",\n", "A\r\n", '{"decks":[]}\n', "{}\n"))
    return ("Team,Decklist\n" * (line[0] != "{") + line * (size // len(line))).encode()


def json_deep(chance: Random, size: int) -> bytes:
    """JSON within itself, and numbers of thousands of digits, as a list or as a saved check."""
    opened, closed = chance.choice((("[", "]"), ('{"a":', "}"), ('{"main":[', "]}")))
    levels = chance.choice((100, 900, size // (len(opened) + 1)))
    inner = chance.choice(("0", "1" * 5000, '"x"'))
    return (opened * levels + inner + closed * levels).encode()[: max(size, 10)]


TEXTS: Mapping[str, Maker] = {
    one.__name__: one
    for one in (
        laughs, quadratic, external, deep, attributes, one_line, columns, cell, quotes, rows,
        json_deep,
    )
}  # fmt: skip


def _document(chance: Random, kind: str, name: str) -> bytes:
    root = chance.choice(ROOTS)
    card = CARD[root].format(name)
    return f'<?xml version="1.0"?><!DOCTYPE {root} {kind}><{root}>{card}</{root}>'.encode()
