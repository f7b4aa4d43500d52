"""The edition of the card facts that answers a request, the same from first byte to last.

A process opens the edition in force at its first request. New workers, started by SIGHUP, do so
again; a worker that watches the folder switches between two requests. A request may ask for
another edition that is still on disk, by its fingerprint.

An edition only answers after its file was verified, and at most a second after the file was
touched. The newest undamaged predecessor replaces it; if there is none, nothing is answered.
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
from headjudge.web.service import house_folder, metrics, settings
from headjudge.web.service.application import API, Application
from headjudge.web.service.problems import UNKNOWN_FINGERPRINT, Fault, NoFacts, Problem, pointer
from messages import say
from validator.fingerprint import fingerprint_of, without_house

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

logger = logging.getLogger(__name__)

HEADER = "Headjudge-Fingerprint"
"""In requests, the facts to use; in answers, the facts used."""
WATCH = "HEADJUDGE_WATCH_FACTS"
"""The setting with the seconds between checks of the folder; without it there are none."""
TOUCHED_SECONDS = 1.0
"""Maximum interval between checks whether the facts were touched; `WATCH` may shorten it."""
OLDER_OPEN = 2
"""Maximum number of other editions kept open for requests by fingerprint."""
UNREADABLE = (sqlite3.Error, OSError, NotAnEdition)
"""Errors of unreadable facts."""
SERVED = "headjudge.served"
"""The key of the facts in a request's environment."""
UNKNOWN = say(
    "No facts on this server have this fingerprint. It covers the cards, formats, banlists"
    " and rules, so another version of Headjudge may be meant; the fingerprints available"
    " here are listed."
)
WITHOUT_FACTS = ("/healthz", "/metrics", "/static/", "/.well-known/")
"""Path prefixes that are answered without facts."""


@dataclass(eq=False)
class UnknownFingerprint(Problem):
    """No edition on disk has the requested fingerprint."""

    available: tuple[Edition, ...] = ()

    def as_dict(self) -> documents.Problem:
        """The problem document with the available editions, newest first."""
        fingerprints = [edition_document(edition) for edition in self.available]
        return {**super().as_dict(), "fingerprints": fingerprints}


