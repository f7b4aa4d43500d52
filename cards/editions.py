"""Editions of the card facts: a folder of catalogues, of which one is in force.

    facts/
        3f1c0a9be27d.sqlite   an edition, called by the first digits of its digest
        current.json          which edition is in force, and which were before it

Only `current.json` says what is in force, and it is replaced by one rename: whoever reads it
sees the old choice or the new one, wherever a process was killed. The catalogue that ships with
the project is the edition that is always there. A file that is torn, foreign or built by other
code is none, and one that was altered is never in force; it is said and left alone.
"""

from __future__ import annotations

import datetime
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from cards import durable
from cards.catalogue_files import Look, NotAnEdition, is_id, own_build, verify
from cards.store import ID_DIGITS, SHIPPED

STATE = "current.json"
STATE_VERSION = 1
SHORTEST = 4
"""Digits of an id that are enough to ask for it, where no other begins so."""
PREDECESSORS = 20
"""So many of them are kept in mind."""


Trust = Callable[[Path, str], None]
"""Raises NotAnEdition where nobody trusted vouches for a file and its digest."""


class UnknownEdition(LookupError):
    """No edition is called so, or several are; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One catalogue on disk."""

    id: str
    path: Path
    as_of: datetime.date
    digest: str
    """SHA-256 of its file (`cards.catalogue_files`), as the file gives it."""
    added: datetime.datetime
    """When its file was written, in UTC."""
    is_shipped: bool = False
    trust: Trust | None = field(default=None, repr=False, compare=False)

    @property
    def damage(self) -> str:
        """Why these facts cannot be relied on, as a sentence; empty where they can."""
        try:
            self.verify()
        except NotAnEdition as error:
            return str(error)
        return ""

    def verify(self) -> None:
        """Have the file read through; NotAnEdition where it is not what its digest names.

        So it is where others than those who are trusted made it; what ships is part of the program.
        """
        verify(self.path, self.digest)
        if self.trust and not self.is_shipped:
            self.trust(self.path, self.digest)


class Editions:
    """The editions of a folder, which need not exist, and the shipped one."""

    def __init__(
        self, folder: Path, shipped: Path = SHIPPED, *, trust: Trust | None = None
    ) -> None:
        """`trust` is asked before an edition is in force; without it any maker is trusted."""
        self.folder = folder
        self._shipped = shipped
        self._trust = trust

    @property
    def state(self) -> Path:
        """The file that says which edition is in force."""
        return self.folder / STATE

    @cached_property
    def shipped(self) -> Edition:
        """The edition that ships with the project; NotAnEdition where it is none."""
        return self._edition(self._shipped)

    def all(self) -> tuple[Edition, ...]:
        """Every edition, the shipped one among them: by the date of its facts, newest first.

        They are looked at, not read through: what was altered is among them.
        """
        return self._read()[0]

    def faults(self) -> tuple[str, ...]:
        """What is no edition or was altered, and why: a sentence each."""
        editions, faults = self._read()
        altered = filter(None, (edition.damage for edition in editions))
        return (*faults, *altered, *self.state_faults())

    def current(self) -> Edition | None:
        """The edition that was chosen; None where none was, and the shipped one is in force.

        Where its file was lost or damaged, it is the newest predecessor that is whole. A choice
        does not outlive a shipped catalogue that came after it with newer facts.
        """
        state = self._state()
        for id in (state["current"], *state["previous"]):
            if edition := self._edition_of(id):
                return self.shipped if self._is_overtaken(edition, state["shipped"]) else edition
        return None

    def in_force(self) -> Edition:
        """The edition to answer by; NotAnEdition where nothing was chosen and the shipped is none.

        What was chosen was read through; the shipped one is a part of the program.
        """
        return self.current() or self.shipped

    def predecessor(self) -> Edition | None:
        """The edition that `rollback` puts in force; None where there is none before it."""
        now = self.in_force()
        candidates = map(self._edition_of, (*self._state()["previous"], self.shipped.id))
        return next((edition for edition in candidates if edition and edition.id != now.id), None)

    def find(self, text: str) -> Edition:
        """The edition of an id, or of the beginning of its digest; UnknownEdition."""
        wanted = text.strip().lower()
        editions = self.all()
        if wanted == "shipped":
            return self.shipped
        matches = [
            edition for edition in editions if edition.id == wanted or edition.digest == wanted
        ]
        if not matches and len(wanted) >= SHORTEST:
            matches = [edition for edition in editions if edition.digest.startswith(wanted)]
        if len(matches) != 1:
            what = "Several editions begin with" if matches else "No edition on disk is"
            ids = ", ".join(edition.id for edition in matches or editions)
            raise UnknownEdition(f'{what} "{text[:80]}"; there are: {ids}.')
        return matches[0]

    def add(self, built: Path) -> Edition:
        """Move a finished catalogue in, under its digest; it is not in force yet.

        Raises NotAnEdition, which leaves the file where it is, and OSError.
        """
        edition = self._edition(built)
        verify(built, edition.digest)
        self.folder.mkdir(parents=True, exist_ok=True)
        target = self._path(edition.id)
        durable.move(built, target)
        return self._edition(target)

    def use(self, id: str) -> Edition:
        """Put an edition in force; UnknownEdition, NotAnEdition, and OSError leave the old one."""
        edition = self.find(id)
        edition.verify()
        before = self.in_force()
        if edition.id != before.id:
            self._write(edition, [before.id, *self._state()["previous"]])
        return edition

    def rollback(self) -> Edition:
        """Put the predecessor in force again; UnknownEdition where there is none."""
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
        """The edition of that id, where its file is there and what its digest names."""
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
        """Whether facts shipped since the edition was chosen are newer; `before` is what was."""
        with suppress(NotAnEdition):
            return self.shipped.id != before and self.shipped.as_of > edition.as_of
        return False

    def _path(self, id: str) -> Path:
        return self.folder / f"{id}.sqlite"

    def _edition(self, path: Path) -> Edition:
        """What a file says of itself; NotAnEdition. It is looked at, not read through."""
        is_shipped = path == self._shipped
        try:
            seen = Look(path)
        except (OSError, sqlite3.Error, ValueError, KeyError) as error:
            raise NotAnEdition(f"{path.name} is no catalogue: {_reason(error)}.") from None
        if not is_shipped and seen.build != own_build():
            raise NotAnEdition(f"{path.name} was built by another version of Headjudge.")
        id = seen.digest[:ID_DIGITS]
        if path.parent == self.folder and not is_shipped and path.stem != id:
            raise NotAnEdition(f"{path.name} holds the facts of {id}, which its name does not say.")
        return Edition(id, path, seen.as_of, seen.digest, seen.written, is_shipped, self._trust)

    def _state(self) -> dict[str, Any]:
        """What the state says; nothing where there is none, or none that can be read."""
        try:
            return _read_state(self.state)
        except (OSError, ValueError):
            return {"current": None, "previous": [], "shipped": None}

    def state_faults(self) -> tuple[str, ...]:
        """Why what is in force is not what was chosen last; nothing where it is."""
        try:
            current = _read_state(self.state)["current"]
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except (OSError, ValueError):
            return (f"{STATE} cannot be read, so that the shipped facts are in force.",)
        if self._edition_of(current):
            return ()
        holds = self.in_force().id
        return (f"{STATE} names {current}, which is not there whole; {holds} is in force.",)

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
    """The state; OSError, and ValueError where it is none."""
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
