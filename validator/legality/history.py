"""A card's history in a format: every change of its standing, with the reason."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
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
    Ruling,
    Standing,
    legality_day,
    publication_day,
    turning_days,
)

if TYPE_CHECKING:
    from validator import documents


Kind = Literal["title", "class"]
"""Whether a list names the card by title, or by its kind."""
How = Literal["first-day", "taken-over", "comes-in", "later"]
"""Whether a ruling began with the format, an older list, a set, or at another time."""

RULED: dict[tuple[Literal["banned", "restricted"], Kind, How], str] = {
    ("banned", "title", "first-day"): template("Banned from the first day of {format}."),
    ("banned", "title", "taken-over"): template(
        "Banned from the first day of {format}, on the list taken over since {since}."
    ),
    ("banned", "title", "comes-in"): template("Banned as it comes in with {sets}."),
    ("banned", "title", "later"): template("Banned."),
    ("banned", "class", "first-day"): template(
        "Banned with all cards of its kind from the first day of {format}."
    ),
    ("banned", "class", "taken-over"): template(
        "Banned with all cards of its kind from the first day of {format}, on the list taken over"
        " since {since}."
    ),
    ("banned", "class", "comes-in"): template(
        "Banned with all cards of its kind as it comes in with {sets}."
    ),
    ("banned", "class", "later"): template("Banned with all cards of its kind."),
    ("restricted", "title", "first-day"): template("Restricted from the first day of {format}."),
    ("restricted", "title", "taken-over"): template(
        "Restricted from the first day of {format}, on the list taken over since {since}."
    ),
    ("restricted", "title", "comes-in"): template("Restricted as it comes in with {sets}."),
    ("restricted", "title", "later"): template("Restricted."),
}
SEEN: dict[Literal["banned", "restricted"], str] = {
    "banned": template("Banned (as listed by {source}; when it was announced is not known here)."),
    "restricted": template(
        "Restricted (as listed by {source}; when it was announced is not known here)."
    ),
}
LAPSES: dict[Literal["banned", "restricted"], str] = {
    "banned": template("{refused}; the ban lapses."),
    "restricted": template("{refused}; the restriction lapses."),
}
"""When a card leaves the format while banned or restricted."""
FREED = {"banned": say("Unbanned."), "restricted": say("Unrestricted.")}
"""By the card's previous status."""


Status = Literal["unreleased", "not-legal", "legal", "restricted", "banned", "ended"]

