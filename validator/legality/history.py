"""A card's history in a format: every change of its standing, with the reason."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

import banlists
import formats
from cards import Card, CardSet, Catalogue, catalogue_cache
from messages import Message, say, say_list, template
from validator.legality.reasons import source_of
from validator.legality.ruleset import (
    Reason,
    Ruleset,
    Standing,
    legality_day,
    publication_day,
    turning_days,
)

if TYPE_CHECKING:
    from validator import documents


Status = Literal["unreleased", "not-legal", "legal", "restricted", "banned", "ended"]

RULED: dict[Status, str] = {"banned": say("Banned."), "restricted": say("Restricted.")}
SEEN: dict[Status, str] = {
    "banned": template("Banned (as listed by {source}; when it was announced is not known here)."),
    "restricted": template(
        "Restricted (as listed by {source}; when it was announced is not known here)."
    ),
}
FREED: dict[Status, str] = {"banned": say("Unbanned."), "restricted": say("Unrestricted.")}
"""By the card's previous status."""
CACHED_HISTORIES = 1_024
SETS_NAMED = 3
"""A card may enter a format with several sets at once; more than this are not named."""


class Change(NamedTuple):
    """A change of a card's standing on `day`."""

    day: datetime.date | None
    """None for the standing on the format's first day, if no list states it."""
    status: Status
    words: str
    """The change, as a sentence."""
    source: str | None
    """The announcement, or the rule behind a change by set or kind of card; None if the facts
    name none."""

    def as_dict(self) -> documents.StandingChange:
        """The change as a JSON document."""
        return {
            "day": self.day.isoformat() if self.day else None,
            "status": self.status,
            "message": self.words,
            "source": self.source,
        }


class _Span(NamedTuple):
    """The card's standing from `start` on."""

    start: datetime.date
    status: Status
    standing: Standing

    @property
    def cause(self) -> object:
        """Equal for neighbouring spans without a change between them."""
        ruling = self.standing.ban or self.standing.restriction
        by = (ruling.since, ruling.source) if ruling else _reason(self.standing)
        return self.status, by


@catalogue_cache(CACHED_HISTORIES)
def history(card: Card, format_id: str, catalogue: Catalogue) -> tuple[Change, ...]:
    """All changes of the card's standing in a format, oldest first; formats.UnknownFormat.

    `format_id` may be that of any banlist. Announced future changes are included. The history
    starts on the format's first day; the last change is the end of the format, if it has one.
    """
    return tuple(_History(card, format_id, catalogue).changes())


def history_document(card: Card, format_id: str, catalogue: Catalogue) -> documents.CardHistory:
    """The history as a JSON document, for the API and the command line."""
    return {
        "format": format_id,
        "name": card.title,
        "history": [change.as_dict() for change in history(card, format_id, catalogue)],
    }


