"""The card facts that answer: of each request one edition, from its first byte to its last.

A process opens the edition that is in force when its first request comes. New workers, which
SIGHUP starts, do so anew; a worker that watches the folder takes what comes into force between
two requests. A request may ask for another edition that is still on disk, by its fingerprint.

No edition answers before its file was read through, and none a second after the file was touched.
The newest one before it that is whole takes its place; where there is none, nothing is answered.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from flask import Response, request

import cards
from cards import Catalogue, catalogue_files
from cards.catalogue_files import NotAnEdition
from cards.editions import Edition, Editions
from cards.places import folder_of
from cards.store import identity
from headjudge import documents
from headjudge.receipts import trust_of
from headjudge.web.service import house_folder, metrics, settings
from headjudge.web.service.application import API, Application
from headjudge.web.service.problems import UNKNOWN_FINGERPRINT, Fault, NoFacts, Problem, pointer
from messages import say
from validator.fingerprint import fingerprint_of, without_house

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

logger = logging.getLogger(__name__)

HEADER = "Headjudge-Fingerprint"
"""Of a request, the facts that are to answer it; of an answer, those that did."""
WATCH = "HEADJUDGE_WATCH_FACTS"
"""The setting that names the seconds between two looks at the folder; nobody looks without it."""
TOUCHED_SECONDS = 1.0
"""Between two looks whether the file of the facts was touched, or less where `WATCH` says so."""
OLDER_OPEN = 2
"""Editions that are not in force and are held open, for those who ask for them."""
UNREADABLE = (sqlite3.Error, OSError, NotAnEdition)
"""Why the facts of a file cannot be had."""
SERVED = "headjudge.served"
"""Of a request's environment, the facts that answer it."""
UNKNOWN = say(
    "No facts on disk answer under this fingerprint. It covers the cards, formats, banlists"
    " and rules, so that another version of Headjudge may be asked for; those that can be"
    " asked for here are listed."
)
WITHOUT_FACTS = ("/healthz", "/metrics", "/static/", "/.well-known/")
"""The beginnings of paths that are answered without facts."""


@dataclass(eq=False)
class UnknownFingerprint(Problem):
    """No edition on disk answers under the fingerprint that was asked for."""

    known: tuple[Edition, ...] = ()

    def as_dict(self) -> documents.Problem:
        """The problem document, with what can be asked for, newest first."""
        fingerprints = [edition_document(each) for each in self.known]
        return {**super().as_dict(), "fingerprints": fingerprints}


