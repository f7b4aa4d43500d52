"""Editions of the card facts: a folder of catalogues, one of which is in force.

    facts/
        3f1c0a9be27d.sqlite   an edition, named by the first digits of its digest
        current.json          the edition in force, and its predecessors

`current.json` alone decides what is in force. It is replaced by a single rename, so readers see
the old choice or the new one even if the process is killed. The catalogue shipped with the
project is an edition that is always available. Damaged or foreign files, and those built by
other code, are not editions; altered ones are never in force. They are reported and left alone.
"""

from __future__ import annotations

import datetime
import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cards import durable
from cards.catalogue_files import Header, NotAnEdition, current_build, is_id, verify
from cards.store import ID_DIGITS, SHIPPED

STATE = "current.json"
STATE_VERSION = 1
SHORTEST = 4
"""Minimum number of digits that select an edition, if they are unambiguous."""
PREDECESSORS = 20
"""Maximum number of predecessors remembered."""


class UnknownEdition(LookupError):
    """No edition, or more than one, has this id; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One catalogue on disk."""

    id: str
    path: Path
    as_of: datetime.date
    digest: str
    """SHA-256 stored in the file (`cards.catalogue_files`)."""
    added: datetime.datetime
    """When its file was written, in UTC."""
    is_shipped: bool = False

    @property
    def damage(self) -> str:
        """Why these facts are unreliable, as a sentence; empty if they are sound."""
        try:
            self.verify()
        except NotAnEdition as error:
            return str(error)
        return ""

    def verify(self) -> None:
        """Verify the whole file; raises NotAnEdition if it is altered."""
        verify(self.path, self.digest)


