"""An update of the shipped facts: a set, a ban, an unban, a reprint and a translation later."""

from __future__ import annotations

import datetime
import hashlib
import os
from collections.abc import Callable, Iterator
from contextvars import copy_context
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import responses

import banlists
import banlists.checks
import cards
import formats.checks
from cards import Card, Catalogue, Printing, catalogue_file
from cards.catalogue_file import write
from cards.corrections import correct_set
from cards.in_force import FactsFolder
from cards.model import Facts, Translation
from cards.store import SHIPPED
from headjudge.cli.commands.update import ADDRESS
from headjudge.cli.main import main
from headjudge.decklists import read
from tests import published
from tests.cli.updating import packed
from validator import Event, validate
from validator.legality.ruleset import Ruleset, ruleset

DAY = datetime.date(2026, 11, 20)
NEXT_DAY = datetime.date(2026, 11, 21)
NEW_SET = correct_set("NEWW", "New", "2026-11-13", "expansion", "", "paper")
FORMATS = ("modern", "pauper", "standard", "vintage")
STATES = {"legal": "Legal", "banned": "Banned", "restricted": "Restricted"}
ONE_IN = 40

Edit = Callable[[dict[str, Any]], None]


class Asked(set[str]):
    """Holds every title that it is asked for."""

    def __contains__(self, title: object) -> bool:
        self.add(str(title))
        return True


@pytest.fixture(scope="module")
def sample() -> Facts:
    """Every set, every card that lists and formats name, and some of the others."""
    titles, sets = Asked(), Catalogue().sets
    for faults in (formats.checks.faults(titles, sets), banlists.checks.faults(titles)):
        assert not list(faults)
    facts = catalogue_file.read(SHIPPED)
    some = [
        card
        for number, card in enumerate(facts.cards)
        if card.title in {*titles} or number % ONE_IN == 0
    ]
    named = {card.title for card in some if not card.faces}
    translations = [one for one in facts.translations if one.title in named]
    return facts._replace(cards=some, translations=translations, names_beyond=())


class World:
    """The shipped facts of a sample, and MTGJSON some time later."""

    def __init__(self, folder: Path, sample: Facts, mocked: responses.RequestsMock) -> None:
        self.sample = sample
        self._mocked = mocked
        store = folder / "shipped.sqlite"
        write(sample._replace(cards=list(sample.cards)), store)
        self.folder = FactsFolder(folder / "facts", store)
        self.shipped = Catalogue(store)
        self.rules = {name: self._rules(name) for name in FORMATS}
        self.document = published.all_printings(sample._replace(as_of=DAY))
        for record in self.records():
            card = self.shipped.card(record["name"])
            states = {name: rules.standing(card).status for name, rules in self.rules.items()}
            legal = {name: STATES[state] for name, state in states.items() if state in STATES}
            record["legalities"] = legal

    def _rules(self, name: str) -> Ruleset:
        return ruleset(name, DAY, self.shipped, two_headed=False)

    def first(self, name: str, status: str) -> Card:
        """The first card on paper with that status in a format."""
        return next(
            card
            for card in self.sample.cards
            if card.status == "paper"
            and not card.faces
            and self.rules[name].standing(card).status == status
        )

    def records(self, title: str | None = None) -> Iterator[dict[str, Any]]:
        """The objects of a card, or of all cards."""
        for of_set in self.document["data"].values():
            yield from (one for one in of_set["cards"] if title in (None, one["name"]))

    def rule(self, title: str, name: str, state: str) -> None:
        """Have MTGJSON say that a card is in a state."""
        for record in self.records(title):
            record["legalities"] = {**record["legalities"], name: state}

    def add_set(self, *new: dict[str, Any]) -> None:
        """Add the new set with these cards, one of which is a booster."""
        numbered = [
            {**record, "setCode": "NEWW", "rarity": "rare", "number": str(number)}
            | {"uuid": f"NEWW {number}"}
            for number, record in enumerate(new)
        ]
        sheet = {"foil": False, "cards": {card["uuid"]: 1 for card in numbered}}
        pack = {"boosters": [{"contents": {"rare": 1}, "weight": 1}], "sheets": {"rare": sheet}}
        of_set = published.of_set(NEW_SET) | {"cards": numbered, "booster": {"play": pack}}
        self.document["data"]["NEWW"] = of_set

    def update(self, day: datetime.date, *arguments: str) -> int:
        """Publish the document of a day, and update."""
        self.document["meta"]["date"] = str(day)
        body = packed(self.document)
        self._mocked.reset()
        self._mocked.get(ADDRESS, body=body)
        self._mocked.get(f"{ADDRESS}.sha256", body=hashlib.sha256(body).hexdigest())
        with (
            patch.dict(os.environ, {"HEADJUDGE_FACTS": str(self.folder.folder)}),
            patch("headjudge.cli.commands.update.folder", lambda: self.folder),
        ):
            return main(["update", *arguments])

    def booster(self) -> formats.Booster | None:
        """The booster of the new set, by the facts in force."""
        cards.use(self.folder.in_force().facts)
        return formats.booster("NEWW")

    def codes(self, name: str, title: str, day: datetime.date = NEXT_DAY) -> list[str]:
        """The violations of a deck with two copies of a card, by the facts in force."""

        def judge() -> list[str]:
            cards.use(self.folder.in_force().facts)
            deck = read(f"2 {title}\n58 Forest")
            report = validate(Event(name, structure="individual", as_of=str(day)), [deck])
            return [violation.code for violation in report.violations]

        return copy_context().run(judge)


@pytest.fixture
def world(tmp_path: Path, sample: Facts) -> Iterator[World]:
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mocked:
        yield World(tmp_path, sample, mocked)


