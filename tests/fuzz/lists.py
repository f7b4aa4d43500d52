"""Fuzzing of lists: whatever bytes come in, every reader and the engine have an answer.

`python -m tests.fuzz.lists [--minutes M | --seconds S]`, or `make fuzz`. Bytes and damaged lists
go through decoding, every syntax, the engine and every writer. The only errors that may come out
are those that are documented: `NoText` and `UnknownSyntax`. Hypothesis keeps what failed in
`.hypothesis`, tries it again first and shrinks it. No part of `make test`.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase

from cards import catalogue
from headjudge import decklists
from headjudge.decklists import SYNTAXES, NoText
from tests.fuzz.common import add_time, seconds_of
from validator import Decklist, Event, Line, read_alone, validate
from validator.model import COMPANION, MAIN, MAYBEBOARD, SIDEBOARD, TOKENS

FAILED = Path(__file__).parents[2] / ".hypothesis" / "examples"
EXAMPLES = 200
"""As many inputs a round; after each round the clock is asked."""
LINES_MAX = 40
fuzz = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=False,
    suppress_health_check=list(HealthCheck),
    database=DirectoryBasedExampleDatabase(FAILED),
)
SECTIONS = (MAIN, SIDEBOARD, COMPANION, MAYBEBOARD, TOKENS, "attractions")

TITLES = st.sampled_from(tuple(catalogue().titles()))
SIGNS = st.sampled_from(
    tuple("0123456789xX×/|*#[](){}<>:;,\t\r\n\"'&+-_=%枚《》４．\ufeff\u200b\ud800\0")
)
NAMES = TITLES | st.text(max_size=30) | st.lists(SIGNS, max_size=20).map("".join)
NOTATIONS = st.sampled_from(
    (
        "{count} {name}", "{count}x {name} (DOM) 60", "SB: {count} {name}", "{name} x{count}",
        "{count} [DOM:60] {name}", "{count} {name}|DOM|1", "// {name}", "[{name}]", "{name}",
        "{count},{name},DOM,60", "{count}\t{name}", "<card number=\"{count}\" name=\"{name}\"/>",
        "<Cards Quantity=\"{count}\" Name=\"{name}\"/>",
        "{{\"count\": {count}, \"name\": \"{name}\"}}",
        "{count} {name} Token", "{count} A-{name}", "Sideboard", "Deck", "Player {name}", "",
    )
)  # fmt: skip
"""As lists are written: `count` and `name` are filled in."""


@st.composite
def lists(draw: st.DrawFn) -> str:
    """A text of lines as lists have them, some of them as no list has them."""
    count = draw(st.integers(0, LINES_MAX))
    lines = (
        draw(NOTATIONS).format(count=draw(st.integers(-1, 10_001)), name=draw(NAMES))
        for _ in range(count)
    )
    return draw(st.sampled_from(("\n", "\r\n", "\r"))).join(lines)


@st.composite
def decks(draw: st.DrawFn) -> Decklist:
    """A deck with names and sets of any kind."""
    lines = st.builds(
        Line,
        st.integers(1, 9_999),
        NAMES,
        st.sampled_from(SECTIONS),
        st.none() | st.integers(1, 99),
        st.none() | NAMES,
        st.none() | st.sampled_from(tuple(catalogue().sets)) | st.text(max_size=8),
    )
    return Decklist(tuple(draw(st.lists(lines, max_size=LINES_MAX))))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A deck as a writer writes it, with bytes changed, lost, doubled or put in."""
    data = bytearray(decklists.write(draw(decks())).encode("utf-8", "replace"))
    for _ in range(draw(st.integers(0, 8))):
        at = draw(st.integers(0, len(data)))
        end = at + draw(st.integers(0, 12))
        data[at:end] = draw(st.binary(max_size=6)) + bytes(data[at:end]) * draw(st.integers(0, 2))
    return bytes(data)


def as_utf_16(text: str) -> bytes:
    return text.encode("utf-16", "replace")


def judge(deck: Decklist) -> None:
    """The engine's answers on a deck, by itself and in a team, and as text."""
    read_alone(deck).as_dict()
    read_alone(deck, is_pool=True).as_dict()
    other = deck._replace(player="B")
    validate(Event("modern", "2024-10-01"), [deck, other]).as_dict()
    validate(Event("sealed", "2024-10-01", product={"DOM": 8}), [deck, other], deck).as_dict()
    decklists.write(deck)


def read(text: str) -> None:
    """The text in every syntax: as detected, and as if it had been named."""
    judged = set()  # many syntaxes read the same of it
    for syntax in (None, *SYNTAXES):
        for deck in decklists.read_team(text, syntax=syntax):
            if deck.lines not in judged:
                judged.add(deck.lines)
                judge(deck)
        (pool,) = decklists.read_team(text, pool=True, syntax=syntax)
        assert all(line.section in (MAIN, TOKENS) for line in pool.lines)


def look_up(name: str) -> None:
    """What the catalogue knows of a name, in every way that it is asked."""
    facts = catalogue()
    match = facts.find(name)
    assert all(facts.card(card.title) is card for card in match.cards)
    assert len(facts.suggest(name)) <= 3
    facts.is_token(name)
    facts.complete(name, 5)


@fuzz
@given(st.binary(max_size=400) | damaged() | lists().map(as_utf_16))
def any_bytes_are_answered(data: bytes) -> None:
    try:
        text = decklists.decode(data).text
    except NoText:
        return
    read(text)


@fuzz
@given(lists() | st.text(max_size=400))
def any_text_is_read(text: str) -> None:
    read(text)


@fuzz
@given(decks())
def any_deck_is_judged(deck: Decklist) -> None:
    judge(deck)


@fuzz
@given(NAMES)
def any_name_is_looked_up(name: str) -> None:
    look_up(name)


PROPERTIES = (any_bytes_are_answered, any_text_is_read, any_deck_is_judged, any_name_is_looked_up)


def main() -> None:
    """Try inputs until the time is over; the first that fails is raised, shrunk."""
    options = argparse.ArgumentParser(description=__doc__)
    add_time(options)
    end = time.monotonic() + seconds_of(options.parse_args())
    tried = 0
    while time.monotonic() < end:
        for check in PROPERTIES:
            check()
            tried += EXAMPLES
    print(f"lists: {tried:,} inputs made up in {len(SYNTAXES)} syntaxes, every one answered")


if __name__ == "__main__":
    main()
