"""The result of an update, as lines and as JSON."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from cards.model import CardSet, Printing
from cards.updates.review import RULE_FIELDS, Change, Review
from headjudge.cli.update.steps import UpdateOutcome
from messages import say_count

SHOWN = 20
"""Maximum lines of each kind; JSON has them all."""


def lines(outcome: UpdateOutcome) -> Iterator[str]:
    """The result for people."""
    release = outcome.release
    yield f"{release.source}, {release.name}"
    if outcome.review:
        yield from _differences(outcome.review)
    if outcome.kept:
        yield ""
        of_cards = say_count(len(outcome.kept), "{number} card", "{number} cards")
        yield f"Not in the source, and kept: {of_cards}"
        yield from _first_entries(outcome.kept)
    yield ""
    yield from _verdict(outcome)


def _verdict(outcome: UpdateOutcome) -> Iterator[str]:
    now = f"{outcome.after.id}, of {outcome.after.as_of}"
    match outcome.status:
        case "current":
            yield f"Nothing new. In force: {now}."
        case "updated":
            yield f"In force: {now}."
            yield (
                f"Before it: {outcome.before.id}, of {outcome.before.as_of};"
                " `headjudge facts rollback` returns to it."
            )
        case "would-update":
            yield f"Nothing speaks against it. In force, as before: {now}."
        case "refused":
            count = len(outcome.objections)
            yield f"{count} objection{'' if count == 1 else 's'}:"
            yield from _first_entries(outcome.objections)
            yield f"In force, as before: {now}."
            if outcome.review and outcome.review.vanished:
                yield (
                    "--keep-vanished keeps the cards that the source lacks,"
                    " --accept-vanished TITLE lets one go."
                )


def _differences(review: Review) -> Iterator[str]:
    by_rules = [change for change in review.changes if change.field in RULE_FIELDS]
    others = [change for change in review.changes if change.field not in RULE_FIELDS]
    yield from _section("sets added", map(_set, review.sets_added))
    yield from _section("sets changed", map(_change, review.set_changes))
    yield from _section("cards added", review.added)
    yield from _section("cards renamed", (f"{old} -> {new}" for old, new in review.renamed))
    yield from _section("changed for the rules", map(_change, by_rules))
    yield from _section("changed otherwise", map(_change, others))
    cards = review.printings
    gained = (f"{card.title}: {_codes(card.added)}" for card in cards if card.added)
    lost = (f"{card.title}: {_codes(card.removed)}" for card in cards if card.removed)
    yield from _section("printings gained", gained)
    yield from _section("printings lost", lost)
    yield from _section("translated titles", map(_change, review.translations))
    if review.is_empty:
        day = "" if review.old == review.new else f" but the day: {review.old} is now {review.new}"
        yield f"Nothing differs{day}."


def _section(name: str, entries: Iterable[str]) -> Iterator[str]:
    if lines := list(entries):
        yield ""
        yield f"{name}: {len(lines):,}"
        yield from _first_entries(lines)


def _first_entries(entries: Sequence[str]) -> Iterator[str]:
    yield from (f"  {line}" for line in entries[:SHOWN])
    if len(entries) > SHOWN:
        yield f"  and {len(entries) - SHOWN:,} more, which --json names"


def _set(card_set: CardSet) -> str:
    return (
        f"{card_set.code} {card_set.name}, {card_set.kind}, {card_set.platform},"
        f" {card_set.released}"
    )


def _change(change: Change) -> str:
    field = change.field.replace("_", " ")
    return f"{change.name}: {field} {_value(change.before)} -> {_value(change.after)}"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(value) or "none"
    return "none" if value is None or value == "" else str(value)


def _codes(printings: Iterable[Printing]) -> str:
    by_set = groupby(printings, key=attrgetter("set_code"))
    return ", ".join(
        f"{code} ({'/'.join(printing.rarity for printing in group)})" for code, group in by_set
    )


def document(outcome: UpdateOutcome) -> dict[str, Any]:
    """The result for programs, with every difference."""
    return {
        "status": outcome.status,
        "source": outcome.release.source,
        "release": outcome.release.name,
        "as_of": str(outcome.release.as_of),
        "before": _edition(outcome.before),
        "after": _edition(outcome.after),
        "objections": list(outcome.objections),
        "kept": list(outcome.kept),
        "differences": _document(outcome.review) if outcome.review else None,
    }


def _edition(edition: Any) -> dict[str, str]:
    return {"id": edition.id, "as_of": str(edition.as_of), "digest": edition.digest}


def _document(review: Review) -> dict[str, Any]:
    return {
        "cards_added": list(review.added),
        "cards_renamed": [{"before": old, "after": new} for old, new in review.renamed],
        "cards_vanished": list(review.vanished),
        "titles_alike": [list(titles) for titles in review.alike],
        "cards_changed": [_change_document("card", change) for change in review.changes],
        "printings": [
            {
                "card": card.title,
                "added": [":".join(printing) for printing in card.added],
                "removed": [":".join(printing) for printing in card.removed],
            }
            for card in review.printings
        ],
        "sets_added": [_set_document(card_set) for card_set in review.sets_added],
        "sets_vanished": [_set_document(card_set) for card_set in review.sets_vanished],
        "sets_changed": [_change_document("set", change) for change in review.set_changes],
        "translations": [_change_document("language", change) for change in review.translations],
    }


def _change_document(kind: str, change: Change) -> dict[str, Any]:
    before, after = (
        str(value) if isinstance(value, datetime.date) else value
        for value in (change.before, change.after)
    )
    return {kind: change.name, "field": change.field, "before": before, "after": after}


def _set_document(card_set: CardSet) -> dict[str, str]:
    return {
        "code": card_set.code, "name": card_set.name, "released": str(card_set.released),
        "kind": card_set.kind, "platform": card_set.platform,
    }  # fmt: skip
