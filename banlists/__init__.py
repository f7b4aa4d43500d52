"""Banned and restricted lists: the announcements, and the state of a list on any day."""

from __future__ import annotations

from banlists.lists import (
    Announcement,
    CardClass,
    Diff,
    Ruling,
    UnknownBanlist,
    Version,
    all_known_until,
    announcements,
    at,
    diff,
    ids,
    known_until,
    turning_days,
    versions,
)
