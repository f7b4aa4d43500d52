"""The pool page: register a pool on a checklist, and build decks from it.

All data is in the form and is sent back with each step; nothing is stored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from http import HTTPStatus
from itertools import groupby
from typing import Any, NamedTuple

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.datastructures import MultiDict

import cards
import formats
from cards import Card
from formats import Companion
from headjudge import decklists
from headjudge.web import guards, http, question
from headjudge.web.api.limited import free_lands
from headjudge.web.http import Problem
from headjudge.web.limits import LIMITS
from headjudge.web.pages.check import answer
from headjudge.web.pages.check.form import Box, CheckForm, ListInput, request_of
from headjudge.web.pages.page import URLENCODED, expect_form, page
from headjudge.web.schemas import team
from headjudge.web.schemas.fields import fault_of
from headjudge.web.schemas.team import LIMITED, list_fault
from headjudge.web.words import choices
from headjudge.web.words import facts as fact_words
from messages import Message, say
from validator import Decklist, Line, read_alone
from validator.limited.checklist import (
    GROUPS,
    Expected,
    Part,
    by_mana_value,
    by_rarity,
    checklist,
    expected_counts,
    group,
)
from validator.limited.pool_building import (
    COPIES_MAX,
    LEFT,
    Assignment,
    CannotMove,
    assignment,
    bring,
)
from validator.limited.products import check_product, product_from, read_product
from validator.model import MAIN, SIDEBOARD, Place, Structure
from validator.notices.lists import LINE_IGNORED
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
COUNT, LAND = "n:", "b:"
"""Prefixes of field names: copies of a title, a land of a deck (`b:0:...`)."""
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
        faults |= {
            name: [fault.detail] for name, check in checks.items() if (fault := fault_of(check))
        }
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

    def count_paste(self) -> tuple[PoolForm, list[str]]:
        """The form with the pasted list added to the counts, and why lines of it were not.

        Lines that name no card stay in the field.
        """
        if not self.paste.strip():
            return replace(self, paste=""), []
        reading = read_alone(decklists.read(self.paste, pool=True), is_pool=True)
        (pool,) = reading.decks
        counts = dict(self.counts)
        free = free_lands()
        for line, card in pool.in_order():
            if card and card.title not in free:
                counts[card.title] = min(counts.get(card.title, 0) + line.copies, COPIES_MAX)
        rest = [line.text or line.name for _, line, _ in pool.unresolved]
        rest += [line.text for line in pool.decklist.unreadable]
        skipped = [notice for notice in reading.notices if notice.code == LINE_IGNORED.code]
        rest += [place.text or "" for notice in skipped for place in notice.places]
        typed = {**self.typed, **{title: str(number) for title, number in counts.items()}}
        why = [fault.message for fault in reading.faults]
        why += [notice.message for notice in skipped]
        return replace(self, typed=typed, paste="\n".join(rest)), why

    def check_form(self, built: Assignment) -> CheckForm:
        """The form of the page that checks decks, with the same event, pool and decks."""
        names = (*self.players, *[""] * DECKS_MAX)
        texts = [decklists.write(built.decklist(index)) for index in range(len(built.decks))]
        boxes = tuple(
            Box(names[index].strip() or letter(index), ListInput(text))
            for index, text in enumerate(texts)
        )
        return CheckForm(
            as_of=self.as_of,
            format=self.kind.format,
            structure=self.kind.structure,
            team=self.team,
            team_size=str(self.kind.players),
            boxes=tuple(boxes),
            pool_input=ListInput(self.pool_text),
            product=self.product,
        )

    def _check_product(self) -> None:
        product = read_product(self.product[: LIMITS.typed])
        if len(self.product) > LIMITS.typed or len(product) > LIMITS.checklist_sets:
            raise InvalidQuestion(
                say("A product can have at most {most} kinds of packs.", most=LIMITS.checklist_sets)
            )
        check_product(product, cards.catalogue())


def parse_form(values: MultiDict[str, str], today: str) -> PoolForm:
    """The submitted form, from the address or the body."""
    typed = {name.removeprefix(COUNT): value for name, value in values.items() if name[:2] == COUNT}
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


OTHERS = "other"
CLASSES = {
    "common": ("C", say("Commons")),
    "uncommon": ("U", say("Uncommons")),
    "rare_mythic": ("RM", say("Rares and mythic rares")),
    OTHERS: ("LS", say("Others")),
}
"""The rarity classes of counts: letters and display names."""
CLASS_OF = {letter: name for name, (letters, _) in CLASSES.items() for letter in letters}
GUESTS_MAX = 150
"""Titles of a companion set that are listed; boosters have only an unknown part of larger ones."""


class ChecklistRow(NamedTuple):
    """One title of the checklist."""

    title: str
    rarity: str
    """The rarity letter; empty for a title outside of the product's sets."""
    rarity_words: Message | None
    rarity_class: str
    typed: str
    copies: int


