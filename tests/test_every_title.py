"""Every title that any table names, in every section and format: answers, and no failure.

Titles of one kind (types, status, printings) go the same way through the engine, so every kind is
put into every section of every format on four days; every single name, in whatever language, is
read once. All entrances say the same of the same lists.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import formats
from cards import Card, catalogue
from cards.store import SHIPPED
from headjudge.cli.main import main
from validator import Decklist, Event, Line, Report, validate
from validator.decks import SUPPLEMENTARY

DAYS = ("1996-05-01", "2012-06-01", "2024-10-01", "2026-11-27")
SECTIONS = (
    "main", "sideboard", "commander", "companion", "maybeboard", "tokens", *sorted(SUPPLEMENTARY),
)  # fmt: skip
LINES = 2_000
PLACES = [(section, format_id) for section in SECTIONS for format_id in formats.ids()]
BROWSER = {"Accept": "text/html"}


@cache
def titles_of_each_kind() -> tuple[str, ...]:
    """A title for each kind of card."""
    kinds: dict[object, str] = {}
    facts = catalogue()
    for title in facts.titles():
        kinds.setdefault(kind(facts.card(title)), title)
    return tuple(kinds.values())


def kind(card: Card) -> object:
    """What distinguishes cards for the rules, apart from their dates."""
    beside = [formats.side_decks()[section].holds(card.types, card.subtypes)
              for section in sorted(SUPPLEMENTARY)]  # fmt: skip
    leads = {"Background", "Vehicle", "Spacecraft"}.intersection(card.subtypes)
    return (
        card.status, card.layout in ("meld", "split"), bool(card.faces), bool(card.printings),
        "Basic" in card.supertypes, "Legendary" in card.supertypes, card.copy_limit is None,
        len(card.types), card.types[:1], tuple(beside), frozenset(leads), card.mana_value is None,
    )  # fmt: skip


def every_name() -> Iterator[str]:
    """The names of all tables: titles, faces, translations, and names without facts."""
    with closing(sqlite3.connect(f"{SHIPPED.as_uri()}?mode=ro", uri=True)) as store:
        for query in (
            "SELECT title FROM cards",
            "SELECT folded FROM names",
            "SELECT DISTINCT title FROM translated_titles",
            "SELECT folded FROM names_beyond",
        ):
            yield from (name for (name,) in store.execute(query))
    for side_deck in formats.side_decks().values():
        yield side_deck.section
    yield from ("Goblin Token", "Emblem - Chandra", "Undercity // The Initiative")


def judged(format_id: str, day: str, lines: tuple[Line, ...]) -> Report:
    structure: Any = formats.load(format_id).structure or "individual"
    return validate(Event(format_id, day, structure), [Decklist(lines)], searched=3)


@pytest.mark.parametrize("format_id", formats.ids())
def test_every_kind_of_card_has_an_answer_in_every_section(format_id: str) -> None:
    titles = titles_of_each_kind()
    lines = tuple(Line(1, title, section) for section in SECTIONS for title in titles)
    for day in DAYS:
        document = judged(format_id, day, lines).as_dict()
        assert not document["legal"]
        sizes = document["decks"][0]["sizes"]
        assert sizes["main"] == sizes["planes"] == sizes["dungeons"] == len(titles)


def test_every_name_has_an_answer() -> None:
    """Each is read once, in one place after another; most of them cost no violation."""
    days = cycle(DAYS)
    all_names = every_name()
    for section, format_id in cycle(PLACES):
        names = list(islice(all_names, LINES))
        if not names:
            break
        report = judged(format_id, next(days), tuple(Line(1, name, section) for name in names))
        assert report.as_dict()["decks"]


def text_of(titles: tuple[str, ...], heading: str) -> str:
    lines = [f"1 {title}" for title in titles]
    return "\n".join(["60 Forest", "", heading, *lines, ""])


HEADINGS = {"sideboard": "Sideboard", "commander": "Commander", "planes": "Planes",
            "dungeons": "Dungeons", "attractions": "Attractions", "tokens": "Tokens"}  # fmt: skip
ENTRANCES = list(zip(cycle(formats.ids_of("constructed")), cycle(DAYS), HEADINGS.values()))


@pytest.mark.parametrize(("format_id", "day", "heading"), ENTRANCES)
def test_all_entrances_say_the_same(
    client: FlaskClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    format_id: str,
    day: str,
    heading: str,
) -> None:
    text = text_of(titles_of_each_kind()[:80], heading)
    asked = {
        "format": format_id, "as_of": day, "structure": "individual", "decks": [{"list": text}]
    }  # fmt: skip
    report: Any = client.post("/v1/validate", json=asked).json
    codes = [fault["code"] for fault in report["violations"]]

    batch = client.post(
        "/v1/validate/batch", data=json.dumps(asked), content_type="application/x-ndjson"
    )
    (line,) = batch.text.splitlines()
    assert [fault["code"] for fault in json.loads(line)["report"]["violations"]] == codes

    parsed: Any = client.post("/v1/decklists/parse", json={"list": text}).json
    of_reading = {"unknown-card", "ambiguous-card", "unreadable-line"}
    assert {fault["code"] for fault in parsed["faults"]} >= of_reading.intersection(codes)

    page = client.post("/", data={**asked, "decks": "", "list": [text]}, headers=BROWSER)
    assert page.status_code == 200
    shown = set(re.findall(r'data-code="([a-z-]+)"', page.text))
    assert shown >= set(codes)

    monkeypatch.chdir(tmp_path)
    Path("deck.txt").write_text(text, encoding="utf-8")
    options = ["--format", format_id, "--as-of", day, "--structure", "individual"]
    main(["check", "deck.txt", "--report", "json", *options])
    (team,) = json.loads(capsys.readouterr().out)["teams"]
    assert [fault["code"] for fault in team["report"]["violations"]] == codes


def test_a_team_whose_validation_fails_leaves_the_others_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from headjudge.cli import judging

    def failing(event: Event, decks: list[Decklist], *others: Any) -> Report:
        if "Island" in {line.name for deck in decks for line in deck.lines}:
            raise ZeroDivisionError
        return validate(event, decks, *others)

    monkeypatch.setattr(judging, "validate", failing)
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text("60 Forest", encoding="utf-8")
    Path("two.txt").write_text("60 Island", encoding="utf-8")
    options = ["--format", "modern", "--as-of", "2024-10-01", "--structure", "individual"]
    assert main(["check", "one.txt", "two.txt", "--report", "json", *options]) != 0
    one, two = json.loads(capsys.readouterr().out)["teams"]
    assert one["legal"]
    assert two["legal"] is None
    assert "ZeroDivisionError" in two["problem"]