class _History:
    def __init__(self, card: Card, format_id: str, catalogue: Catalogue) -> None:
        self.card = card
        self.format = formats.of_list(format_id)
        self.sets = [(catalogue.sets[code], rarity) for code, rarity in card.printings]
        self.first = Ruleset(self.format, self.format.life.start, catalogue, two_headed=False)

    def changes(self) -> Iterator[Change]:
        before = None
        for span in self._spans():
            yield self._change(before, span)
            before = span
        if end := self.format.life.end:
            ended = say("{format} ended.", format=self.format.name)
            yield Change(end, "ended", ended, None)

    def _spans(self) -> Iterator[_Span]:
        """The consecutive standings, each from its first day on."""
        life = self.format.life
        days = {life.start, *turning_days(self.card, self.first)}
        spans = (self._span(day) for day in sorted(day for day in days if day in life))
        for _, alike in groupby(spans, lambda span: span.cause):
            yield next(alike)

    def _span(self, day: datetime.date) -> _Span:
        standing = self.first.on(day).standing(self.card)
        return _Span(day, _status(standing), standing)

    def _change(self, before: _Span | None, now: _Span) -> Change:
        day = None if before is None and now.status in ("unreleased", "not-legal") else now.start
        words, source = self._describe(before, now)
        return Change(day, now.status, words, source)

    def _describe(self, before: _Span | None, now: _Span) -> tuple[str, str | None]:
        """The change as a sentence, and its source."""
        if ruling := now.standing.ban or now.standing.restriction:
            if ruling.basis == "seen":
                return say(SEEN[now.status], source=ruling.source), ruling.source
            if ruling.basis == "class":
                return say("Banned with all cards of its kind."), ruling.source
            return RULED[now.status], ruling.source
        was_ruled = before is not None and before.status in FREED and now.status == "legal"
        if before and was_ruled and (freed := self._freeing_announcement(now.start)):
            return FREED[before.status], freed.source
        rule = source_of(_reason(now.standing), self.first.on(now.start))
        source = ", ".join(filter(None, rule))
        if now.standing.refusal:
            return say("{refused}.", refused=self._describe_refusal(before, now)), source
        sets = self._sets_in(now.start) if before else []
        return (say("Legal, with {sets}.", sets=_names(sets)) if sets else say("Legal.")), source

    def _freeing_announcement(self, day: datetime.date) -> banlists.Announcement | None:
        """The announcement that ends a ban or restriction of the card on that day."""
        return next(
            (
                announcement
                for announcement in banlists.announcements(self.format.id)
                if announcement.effective == day and self.card.title in announcement.legal
            ),
            None,
        )

    def _describe_refusal(self, before: _Span | None, now: _Span) -> Message:
        """Why the card is not legal, as a sentence without its full stop."""
        name = self.format.name
        match _reason(now.standing):
            case "rotated":
                return self._describe_rotation(now)
            case "unreleased":
                return say("Not printed yet") if self.card.printings else say("Not printed")
            case "rarity":
                if sets := self._printed_on(before, now.start):
                    return say("Printed in {sets}, not as a common", sets=_names(sets))
                return say("Printed, not as a common")
            case "set":
                if sets := self._printed_on(before, now.start):
                    return say("Printed in {sets}, not in {format}", sets=_names(sets), format=name)
                return say("Printed, in no set of {format}", format=name)
            case "digital-only":
                return say("Exists only in digital games")
            case "unsanctioned":
                return say("Not legal in any sanctioned format (silver border, acorn or playtest)")
            case _:
                return say("Not a deck card")

    def _describe_rotation(self, now: _Span) -> Message:
        name, refusal = self.format.name, now.standing.refusal
        if refusal and refusal.set_name:
            return say("Rotated out of {format} with {set}", format=name, set=refusal.set_name)
        return say("Rotated out of {format}", format=name)

    def _printed_on(self, before: _Span | None, day: datetime.date) -> list[CardSet]:
        """The sets that the card was printed in on that day, if it is not the first one."""
        widest = formats.widest()
        sets = [card_set for card_set, _ in self.sets if publication_day(card_set, widest) == day]
        return sets if before else []

    def _sets_in(self, day: datetime.date) -> list[CardSet]:
        """The sets that bring the card into the format on that day."""
        if self.format.pool == "sets":
            periods = self.format.sets
            return [
                card_set
                for card_set, _ in self.sets
                if any(period.start == day for period in periods.get(card_set.code, ()))
            ]
        return [
            card_set
            for card_set, rarity in self.sets
            if (rarity == "C" or self.format.pool != "commons")
            and legality_day(card_set, self.format) == day
        ]


def _status(standing: Standing) -> Status:
    if standing.status == "refused":
        return "unreleased" if _reason(standing) == "unreleased" else "not-legal"
    return standing.status


def _reason(standing: Standing) -> Reason | None:
    return standing.refusal.reason if standing.refusal else None


def _names(sets: Sequence[CardSet]) -> Message:
    """The names of the sets, without promotional ones if there are others."""
    names = [card_set.name for card_set in sets if card_set.kind != "promo"]
    names = list(dict.fromkeys(names or [card_set.name for card_set in sets]))
    return say_list(names[:SETS_NAMED])