class Pile(NamedTuple):
    """The titles of one color."""

    name: str
    rows: tuple[ChecklistRow, ...]

    @property
    def cards(self) -> int:
        """Cards counted."""
        return sum(row.copies for row in self.rows)


class Section(NamedTuple):
    """The titles of one set."""

    code: str
    name: str
    companion: Companion | None
    piles: tuple[Pile, ...]
    is_cut: bool = False
    """Whether it has too many titles to list; then only counted ones are shown."""

    @property
    def cards(self) -> int:
        """Cards that were counted."""
        return sum(pile.cards for pile in self.piles)

    @property
    def titles(self) -> int:
        """The number of titles."""
        return sum(len(pile.rows) for pile in self.piles)


class Checklist(NamedTuple):
    """The whole checklist."""

    sections: tuple[Section, ...]
    expected: dict[str, Expected]
    """The contents of the product; by rarity only if the packs stay with the team."""

    @property
    def rows(self) -> list[tuple[str, ChecklistRow]]:
        """Every title with its pile."""
        piles = (pile for section in self.sections for pile in section.piles)
        return [(pile.name, row) for pile in piles for row in pile.rows]

    @property
    def total(self) -> int:
        """Cards that were counted."""
        return sum(section.cards for section in self.sections)

    @property
    def piles(self) -> Counter[str]:
        """Cards that were counted, by color."""
        return _sum((pile, row.copies) for pile, row in self.rows)

    @property
    def classes(self) -> Counter[str]:
        """Cards that were counted, by class of rarity."""
        return _sum((row.rarity_class, row.copies) for _, row in self.rows)


class Cell(NamedTuple):
    """Copies of a title in one place."""

    key: str
    """The key of the place on the page."""
    copies: int


class BuildRow(NamedTuple):
    """One title of the pool, and the places of its copies."""

    title: str
    group: str
    cost: str
    """Its mana value; empty for lands and unknown costs."""
    types: tuple[str, ...]
    held: int
    cells: tuple[Cell, ...]


class MoveTarget(NamedTuple):
    """A place to move cards to."""

    key: str
    short: str
    words: Message
    """Its name within a sentence: `deck A`."""
    heading: Message
    """Its name as a heading: `Deck A`."""
    place: Place


def checklist_of(form: PoolForm) -> Checklist:
    """The checklist of the form's product, with the counts; the form has no faults."""
    facts = cards.catalogue()
    product = product_from(read_product(form.product))
    parts = checklist(product, day(form.as_of), facts)
    sections = [_section(part, facts.sets[part.set_code].name, form) for part in parts]
    titles = {row.card.title for part in parts for row in part.rows}
    typed_cards = (facts.find(title).card for title in form.typed if title not in titles)
    others = [(card, "") for card in typed_cards if card and card.title not in free_lands()]
    if others:
        sections.append(
            Section("", say("Cards of no set of the product"), None, _piles(others, form))
        )
    expected = expected_counts(product)
    if form.kind.format.endswith("draft"):
        expected = {name: count for name, count in expected.items() if name == "cards"}
    return Checklist(tuple(sections), expected)


