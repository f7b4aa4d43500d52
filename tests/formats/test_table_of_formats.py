"""docs/formats.md states of every shipped format from when it is known, as its files do."""

from __future__ import annotations

import re
from pathlib import Path

import banlists
import formats

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
ROW = re.compile(r"\| `([a-z-]+)` \| (\d{4}-\d\d-\d\d) \| (\d{4}-\d\d-\d\d|) \| [^|\n]+ \|")


def test_every_format_has_its_row() -> None:
    rows = {found[1]: found.groups()[1:] for found in ROW.finditer(PAGE.read_text("utf-8"))}
    shipped = [formats.load(format_id) for format_id in formats.ids()]
    expected = {
        one.id: (str(one.life.start), _first_day_of_list(one.id))
        for one in shipped
        if one.base is None and not one.id.endswith("-block")
    }
    assert {format_id: row for format_id, row in rows.items() if format_id in expected} == expected
    assert rows.keys() <= set(formats.ids())


def _first_day_of_list(format_id: str) -> str:
    announcements = banlists.announcements(format_id) if format_id in banlists.ids() else ()
    return str(announcements[0].effective) if announcements else ""