CACHED_HISTORIES = 1_024
ROTATION = "rotation"
"""The source given in banlists for a card freed by rotation only."""
SETS_NAMED = 3
"""A card may enter a format with several sets at once; more than this are not named."""
COMES_IN: frozenset[Reason] = frozenset({"unreleased", "rarity", "rotated", "set"})
"""Reasons for a card not being legal that a new set may end."""


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
        standing = self.standing
        ruling = standing.ban or standing.restriction
        by = (ruling.since, ruling.source) if ruling else standing.refusal and _reason(standing)
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
        self.catalogue = catalogue
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

    def _describe(self, before: _Span | None, now: _Span) -> tuple[Message, str | None]:
        if ruling := now.standing.ban or now.standing.restriction:
            return self._describe_ruling(before, now, ruling), ruling.source
        freed = self._freeing_announcement(before, now.start)
        if now.standing.refusal:
            refused, source = self._describe_refusal(before, now), self._citation(now)
            if not freed:
                return say("{refused}.", refused=refused), source
            lapses = LAPSES["restricted" if before and before.status == "restricted" else "banned"]
            source = source if freed.source == ROTATION else freed.source
            return say(lapses, refused=refused), source
        if freed and before:
            return FREED[before.status], freed.source
        return self._describe_legality(before, now.start), self._citation(now)

    def _citation(self, now: _Span) -> str:
        """The rule that decides which cards are in a format, as a source."""
        return ", ".join(filter(None, source_of(_reason(now.standing), self.first.on(now.start))))

    def _describe_ruling(self, before: _Span | None, now: _Span, ruling: Ruling) -> Message:
        how: How = "later"
        sets: list[CardSet] = []
        if before is None:
            how = "taken-over" if ruling.since < now.start else "first-day"
        elif _reason(before.standing) in COMES_IN and (sets := self._sets_in(now.start)):
            how = "comes-in"
        kind: Kind = "class" if ruling.is_of_class else "title"
        if ruling.is_seen:
            seen = SEEN["banned" if now.status == "banned" else "restricted"]
            return say(seen, source=ruling.source)
        words = RULED["banned" if now.status == "banned" else "restricted", kind, how]
        return say(words, format=self.format.name, since=ruling.since, sets=_names(sets))

    def _freeing_announcement(
        self, before: _Span | None, day: datetime.date
    ) -> banlists.Announcement | None:
        """The announcement that ends the ban or restriction on that day."""
        if before is None or before.standing.refusal or before.status == "legal":
            return None
        for announcement in banlists.announcements(self.format.id):
            if (
                announcement.effective == day
                and self.card.title in announcement.legal + announcement.lapsed
            ):
                return announcement
        return None

    def _describe_refusal(self, before: _Span | None, now: _Span) -> Message:
        """Why the card is not legal, as a sentence without its full stop."""
        name = self.format.name
        match _reason(now.standing):
            case "rotated":
                return self._describe_rotation(now)
            case "unreleased":
                return say("Not printed yet") if self.card.printings else say("Not printed")
            case "rarity":
                if sets := self._printed_in(before, now.start):
                    return say("Printed in {sets}, not as a common", sets=sets)
                return say("Printed, not as a common")
            case "set":
                sets = self._printed_in(before, now.start)
                if sets and self._is_coming(now):
                    return say("Printed in {sets}, not in {format} yet", sets=sets, format=name)
                if sets:
                    return say("Printed in {sets}, in no set of {format}", sets=sets, format=name)
                return say("Printed, in no set of {format}", format=name)
            case "digital-only":
                return say("Exists only in digital games")
            case "unsanctioned":
                return say("Not legal in any sanctioned format (silver border, acorn or playtest)")
            case _:
                return say("Not a deck card")

    def _is_coming(self, now: _Span) -> bool:
        """Whether the format admits the card after the span's first day."""
        if self.format.pool != "sets":
            return bool(now.standing.refusal and now.standing.refusal.day)
        return any(
            period.start > now.start
            for code, _ in self.card.printings
            for period in self.format.sets.get(code, ())
        )

    def _describe_rotation(self, now: _Span) -> Message:
        name, refusal = self.format.name, now.standing.refusal
        # A list may still free a card after its sets have rotated out.
        if refusal is not None and refusal.day != now.start:
            return say("No longer in {format}", format=name)
        if refusal and refusal.set_name:
            return say("Rotated out of {format} with {set}", format=name, set=refusal.set_name)
        return say("Rotated out of {format}", format=name)

    def _printed_in(self, before: _Span | None, day: datetime.date) -> Message | None:
        """The sets the card was first printed in, if that was after the first day."""
        if before is None:
            return None
        widest = formats.widest()
        sets = [self.catalogue.sets[code] for code, _ in self.card.printings]
        return _set_names(
            [card_set for card_set in sets if publication_day(card_set, widest) == day]
        )

    def _describe_legality(self, before: _Span | None, day: datetime.date) -> Message:
        if before is None:
            return say("Legal from the first day of {format}.", format=self.format.name)
        is_again = _reason(before.standing) == "rotated"
        if sets := self._sets_in(day):
            if is_again:
                return say("Legal again, with {sets}.", sets=_names(sets))
            return say("Legal, with {sets}.", sets=_names(sets))
        return say("Legal again.") if is_again else say("Legal.")

    def _sets_in(self, day: datetime.date) -> list[CardSet]:
        """The sets that bring the card into the format on that day."""
        if self.format.pool != "sets":
            is_of_commons = self.format.pool == "commons"
            printed = (
                self.catalogue.sets[code]
                for code, rarity in self.card.printings
                if rarity == "C" or not is_of_commons
            )
            return _without_promotional(
                [card_set for card_set in printed if legality_day(card_set, self.format) == day]
            )
        return [
            self.catalogue.sets[code]
            for code, _ in self.card.printings
            if any(period.start == day for period in self.format.sets.get(code, ()))
        ]


def _status(standing: Standing) -> Status:
    if standing.status == "refused":
        return "unreleased" if _reason(standing) == "unreleased" else "not-legal"
    return standing.status


def _reason(standing: Standing) -> Reason | None:
    return standing.refusal.reason if standing.refusal else None


def _without_promotional(sets: list[CardSet]) -> list[CardSet]:
    """The sets without promotional ones, if there are others, which are more informative."""
    return [card_set for card_set in sets if card_set.kind != "promo"] or sets


def _set_names(sets: list[CardSet]) -> Message | None:
    return _names(_without_promotional(sets)) if sets else None


def _names(sets: Iterable[CardSet]) -> Message:
    names = list(dict.fromkeys(card_set.name for card_set in sets))
    return say_list(names[:SETS_NAMED])
