"""The lock file: the versions of the facts that a repository of decks was checked by.

With those facts and a fixed day, a run gives the same result today and in ten years.
"""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import banlists
from cards import catalogue
from formats.files import toml_of
from headjudge import __version__
from headjudge.cli.errors import CommandError
from headjudge.cli.files import read_text, write_text
from messages import say_list
from validator.fingerprint import fingerprint, rules_version

FILE = "headjudge.lock"
"""The default name of the file."""
HEAD = "# Written by `headjudge lock`, which also renews it; `headjudge check --locked` holds it.\n"
RENEW = "`headjudge lock` takes over the facts that are here; see the change before you do."
_DAYS = frozenset({"catalogue", "banlists", "as_of"})
"""The keys that are dates; the others are texts."""


class Lock(NamedTuple):
    """The versions of everything that an answer depends on besides the question."""

    headjudge: str
    """The program's version, to know what to install; it does not affect verdicts by itself."""
    rules: str
    """The version of the engine's rules and their wording."""
    catalogue: datetime.date
    """The date of the card facts."""
    banlists: datetime.date
    """The effective date of the newest announcement."""
    facts: str
    """The fingerprint of rules, cards, formats, policies and banlists together."""
    as_of: datetime.date | None = None
    """The day of the runs; None if it is not pinned."""


def current(as_of: datetime.date | None = None) -> Lock:
    """A lock of the installed facts, with the day to pin, if any."""
    facts = catalogue()
    newest = max(
        banlists.versions(list_id)[-1] for list_id in banlists.ids() if banlists.versions(list_id)
    )
    return Lock(__version__, rules_version(), facts.as_of, newest, fingerprint(facts), as_of)


def check(path: Path) -> str | None:
    """Why a run fails its lock: the part that differs and how to renew it; None if it passes.

    Raises CommandError if the lock is missing or unreadable.
    """
    locked, now = read(path), current()
    if locked.facts == now.facts:
        return None
    parts = say_list([*_differences(locked, now)] or ["a format, policy or banlist differs"])
    return f"The facts are not those of {path.as_posix()}: {parts}. {RENEW}"


def read(path: Path) -> Lock:
    """Read a lock file; raises CommandError with the file and the key."""
    file = path.as_posix()
    if not path.exists():
        raise CommandError(f"There is no {file}; `headjudge lock` writes it.")
    try:
        document = toml_of(read_text(str(path)).replace("\r\n", "\n"))
    except ValueError as error:
        raise CommandError(f"{file} is no TOML: {error}. `headjudge lock` renews it.") from None
    for key in Lock._fields:
        kind, noun = (datetime.date, "a date") if key in _DAYS else (str, "a text")
        is_required = key in document or key != "as_of"
        if is_required and type(document.get(key)) is not kind:
            raise CommandError(f"{file}: {key} must be {noun}; `headjudge lock` renews it.")
    return Lock(**{key: document[key] for key in Lock._fields if key in document})


def write(path: Path, lock: Lock) -> None:
    """Write a lock file; raises CommandError."""
    write_text(str(path), lock_text(lock))


def lock_text(lock: Lock) -> str:
    """The text of the file: TOML, the same for the same lock."""
    values = {key: value for key, value in lock._asdict().items() if value is not None}
    return HEAD + "".join(f"{key} = {_toml(value)}\n" for key, value in values.items())


def _toml(value: object) -> str:
    # JSON strings are valid TOML strings.
    return json.dumps(value) if isinstance(value, str) else str(value)


def _differences(locked: Lock, now: Lock) -> Iterator[str]:
    if locked.catalogue != now.catalogue:
        yield f"the card facts are of {now.catalogue} instead of {locked.catalogue}"
    if locked.banlists != now.banlists:
        yield f"the newest banlist is of {now.banlists} instead of {locked.banlists}"
    if locked.rules != now.rules:
        yield f"the rules are version {now.rules} instead of {locked.rules}"
    if locked.headjudge != now.headjudge:
        yield f"this is Headjudge {now.headjudge} instead of {locked.headjudge}"