def _section(part: Part, name: str, form: PoolForm) -> Section:
    is_cut = part.companion is not None and len(part.rows) > GUESTS_MAX
    rows = (
        (row.card, row.rarity) for row in part.rows if not is_cut or row.card.title in form.typed
    )
    return Section(part.set_code, name, part.companion, _piles(rows, form), is_cut)


def targets(kind: PoolEvent) -> tuple[MoveTarget, ...]:
    """The places of cards: the rest of the pool, and each deck (with sideboard, if it has one)."""
    if kind.players == 1:
        left = MoveTarget("left", say("Sideboard"), say("sideboard"), say("Sideboard"), LEFT)
        return left, MoveTarget("0", say("Deck"), say("deck"), say("Deck"), Place(0, MAIN))
    places = [
        MoveTarget("left", say("Left"), say("left of the pool"), say("Left in the pool"), LEFT)
    ]
    for index in range(kind.players):
        name = letter(index)
        words, heading = say("deck {letter}", letter=name), say("Deck {letter}", letter=name)
        places.append(MoveTarget(str(index), name, words, heading, Place(index, MAIN)))
        if kind.has_sideboards:
            places.append(_sideboard(index))
    return tuple(places)


def _sideboard(index: int) -> MoveTarget:
    name = letter(index)
    return MoveTarget(
        f"{index}s",
        say("{letter} side", letter=name),
        say("sideboard {letter}", letter=name),
        say("Sideboard {letter}", letter=name),
        Place(index, SIDEBOARD),
    )


def build_rows(built: Assignment, kind: PoolEvent) -> list[tuple[str, list[BuildRow]]]:
    """The pool by color, each title with the places of its copies, in players' order."""
    find = cards.catalogue().find
    titles = {*built.pool, *built.used}
    built_cards = [card for title in titles if (card := find(title).card)]
    rows = [
        BuildRow(
            card.title,
            group(card),
            "" if "Land" in card.types or card.mana_value is None else f"{card.mana_value:g}",
            card.types,
            max(built.pool.get(card.title, 0), built.used[card.title]),
            tuple(Cell(each.key, built.copies(card.title, each.place)) for each in targets(kind)),
        )
        for card in sorted(built_cards, key=by_mana_value)
    ]
    return [(name, list(pile)) for name, pile in groupby(rows, lambda row: row.group)]


def cards_in(rows: Sequence[BuildRow], target: MoveTarget) -> list[tuple[int, BuildRow]]:
    """The cards of one place, in their order."""
    cells = ((cell, row) for row in rows for cell in row.cells if cell.key == target.key)
    return [(cell.copies, row) for cell, row in cells if cell.copies]


def _piles(rows: Iterable[tuple[Card, str]], form: PoolForm) -> tuple[Pile, ...]:
    by_color: dict[str, list[ChecklistRow]] = {}
    for card, rarity in sorted(rows, key=lambda row: by_rarity(row[0], row[1] or "S")):
        by_color.setdefault(group(card), []).append(_row(card, rarity, form))
    return tuple(Pile(name, tuple(by_color[name])) for name in GROUPS if name in by_color)


def _row(card: Card, rarity: str, form: PoolForm) -> ChecklistRow:
    typed = form.typed.get(card.title, "")
    words = fact_words.RARITIES.get(rarity)
    kind = CLASS_OF.get(rarity, OTHERS)
    return ChecklistRow(card.title, rarity, words, kind, typed, form.counts.get(card.title, 0))


