"""The payload of a receipt: the verdict, the lists and the versions. No personal data."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from headjudge.documents.receipts import SignedVerdict, Statement
from messages import say, say_count, say_list
from validator import Report
from validator.report import digest
from validator.violation import Violation


def statement(report: Report, issued_at: datetime.datetime) -> Statement:
    """The statement for a report, without players, team and texts.

    `issued_at` is in UTC. Decks are in team order, each with the format it was judged in and its
    digest from the report.
    """
    case, ruleset = report.case, report.ruleset
    return {
        "issued_at": issued_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "format": ruleset["format"],
        "structure": ruleset["structure"],
        "team_size": case.team_size,
        "policy": ruleset["policy"],
        "as_of": ruleset["as_of"],
        "product": dict(case.event.product),
        "house_digest": case.event.house.digest if case.event.house else None,
        "fingerprint": ruleset["fingerprint"],
        **_verdict(report.violations),
        "also": {policy: _verdict(violations) for policy, violations in report.also.items()},
        "decks": [
            {"format": deck.decklist.format or case.format.id, "digest": digest(deck)}
            for deck in case.decks
        ],
        "pool_digest": digest(case.pool) if case.pool else None,
    }


def is_statement(value: object) -> bool:
    """Whether a JSON value has exactly the members and types of a statement."""
    return _has_type(value, Statement)


def difference(statement: Statement, decks: Sequence[str] | None, pool: str | None) -> str:
    """A sentence on the difference between lists, given by digest, and those of the statement.

    Empty if there is none. None is not compared.
    """
    signed = [deck["digest"] for deck in statement["decks"]]
    if decks is not None and len(decks) != len(signed):
        return say(
            "The receipt is about {signed}, not about {number}.",
            signed=say_count(len(signed), "{number} deck", "{number} decks"),
            number=len(decks),
        )
    if decks is not None and list(decks) != signed and sorted(decks) == sorted(signed):
        return say("The decks are those of the receipt in another order.")
    pairs = zip(signed, decks or signed, strict=True)
    changed = [str(number) for number, (first, second) in enumerate(pairs, 1) if first != second]
    if changed:
        return say_count(
            len(changed),
            "Deck {which} is not the one of the receipt.",
            "Decks {which} are not those of the receipt.",
            which=say_list(changed),
        )
    if pool is None or pool == statement["pool_digest"]:
        return ""
    if statement["pool_digest"] is None:
        return say("The receipt is about no card pool.")
    return say("The card pool is not the one of the receipt.")


def _verdict(violations: tuple[Violation, ...]) -> SignedVerdict:
    """Whether the team may play, and the codes of its violations: unique and sorted."""
    codes = sorted({violation.code for violation in violations})
    return {"legal": not violations, "codes": codes}


def _has_type(value: Any, kind: Any) -> bool:
    """Whether a JSON value has a type as used in `documents`."""
    if is_typeddict(kind):
        members = get_type_hints(kind)
        return (
            isinstance(value, dict)
            and value.keys() == members.keys()
            and all(_has_type(value[name], member) for name, member in members.items())
        )
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return any(_has_type(value, part) for part in parts)
    if origin is list:
        return isinstance(value, list) and all(_has_type(item, parts[0]) for item in value)
    if origin is dict:
        return isinstance(value, dict) and all(_has_type(item, parts[1]) for item in value.values())
    return type(value) is kind