class Facts:
    """The editions open in this process. Thread-safe."""

    def __init__(
        self,
        editions: Editions | None,
        every: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`every` is the interval of folder checks in seconds; None: no checks."""
        self._folder = editions or Editions(Path(os.devnull))
        self._every = float("inf") if every is None else every
        self._clock = clock
        self._lock = Lock()
        self._current: tuple[Edition, Catalogue] | None = None
        self._fault = ""
        """Why the chosen facts are not in force; empty if they are."""
        self._next_proof = 0.0
        """The time of the next check whether the facts in force were touched."""
        self._last_signature: object = None
        self._next_look = 0.0
        self._open = lru_cache(OLDER_OPEN)(lambda path, _: catalogue_files.open_catalogue(path))

    def now(self) -> Catalogue:
        """The facts in force; raises NoFacts."""
        current = self._current
        if current is None or self.is_touched(current[1]):
            with self._lock:
                current = self._current
                if current is None or self.is_touched(current[1]):
                    current = self._begin(current)
        elif self._clock() >= self._next_look and self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._lock.release()
            current = self._current or current
        return current[1]

    def is_touched(self, facts: Catalogue) -> bool:
        """Whether the file was touched since it was opened; checked every `TOUCHED_SECONDS`."""
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
        """All available editions, newest first."""
        return tuple(each for each in self._folder.all() if not each.damage)

    def faults(self) -> tuple[str, ...]:
        """Why other facts than the chosen ones are in force, in sentences."""
        return tuple(dict.fromkeys(filter(None, (self._fault, *self._folder.state_faults()))))

    def prove(self) -> None:
        """Verify the facts in force, once for all processes to be forked."""
        with suppress(NotAnEdition):
            self._folder.in_force().verify()

    def verify_again(self) -> None:
        """Verify all facts again before they are used, after a read error."""
        with self._lock:
            catalogue_files.clear_verified()
            with suppress(NoFacts):
                self._begin(self._current)

    def of(self, fingerprint: str) -> Catalogue:
        """The facts for a fingerprint; raises UnknownFingerprint."""
        if fingerprint == fingerprint_of(self.now().digest):
            return self.now()
        editions = self.available()
        for edition in editions:
            if fingerprint_of(edition.digest) == fingerprint:
                with suppress(*UNREADABLE):  # it may have been removed meanwhile
                    facts = self._open(edition.path, identity(edition.path))
                    if not (reason := house_folder.fault_beside(facts)):
                        return facts
                    logger.error("facts %s cannot answer: %s", edition.id, reason)
        fault = Fault(pointer(HEADER), UNKNOWN, "header")
        raise UnknownFingerprint(422, UNKNOWN, [fault], {}, UNKNOWN_FINGERPRINT, editions)

    def _begin(self, lost: tuple[Edition, Catalogue] | None = None) -> tuple[Edition, Catalogue]:
        """Use the newest usable choice, else a predecessor that is undamaged."""
        self._current, self._fault = None, ""
        for edition in self._choices(*([lost[0]] if lost else [])):
            if opened := self._open_usable(edition):
                if lost:
                    logger.warning("facts %s of %s are in force", edition.id, edition.as_of)
                return self._put_in_force(edition, opened)
        raise NoFacts

    def _choices(self, *before: Edition) -> Iterator[Edition]:
        """The edition in force, then its replacements in order."""
        yield from before
        self._last_signature = self._signature()
        self._next_look = self._clock() + self._every
        for fault in self._folder.state_faults():
            logger.error("%s", fault)
        try:
            yield self._folder.in_force()
            yield self._folder.shipped
        except NotAnEdition as error:
            self._fault = str(error)
            logger.error("%s", error)

    def _put_in_force(self, edition: Edition, opened: Catalogue) -> tuple[Edition, Catalogue]:
        self._current, self._next_proof = (edition, opened), 0.0
        # Requests in progress hold the old facts; release them otherwise.
        self._open.cache_clear()
        cards.forget()
        metrics.set_facts_date(edition.as_of)
        return self._current

    def _look(self) -> None:
        """Switch to newly chosen facts; if they cannot be opened, the old ones stay in force."""
        self._next_look = self._clock() + self._every
        if self._signature() == self._last_signature or self._current is None:
            return
        self._fault = ""
        edition = next(self._choices(), self._current[0])
        if edition.digest == self._current[0].digest:
            return
        if opened := self._open_usable(edition):
            self._put_in_force(edition, opened)
            logger.warning("facts %s of %s are in force", edition.id, edition.as_of)

    def _open_usable(self, edition: Edition) -> Catalogue | None:
        """The facts of an edition; None, with the reason logged, if they are unusable here."""
        try:
            facts = catalogue_files.open_catalogue(edition.path)
            edition.verify()
            fault = house_folder.fault_beside(facts)
        except UNREADABLE as error:
            fault = str(error)
        if not fault:
            return facts
        logger.error("facts %s stay out of force: %s", edition.id, fault)
        self._fault = f"The facts {edition.id} stay out of force; the log says why."
        return None

    def _signature(self) -> object:
        """The state of the choice, from one `stat` of a file that is only ever replaced."""
        with suppress(OSError):
            return identity(self._folder.state)
        return None


def serve(environ: WSGIEnvironment, facts: Catalogue) -> None:
    """Use these facts to answer a request."""
    cards.use(facts)
    environ[SERVED] = facts


def register(application: Application, facts: Facts) -> None:
    """Answer each request of an application by one edition, which it may name."""
    application.extensions["facts"] = facts
    facts.prove()

    @application.before_request
    def choose() -> None:
        """Choose the facts of the request; 404 and 405 take precedence."""
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
    def add_fingerprint(response: Response) -> Response:
        """Add the fingerprint; fail if the file was touched meanwhile."""
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
        """The store cannot be read: it is damaged, or the disk is."""
        logger.error("facts %s cannot be read: %s", cards.catalogue().id, error)
        facts.verify_again()
        return NoFacts().response()


def of_environment() -> Facts:
    """The facts of the folder set in the environment; ValueError for a wrong setting."""
    folder = folder_of(os.environ, sys.platform)
    return Facts(Editions(folder) if folder else None, settings.seconds(os.environ, WATCH))


def edition_document(edition: Edition) -> documents.Edition:
    """An edition in an answer."""
    return {
        "fingerprint": fingerprint_of(edition.digest),
        "edition": edition.id,
        "catalogue": edition.as_of.isoformat(),
    }
