"""The service's house rules: the files of a folder given in the environment."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable, Mapping
from contextvars import copy_context
from functools import cache
from pathlib import Path
from types import MappingProxyType

import banlists
import cards
import formats
from banlists import Ruling, Version
from cards import Catalogue
from formats import Format
from messages import say
from validator import house_rules
from validator.house_rules import House

FOLDER = "HEADJUDGE_FORMATS"
"""The setting with the folder."""
NO_HOUSES: Mapping[str, House] = MappingProxyType({})


def houses() -> Mapping[str, House]:
    """The formats of the folder by id; raises formats.WrongHouseRules or OSError."""
    path = folder()
    return _read_folder(path, cards.catalogue()) if path else NO_HOUSES


@cache
def folder() -> str | None:
    """The folder in the environment at the first call."""
    return os.environ.get(FOLDER) or None


@cards.catalogue_cache(4)
def _read_folder(path: str, facts: Catalogue) -> Mapping[str, House]:
    return MappingProxyType(house_rules.read_folder(Path(path), facts))


def fault_beside(facts: Catalogue) -> str:
    """Why these facts are incompatible with the service's house rules; empty if they are not."""

    def load_houses() -> None:
        cards.use(facts)
        houses()

    try:
        copy_context().run(load_houses)
    except formats.WrongHouseRules as error:
        return str(error)
    return ""


def ids() -> tuple[str, ...]:
    """The ids of all formats, including house formats."""
    return (*formats.ids(), *houses())


def load(format_id: str) -> Format:
    """The format of that id, including house formats; raises formats.UnknownFormat."""
    house = houses().get(format_id)
    return house.format if house else formats.load(format_id)


def banlist_at(house: House, day: datetime.date) -> Version:
    """The banlist of a day under house rules: that of their base with their changes."""
    start = house.format.life.start
    base = (
        banlists.at(house.base, day)
        if house.base
        else Version(house.format.id, start, None, None, None, {}, {}, (), active=True)
    )
    changed = house.ban | house.allow | house.restrict
    ruling = Ruling(start, say("House rules of {name}", name=house.name))

    def merge_rulings(rulings: Mapping[str, Ruling], titles: Iterable[str]) -> dict[str, Ruling]:
        others = {title: ruling for title, ruling in rulings.items() if title not in changed}
        return dict(sorted({**others, **dict.fromkeys(titles, ruling)}.items()))

    return base._replace(
        banned=merge_rulings(base.banned, house.ban),
        restricted=merge_rulings(base.restricted, house.restrict),
    )
