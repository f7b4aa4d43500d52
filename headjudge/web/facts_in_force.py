"""The card facts and house rules that answer a request."""

from __future__ import annotations

import datetime
import logging
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from contextvars import copy_context
from functools import cache
from pathlib import Path
from threading import Lock
from time import monotonic
from types import MappingProxyType

from flask import Response, request

import banlists
import cards
import formats
from banlists import Ruling, Version
from cards import Catalogue
from cards.catalogue_file import NotACatalogue
from cards.in_force import FactsFolder
from cards.store import folder_of, identity
from formats import Format
from headjudge.web import monitoring
from headjudge.web.http import Application, NoFacts
from messages import say
from validator import house_rules
from validator.house_rules import House

# The service's house rules: the files of a folder given in the environment.

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


# The card facts that answer a request, the same from first byte to last.
#
# A process opens the facts in force at its first request. At most once a second it looks whether
# their file was replaced, and takes the new facts between two requests; requests in progress hold
# the old ones to their end. Facts that cannot be used leave the old ones in force.

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Interval between looks for new facts."""
WITHOUT_FACTS = ("/healthz", "/metrics", "/static/", "/.well-known/")
"""Path prefixes that are answered without facts."""


class Facts:
    """The facts open in this process. Thread-safe."""

    def __init__(self, folder: FactsFolder, clock: Callable[[], float] = monotonic) -> None:
        self._folder = folder
        self._clock = clock
        self._lock = Lock()
        self._current: Catalogue | None = None
        self._seen: object = None
        self._next_look = 0.0
        self.faults: tuple[str, ...] = ()
        """Why other facts than the newest ones are in force, in sentences."""

    def now(self) -> Catalogue:
        """The facts in force; raises NoFacts."""
        if (current := self._current) is None:
            with self._lock:
                return self._current or self._open()
        if self._clock() >= self._next_look and self._lock.acquire(blocking=False):
            try:
                self._next_look = self._clock() + LOOK_SECONDS
                if self._file() != self._seen:
                    current = self._open()
            finally:
                self._lock.release()
        return current

    def open_again(self) -> None:
        """Open the facts again before the next request, after a read error."""
        self._current = None

    def _open(self) -> Catalogue:
        """Open the facts in force; those before them stay if the new ones cannot be used."""
        self._seen = self._file()
        self._next_look = self._clock() + LOOK_SECONDS
        before = self._current
        try:
            facts, self.faults = self._folder.in_force()
            if fault := fault_beside(facts):
                raise NotACatalogue(fault)
        except (NotACatalogue, sqlite3.Error) as error:
            self.faults = (str(error),)
            logger.error("no new facts: %s", error)
            if before is None:
                raise NoFacts from None
            return before
        for sentence in self.faults:
            logger.error("%s", sentence)
        if before:
            logger.warning("the facts of %s are in force", facts.as_of)
        self._current = facts
        # Requests in progress hold the old facts; release them otherwise.
        cards.forget()
        monitoring.set_facts_dates(facts.as_of, copy_context().run(_banlists_until, facts))
        return facts

    def _file(self) -> object:
        """Which file is in the folder; None if there is none."""
        with suppress(OSError):
            return identity(self._folder.current)
        return None


def _banlists_until(facts: Catalogue) -> datetime.date | None:
    cards.use(facts)
    return banlists.all_known_until()


def register_facts(application: Application, facts: Facts) -> None:
    """Answer each request of an application by the facts in force."""
    application.extensions["facts"] = facts

    @application.before_request
    def choose() -> None:
        """Choose the facts of the request."""
        try:
            cards.use(facts.now())
        except NoFacts:
            if not request.path.startswith(WITHOUT_FACTS):
                raise

    @application.errorhandler(sqlite3.Error)
    def unreadable(error: sqlite3.Error) -> Response:
        """The store cannot be read: it is damaged, or the disk is."""
        logger.error("the facts cannot be read: %s", error)
        facts.open_again()
        return NoFacts().response()


def of_environment() -> Facts:
    """The facts of the folder set in the environment."""
    return Facts(FactsFolder(folder_of(os.environ, sys.platform) or Path(os.devnull)))
