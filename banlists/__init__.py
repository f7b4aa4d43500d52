"""Banned and restricted lists: the announcements, and the state of a list on any day."""

from __future__ import annotations

from banlists.files import ids
from banlists.model import Announcement, CardClass, Diff, Ruling, UnknownBanlist, Version
from banlists.versions import (
    all_known_until,
    announcements,
    at,
    diff,
    known_until,
    turning_days,
    versions,
)
