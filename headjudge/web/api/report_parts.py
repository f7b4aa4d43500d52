"""The optional parts of a report, selected by the query."""

from __future__ import annotations

from typing import NamedTuple


class ReportParts(NamedTuple):
    """Parts of a report."""

    receipt: bool = False
    cards: bool = False


DEFAULT_PARTS = ReportParts()
