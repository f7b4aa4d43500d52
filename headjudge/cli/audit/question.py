"""What an audit asks of every team, and by which facts it is answered."""

from __future__ import annotations

import datetime
import hashlib
import json
import socket
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from cards import Catalogue, IsLegal
from cards.store import SHIPPED
from headjudge import __version__
from headjudge.cli.errors import CannotBeAsked
from validator import Event
from validator.fingerprint import fingerprint_of
from validator.model import Structure

KEY_DIGITS = 12


class Facts(Catalogue):
    """Card facts without suggestions: a search for what was meant is most of a bad list's cost."""

    def suggest(
        self, text: str, limit: int = 3, is_legal: IsLegal | None = None
    ) -> tuple[str, ...]:
        """None: results name no suggestions."""
        return ()


class Question(NamedTuple):
    """The same for all teams of a corpus; plain text and numbers, as it goes to other machines."""

    corpus: str
    """The address as it was asked, absolute."""
    format: str
    as_of: str
    structure: str
    policy: str
    team_size: int | None
    columns: tuple[tuple[str, str], ...]
    """What columns of tables are, as `--columns` says: pairs of role and name."""
    fingerprint: str
    catalogue: str
    """Day and id of the card facts, by which titles are read."""
    facts: str
    """Where the catalogue lies on the machine that asks."""

    @property
    def key(self) -> str:
        """What the folder of its results is called: another question has another folder."""
        text = json.dumps([__version__, self.document()], sort_keys=True)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:KEY_DIGITS]

    @property
    def event(self) -> Event:
        """The event of every team."""
        return Event(
            self.format,
            datetime.date.fromisoformat(self.as_of),
            cast(Structure, self.structure),
            self.policy,
            self.team_size,
        )

    @property
    def in_words(self) -> str:
        """`modern, two-headed-giant, combined-four, as of 2026-11-21`."""
        return f"{self.format}, {self.structure}, {self.policy}, as of {self.as_of}"

    def document(self) -> dict[str, Any]:
        """The question as JSON, without what differs between machines."""
        document = {**self._asdict(), "columns": dict(self.columns)}
        del document["facts"]
        return document


def facts_for(question: Question) -> Facts:
    """The facts of the question; CannotBeAsked on a machine that has others, or other rules."""
    return _facts(question.facts, question.fingerprint)


@lru_cache(maxsize=4)
def _facts(path: str, fingerprint: str) -> Facts:
    for place in (Path(path), SHIPPED):
        if place.exists():
            facts = Facts(place)
            if fingerprint_of(facts.digest) == fingerprint:
                return facts
    raise CannotBeAsked(
        f"The worker on {socket.gethostname()} has other facts, or another version of Headjudge:"
        " install the same on all machines of the cluster."
    )