class Editions:
    """The editions in a folder, which need not exist, and the shipped one."""

    def __init__(self, folder: Path, shipped: Path = SHIPPED) -> None:
        self.folder = folder
        self._shipped = shipped

    @property
    def state(self) -> Path:
        """The file that names the edition in force."""
        return self.folder / STATE

    @cached_property
    def shipped(self) -> Edition:
        """The edition shipped with the project; raises NotAnEdition if it is unusable."""
        return self._edition(self._shipped)

    def all(self) -> tuple[Edition, ...]:
        """Every edition including the shipped one, by the date of the facts, newest first.

        Only headers are read, so altered files may be included.
        """
        return self._read()[0]

    def faults(self) -> tuple[str, ...]:
        """Why files are not editions or were altered, one sentence each."""
        editions, faults = self._read()
        altered = filter(None, (edition.damage for edition in editions))
        return (*faults, *altered, *self.state_faults())

    def current(self) -> Edition | None:
        """The chosen edition; None if none was chosen, so that the shipped one is in force.

        If its file is lost or damaged, the newest undamaged predecessor. A choice is dropped when
        a later shipped catalogue has newer facts.
        """
        state = self._state()
        for id in (state["current"], *state["previous"]):
            if edition := self._edition_of(id):
                return self.shipped if self._is_overtaken(edition, state["shipped"]) else edition
        return None

    def in_force(self) -> Edition:
        """The edition to answer by; raises NotAnEdition if none is usable.

        A chosen edition is verified; the shipped one is part of the program.
        """
        return self.current() or self.shipped

    def predecessor(self) -> Edition | None:
        """The edition that `rollback` would put in force; None if there is none."""
        now = self.in_force()
        candidates = map(self._edition_of, (*self._state()["previous"], self.shipped.id))
        return next((edition for edition in candidates if edition and edition.id != now.id), None)

    def find(self, text: str) -> Edition:
        """The edition with an id, or with an unambiguous prefix of it; UnknownEdition."""
        prefix = text.strip().lower()
        editions = self.all()
        if prefix == "shipped":
            return self.shipped
        matches = [
            edition for edition in editions if edition.id == prefix or edition.digest == prefix
        ]
        if not matches and len(prefix) >= SHORTEST:
            matches = [edition for edition in editions if edition.digest.startswith(prefix)]
        if len(matches) != 1:
            fault = "Several editions begin with" if matches else "No edition on disk is"
            ids = ", ".join(edition.id for edition in matches or editions)
            raise UnknownEdition(f'{fault} "{text[:80]}"; there are: {ids}.')
        return matches[0]

    def add(self, built: Path) -> Edition:
        """Add a finished catalogue under its digest, without putting it in force.

        Raises OSError, or NotAnEdition, which leaves the file in place.
        """
        edition = self._edition(built)
        verify(built, edition.digest)
        self.folder.mkdir(parents=True, exist_ok=True)
        target = self._path(edition.id)
        durable.move(built, target)
        return self._edition(target)

    def use(self, id: str) -> Edition:
        """Put an edition in force; UnknownEdition, NotAnEdition and OSError keep the old one."""
        edition = self.find(id)
        edition.verify()
        before = self.in_force()
        if edition.id != before.id:
            self._write(edition, [before.id, *self._state()["previous"]])
        return edition

    def rollback(self) -> Edition:
        """Put the predecessor back in force; UnknownEdition if there is none."""
        edition = self.predecessor()
        if edition is None:
            raise UnknownEdition(f"Nothing was in force before {self.in_force().id}.")
        previous = self._state()["previous"]
        rest = previous[previous.index(edition.id) + 1 :] if edition.id in previous else []
        self._write(edition, rest)
        return edition

    def _read(self) -> tuple[tuple[Edition, ...], tuple[str, ...]]:
        editions: dict[str, Edition] = {}
        faults = []
        for path in (self._shipped, *sorted(self.folder.glob("*.sqlite"))):
            try:
                edition = self._edition(path)
                editions.setdefault(edition.id, edition)
            except NotAnEdition as error:
                faults.append(str(error))
        newest = sorted(
            editions.values(), key=lambda edition: (edition.as_of, edition.added), reverse=True
        )
        return tuple(newest), tuple(faults)

    def _edition_of(self, id: Any) -> Edition | None:
        """The edition with that id, if its file is there and matches its digest."""
        if not is_id(id):
            return None
        with suppress(NotAnEdition):
            edition = self.shipped if self._is_shipped(id) else self._edition(self._path(id))
            edition.verify()
            return edition
        return None

    def _is_shipped(self, id: str) -> bool:
        with suppress(NotAnEdition):
            return self.shipped.id == id
        return False

    def _is_overtaken(self, edition: Edition, before: str | None) -> bool:
        """Whether facts shipped after the choice are newer; `before` was shipped at the time."""
        with suppress(NotAnEdition):
            return self.shipped.id != before and self.shipped.as_of > edition.as_of
        return False

    def _path(self, id: str) -> Path:
        return self.folder / f"{id}.sqlite"

    def _edition(self, path: Path) -> Edition:
        """The edition given by a file's header; NotAnEdition. The content is not verified."""
        is_shipped = path == self._shipped
        try:
            header = Header(path)
        except (OSError, sqlite3.Error, ValueError, KeyError) as error:
            raise NotAnEdition(f"{path.name} is no catalogue: {_reason(error)}.") from None
        if not is_shipped and header.build != current_build():
            raise NotAnEdition(f"{path.name} was built by another version of Headjudge.")
        id = header.digest[:ID_DIGITS]
        if path.parent == self.folder and not is_shipped and path.stem != id:
            raise NotAnEdition(f"{path.name} holds the facts of {id}, which its name does not say.")
        return Edition(id, path, header.as_of, header.digest, header.written, is_shipped)

    def _state(self) -> dict[str, Any]:
        """The stored state; empty if it is missing or unreadable."""
        try:
            return _read_state(self.state)
        except (OSError, ValueError):
            return {"current": None, "previous": [], "shipped": None}

    def state_faults(self) -> tuple[str, ...]:
        """Why the edition in force is not the one chosen last; empty if it is."""
        try:
            current = _read_state(self.state)["current"]
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except (OSError, ValueError):
            return (f"{STATE} cannot be read, so that the shipped facts are in force.",)
        if self._edition_of(current):
            return ()
        present = self.in_force().id
        return (f"{STATE} names {current}, which is not there whole; {present} is in force.",)

    def _write(self, edition: Edition, previous: Sequence[str]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        before = [edition_id for edition_id in dict.fromkeys(previous) if edition_id != edition.id]
        state = {
            "version": STATE_VERSION,
            "current": edition.id,
            "previous": before[:PREDECESSORS],
            "shipped": self.shipped.id,
        }
        durable.write(self.state, json.dumps(state, indent=2) + "\n")


def _read_state(path: Path) -> dict[str, Any]:
    """The stored state; raises OSError, or ValueError if it is invalid."""
    state = json.loads(path.read_text("utf-8"))
    if not isinstance(state, dict) or state.get("version") != STATE_VERSION:
        raise ValueError
    current, previous = state.get("current"), state.get("previous")
    if not isinstance(previous, list) or not all(map(is_id, (current, *previous))):
        raise ValueError
    return {"current": current, "previous": previous, "shipped": state.get("shipped")}


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or "it cannot be read"
    if isinstance(error, KeyError):
        return f"it does not say {error}"
    return str(error)
