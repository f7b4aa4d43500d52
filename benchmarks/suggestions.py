"""Titles with one typing error: how often the right title is suggested first, and how fast."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from benchmarks import Figure
from cards import Card, catalogue

Kind = Literal["wrong key", "missing", "doubled", "extra key", "swapped", "missing space"]
Outcome = Literal["first", "among three", "missed", "corrected", "another title", "wrong card"]

WEIGHTS: dict[Kind, int] = {
    "wrong key": 35,
    "missing": 25,
    "swapped": 15,
    "doubled": 10,
    "extra key": 8,
    "missing space": 7,
}
"""The share of each error, in percent."""
KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
WRITTEN_WHOLE = frozenset({"split", "aftermath", "room"})
"""Layouts written with all faces; of other cards people write the front face."""


def _neighbours() -> dict[str, str]:
    near: defaultdict[str, str] = defaultdict(str)
    for row, keys in enumerate(KEYBOARD):
        for column, key in enumerate(keys):
            near[key] += "".join(
                other[place]
                for other in KEYBOARD[max(row - 1, 0) : row + 2]
                for place in range(max(column - 1, 0), min(column + 2, len(other)))
                if other[place] != key
            )
    return dict(near)


NEIGHBOURS = _neighbours()


class Trial(NamedTuple):
    """A title with an error, and the outcome of its lookup."""

    title: str
    written: str
    kind: Kind
    outcome: Outcome
    seconds: float
    """The time of the suggestions; 0 if none were needed."""


def misspell(name: str, chance: random.Random) -> tuple[str, Kind]:
    """The name, which has letters, with one typing error, and its kind."""
    while True:
        (kind,) = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))
        places = [at for at, key in enumerate(name) if _fits(kind, key)]
        if not places:
            continue
        at = chance.choice(places)
        before, key, after = name[:at], name[at], name[at + 1 :]
        near = chance.choice(NEIGHBOURS.get(key.lower(), key))
        misspelling = {
            "wrong key": before + near + after,
            "missing": before + after,
            "doubled": before + key * 2 + after,
            "extra key": before + key + near + after,
            "swapped": before + after[:1] + key + after[1:],
            "missing space": before + after,
        }[kind]
        if misspelling.lower() != name.lower():
            return misspelling, kind


def _fits(kind: Kind, key: str) -> bool:
    return key == " " if kind == "missing space" else key.isalpha()


def trials_of(titles: int, seed: int) -> Iterator[Trial]:
    """Titles, each misspelt once and looked up; the same ones for the same seed."""
    facts = catalogue()
    chance = random.Random(seed)
    for title in chance.sample(list(facts.titles()), titles):
        card = facts.card(title)
        is_whole = not card.faces or card.layout in WRITTEN_WHOLE
        name = title if is_whole else card.faces[0]
        if any(map(str.isalpha, name)):
            written, kind = misspell(name, chance)
            yield _try(card, written, kind)


def _try(card: Card, written: str, kind: Kind) -> Trial:
    match = catalogue().find(written)
    if match.cards:
        outcome: Outcome = "another title"
        if match.level == "corrected":
            outcome = "corrected" if match.card is card else "wrong card"
        return Trial(card.title, written, kind, outcome, 0.0)
    begun = time.process_time()
    suggestions = catalogue().suggest(written)
    seconds = time.process_time() - begun
    if suggestions[:1] == (card.title,):
        return Trial(card.title, written, kind, "first", seconds)
    outcome = "among three" if card.title in suggestions else "missed"
    return Trial(card.title, written, kind, outcome, seconds)


def share_of_first(trials: Sequence[Trial]) -> float | None:
    """Of the unknown titles, the share for which the right one is the first suggestion."""
    outcomes = Counter(trial.outcome for trial in trials)
    unknown = outcomes["first"] + outcomes["among three"] + outcomes["missed"]
    return outcomes["first"] / unknown if unknown else None


def measure_suggestions(titles: int = 2_000, seed: int = 1) -> list[Figure]:
    """Titles with one typing error: how often the right title is suggested first, and how fast.

    Titles are drawn from the catalogue, misspelt as people do, and looked up. Those that became
    another title or translation are counted separately. Fails if a wrong card was ever taken as a
    correction.
    """
    catalogue().suggest("the first search reads the titles")
    trials = list(trials_of(titles, seed))
    for trial in trials:
        if trial.outcome in ("missed", "among three", "wrong card"):
            print(f"  {trial.kind}, {trial.outcome}: {trial.written!r} for {trial.title!r}")
    times = sorted(trial.seconds * 1e3 for trial in trials if trial.seconds)
    first, median = share_of_first(trials) or 0.0, statistics.median(times)
    wrong = sum(trial.outcome == "wrong card" for trial in trials)
    return [
        Figure("suggestions for a title with a typing error", median, "ms", "4 ms"),
        Figure("the slowest of them", times[-1], "ms"),
        Figure("of unknown titles, the right one is suggested first", first * 100, "%"),
        Figure("corrections to a wrong card", wrong, "", "0", wrong > 0),
    ]
