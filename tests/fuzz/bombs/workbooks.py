"""Bombs that are spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.fuzz.bombs.texts import Maker
from tests.web.registrations.events import ODS_CONTENT, ODS_MANIFEST, zip_of

MEGABYTE = 1024 * 1024


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


WORKBOOKS: Mapping[str, Maker] = {
    one.__name__: one for one in (corner, shared, workbook_entities, repeated, workbook_zeros)
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
