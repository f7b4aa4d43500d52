"""What a receipt states: the verdict, what was judged, and by what. Nothing personal is in it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from messages import counted, listed, say
from validator import Report
from validator.report import digest
from validator.violation import Violation

Statement = dict[str, Any]
"""A statement as JSON."""

TYPE = "headjudge-receipt/1"
"""The version of receipts. Another set of members, or other bytes to sign, is another version."""
TIME = "%Y-%m-%dT%H:%M:%SZ"
LONGEST = 250
"""Characters of a name in a statement; formats of house rules are called after their files."""


def statement(report: Report, key: str, issued_at: datetime.datetime) -> Statement:
    """What the report says, without players, team and texts; to be signed by the key of that id.

    `issued_at` is in UTC. Decks stand in the order of the team, each with the format that it was
    judged in, and with the digest that the report has of it.
    """
    case, ruled = report.case, report.ruleset
    return {
        "type": TYPE,
        "key": key,
        "issued_at": issued_at.strftime(TIME),
        "format": ruled["format"],
        "structure": ruled["structure"],
        "team_size": case.team_size,
        "policy": ruled["policy"],
        "as_of": ruled["as_of"],
        "product": dict(case.event.product),
        "house": case.event.house.digest if case.event.house else None,
        "fingerprint": ruled["fingerprint"],
        **_verdict(report.violations),
        "also": {policy: _verdict(violations) for policy, violations in report.also.items()},
        "decks": [
            {"format": deck.decklist.format or case.format.id, "digest": digest(deck)}
            for deck in case.decks
        ],
        "pool": digest(case.pool) if case.pool else None,
    }


def fault(value: object) -> str:
    """Why this is no statement, as a sentence; empty where it is one.

    It is one exactly if it has the members of its version, each of the right kind.
    """
    if not isinstance(value, dict):
        return say("This is no receipt: its statement must be an object.")
    if value.get("type") != TYPE:
        return say("This is no receipt of a version that is known here; that is {type}.", type=TYPE)
    if value.keys() != MEMBERS.keys():
        return say("This is no receipt: its statement has other members than {type}.", type=TYPE)
    for name, is_one in MEMBERS.items():
        if not is_one(value[name]):
            return say('This is no receipt: "{name}" of its statement is wrong.', name=name)
    return ""


def difference(stated: Statement, decks: Sequence[str] | None, pool: str | None) -> str:
    """How lists, by their digests, differ from those of the statement, as a sentence; or nothing.

    What is None is not compared.
    """
    signed = [deck["digest"] for deck in stated["decks"]]
    if decks is not None and len(decks) != len(signed):
        return say(
            "The receipt is about {signed}, not about {number}.",
            signed=counted(len(signed), "{number} deck", "{number} decks"),
            number=len(decks),
        )
    if decks is not None and list(decks) != signed and sorted(decks) == sorted(signed):
        return say("The decks are those of the receipt in another order.")
    pairs = zip(signed, decks or signed, strict=True)
    other = [str(number) for number, (one, another) in enumerate(pairs, 1) if one != another]
    if other:
        return counted(
            len(other),
            "Deck {which} is not the one of the receipt.",
            "Decks {which} are not those of the receipt.",
            which=listed(other),
        )
    if pool is None or pool == stated["pool"]:
        return ""
    if stated["pool"] is None:
        return say("The receipt is about no card pool.")
    return say("The card pool is not the one of the receipt.")


def issued_at(stated: Statement) -> datetime.datetime:
    """When the receipt was issued, in UTC."""
    return datetime.datetime.fromisoformat(stated["issued_at"])


def _verdict(violations: tuple[Violation, ...]) -> Statement:
    """Whether the team may play, and the codes of what is violated: each once, sorted."""
    codes = sorted({violation.code for violation in violations})
    return {"legal": not violations, "codes": codes}


def _like(shape: re.Pattern[str]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and shape.fullmatch(value) is not None


_is_name = _like(re.compile(rf"[a-z0-9][a-z0-9-]{{0,{LONGEST - 1}}}"))
_is_digest = _like(re.compile(r"sha256:[0-9a-f]{64}"))
_has_day = _like(re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"))
_has_time = _like(re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"))
_is_key = _like(re.compile(r"[A-Za-z0-9_-]{43}"))


def _is_type(value: object) -> bool:
    return value == TYPE


def _is_day(value: object) -> bool:
    return _has_day(value) and _exists(value)


def _is_time(value: object) -> bool:
    return _has_time(value) and _exists(value)


def _exists(value: object) -> bool:
    """Whether a day or time that is written in order is one: neither the 30th of February..."""
    try:
        datetime.datetime.fromisoformat(str(value))
    except ValueError:
        return False
    return True


def _is_count(value: object) -> bool:
    return type(value) is int and value > 0


def _is_product(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_count, value.values()))


def _is_digest_or_none(value: object) -> bool:
    return value is None or _is_digest(value)


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _are_codes(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_name, value))


def _are_decks(value: object) -> bool:
    return isinstance(value, list) and all(
        _has(one, {"format": _is_name, "digest": _is_digest}) for one in value
    )


def _are_verdicts(value: object) -> bool:
    return isinstance(value, dict) and all(
        _has(one, {"legal": _is_truth, "codes": _are_codes}) for one in value.values()
    )


def _has(value: object, members: Mapping[str, Callable[[object], bool]]) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == members.keys()
        and all(is_one(value[name]) for name, is_one in members.items())
    )


MEMBERS: Mapping[str, Callable[[object], bool]] = MappingProxyType(
    {
        "type": _is_type,
        "key": _is_key,
        "issued_at": _is_time,
        "format": _is_name,
        "structure": _is_name,
        "team_size": _is_count,
        "policy": _is_name,
        "as_of": _is_day,
        "product": _is_product,
        "house": _is_digest_or_none,
        "fingerprint": _is_digest,
        "legal": _is_truth,
        "codes": _are_codes,
        "also": _are_verdicts,
        "decks": _are_decks,
        "pool": _is_digest_or_none,
    }
)
"""Of a statement each member, with what tells whether its value is of the right kind."""
