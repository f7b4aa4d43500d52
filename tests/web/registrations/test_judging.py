"""From rows to teams, verdicts, the summary and the results as files."""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.web import question
from headjudge.web.fetched_lists import ListFetcher
from headjudge.web.pages.event import columns, entries, judging, upload
from headjudge.web.pages.event.columns import Columns
from headjudge.web.pages.event.entries import Entry
from headjudge.web.pages.event.judging import Result, summary
from headjudge.web.pages.event.upload import CannotBeRead, Sheet
from tests.web.registrations.events import (
    ANN,
    BEN,
    MISSPELT,
    TOO_MANY,
    Rows,
    csv_of,
    google_form,
    melee,
)

TODAY = datetime.date(2026, 8, 1)
MODERN = {
    "format": "modern",
    "structure": "two-headed-giant",
    "as_of": "2026-08-01",
    "policy": "combined-four",
}
ALONE = MODERN | {"structure": "individual"}


def read(data: bytes, event: dict[str, str] = MODERN) -> tuple[Sheet, Columns, list[Entry]]:
    sheet = upload.read("event", data).sheets[0]
    guess = columns.guess_columns(sheet)
    return sheet, guess, entries.entries(sheet, guess, event)


def judged(rows: Rows, event: dict[str, str] = MODERN) -> list[Result]:
    return list(judging.judge_entries(read(csv_of(rows), event)[2], TODAY))


def states(rows: Rows, event: dict[str, str] = MODERN) -> list[str]:
    return [result.state for result in judged(rows, event)]


def only(rows: Rows, event: dict[str, str] = MODERN) -> Result:
    (result,) = judged(rows, event)
    return result


def with_cells(**cells: str) -> Rows:
    """A form of one team with other cells: `team`, `a`, `a_list`, `b`, `b_list`."""
    header, row = google_form(1)
    for name, text in cells.items():
        row[{"team": 2, "a": 3, "a_list": 4, "b": 5, "b_list": 6}[name]] = text
    return [header, row]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("4 Blitzschlag\n56 Gebirge", "de"),
        ("4 Lightning Bolt\n56 mountain", ""),
        ("4 Lightning Bolt\n4 Opt\n4 稲妻\n52 Island", ""),
        ("4 Raio\n4 Contramágica\n52 Ilha", "pt"),
        ("4 闪电击\n56 Island", ""),
    ],
)
def test_the_language_of_the_players(text: str, language: str) -> None:
    assert only(with_cells(a_list=text)).language == language


def test_the_request_is_the_one_of_the_api() -> None:
    assert only(with_cells()).entry.request == MODERN | {
        "team": "Team 1",
        "decks": [{"player": "Ann 1", "list": ANN}, {"player": "Ben 1", "list": BEN}],
    }


@pytest.mark.parametrize(
    ("cells", "state", "said"),
    [
        ({"a_list": MISSPELT}, "illegal", "Ann 1, line 1: No card is titled"),
        ({"a_list": TOO_MANY}, "illegal", "5 copies of Lightning Bolt"),
        ({"a_list": ""}, "no-list", "The list of Ann 1 is missing."),
        ({"a_list": "", "a": ""}, "no-list", "The list of deck 1 is missing."),
        ({"a_list": " ", "b_list": ""}, "no-list", "The list of Ben 1 is missing."),
        ({"a_list": "https://example.org/decks/1"}, "no-list", "The list of Ann 1 is missing."),
        ({"a_list": "same as last time"}, "no-list", "The list of Ann 1 is missing."),
        ({"a_list": "\n" * 3000 + ANN}, "unasked", "2000 lines"),
        ({"a_list": "x" * 100_001}, "unasked", "longer than any decklist"),
    ],
)
def test_faults_of_a_row(cells: dict[str, str], state: str, said: str) -> None:
    result = only(with_cells(**cells))
    assert result.state == state
    assert any(said in fault for fault in result.faults), result.faults


@pytest.mark.parametrize(
    "text",
    ["4 Lightning Bolt 56 Mountain", "4x Lightning Bolt, 56x Mountain",
     "4 Lightning Bolt; 56 Mountain", "4 Lightning Bolt (M10) 146 56 Mountain (M10) 242",
     "4 Lightning Bolt 30 Mountain 26 Mountain Sideboard: 2 Negate"],
)  # fmt: skip
def test_a_list_on_one_line_is_divided_and_that_is_said(text: str) -> None:
    result = only(with_cells(a_list=text))
    assert any("single line" in notice for notice in result.notices)


def test_a_row_may_say_its_format() -> None:
    rows = [["Team", "Format", "Deck 1", "Deck 2"], ["A", "LEGACY", ANN, BEN],
            ["B", "Bridge", ANN, BEN],
            ["C", "", ANN, BEN], ["D", "two headed giant sealed", ANN, BEN]]  # fmt: skip
    found = judged(rows)
    names = [dict(result.event).get("Format") for result in found[:3]]
    assert names == ["Legacy", None, "Modern"]
    assert [result.state for result in found[:3]] == ["legal", "unasked", "legal"]
    assert "Bridge" in found[1].faults[0]
    assert found[3].state != "unasked"


