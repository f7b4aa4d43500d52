"""Families of sets, such as those made for Commander."""

from __future__ import annotations

from functools import cache

from formats.files import FOLDER, read_toml
from messages import say


@cache
def set_family(code: str, name: str) -> str | None:
    """What players call the sets of this kind, such as `Commander sets`; None where no name fits.

    `code` and `name` are the set's.
    """
    for family in read_toml(FOLDER / "sets" / "families.toml")["family"]:
        if code in family.get("codes", ()) or any(
            phrase in name for phrase in family.get("phrases", ())
        ):
            return say(family["words"])
    return None
