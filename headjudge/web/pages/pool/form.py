"""The pool page's form: the event, the counted cards, the decks built from them so far.

All data is in the form and is sent back with each step; nothing is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

import cards
from headjudge import decklists
from headjudge.web.api.limited import free_lands
from headjudge.web.pages.check.form import Box, CheckForm, Given
from headjudge.web.schemas.fields import fault_of
from headjudge.web.schemas.queries import SETS_MAX, TYPED_MAX
from messages import Message, say
from validator import Decklist, Line, Reading, read_alone
from validator.limited.pool_building import COPIES_MAX, Assignment, assignment
from validator.limited.products import check_product, read_product
from validator.model import MAIN, SIDEBOARD, Structure
from validator.questions import DECKS_MAX, InvalidQuestion, day, shorten
from validator.titles import resolve


class PoolEvent(NamedTuple):
    """An event with card pools."""

    words: Message
    format: str
    structure: Structure
    players: int

    @property
    def has_sideboards(self) -> bool:
        """Whether each card of the pool goes to one player, in a deck or a sideboard."""
        return self.structure == "team-constructed"


KINDS = {
    "two-headed-giant-sealed": PoolEvent(
        say("Two-Headed Giant Sealed"), "two-headed-giant-sealed", "two-headed-giant", 2
    ),
    "two-headed-giant-prerelease": PoolEvent(
        say("Two-Headed Giant Prerelease"), "prerelease-sealed", "two-headed-giant", 2
    ),
    "two-headed-giant-draft": PoolEvent(
        say("Two-Headed Giant Draft"), "two-headed-giant-draft", "two-headed-giant", 2
    ),
    "team-sealed-3": PoolEvent(
        say("Team Sealed, three players"), "team-sealed", "team-constructed", 3
    ),
    "team-sealed-2": PoolEvent(
        say("Team Sealed, two players"), "team-sealed", "team-constructed", 2
    ),
    "sealed": PoolEvent(say("Sealed, one player"), "sealed", "individual", 1),
    "prerelease": PoolEvent(say("Prerelease, one player"), "prerelease-sealed", "individual", 1),
    "draft": PoolEvent(say("Booster Draft, one player"), "booster-draft", "individual", 1),
}
DEFAULT_EVENT = next(iter(KINDS))
COUNT, TICK, LAND = "n:", "t:", "b:"
"""Prefixes of field names: copies of a title, its tick box, a land of a deck (`b:0:...`)."""
SIDEBOARD_HEADING = "Sideboard"


@dataclass(frozen=True)
class PoolForm:
    """The form's values, unchanged."""

    as_of: str
    event: str = DEFAULT_EVENT
    product: str = ""
    team: str = ""
    players: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    """The input for each title."""
    paste: str = ""
    decks: tuple[str, ...] = ()
    """The decks as text, without the lands that are added freely."""
    lands: Mapping[tuple[int, str], str] = field(default_factory=dict)
    """The input for each deck, from 0, and land."""

    @property
    def kind(self) -> PoolEvent:
        """The event, or the default for an unknown one."""
        return KINDS.get(self.event, KINDS[DEFAULT_EVENT])

    @cached_property
    def counts(self) -> dict[str, int]:
        """Counted copies by title; invalid numbers count nothing."""
        return {title: number for title, text in self.typed.items() if (number := copies(text))}

    @property
    def pool_text(self) -> str:
        """The pool as a list."""
        return "\n".join(f"{number} {title}" for title, number in self.counts.items())

    @property
    def lists(self) -> Iterator[Mapping[str, Any]]:
        """All card names, as lists of a request."""
        yield {"list": self.paste}
        yield {"main": self.typed, "sideboard": self.lands}
        yield from ({"list": text, "syntax": "text"} for text in self.decks)

    @property
    def faults(self) -> dict[str, list[str]]:
        """Faults of the event and of numbers, by field."""
        faults: dict[str, list[str]] = {}
        if self.event not in KINDS:
            faults["event"] = [say("Choose the event.")]
        checks = {"as_of": lambda: day(self.as_of.strip()), "product": self._check_product}
        faults |= {name: [fault] for name, check in checks.items() if (fault := fault_of(check))}
        lands = ((f"{LAND}{deck}:{land}", typed) for (deck, land), typed in self.lands.items())
        counts = ((COUNT + title, typed) for title, typed in self.typed.items())
        for name, typed in (*counts, *lands):
            if copies(typed) is None:
                faults[name] = [
                    say(
                        "{card}: “{text}” is not a number of copies from 0 to {most}.",
                        card=name.rpartition(":")[2],
                        text=shorten(typed),
                        most=COPIES_MAX,
                    )
                ]
        return faults

    def assignment(self) -> Assignment:
        """The assignment of copies to decks, including added lands."""
        facts = cards.catalogue()
        free = free_lands()
        pool = Decklist(tuple(Line(number, title) for title, number in self.counts.items()))
        decks = []
        for index in range(self.kind.players):
            text = self.decks[index] if index < len(self.decks) else ""
            lines = [line for line in _deck_lines(text) if line.name not in free]
            lines += [
                Line(number, land, MAIN)
                for (deck, land), typed in self.lands.items()
                if deck == index and land in free and (number := copies(typed))
            ]
            decks.append(resolve(Decklist(tuple(lines)), index, facts))
        return assignment(resolve(pool, None, facts), decks, free)

    def with_decks(self, built: Assignment) -> PoolForm:
        """The form with the decks of an assignment."""
        texts = []
        for index in range(len(built.decks)):
            deck = built.decklist(index)
            lines = tuple(line for line in deck.lines if line.name not in built.free)
            texts.append(decklists.write(deck._replace(lines=lines)))
        return replace(self, decks=tuple(texts))

    def count_paste(self) -> tuple[PoolForm, Reading | None]:
        """The form with the pasted list added to the counts, and its reading.

        Lines that name no card stay in the field.
        """
        if not self.paste.strip():
            return replace(self, paste=""), None
        reading = read_alone(decklists.read(self.paste, pool=True), is_pool=True)
        (pool,) = reading.decks
        counts = dict(self.counts)
        free = free_lands()
        for line, card in pool.in_order():
            if card and card.title not in free:
                counts[card.title] = min(counts.get(card.title, 0) + line.copies, COPIES_MAX)
        rest = [line.text or line.name for _, line, _ in pool.unresolved]
        rest += [line.text for line in pool.decklist.unreadable]
        typed = {**self.typed, **{title: str(number) for title, number in counts.items()}}
        return replace(self, typed=typed, paste="\n".join(rest)), reading

    def check_form(self, built: Assignment) -> CheckForm:
        """The form of the page that checks decks, with the same event, pool and decks."""
        names = (*self.players, *[""] * DECKS_MAX)
        texts = [decklists.write(built.decklist(index)) for index in range(len(built.decks))]
        boxes = tuple(
            Box(names[index].strip() or letter(index), Given(text))
            for index, text in enumerate(texts)
        )
        return CheckForm(
            as_of=self.as_of,
            format=self.kind.format,
            structure=self.kind.structure,
            team=self.team,
            team_size=str(self.kind.players),
            boxes=tuple(boxes),
            pool_given=Given(self.pool_text),
            product=self.product,
        )

    def _check_product(self) -> None:
        product = read_product(self.product[:TYPED_MAX])
        if len(self.product) > TYPED_MAX or len(product) > SETS_MAX:
            raise InvalidQuestion(
                say("A product can have at most {most} kinds of packs.", most=SETS_MAX)
            )
        check_product(product, cards.catalogue())


