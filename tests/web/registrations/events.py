"""Events as organizers have them: the sheets of shops.toml, and forms to be broken.

Google Forms heads its columns with `Timestamp` and the questions. Melee's columns are those of
its help page on mass data importing (help.melee.gg/docs/mass-data-importing).
"""

from __future__ import annotations

import csv
import io
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

Rows = list[list[str]]

ANN = "4 Lightning Bolt\n56 Mountain"
BEN = "4 Opt\n56 Island"
MISSPELT = "4 Lightnig Bolt\n56 Mountain"
TOO_MANY = "5 Lightning Bolt\n55 Mountain"
FORM_HEADER = ["Timestamp", "Email Address", "Team name", "Player A name", "Player A decklist",
               "Player B name", "Player B decklist"]  # fmt: skip
MELEE_HEADER = ["Email", "FirstName", "LastName", "Status", "UserName", "Team", "Decklist"]


SHEETS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("shops.toml").read_text("utf-8")
)
MANNERS: tuple[Callable[[str], str], ...] = (
    str,
    lambda text: text.replace("\n", "\r\n"),
    lambda text: f"Deck\n{text}\n\nSideboard\n",
    lambda text: text.replace(" ", "x ", 1).replace("\n56 ", "\n56x "),
    lambda text: "\n".join(
        f"{line.split(' ', 1)[1]} x{line.split(' ', 1)[0]}" for line in text.split("\n")
    ),
    lambda text: text.replace("\n", " / "),
    lambda text: text.replace("\n", ", "),
    lambda text: "\n".join(f"- {line}" for line in text.split("\n")),
    lambda text: f"Spells (4)\n\n{text}",
)
"""The manners in which lists are pasted into a form."""


def rows_of(shop: Mapping[str, Any], teams: int = 3) -> Rows:
    """The rows of a sheet of shops.toml, with so many teams."""
    repeated = (
        [cell.replace("{n}", str(number)) for cell in _cells(row, number)]
        for number in range(1, teams + 1)
        for row in shop.get("team", ())
    )
    return [*(_cells(row) for row in shop["rows"]), *repeated]


def _cells(row: str, number: int = 0) -> list[str]:
    ann, ben = MANNERS[number % len(MANNERS)](ANN), MANNERS[number * 2 % len(MANNERS)](BEN)
    return [cell.strip(" ").replace("@ann", ann).replace("@ben", ben) for cell in row.split("|")]


def file_of(shop: Mapping[str, Any], teams: int = 3) -> tuple[str, bytes]:
    """The name and the content of the file with these rows."""
    rows, book = rows_of(shop, teams), shop.get("book", "csv")
    if book == "xlsx":
        return "event.xlsx", xlsx_of({"Sheet 1": rows})
    if book == "ods":
        return "event.ods", ods_of(rows)
    return "event.csv", csv_of(rows, shop.get("delimiter", ","), shop.get("encoding", "utf-8"))


def google_form(teams: int = 3) -> Rows:
    """One row a team."""
    return [FORM_HEADER] + [
        ["11/21/2026 9:00:00", f"ann{n}@example.org", f"Team {n}", f"Ann {n}", ANN, f"Ben {n}", BEN]
        for n in range(1, teams + 1)
    ]


def melee(teams: int = 3) -> Rows:
    """One row a player, the players of a team not beneath each other."""

    def row(n: int, name: str, text: str) -> list[str]:
        email = f"{name.lower()}{n}@example.org"
        return [email, name, f"Of {n}", "Enrolled", f"{name}#{n}", f"Team {n}", text]

    players = [row(n, "Ann", ANN) for n in range(1, teams + 1)]
    return [MELEE_HEADER, *players, *(row(n, "Ben", BEN) for n in range(1, teams + 1))]


def csv_of(
    rows: Iterable[Sequence[str]],
    delimiter: str = ",",
    encoding: str = "utf-8",
    errors: str = "strict",
) -> bytes:
    """The rows as CSV."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode(encoding, errors)


XLSX_TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>
<Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
</Types>"""
XLSX_RELATIONS = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{relations}
</Relationships>"""
XLSX_RELATION = """<Relationship Id="r{id}" Target="{target}"
 Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}"/>"""
XLSX_BOOK = """<?xml version="1.0" encoding="UTF-8"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
 xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>{sheets}
</sheets></workbook>"""
XLSX_SHEET = """<?xml version="1.0" encoding="UTF-8"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}
</sheetData></worksheet>"""


def xlsx_of(sheets: Mapping[str, Iterable[Sequence[str]]], hidden: str = "") -> bytes:
    """A workbook of these sheets, one of which may be hidden."""

    def column(index: int) -> str:
        return (column(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)

    def cell(row: int, index: int, text: str) -> str:
        if not text:
            return ""
        written = f'<is><t xml:space="preserve">{escape(text)}</t></is>'
        return f'<c r="{column(index)}{row}" t="inlineStr">{written}</c>'

    def row(number: int, cells: Sequence[str]) -> str:
        written = "".join(cell(number, index, text) for index, text in enumerate(cells))
        return f'<row r="{number}">{written}</row>' if written else ""

    names = [
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="r{number}" '
        f"state={quoteattr('hidden' if name == hidden else 'visible')}/>"
        for number, name in enumerate(sheets, 1)
    ]
    relations = "".join(
        XLSX_RELATION.format(id=number, kind="worksheet", target=f"worksheets/{number}.xml")
        for number in range(1, len(sheets) + 1)
    )
    book = XLSX_RELATION.format(id=1, kind="officeDocument", target="xl/workbook.xml")
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": XLSX_TYPES,
        "_rels/.rels": XLSX_RELATIONS.format(relations=book),
        "xl/workbook.xml": XLSX_BOOK.format(sheets="".join(names)),
        "xl/_rels/workbook.xml.rels": XLSX_RELATIONS.format(relations=relations),
    }
    for number, rows in enumerate(sheets.values(), 1):
        written = "".join(row(place, cells) for place, cells in enumerate(rows, 1))
        files[f"xl/worksheets/{number}.xml"] = XLSX_SHEET.format(rows=written)
    return zip_of(files)


def zip_of(files: Mapping[str, str | bytes]) -> bytes:
    """An archive of these files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


ODS_CONTENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">
<office:body><office:spreadsheet><table:table table:name="Teams">{rows}</table:table>
</office:spreadsheet></office:body></office:document-content>"""

ODS_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>"""


def ods_of(rows: Iterable[Sequence[str]]) -> bytes:
    """An OpenDocument spreadsheet of one sheet; a line of a cell is a paragraph."""

    def cell(text: str) -> str:
        lines = "".join(f"<text:p>{line}</text:p>" for line in text.split("\n"))
        return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'

    written = "".join(
        f"<table:table-row>{''.join(map(cell, cells))}</table:table-row>" for cells in rows
    )
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    return zip_of(
        {
            "mimetype": mimetype,
            "content.xml": ODS_CONTENT.format(rows=written),
            "META-INF/manifest.xml": ODS_MANIFEST,
        }
    )
