"""The question of an audit, the same for every team, and the facts that answer it."""

from __future__ import annotations

import datetime
import hashlib
import json
import socket
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from cards import Catalogue
from cards.store import SHIPPED
from headjudge import __version__
from headjudge.cli.errors import CommandError
from validator import Event
from validator.fingerprint import fingerprint_of
from validator.model import Structure

KEY_DIGITS = 12


class Question(NamedTuple):
    """The question of an audit, as plain values that can be sent to other machines."""

    corpus: str
    """The absolute address."""
    format: str
    as_of: str
    structure: str
    policy: str
    team_size: int | None
    fingerprint: str
    catalogue: str
    """The day and id of the card facts by which titles are resolved."""
    facts: str
    """The path of the catalogue on the machine that started the audit."""

    @property
    def key(self) -> str:
        """The folder of the results, unique to the question."""
        text = json.dumps([__version__, self.document()], sort_keys=True)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:KEY_DIGITS]

    @property
    def event(self) -> Event:
        """The event of every team."""
        day = datetime.date.fromisoformat(self.as_of)
        structure = cast(Structure, self.structure)
        return Event(self.format, day, structure, self.policy, self.team_size)

    def document(self) -> dict[str, Any]:
        """The question as JSON, without machine-specific values."""
        return {name: value for name, value in self._asdict().items() if name != "facts"}


def facts_for(question: Question) -> Catalogue:
    """The facts of the question; raises CommandError on a machine with other facts or rules."""
    return _facts(question.facts, question.fingerprint)


@lru_cache(maxsize=4)
def _facts(path: str, fingerprint: str) -> Catalogue:
    for place in (Path(path), SHIPPED):
        if place.exists():
            facts = Catalogue(place)
            if fingerprint_of(facts.digest) == fingerprint:
                return facts
    raise CommandError(
        f"The worker on {socket.gethostname()} has other facts, or another version of Headjudge:"
        " install the same on all machines of the cluster."
    )