def _sum(counts: Iterable[tuple[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for name, number in counts:
        total[name] += number
    return total


blueprint = Blueprint("pool_pages", __name__)


@blueprint.get("/pool")
def start() -> Response:
    """The choice of the event, or its empty checklist."""
    form = parse_form(request.args, question.today().isoformat())
    wants_checklist = bool(form.product.strip()) or "blank" in request.args
    if wants_checklist and not form.faults:
        return page("pool_checklist.html", is_dated="as_of" in request.args, **_checklist(form))
    faults = form.faults if request.args.keys() - {http.PARAMETER} else {}
    if "list" in request.args and not form.product.strip():
        faults["product"] = [
            say("Enter which boosters were opened, or choose a recommended product.")
        ]
    if faults:
        return _page("pool.html", HTTPStatus.UNPROCESSABLE_ENTITY, **_event(form, faults))
    return page("pool.html", is_dated=False, **_event(form, {}))


@blueprint.post("/pool")
def step() -> Response:
    """The next step: the checklist, the decks, or their verdict."""
    expect_form(LIMITS.body, URLENCODED)
    form = parse_form(request.form, question.today().isoformat())
    if too_long := list_fault(*form.lists):
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, too_long.detail)
    faults = form.faults
    if faults.keys() & {"event", "as_of", "product"}:
        return _page("pool.html", HTTPStatus.UNPROCESSABLE_ENTITY, **_event(form, faults))
    do = request.form.get("do", "")
    if do in ("count", "list", "build"):
        form, left = form.count_paste()
        if left:
            faults["paste"] = left
        if do != "build" or faults:
            status = HTTPStatus.UNPROCESSABLE_ENTITY if faults else HTTPStatus.OK
            return _page("pool_checklist.html", status, **_checklist(form, faults))
    if do == "checklist":
        return _page("pool_checklist.html", **_checklist(form, faults))
    return _show_builder(form, do, faults)


def _show_builder(form: PoolForm, do: str, faults: dict[str, list[str]]) -> Response:
    built = form.assignment()
    moved = request.form.get("move", "")
    if moved:
        key, _, title = moved.partition("|")
        places = {target.key: target.place for target in targets(form.kind)}
        try:
            if key in places:
                copies = None if request.form.get("how") == "all" else 1
                built = bring(built, title, places[key], copies)
        except CannotMove as error:
            faults["move"] = [error.message]
    form = form.with_decks(built)
    verdict: dict[str, Any] = {}
    if do == "check" and not faults:
        try:
            verdict["answer"] = _verdict(form)
        except Problem as problem:
            faults[""] = [fault.detail for fault in problem.faults]
    groups = build_rows(built, form.kind)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if faults else HTTPStatus.OK
    return _page(
        "pool_build.html",
        status,
        form=form,
        built=built,
        groups=groups,
        rows=[row for _, rows in groups for row in rows],
        targets=targets(form.kind),
        players=players_of(form),
        moved=moved,
        how=request.form.get("how", "one"),
        faults=faults,
        cards_in=cards_in,
        sealed=formats.load(LIMITED),
        choices=choices,
        letter=letter,
        **verdict,
    )


def _verdict(form: PoolForm) -> answer.TeamAnswer:
    """The verdict on the decks, as on the check page."""
    check = form.check_form(form.assignment())
    asked = question.question_of(team.load(team.TEAM, request_of(check)), question.today())
    return answer.answer(question.report_on(asked), check, asked.entries)


def _event(form: PoolForm, faults: dict[str, list[str]]) -> dict[str, Any]:
    kind, sets = form.kind, cards.catalogue().sets
    size = kind.players if kind.has_sideboards else None
    products = choices.offered_products(kind.format, kind.structure, form.as_of, size)
    set_names = [
        [sets[code].name for code in product_from(read_product(product)).sets]
        for product in products
    ]
    return {
        "form": form,
        "kinds": KINDS,
        "offered": list(zip(products, set_names, strict=True)),
        "faults": faults,
    }


def _checklist(form: PoolForm, faults: dict[str, list[str]] | None = None) -> dict[str, Any]:
    return {
        "form": form,
        "sheet": checklist_of(form),
        "classes": CLASSES,
        "players": players_of(form),
        "letter": letter,
        "choices": choices,
        "faults": faults or {},
    }


def _page(template: str, status: int = HTTPStatus.OK, **values: Any) -> Response:
    return guards.protect(make_response(render_template(template, **values), status))
