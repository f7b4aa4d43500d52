"""Decks that people played: each is legal on its day, and read whole in the shapes of programs."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from itertools import cycle, pairwise

import pytest

import banlists
from cards import catalogue
from headjudge import decklists
from tests.played.lists import PRECONS, TOURNAMENTS, Tournament
from validator import Decklist, Event, Violation, validate
from validator.model import MAIN, SIDEBOARD

ONE_DAY = datetime.timedelta(days=1)


def test_there_are_three_hundred_tournaments() -> None:
    assert len(TOURNAMENTS) == 300


def test_each_deck_that_was_played_is_legal() -> None:
    assert {
        number: report.violations
        for number, played in enumerate(TOURNAMENTS)
        if (report := validate(event(played, played.day), [played.deck])).violations
    } == {}


def test_each_precon_is_legal_when_it_comes_out() -> None:
    assert [
        (precon.products, violation.code, violation.card)
        for precon in PRECONS
        for violation in validate(event(precon, precon.day), [precon.deck]).violations
    ] == []


def test_two_heads_may_play_any_two_precons() -> None:
    for first, second in pairwise(PRECONS):
        if first.format_id == second.format_id:
            team = Event(first.format_id, second.day, policy="no-team-limit")
            violations = validate(team, [first.deck, second.deck]).violations
            assert {one.code for one in violations} <= {"banned-card"}, second.products


def event(played: Tournament, day: datetime.date) -> Event:
    return Event(played.format_id, day, structure="individual")


def test_each_is_read_as_it_was_played() -> None:
    for played in TOURNAMENTS:
        (deck,) = decklists.read_team(decklists.write(played.deck))
        assert deck.unreadable == ()
        assert cards(deck) == cards(played.deck)


def cards(deck: Decklist) -> list[tuple[int, str, str]]:
    return [(line.copies, line.name, line.section) for line in deck.lines]


PRODUCT = ("{} {}", "{} {} [CHK:*]", "{} {} [PDTK:212] [foil]", "{} {} [foil]", "{} [KHM:284] {}",
           "{} {} [WC04:jn12sb]", "{} {} [PSAL:D11]", "{} [ANB] {}", "{} {} [MOM]")  # fmt: skip
"""How the lists of products name a printing."""


def product(deck: Decklist) -> str:
    """As lists of products are collected."""
    shapes = cycle(PRODUCT)
    main, side = (
        [next(shapes).format(line.copies, line.name) for line in deck.lines if line.section == part]
        for part in (MAIN, SIDEBOARD)
    )
    head = "// NAME: A Product\n// SOURCE: https://cards.example/a-product\n// DATE: 2018-04-06\n"
    return head + "\n".join([*main, "", "Sideboard", *side])


def forge(deck: Decklist) -> str:
    """As Forge keeps the decks of its opponents."""
    parts: dict[str, list[str]] = {MAIN: [], SIDEBOARD: []}
    for line, shape in zip(deck.lines, cycle(("{} {}|SHM", "{} {}", "{} {}|10E|2")), strict=False):
        parts[line.section].append(shape.format(line.copies, line.name))
    return "\n".join([
        "[duel]", "", "[metadata]", "Name=Rush 3", "Title=Rush", "Icon=Rush.jpg",
        "Difficulty=hard", "Description=[R/G] Creature Rush. (Haste)", "Deck Type=constructed",
        "", "[Main]", *parts[MAIN], "[sideboard]", *parts[SIDEBOARD],
    ])  # fmt: skip


def xmage(deck: Decklist) -> str:
    """As XMage saves a deck."""
    lines = [
        f"{'SB: ' * (line.section == SIDEBOARD)}{line.copies} [M15:{number}] {line.name}"
        for number, line in enumerate(deck.lines, start=1)
    ]
    return "\n".join([
        "NAME:A Player's Deck", *lines, "LAYOUT MAIN:(1,2)(CMC,true,5)|([M15:1])([M15:2],[M15:3])|",
        "LAYOUT SIDEBOARD:(1,1)(COLOR_IDENTITY,true,5)|([M15:4])",
    ])  # fmt: skip


@pytest.mark.parametrize("shape", [product, forge, xmage])
def test_each_is_read_whole_in_the_shape_of_a_program(shape: Callable[[Decklist], str]) -> None:
    for played in TOURNAMENTS:
        (deck,) = decklists.read_team(shape(played.deck))
        assert deck.unreadable == ()
        assert shape is product or deck.syntax == shape.__name__, deck.because
        assert sorted(cards(deck)) == sorted(cards(played.deck))
        assert [line.name for line in deck.lines if not catalogue().is_title(line.name)] == []


def later_bans() -> Iterator[tuple[Tournament, str, datetime.date, str]]:
    """Each list with a card that was banned after its tournament: the card, the day, the source."""
    for played in TOURNAMENTS:
        names = {line.name for line in played.deck.lines}
        titles = {card.title for name in names if (card := catalogue().find(name).card)}
        for one in banlists.announcements(played.format_id):
            if one.effective > played.day:
                for title in sorted(titles.intersection(one.banned)):
                    yield played, title, one.effective, one.source


def test_a_deck_with_a_card_that_was_banned_later_is_illegal_after_it() -> None:
    banned_later = list(later_bans())
    assert len({id(played) for played, *_ in banned_later}) > 20
    for played, title, day, source in banned_later:
        assert title not in bans(played, day - ONE_DAY)
        ban = bans(played, day)[title]
        assert f"{title} has been banned in " in ban.message
        assert ban.message.endswith(f"since {day}.")
        assert (ban.rule.source, ban.rule.clause) == (source, f"effective {day}")


def bans(played: Tournament, day: datetime.date) -> dict[str | None, Violation]:
    violations = validate(event(played, day), [played.deck]).violations
    return {one.card: one for one in violations if one.code == "banned-card"}