def test_without_any_format_a_row_says_so() -> None:
    assert "No format is given" in only(with_cells(), MODERN | {"format": ""}).faults[0]


def test_teams_beyond_the_time_are_reported() -> None:
    _, _, found = read(csv_of(google_form(3)))
    left = list(judging.judge_entries(found, TODAY, seconds=-1))
    assert [result.state for result in left] == ["unasked"] * 3


def test_an_unexpected_error_stays_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = question.judge

    def fails(team: dict[str, object], day: datetime.date, fetcher: ListFetcher) -> object:
        if team["team"] == "Team 2":
            raise ZeroDivisionError
        return judge(team, day, fetcher)

    monkeypatch.setattr(question, "judge", fails)
    assert states(google_form(3)) == ["legal", "unasked", "legal"]


def test_the_summary() -> None:
    rows = google_form(6)
    rows[1][4] = TOO_MANY
    rows[2][4] = TOO_MANY.replace("Mountain", "Mountian")
    rows[3][4] = rows[3][6] = ""
    rows[4][4] = "https://example.org"
    found = summary(judged(rows))
    assert found.teams == 6
    assert found.states == {"illegal": 2, "no-list": 2, "legal": 2}
    assert found.cards == [("Lightning Bolt", 2)]
    assert found.event["Format"] == [("Modern", 6)]
    assert found.event["Team rule"] == [("Max. 4 of each card per team", 6)]
    # Of one deck that two teams have copied no card is more common than another.
    for row in rows[1:3]:
        row[4] = "5 Lightning Bolt\n5 Lava Spike\n50 Mountain"
    assert summary(judged(rows)).cards == []


def test_notices_of_the_day_are_given_once() -> None:
    found = judged(google_form(3), MODERN | {"as_of": "2030-01-01"})
    assert [result.notices for result in found] == [()] * 3
    assert len(summary(found).notices) == 1


def table(rows: Rows) -> Rows:
    """The results of these rows, as CSV."""
    sheet, guess, found = read(csv_of(rows))
    written = list(judging.result_rows(sheet, guess, judging.judge_entries(found, TODAY), str))
    as_csv = judging.as_csv(written, ";").decode("utf-8-sig")
    return list(csv.reader(io.StringIO(as_csv, newline=""), delimiter=";"))


def test_results_have_the_rows_of_the_file() -> None:
    rows = melee(2)
    rows[2][6] = TOO_MANY
    rows.insert(3, [""] * 7)
    as_csv = table(rows)
    assert as_csv[0] == [*rows[0], *judging.HEADER]
    assert [row[:7] for row in as_csv] == rows
    assert [row[7] for row in as_csv[1:]] == ["Legal", "Not legal", "", "Legal", "Not legal"]
    assert "5 copies of Lightning Bolt" in as_csv[2][8]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    as_csv = table(with_cells(team=text, a=text))
    assert as_csv[1][2] == f"'{text}"
    (written,) = list(csv.reader([judging.as_csv([[text]]).decode("utf-8-sig")]))
    assert written[0].startswith("'")


BROKEN = ("", "x", "4 Lightnig Bolt", "https://example.org", "=1", "\x00", "\ud800", "9999 Opt",
          'He said "no"', "4 Opt, 56 Island", "\n\n", "-", "{}", "١ Opt",
          "60 Island " * 300)  # fmt: skip
GOOD = google_form(5)
SOUND = [(result.state, result.faults) for result in judged(GOOD)]


@settings(max_examples=40)
@given(
    place=st.integers(1, 5),
    cells=st.lists(st.sampled_from(BROKEN) | st.text(max_size=30), min_size=7, max_size=7),
)
def test_a_broken_row_changes_no_other(place: int, cells: Sequence[str]) -> None:
    # With a time: a row below the others with a single cell would be a remark.
    broken = [GOOD[place][0], "", f"Broken {cells[0][:3]}", *cells[3:]]
    rows = [*GOOD[:place], broken, *GOOD[place + 1 :]]
    # As if read: what a file cannot hold is not under test here.
    sheet = upload.read("x.csv", csv_of(GOOD)).sheets[0]
    read_rows = [row._replace(cells=tuple(rows[index])) for index, row in enumerate(sheet.rows)]
    sheet = sheet._replace(rows=tuple(read_rows))
    guess = columns.guess_columns(upload.read("x.csv", csv_of(GOOD)).sheets[0])
    found = list(judging.judge_entries(entries.entries(sheet, guess, MODERN), TODAY))
    assert [result.entry.rows for result in found] == [(index,) for index in range(1, 6)]
    others = [index for index in range(5) if index != place - 1]
    assert [(found[index].state, found[index].faults) for index in others] == [
        SOUND[index] for index in others
    ]
    written = list(judging.result_rows(sheet, guess, found, str))
    assert [row[:7] for row in written] == rows
    assert judging.as_csv(written)


@settings(max_examples=60)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_file_is_answered(data: bytes) -> None:
    try:
        sheet, guess, found = read(data)
    except CannotBeRead:
        return
    written = judging.result_rows(sheet, guess, judging.judge_entries(found, TODAY), str)
    assert len(list(written)) == len(sheet.rows) + (guess.header is None) - (guess.header or 0)