def parse_form(values: MultiDict[str, str], today: str) -> PoolForm:
    """The submitted form, from the address or the body."""
    typed = {name.removeprefix(COUNT): value for name, value in values.items() if name[:2] == COUNT}
    for name in values:
        title = name.removeprefix(TICK)
        if name != title and not typed.get(title, "").strip():
            typed[title] = "1"
    typed |= _read_pool(values.get("pool", ""))
    return PoolForm(
        as_of=values.get("as_of", "").strip() or today,
        event=values.get("event", DEFAULT_EVENT),
        product=values.get("offered") or values.get("product", ""),
        team=values.get("team", ""),
        players=tuple(values.getlist("player")[:DECKS_MAX]),
        typed={title: text for title, text in typed.items() if text.strip()},
        paste=values.get("paste", ""),
        decks=tuple(values.getlist("deck")[:DECKS_MAX]),
        lands=_lands(values),
    )


def copies(typed: str) -> int | None:
    """The number in a field: 0 if it is empty, None if it is invalid."""
    text = typed.strip() or "0"
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) > COPIES_MAX:
        return None
    return int(text)


def letter(deck: int) -> str:
    """The name of a deck: A, B, C."""
    return "ABCDEFGH"[deck]


def _read_pool(text: str) -> dict[str, str]:
    """The pool as written by the page, one count and title per line."""
    rows = (line.strip().split(" ", 1) for line in text.splitlines())
    return {row[1]: row[0] for row in rows if len(row) == 2}


def _deck_lines(text: str) -> Iterator[Line]:
    """The lines of a deck as written by the page; any others are dropped."""
    section = MAIN
    for line in text.splitlines():
        if line.strip() == SIDEBOARD_HEADING:
            section = SIDEBOARD
        number, _, title = line.strip().partition(" ")
        if title and (count := copies(number)):
            yield Line(count, title, section)


def _lands(values: Mapping[str, str]) -> dict[tuple[int, str], str]:
    lands = {}
    for name, typed in values.items():
        if match := re.fullmatch(rf"{LAND}([0-7]):(.+)", name):
            lands[int(match[1]), match[2]] = typed
    return lands


def players_of(form: PoolForm) -> Sequence[str]:
    """The players' names, as many as the event has; empty for unnamed ones."""
    return (*form.players, *[""] * DECKS_MAX)[: form.kind.players]