def test_a_set_a_ban_an_unban_a_reprint_and_a_translation(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    banned, free = world.first("modern", "banned"), world.first("modern", "legal")
    rotated = next(
        card
        for card in world.sample.cards
        if (refusal := world.rules["standard"].standing(card).refusal)
        and refusal.reason == "rotated"
        and world.rules["modern"].standing(card).status == "legal"
        and not card.faces
    )
    world.rule(banned.title, "modern", "Legal")
    world.rule(free.title, "modern", "Banned")
    world.rule(rotated.title, "standard", "Legal")
    everywhere = dict.fromkeys(("modern", "standard", "vintage"), "Legal")
    newcomer = rotated._replace(title="Newcomer", printings=(Printing("NEWW", "M"),))
    (record,) = published.sides(newcomer, [Translation("de", "Neuling", "Newcomer")])
    reprint = next(world.records(rotated.title))
    world.add_set({**record, "legalities": everywhere}, reprint)

    assert world.update(DAY) == 0
    text = capsys.readouterr().out
    assert "\nsets added: 1\n  NEWW New, " in text
    assert "\ncards added: 1\n  Newcomer\n" in text
    assert f"\nprintings gained: 1\n  {rotated.title}: NEWW (" in text
    assert "\ntranslated titles: 1\n" in text
    assert not any(f"\n{words}" in text for words in ("changed", "printings lost", "cards renamed"))
    assert "\nmodern, seen at MTGJSON: 2\n" in text
    assert f"\n  {banned.title}: legal, seen {DAY}\n" in text
    assert f"\n  {free.title}: banned, seen {DAY}\n" in text
    for name in ("modern", "standard"):
        assert f"\n{name}, sets, in formats/{name}.toml: 1\n" in text
    assert "\nboosters: 1\n  NEWW\n" in text
    assert "  banlists/modern.toml, until the announcement is known:\n    [[announcement]]" in text
    assert f'    seen = {DAY}\n    source = "MTGJSON"\n' in text
    assert '{code = "NEWW", from = 2026-11-06},' in text
    booster = copy_context().run(world.booster)
    assert booster
    assert (booster.kind, booster.cards, booster.bounds["rare_mythic"]) == ("play", 1, (1, 1))
    assert world.codes("modern", banned.title) == []
    assert world.codes("modern", free.title) == ["banned-card"]
    assert world.codes("modern", free.title, DAY - datetime.timedelta(1)) == []
    for name in ("modern", "standard", "vintage"):
        assert world.codes(name, "Newcomer") == world.codes(name, "Neuling") == [], name
    assert world.codes("standard", "Newcomer", datetime.date(2026, 11, 5)) == ["not-legal"]
    assert world.codes("standard", rotated.title) == []
    assert world.codes("pauper", "Newcomer") == ["not-legal"]

    # The next day it is free again; on the day between it was banned.
    world.rule(free.title, "modern", "Legal")
    assert world.update(NEXT_DAY) == 0
    assert world.codes("modern", free.title) == []
    assert world.codes("modern", free.title, DAY) == ["banned-card"]
    assert world.codes("modern", banned.title) == []
    assert world.update(NEXT_DAY, "--check") == 0


def test_a_set_leaves_when_none_of_its_cards_is_legal_any_more(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = world.rules["standard"]
    here = rules.format.sets_on(DAY)
    leaving = next(iter(here))
    gone = [
        card
        for card in world.sample.cards
        if card.is_in({leaving}) and not card.is_in(here.keys() - {leaving})
        and rules.standing(card).status != "refused" and not card.is_basic
    ]  # fmt: skip
    assert len(gone) >= 3
    for card in gone:
        for record in world.records(card.title):
            record["legalities"] = {**record["legalities"], "standard": "not_legal"}
    assert world.update(DAY) == 0
    text = capsys.readouterr().out
    assert "standard, sets, in formats/standard.toml: 1\n" in text
    assert f'code = "{leaving}"' in text
    assert f"until = {DAY}}}" in text
    title = next(card.title for card in gone if rules.standing(card).status == "legal")
    assert world.codes("standard", title) == ["not-legal"]
    assert world.codes("standard", title, DAY - datetime.timedelta(1)) == []


def test_no_set_leaves_a_format_that_does_not_rotate(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = world.rules["modern"]
    legal = [one for one in world.sample.cards if rules.standing(one).status == "legal"]
    for card in legal:
        for record in world.records(card.title):
            record["legalities"] = {**record["legalities"], "modern": "not_legal"}
    assert world.update(DAY) == 0
    assert "modern, sets" not in capsys.readouterr().out
    assert {world.codes("modern", card.title) == [] for card in legal[:20]} == {True}


def test_many_rulings_at_once_are_doubtful(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    free = [
        card.title
        for card in world.sample.cards
        if world.rules["vintage"].standing(card).status == "legal"
    ]
    for title in free[:31]:
        world.rule(title, "vintage", "Banned")
    assert world.update(DAY) == 1
    assert "31 rulings of vintage change at once." in capsys.readouterr().out
    assert world.update(DAY, "--accept") == 0
    assert world.codes("vintage", free[0]) == ["banned-card"]


def test_a_difference_without_a_ruling_is_reported(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = next(
        card for card in world.sample.cards
        if world.rules["pauper"].standing(card).status == "refused" and card.status == "paper"
    )  # fmt: skip
    world.rule(refused.title, "pauper", "Legal")
    assert world.update(DAY) == 0
    text = capsys.readouterr().out
    assert "pauper, seen" not in text
    assert "left as it is here: 1\n  pauper: 1 card refused here, legal there\n" in text
