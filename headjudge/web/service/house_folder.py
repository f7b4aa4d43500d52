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
    named = folder()
    return _read_folder(named, cards.catalogue()) if named else NO_HOUSES


@cache
def folder() -> str | None:
    """The folder in the environment at the first call."""
    return os.environ.get(FOLDER) or None


@cards.catalogue_cache(4)
def _read_folder(folder: str, facts: Catalogue) -> Mapping[str, House]:
    return MappingProxyType(house_rules.read_folder(Path(folder), facts))


def fault_beside(facts: Catalogue) -> str:
    """Why these facts are incompatible with the service's house rules; empty if they are not."""

    def settle() -> None:
        cards.use(facts)
        houses()

    try:
        copy_context().run(settle)
    except formats.WrongHouseRules as error:
        return str(error)
    return ""


def ids() -> tuple[str, ...]:
    """The ids of all formats, including house formats."""
    return (*formats.ids(), *houses())


def load(format_id: str) -> Format:
    """The format of that id, including house formats; raises formats.UnknownFormat."""
    own = houses().get(format_id)
    return own.format if own else formats.load(format_id)


def list_on(own: House, day: datetime.date) -> Version:
    """The banlist of a day under house rules: that of their base with their changes."""
    start = own.format.life.start
    base = (
        banlists.at(own.base, day)
        if own.base
        else Version(own.format.id, start, None, None, None, {}, {}, (), active=True)
    )
    named = own.ban | own.allow | own.restrict
    ruling = Ruling(start, say("House rules of {name}", name=own.name))

    def merge_rulings(listed: Mapping[str, Ruling], added: Iterable[str]) -> dict[str, Ruling]:
        others = {title: ruling for title, ruling in listed.items() if title not in named}
        return dict(sorted({**others, **dict.fromkeys(added, ruling)}.items()))

    return base._replace(
        banned=merge_rulings(base.banned, own.ban),
        restricted=merge_rulings(base.restricted, own.restrict),
    )
