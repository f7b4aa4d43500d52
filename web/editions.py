"""The card facts that answer: of each request one edition, from its first byte to its last.

A process opens the edition that is in force when its first request comes. New workers, which
SIGHUP starts, do so anew; a worker that watches the folder takes what comes into force between
two requests. A request may ask for another edition that is still on disk, by its fingerprint.
"""

from __future__ import annotations

import contextvars
import logging
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

import cards
import formats
from cards import Catalogue
from cards.editions import Edition, Editions
from cards.places import folder_of
from messages import say
from validator.fingerprint import fingerprint_of
from web import house, metrics
from web.application import Application, Headers, current
from web.headers import vary
from web.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

logger = logging.getLogger(__name__)

HEADER = "Headjudge-Fingerprint"
"""Of a request, the facts that are to answer it; of an answer, those that did."""
WATCH = "HEADJUDGE_WATCH_FACTS"
"""The setting that names the seconds between two looks at the folder; nobody looks without it."""
API = "/v1/"
OLDER_OPEN = 2
"""Editions that are not in force and are held open, for those who ask for them."""
_UNOPENED = suppress(sqlite3.Error, OSError)
"""Where no facts can be opened at all, whoever asks for them says so."""


@dataclass(eq=False)
class UnknownFingerprint(Problem):
    """No edition on disk answers under the fingerprint that was asked for."""

    known: tuple[Edition, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The problem document, with what can be asked for, newest first."""
        return super().as_dict() | {"fingerprints": [described(one) for one in self.known]}


class Facts:
    """Which edition answers in this process. Safe to use from several threads."""

    def __init__(
        self,
        editions: Editions | None,
        every: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`every` is how many seconds pass between two looks at the folder; None: no looks."""
        self._editions = editions
        self._every = every
        self._clock = clock
        self._lock = Lock()
        self._current: tuple[Edition, Catalogue] | None = None
        self._seen: object = None
        self._next = 0.0
        self._open = lru_cache(OLDER_OPEN)(Catalogue)

    def now(self) -> Catalogue:
        """The facts in force; sqlite3.Error and OSError where not even the shipped ones open."""
        current = self._current
        if current is None:
            with self._lock:
                current = self._current or self._begin()
        elif self._is_due() and self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._lock.release()
            current = self._current or current
        return current[1]

    def edition(self) -> Edition:
        """The edition in force; raises as `now` does."""
        self.now()
        assert self._current
        return self._current[0]

    def known(self) -> tuple[Edition, ...]:
        """Every edition that can be asked for, the newest first."""
        return self._editions.all() if self._editions else (_shipped(),)

    def of(self, fingerprint: str) -> Catalogue:
        """The facts that answer under a fingerprint; raises UnknownFingerprint."""
        if fingerprint == fingerprint_of(self.now().digest):
            return self.now()
        known = self.known()
        for edition in known:
            if fingerprint_of(edition.digest) == fingerprint:
                with suppress(sqlite3.Error, OSError):  # it may be gone since
                    facts = self._open(edition.path)
                    if not (fault := _fault(facts)):
                        return facts
                    logger.error("facts %s cannot answer: %s", edition.id, fault)
        raise UnknownFingerprint(422, _unknown(), known=known)

    def _begin(self) -> tuple[Edition, Catalogue]:
        self._seen = self._signature()
        self._next = self._clock() + (self._every or 0)
        edition = self._in_force()
        opened = self._opened(edition)
        if opened is None:
            edition = _shipped()
            opened = Catalogue(edition.path)
        self._current = (edition, opened)
        metrics.say_facts(edition.as_of)
        return self._current

    def _look(self) -> None:
        """Take what has come into force; what cannot be opened leaves the old facts in force."""
        self._next = self._clock() + (self._every or 0)
        seen = self._signature()
        if seen == self._seen or self._current is None:
            return
        self._seen = seen
        edition = self._in_force()
        if edition.digest == self._current[0].digest:
            return
        if opened := self._opened(edition):
            self._current = (edition, opened)
            # Those who still answer by the old facts hold them; nothing else does any more.
            self._open.cache_clear()
            cards.forget()
            metrics.say_facts(edition.as_of)
            logger.warning("facts %s of %s are in force", edition.id, edition.as_of)

    def _in_force(self) -> Edition:
        if self._editions is None:
            return _shipped()
        for fault in self._editions.state_faults():
            logger.error("%s", fault)
        return self._editions.in_force()

    def _opened(self, edition: Edition) -> Catalogue | None:
        """The facts of the edition; None, and why in the log, where they cannot answer here."""
        try:
            facts = Catalogue(edition.path)
            fault = _fault(facts)
        except (sqlite3.Error, OSError) as error:
            fault = str(error)
        if not fault:
            return facts
        logger.error("facts %s stay out of force: %s", edition.id, fault)
        return None

    def _is_due(self) -> bool:
        return self._every is not None and self._clock() >= self._next

    def _signature(self) -> object:
        """What another choice changes: a look at one file, which is replaced and never written."""
        if self._editions is None:
            return None
        try:
            status = os.stat(self._editions.state)
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size


def register(application: Application, facts: Facts) -> None:
    """Answer each request of an application by one edition, which it may name."""
    application.extensions["facts"] = facts

    @application.begins.append
    def open_facts(_: WSGIEnvironment) -> None:
        with _UNOPENED:
            cards.use(facts.now())

    @application.tells.append
    def tell(environ: WSGIEnvironment, headers: Headers) -> None:
        if environ["PATH_INFO"].startswith(API):
            vary(headers, HEADER)
            with _UNOPENED:
                headers.append((HEADER, fingerprint_of(cards.catalogue().digest)))

    @application.before_request
    def asked_for() -> None:
        if fingerprint := current().environ.get("HTTP_HEADJUDGE_FINGERPRINT"):
            cards.use(facts.of(fingerprint))


def of_this_machine() -> Facts:
    """The facts of the folder that the environment names; ValueError for a wrong setting."""
    folder = folder_of(os.environ, sys.platform)
    return Facts(Editions(folder) if folder else None, _every(os.environ.get(WATCH)))


def described(edition: Edition) -> dict[str, str]:
    """An edition as answers tell of it."""
    return {
        "fingerprint": fingerprint_of(edition.digest),
        "edition": edition.id,
        "catalogue": edition.as_of.isoformat(),
    }


def _every(text: str | None) -> float | None:
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"{WATCH} must be a number of seconds, not {text!r}.")
    return seconds


def _fault(facts: Catalogue) -> str:
    """Why these facts cannot answer beside the house rules of this service; empty if they can."""

    def settle() -> None:
        cards.use(facts)
        house.houses()

    try:
        contextvars.copy_context().run(settle)
    except formats.WrongHouseRules as error:
        return str(error)
    return ""


def _shipped() -> Edition:
    return Editions(Path(os.devnull)).shipped


def _unknown() -> str:
    return say(
        "No facts on disk answer under this fingerprint. It covers the cards, formats, banlists"
        " and rules, so that another version of Headjudge may be asked for; those that can be"
        " asked for here are listed."
    )
