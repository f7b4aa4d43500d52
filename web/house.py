"""House rules of the service: the files of a folder that the environment names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import cards
import formats
from formats import Format
from validator import house
from validator.house import House

FOLDER = "HEADJUDGE_FORMATS"
"""The setting that names the folder."""


@cache
def houses() -> Mapping[str, House]:
    """The formats of the folder by id, none without one; formats.WrongHouseRules, OSError."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return MappingProxyType({})
    return MappingProxyType(house.read_folder(Path(folder), cards.catalogue()))


def ids() -> tuple[str, ...]:
    """The ids of all formats, the shipped ones and those of the house."""
    return (*formats.ids(), *houses())


def load(format_id: str) -> Format:
    """The format of that id, shipped or of the house; formats.UnknownFormat."""
    own = houses().get(format_id)
    return own.format if own else formats.load(format_id)
