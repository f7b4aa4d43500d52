"""A banlist as the API shows it."""

from __future__ import annotations

import datetime
from typing import Any

import banlists


def banlist_on(format_id: str, as_of: datetime.date) -> dict[str, Any]:
    """The list of a format on a day, with titles sorted; UnknownBanlist."""
    version = banlists.at(format_id, as_of)
    return {
        "format": version.format,
        "as_of": as_of.isoformat(),
        "version": _iso(version.effective),
        "previous": _iso(version.previous),
        "next": _iso(version.next),
        "source": version.source,
        "banned": list(version.banned),
        "restricted": list(version.restricted),
        "classes": [{"rule": one.rule, "status": one.status} for one in version.classes],
        "active": version.active,
    }


def _iso(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None
