"""Bombs: texts (XML, CSV and JSON), which a list may hold as well as a file may, and workbooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from tests.web.registrations.events import (
    ODS_CONTENT,
    ODS_MANIFEST,
    google_form,
    ods_of,
    xlsx_of,
    zip_of,
)

MEGABYTE = 1024 * 1024

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


def corner(chance: Random, size: int) -> bytes:
    """A workbook with a cell in its first and in its last corner."""
    corners = '<row r="1"><c r="A1"><v>1</v></c></row>'
    last = chance.choice(("XFD1048576", "ZZZ1048576", "A1048576", "XFD2", "A4294967297"))
    return _xlsx([f'{corners}<row r="9"><c r="{last}"><v>2</v></c></row>'])


def shared(chance: Random, size: int) -> bytes:
    """A workbook whose cells all refer to the same long text, on many sheets."""
    text = chance.choice("xé\U0001d11e") * chance.choice((100, 90_000, MEGABYTE, 8 * MEGABYTE))
    count, sheets = chance.choice((10, 1_000, 100_000)), chance.choice((1, 5, 40))
    made = "".join(f'<row><c t="s"><v>0</v></c>{"<c/>" * 3}</row>' for _ in range(count))
    return _xlsx([made] * sheets, f"<si><t>{text}</t></si>")


def workbook_entities(chance: Random, size: int) -> bytes:
    """Billion laughs in the texts of a workbook, or in the rows of one."""
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(12))
    kind = f'<!DOCTYPE sst [<!ENTITY e0 "lol">{entities}]>'
    if chance.random() < 0.5:
        return _xlsx(['<row><c t="s"><v>0</v></c></row>'], "<si><t>&e12;</t></si>", kind)
    return _ods('<table:table-row><table:table-cell office:value-type="string"><text:p>&e12;'
                "</text:p></table:table-cell></table:table-row>", kind)  # fmt: skip


def repeated(chance: Random, size: int) -> bytes:
    """A workbook of a row, or a cell, that is repeated a million times."""
    across = chance.choice((1, 50, 16_384, 2**31))
    down = chance.choice((1, 5_000, 1_048_576, 2**31))
    text = chance.choice(("", "x", "4 Opt" * 20_000))
    cell = (f'<table:table-cell table:number-columns-repeated="{across}"'
            f' office:value-type="string"><text:p>{text}</text:p></table:table-cell>')  # fmt: skip
    return _ods(
        f'<table:table-row table:number-rows-repeated="{down}">{cell}</table:table-row>'
        * chance.choice((1, 30))
    )


def workbook_zeros(chance: Random, size: int) -> bytes:
    """A workbook whose sheet is a hundred megabytes of nothing, or of elements in each other."""
    inner = chance.choice((" ", "<row/>", "<row>", "<row><c/></row>", "<!-- -->"))
    whole = min(chance.choice((1, 20, 100)) * MEGABYTE, 100 * size)
    return _xlsx([inner * (whole // len(inner))])


def damaged(chance: Random, size: int) -> bytes:
    """A workbook with bytes changed, lost or put in."""
    form = google_form(3)
    data = bytearray(chance.choice((xlsx_of({"Teams": form}), ods_of(form))))
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(4, len(data))
        data[at : at + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
    return bytes(data)


WORKBOOKS: Mapping[str, Maker] = {
    one.__name__: one
    for one in (corner, shared, workbook_entities, repeated, workbook_zeros, damaged)
}


def _xlsx(sheets: list[str], texts: str = "", kind: str = "") -> bytes:
    """A workbook of the rows of these sheets, as XML, and its shared texts."""
    names = [f"Sheet{n}" for n in range(1, len(sheets) + 1)]
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    listed = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(names, 1)
    )
    targets = "".join(
        f'<Relationship Id="r{n}" Type="{office}/worksheet" Target="worksheets/{name}.xml"/>'
        for n, name in enumerate(names, 1)
    )
    strings = f'<Relationship Id="s" Type="{office}/sharedStrings" Target="sharedStrings.xml"/>'
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships xmlns="{package}"><Relationship Id="b"'
        f' Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>{listed}</sheets>'
        "</workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}">{targets}{strings}'
        "</Relationships>",
        "xl/sharedStrings.xml": f'{kind}<sst xmlns="{main}">{texts}</sst>',
    }
    for name, rows in zip(names, sheets, strict=True):
        sheet = f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'
        files[f"xl/worksheets/{name}.xml"] = sheet
    return zip_of(files)


def _ods(rows: str, kind: str = "") -> bytes:
    """An OpenDocument spreadsheet of rows as XML."""
    content = ODS_CONTENT.format(rows=rows).replace("?>", f"?>{kind}", 1)
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    return zip_of(
        {
            "mimetype": mimetype,
            "content.xml": content,
            "META-INF/manifest.xml": ODS_MANIFEST,
        }
    )