class Facts:
    """Which edition answers in this process. Safe to use from several threads."""

    def __init__(
        self,
        editions: Editions | None,
        every: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`every` is how many seconds pass between two looks at the folder; None: no looks."""
        self._folder = editions or Editions(Path(os.devnull))
        self._every = float("inf") if every is None else every
        self._clock = clock
        self._lock = Lock()
        self._current: tuple[Edition, Catalogue] | None = None
        self._lost = ""
        """Why the facts that were in force are not any more; empty where nothing is wrong."""
        self._next_proof = 0.0
        """When it is asked again whether the file of the facts in force was touched."""
        self._seen: object = None
        self._next = 0.0
        self._open = lru_cache(OLDER_OPEN)(lambda path, _: catalogue_files.open_catalogue(path))

    def now(self) -> Catalogue:
        """The facts in force; raises NoFacts."""
        current = self._current
        if current is None or self.is_touched(current[1]):
            with self._lock:
                current = self._current
                if current is None or self.is_touched(current[1]):
                    current = self._begin(current)
        elif self._clock() >= self._next and self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._lock.release()
            current = self._current or current
        return current[1]

    def is_touched(self, facts: Catalogue) -> bool:
        """Whether their file was touched since it was opened, by a look every `TOUCHED_SECONDS`."""
        current = self._current
        if current is None or facts is not current[1]:
            return not facts.is_unaltered()
        now = self._clock()
        if now >= self._next_proof:
            if not facts.is_unaltered():
                return True
            self._next_proof = now + min(self._every, TOUCHED_SECONDS)
        return False

    def edition(self) -> Edition:
        """The edition in force; raises NoFacts."""
        self.now()
        assert self._current
        return self._current[0]

    def available(self) -> tuple[Edition, ...]:
        """Every edition that can be asked for, the newest first."""
        return tuple(each for each in self._folder.all() if not each.damage)

    def faults(self) -> tuple[str, ...]:
        """Why others are in force than were chosen, in sentences; none where nothing is wrong."""
        return tuple(dict.fromkeys(filter(None, (self._lost, *self._folder.state_faults()))))

    def prove(self) -> None:
        """Read the facts in force through, once for all processes that this one is to fork."""
        with suppress(NotAnEdition):
            self._folder.in_force().verify()

    def doubt(self) -> None:
        """Have all facts proved anew before they answer again: reading them has failed."""
        with self._lock:
            catalogue_files.clear_verified()
            with suppress(NoFacts):
                self._begin(self._current)

    def of(self, fingerprint: str) -> Catalogue:
        """The facts that answer under a fingerprint; raises UnknownFingerprint."""
        if fingerprint == fingerprint_of(self.now().digest):
            return self.now()
        editions = self.available()
        for edition in editions:
            if fingerprint_of(edition.digest) == fingerprint:
                with suppress(*UNREADABLE):  # it may be gone since
                    facts = self._open(edition.path, identity(edition.path))
                    if not (fault := house_folder.fault_beside(facts)):
                        return facts
                    logger.error("facts %s cannot answer: %s", edition.id, fault)
        wrong = Fault(pointer(HEADER), UNKNOWN, "header")
        raise UnknownFingerprint(422, UNKNOWN, [wrong], kind=UNKNOWN_FINGERPRINT, known=editions)

    def _begin(self, lost: tuple[Edition, Catalogue] | None = None) -> tuple[Edition, Catalogue]:
        """Take the newest choice that can answer; before it what is whole, though touched."""
        self._current, self._lost = None, ""
        for edition in self._choices(*([lost[0]] if lost else [])):
            if opened := self._open_usable(edition):
                if lost:
                    logger.warning("facts %s of %s are in force", edition.id, edition.as_of)
                return self._put_in_force(edition, opened)
        raise NoFacts

    def _choices(self, *before: Edition) -> Iterator[Edition]:
        """The edition in force, and what answers where that cannot."""
        yield from before
        self._seen = self._signature()
        self._next = self._clock() + self._every
        for fault in self._folder.state_faults():
            logger.error("%s", fault)
        try:
            yield self._folder.in_force()
            yield self._folder.shipped
        except NotAnEdition as error:
            self._lost = str(error)
            logger.error("%s", error)

    def _put_in_force(self, edition: Edition, opened: Catalogue) -> tuple[Edition, Catalogue]:
        self._current, self._next_proof = (edition, opened), 0.0
        # Those who still answer by the old facts hold them; nothing else does any more.
        self._open.cache_clear()
        cards.forget()
        metrics.say_facts(edition.as_of)
        return self._current

    def _look(self) -> None:
        """Take what has come into force; what cannot be opened leaves the old facts in force."""
        self._next = self._clock() + self._every
        if self._signature() == self._seen or self._current is None:
            return
        self._lost = ""
        edition = next(self._choices(), self._current[0])
        if edition.digest == self._current[0].digest:
            return
        if opened := self._open_usable(edition):
            self._put_in_force(edition, opened)
            logger.warning("facts %s of %s are in force", edition.id, edition.as_of)

    def _open_usable(self, edition: Edition) -> Catalogue | None:
        """The facts of the edition; None, and why in the log, where they cannot answer here."""
        try:
            facts = catalogue_files.open_catalogue(edition.path)
            edition.verify()
            fault = house_folder.fault_beside(facts)
        except UNREADABLE as error:
            fault = str(error)
        if not fault:
            return facts
        logger.error("facts %s stay out of force: %s", edition.id, fault)
        self._lost = f"The facts {edition.id} stay out of force; the log says why."
        return None

    def _signature(self) -> object:
        """What another choice changes: a look at one file, which is replaced and never written."""
        with suppress(OSError):
            return identity(self._folder.state)
        return None


def serve(environ: WSGIEnvironment, facts: Catalogue) -> None:
    """Have these facts answer a request."""
    cards.use(facts)
    environ[SERVED] = facts


def register(application: Application, facts: Facts) -> None:
    """Answer each request of an application by one edition, which it may name."""
    application.extensions["facts"] = facts
    facts.prove()

    @application.before_request
    def choose() -> None:
        """The facts in force, or those that the request names; 404 and 405 come before that."""
        environ = request.environ
        try:
            serve(environ, facts.now())
        except NoFacts:
            if environ["PATH_INFO"].startswith(WITHOUT_FACTS):
                return
            raise
        fingerprint = environ.get("HTTP_HEADJUDGE_FINGERPRINT")
        if fingerprint and not request.routing_exception:
            serve(environ, facts.of(without_house(fingerprint)))

    @application.after_request
    def vouch(response: Response) -> Response:
        """Name the facts; there is no answer by a file that was touched meanwhile."""
        path: str = request.environ["PATH_INFO"]
        used: Catalogue | None = request.environ.get(SERVED)
        if used and facts.is_touched(used) and not path.startswith(WITHOUT_FACTS):
            response, used = NoFacts().response(), None
        if path.startswith(API):
            varies = response.headers.get("Vary")
            response.headers["Vary"] = f"{varies}, {HEADER}" if varies else HEADER
            if used:
                response.headers[HEADER] = fingerprint_of(used.digest)
        return response

    @application.errorhandler(sqlite3.Error)
    def unreadable(error: sqlite3.Error) -> Response:
        """The store could not be read: it is damaged, or the disk is."""
        logger.error("facts %s cannot be read: %s", cards.catalogue().id, error)
        facts.doubt()
        return NoFacts().response()


def of_this_machine() -> Facts:
    """The facts of the folder that the environment names; ValueError for a wrong setting."""
    folder = folder_of(os.environ, sys.platform)
    trust = trust_of(os.environ)
    return Facts(
        Editions(folder, trust=trust) if folder else None, settings.seconds(os.environ, WATCH)
    )


def edition_document(edition: Edition) -> documents.Edition:
    """An edition in an answer."""
    return {
        "fingerprint": fingerprint_of(edition.digest),
        "edition": edition.id,
        "catalogue": edition.as_of.isoformat(),
    }
