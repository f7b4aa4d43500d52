"""Whatever sheet a shop has, its columns and teams are found; shops.toml has the sheets."""

from __future__ import annotations

import csv
import datetime
import io
from typing import Any

import pytest

from headjudge.web.pages.event import card_rows, columns, entries, judging, upload
from headjudge.web.pages.event.columns import Columns
from headjudge.web.pages.event.judging import Result
from headjudge.web.pages.event.upload import CannotBeRead, Sheet
from tests.web.registrations.events import ANN, FORM_HEADER, SHEETS, csv_of, file_of, google_form

EVENT = {"format": "modern", "structure": "two-headed-giant", "as_of": "2026-08-01"}


def named(rows: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows, ids=[row["name"] for row in rows])


def roles_of(text: str) -> tuple[str, ...]:
    return tuple(role.strip() for role in text.split("|"))


def judged(row: dict[str, Any]) -> tuple[Sheet, Columns, list[Result]]:
    sheet = card_rows.with_lists(upload.read(*file_of(row))).sheets[0]
    guess = columns.guess_columns(sheet)
    teams = entries.entries(sheet, guess, EVENT | row.get("event", {}))
    return sheet, guess, list(judging.judge_entries(teams, datetime.date(2026, 8, 1)))


@named(SHEETS["shop"])
def test_every_team_of_a_shop_is_read(row: dict[str, Any]) -> None:
    _, guess, found = judged(row)
    assert guess.roles == roles_of(row["roles"])
    assert guess.header == (row.get("header", 1) - 1 if row.get("header", 1) else None)
    assert [(result.state, len(result.entry.players)) for result in found] == [("legal", 2)] * 3


@named(SHEETS["case"])
def test_what_players_send_is_put_together(row: dict[str, Any]) -> None:
    sheet, guess, found = judged(row)
    assert [
        (result.entry.team, ", ".join(result.entry.players), result.state) for result in found
    ] == [roles_of(team) for team in row["teams"]]
    assert row.get("said", "") in "".join(map(str, found[0].notices))
    chips = list(map(str, (*found[0].kinds, *found[0].doubts)))
    assert row.get("chips") in (None, chips)
    written = judging.as_csv(judging.result_rows(sheet, guess, found, str)).decode("utf-8-sig")
    verdicts = [cells[-6] for cells in csv.reader(io.StringIO(written, newline=""))][1:]
    assert verdicts == row.get("verdicts", verdicts)


def guessed(*header: str, cells: tuple[str, ...] = ()) -> str:
    filled = [cells[index] if index < len(cells) else "" for index in range(len(header))]
    sheet = upload.read("event.csv", csv_of([list(header), filled, filled])).sheets[0]
    return ",".join(columns.guess_columns(sheet).roles)


@pytest.mark.parametrize(
    ("header", "cells", "roles"),
    [
        (("Team", "Player", "Deck Name", "Decklist", "Sideboard"), (),
         "team,player,deck-name,list,sideboard"),
        (("Team", "Player", "Commander", "Decklist"), (), "team,player,commander,list"),
        (("Team", "Card pool", "Format", "Teammate", "Phone number"), (),
         "team,pool,format,player,"),
        (("UserName", "Decklist"), (), "player,list"),
        (("Deck", "Sideboard"), (ANN, "4 Negate\n11 Duress"), "list,sideboard"),
        (("Team", "Card pool"), ("A", "30 Opt\n54 Shock"), "team,pool"),
        (("Team", "Deck"), ("A", "Mono Red"), "team,"),
        (("Sideboard",), ("4 Negate\n2 Duress",), "sideboard"),
    ],
)  # fmt: skip
def test_names_of_columns(header: tuple[str, ...], cells: tuple[str, ...], roles: str) -> None:
    assert guessed(*header, cells=cells) == roles


@pytest.mark.parametrize(
    ("header", "said"),
    [("Quantity,Name", "single decklist"), ("Team,Copies here,Name", "no column that is named")],
)
def test_cards_of_nobody_or_without_a_count_are_refused(header: str, said: str) -> None:
    rows = [header.split(","), *(["Reds", "4", "Opt"][-header.count(",") - 1 :] for _ in range(3))]
    with pytest.raises(CannotBeRead, match=said):
        card_rows.with_lists(upload.read("deck.csv", csv_of(rows)))


LONG = "4 Lightning Bolt\n56 Mountain\n\nSideboard\n15 Negate"


@pytest.mark.parametrize(
    "name",
    ["deck from your pool", "Your answer", "Mazo sin banquillo", "Timestamp of your deck",
     "E-mail your list", "Commander deck"],
)  # fmt: skip
@pytest.mark.parametrize("cell", [LONG, LONG.replace("\n", ", "), "60 Island"])
def test_a_column_of_lists_is_one_whatever_it_is_called(name: str, cell: str) -> None:
    assert guessed("Team", name, cells=("A", cell)) == "team,list"


def test_a_team_that_registers_twice_does_not_make_rows_players() -> None:
    rows = google_form(9)
    sheet = upload.read("event.csv", csv_of([*rows, rows[1]])).sheets[0]
    assert not columns.guess_columns(sheet).by_player


def test_private_columns_are_recognised() -> None:
    rows = [["Contact", *FORM_HEADER], *(["+49 170 1234567", *row] for row in google_form()[1:])]
    sheet = upload.read("event.csv", csv_of(rows)).sheets[0]
    found = columns.guess_columns(sheet)
    private = [index for index in range(8) if columns.is_private(sheet, found, index)]
    assert private == [0, 2]


@pytest.mark.parametrize(
    ("chosen", "team"), [("", "ƒquipe"), ("Mac OS Roman", "Équipe"), ("Windows-1251", "ѓquipe")]
)
def test_an_encoding_can_be_chosen(chosen: str, team: str) -> None:
    data = csv_of([["Team", "Deck"], ["Équipe", ANN]], encoding="mac_roman")
    assert upload.read("event.csv", data, chosen).sheets[0].rows[1].cells[0] == team
