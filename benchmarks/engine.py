"""Teams per second on one core, and the teams that other benchmarks judge."""

from __future__ import annotations

import datetime
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import cards
from benchmarks import Figure
from cards import Card
from headjudge import decklists
from validator import Event, validate
from validator.legality.ruleset import Standing, ruleset

TURNS = 7
EVENT = Event("modern", datetime.date(2024, 10, 1))
Team = tuple[str, str]
T = TypeVar("T")


def teams(count: int, seed: int = 1) -> list[Team]:
    """Teams of two different 60-card decks, like the lists of a tournament."""
    chance = random.Random(seed)
    legal = titles(lambda card, standing: not card.is_basic and not standing.is_refused)
    # The decks of a field draw on a few hundred cards, not on all.
    field = chance.sample(legal, 600)
    return [(_deck(chance, field[:300]), _deck(chance, field[300:])) for _ in range(count)]


def titles(fits: Callable[[Card, Standing], bool]) -> list[str]:
    """The titles of the cards that fit, also by their standing in the format of the event."""
    catalogue = cards.catalogue()
    rules = ruleset(EVENT.format, EVENT.day, catalogue, two_headed=True)
    return [
        card.title
        for card in map(catalogue.card, catalogue.titles())
        if fits(card, rules.standing(card))
    ]


def turns(count: int) -> Iterator[list[Team]]:
    """New teams for each turn.

    Teams of the same titles are judged before the first turn, as in a process that serves.
    """
    field = teams(count * (TURNS + 1))
    for team in field[:count]:
        judge(team)
    return (field[start : start + count] for start in range(count, len(field), count))


def _deck(chance: random.Random, field: Sequence[str]) -> str:
    counts = [4] * 6 + [3] * 4 + [2] * 4 + [1] * 4
    titles = chance.sample(field, len(counts))
    basics = chance.sample(("Plains", "Island", "Swamp", "Mountain", "Forest"), 2)
    lines = [f"{count} {title}" for count, title in zip(counts, titles, strict=True)]
    return "\n".join([*lines, *(f"6 {basic}" for basic in basics)])


def judge(team: Team) -> None:
    """Judge a team, from its texts to the finished report."""
    validate(EVENT, [decklists.read(text) for text in team]).as_dict()


def read(team: Team) -> None:
    """Read both lists of a team, without judging them."""
    for text in team:
        decklists.read(text)


def calibrate(_: int) -> None:
    """A fixed piece of plain Python: strings, dictionaries and small integers."""
    counts: dict[str, int] = {}
    for number in range(200):
        word = f"{number % 37} copies"
        counts[word] = counts.get(word, 0) + len(word.split())
    sorted(counts.items())


def per_second(work: Callable[[T], object], items: Sequence[T]) -> float:
    """The items processed per second of processor time."""
    begun = time.process_time()
    for item in items:
        work(item)
    return len(items) / (time.process_time() - begun)


def measure_engine(teams: int = 1000) -> list[Figure]:
    """Teams per second on one core, from the text of two 60-card decks to the finished report.

    Each turn judges new teams from the same field of titles. As machines and their load differ, a
    fixed loop of plain Python is measured in the same turns.
    """
    rows = [
        (per_second(judge, field), per_second(read, field), per_second(calibrate, range(5000)))
        for field in turns(teams)
    ]
    speed, reading, loop = map(statistics.median, zip(*rows, strict=True))
    return [
        Figure("text of two 60-card decks to the report", speed, "a second", "4,000 on one core"),
        Figure("reading alone of that text", reading, "a second"),
        Figure("a fixed loop of plain Python, to compare machines by", loop, "a second"),
    ]
