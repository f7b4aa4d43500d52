"""The page of a whole event as the server gives it: its steps, faults, files and lines."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from headjudge.web import sheets
from headjudge.web.limits import LIMITS
from headjudge.web.pages.event import judging, view, workbook_process
from headjudge.web.pages.event import upload as uploads
from headjudge.web.pages.event.upload import UPLOAD_MAX
from tests.pages.markup import BROWSER, Form
from tests.web.registrations.events import (
    ANN,
    BEN,
    TOO_MANY,
    csv_of,
    google_form,
    melee,
    xlsx_of,
)
from validator.questions import DECKS_MAX

NDJSON = {"Accept": "application/x-ndjson"}


def send(client: FlaskClient, headers: dict[str, str] = BROWSER, **fields: Any) -> TestResponse:
    if isinstance(fields.get("file"), tuple):
        data, name = fields["file"]
        fields["file"] = FileStorage(io.BytesIO(data), name)
    boundary, body = encode_multipart(fields)
    content_type = f"multipart/form-data; boundary={boundary}"
    return client.post("/event", data=body, headers=headers, content_type=content_type)


def upload(client: FlaskClient, data: bytes, name: str = "event.csv") -> TestResponse:
    return send(client, file=FileStorage(io.BytesIO(data), name), do="columns")


def columns(client: FlaskClient, data: bytes, name: str = "event.csv") -> dict[str, Any]:
    """The form that is answered to a file, with a format chosen."""
    response = upload(client, data, name)
    assert response.status_code == 200
    event = {"format": "modern", "as_of": "2026-08-01", "file": (data, name)}
    return Form(response.text, "columns").fields | event


def lines(response: TestResponse) -> list[dict[str, Any]]:
    return [json.loads(line) for line in response.text.splitlines()]


def test_the_preview_shows_a_guess_and_no_addresses(client: FlaskClient) -> None:
    response = upload(client, csv_of(google_form()))
    sent = Form(response.text, "columns").fields
    roles = [sent[f"role-{index}"] for index in range(7)]
    assert roles == ["", "", "team", "player", "list", "player", "list"]
    assert (sent["rows"], sent["header"], sent["as_of"][:2]) == ("team", "1", "20")
    assert "These columns give 3 teams" in response.text
    assert "example.org" not in response.text
    assert response.headers["Cache-Control"] == "no-store"


def test_every_team_is_answered_for(client: FlaskClient) -> None:
    rows = google_form(3)
    rows[2][4] = TOO_MANY
    response = send(client, do="check", **columns(client, csv_of(rows)))
    assert response.status_code == 200
    for number in (1, 2, 3):
        assert f'id="team-{number}"' in response.text
    assert '5 copies of <a class="of-card" href="https://scryfall.com/' in response.text
    assert '<li class="illegal' in response.text


def test_columns_can_be_corrected(client: FlaskClient) -> None:
    sent = columns(client, csv_of([["A", "B", "C"], ["x", ANN, "Ann"], ["x", BEN, "Ben"]]))
    sent |= {"role-0": "team", "role-1": "list", "role-2": "player", "rows": "player"}
    again = send(client, do="columns", **sent)
    assert "These columns give 1 team" in again.text
    found = lines(send(client, NDJSON, do="check", **sent))
    assert found[1]["request"]["team"] == "x"
    assert len(found) == 3


def test_a_column_of_no_lists_is_warned_of(client: FlaskClient) -> None:
    sent = columns(client, csv_of([*google_form(), [], ["Lists until Friday!"]]))
    warning = "A list of fewer than 40 cards may be another column"
    text = send(client, do="columns", **sent).text
    assert warning not in text
    assert "Not read as teams: rows 6." in text
    unused = send(client, do="columns", **(sent | {"role-4": ""})).text
    assert "The column “Player A decklist” is not used, but has cards in 3 rows." in unused
    assert warning in send(client, do="columns", **(sent | {"role-3": "list"})).text


def test_the_first_sheet_with_lists_is_read_or_another(client: FlaskClient) -> None:
    data = xlsx_of({"Notes": [["Hello"], ["you"]], "Teams": google_form(2)})
    sent = columns(client, data, "event.xlsx")
    assert (sent["sheet"], sent["role-2"]) == ("1", "team")
    again = Form(send(client, do="columns", **(sent | {"sheet": "0"})).text, "columns").fields
    assert "role-1" not in again


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"format": ""}, "format", "Choose the format"),
        ({"format": "modrn"}, "format", "modrn"),
        ({"as_of": "yesterday"}, "as_of", "real date"),
        ({"policy": "mine"}, "policy", "mine"),
        ({"structure": "chess"}, "structure", "chess"),
        ({"role-4": "", "role-6": ""}, "columns", "Choose which column"),
        ({"file": ""}, "file", "Choose a file"),
    ],
)
@pytest.mark.parametrize("do", ["check", "csv"])
def test_what_has_to_be_mended_is_told(
    client: FlaskClient, changed: dict[str, str], field: str, said: str, do: str
) -> None:
    sent = columns(client, csv_of(google_form())) | changed
    response = send(client, do=do, **sent)
    assert response.status_code == 422
    assert f'<a href="#{field}">' in response.text
    assert said in response.text


@pytest.mark.parametrize("name", ["sheet", "form_key", "rows", "header", "role-0", "do"])
@pytest.mark.parametrize("value", ["", "-1", "99999999999999999999", "²", "\x00"])
def test_fields_may_hold_anything(client: FlaskClient, name: str, value: str) -> None:
    sent = columns(client, csv_of(google_form())) | {"do": "check", name: value}
    assert send(client, **sent).status_code in (200, 422)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "This file is empty"),
        (b"x" * (UPLOAD_MAX + 1), "larger than 5 MiB"),
    ],
    ids=["empty", "large"],
)
def test_a_file_that_cannot_be_read_is_told(client: FlaskClient, data: bytes, said: str) -> None:
    response = upload(client, data)
    assert response.status_code == 422
    assert said in response.text
    assert 'aria-invalid="true"' in response.text


def test_a_body_over_the_limit_is_read_and_refused(client: FlaskClient) -> None:
    response = upload(client, b"x" * (view.BODY_MAX + 1))
    assert response.status_code == 413
    assert "larger than 5 MiB" in response.text


def test_the_script_is_sent_a_line_a_team(client: FlaskClient) -> None:
    rows = melee(3)
    rows[1][6] = TOO_MANY
    response = send(client, NDJSON, do="check", **columns(client, csv_of(rows)))
    assert response.content_type == "application/x-ndjson"
    first, *teams, last = lines(response)
    assert first == {"teams": 3}
    assert [team["number"] for team in teams] == [1, 2, 3]
    assert all(team["check"].startswith("check=") for team in teams)
    assert teams[0]["request"].keys() == {
        "format", "as_of", "structure", "team", "decks",
    }  # fmt: skip
    assert "✕" not in teams[1]["row"]
    assert 'value="illegal"' in last["summary"]


def test_the_request_of_a_team_gives_the_whole_answer(client: FlaskClient) -> None:
    rows = google_form(1)
    rows[1][4] = TOO_MANY
    _, team, _ = lines(send(client, NDJSON, do="check", **columns(client, csv_of(rows))))
    sent = {"do": "open", "request": json.dumps(team["request"])}
    response = client.post("/", data=sent, headers=BROWSER, content_type="multipart/form-data")
    assert response.status_code == 200
    assert '5 copies of <a class="of-card" href="https://scryfall.com/' in response.text
    assert "answer" in response.text


def test_what_is_for_programs_is_not_on_the_page(client: FlaskClient) -> None:
    kinds = client.get("/v1/codes").get_json()["codes"]
    codes = {kind["code"] for kind in kinds if "-" in kind["code"]}  # others are words
    rows = google_form(4)
    rows[1][4] = "4 The One Ring\n4 Opt\n4 Lightnig Bolt\n???\n40 Mountain\n\nSideboard\n3 Shock"
    rows[2][6] = ""
    sent = columns(client, csv_of(rows)) | {"policy": "tournament"}
    page = send(client, do="check", **sent).text
    shown = re.sub(r"<[^>]*+>", "", page.partition("<main")[2].partition("<footer")[0])
    assert "The One Ring has been banned" in shown
    for text in (shown, send(client, do="csv", **sent).text):
        assert [words for words in ("sha256", *codes) if words in text] == []


def test_a_team_is_judged_again(client: FlaskClient) -> None:
    rows = google_form(1)
    rows[1][4] = TOO_MANY
    _, team, _ = lines(send(client, NDJSON, do="check", **columns(client, csv_of(rows))))
    team["request"]["decks"][0]["list"] = ANN
    sent: dict[str, Any] = {"do": "team", "number": "7", "row": "8", "written": "[]"}
    sent["unused"] = '[["Notes", "4 Shock"]]'
    sent["request"] = json.dumps(team["request"])
    (again,) = lines(send(client, **sent))
    assert (again["number"], again["request"]) == (7, team["request"])
    assert '<li class="legal' in again["row"]
    assert "4 Shock" in again["row"]
    for hostile in ("", "[]", "{", '{"decks": 1}', '{"format": "modern", "decks": {}}'):
        changed = {"request": hostile, "number": "x", "unused": "[1]"}
        (refused,) = lines(send(client, **(sent | changed)))
        assert "unasked" in refused["row"]


def test_files_hold_what_was_mended(client: FlaskClient) -> None:
    rows = google_form(3)
    rows[2][4] = TOO_MANY
    sent = columns(client, csv_of(rows))
    team = lines(send(client, NDJSON, do="check", **sent))[2]
    team["request"]["decks"][0]["list"] = ANN
    kept = [2, team["request"], "asked", "=at ten", "Fixed here", "by Ann"]
    sent |= {"do": "csv", "teams": json.dumps([[1, None], kept])}
    read = list(csv.reader(io.StringIO(send(client, **sent).data.decode("utf-8-sig"), newline="")))
    assert [[row[7], *row[10:]] for row in read] == [
        ["Verdict", "Status", "Note", "Changes"],
        ["Legal", "", "", ""],
        ["Legal", "Asked", "'=at ten", "Fixed here\nby Ann"],
        ["", "", "", ""],
    ]
    for hostile in (
        "", "1", "[1]", "[[[], 1]]", '{"1": {}}', "[[1, {}]]", "[[1, 2]]", "[[1, 2, [3], {}]]",
    ):  # fmt: skip
        assert send(client, **(sent | {"teams": hostile})).status_code == 200
    paper = send(client, **(sent | {"do": "registration", "teams": "[[3, null], [1, null]]"}))
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(paper.data)).pages]
    names = [re.findall(r"(?:Ann|Ben) \d", text)[:2] for text in texts]
    assert names == [  # the player, the teammate
        ["Ann 3", "Ben 3"], ["Ben 3", "Ann 3"], ["Ann 1", "Ben 1"], ["Ben 1", "Ann 1"],
    ]  # fmt: skip


def test_each_row_may_have_its_format(client: FlaskClient) -> None:
    rows = [["Team", "Format", "Deck 1", "Deck 2"], ["A", "Modern", ANN, BEN], ["B", "", ANN, BEN]]
    sent = columns(client, csv_of(rows)) | {"format": ""}
    _, first, second, _ = lines(send(client, NDJSON, do="check", **sent))
    assert '<li class="legal' in first["row"]
    assert "No format is given" in second["row"]


def test_a_table_with_a_card_per_row_gives_its_players_lists(client: FlaskClient) -> None:
    rows = [["Sunday"], ["Team", "Player", "Count", "Card"]]
    for player, card in (("Ann", "Opt"), ("Ben", "Shock")):
        rows += [["Reds", player, "4", card], ["", "", "56", "Island"]]
    data = csv_of(rows)
    sent = columns(client, data)
    assert (sent["header"], sent["role-2"], sent["rows"]) == ("1", "list", "player")
    _, team, _ = lines(send(client, NDJSON, do="check", **sent))
    assert [deck["player"] for deck in team["request"]["decks"]] == ["Ann", "Ben"]
    assert '<li class="legal' in team["row"]
    refused = upload(client, csv_of([["Count", "Card"], ["60", "Island"]]))
    assert "This table is a single decklist" in refused.text


def test_house_rules_team_size_and_tables(client: FlaskClient) -> None:
    rows = google_form(2)
    rows = [[*row, table] for row, table in zip(rows, ("Table", "12", "3"), strict=True)]
    sent = columns(client, csv_of(rows))
    assert sent["role-7"] == "table"
    sent |= {"house_ban": "Opt", "team_size": "2"}
    _, team, *_ = lines(send(client, NDJSON, do="check", **sent))
    assert team["request"]["house"] == {"ban": ["Opt"]}
    assert team["request"]["team_size"] == 2
    assert '<span class="number">12</span>' in team["row"]
    assert "Opt banned" in team["row"]
    data = send(client, do="slip", **sent).data
    assert "12" in PdfReader(io.BytesIO(data)).pages[0].extract_text()


def test_pairings_give_tables_to_sheets_in_their_order(client: FlaskClient) -> None:
    rows = google_form(3)
    rows[0] = [*rows[0], "Player A ID", "Player A deck name"]
    for number, row in enumerate(rows[1:], 1):
        row += [f"9000{number}", "Burn, mostly"]
    rows[3][2] = "Ann, Ben & Co"
    values = columns(client, csv_of(rows))
    assert values["role-7"] == "player-id"
    assert values["role-8"] == "deck-name"
    values["pairings"] = "Table\tTeams\n7\tteam  2\tNobody\n3, Ann, Ben & Co\n12;Team 1;Team 0"
    asked = {"do": "registration", "sorted_by": "table", "location": "Lyon", **values}
    texts = [
        " ".join(page.extract_text().split())
        for page in PdfReader(io.BytesIO(send(client, **asked).data)).pages
    ]
    assert [re.findall(r"Ann \d", text)[0] for text in texts[::2]] == ["Ann 3", "Ann 2", "Ann 1"]
    assert "Burn, mostly" in texts[0]
    assert "Lyon" in texts[0]
    assert "90003" in texts[0]


def test_what_players_write_is_no_markup(client: FlaskClient) -> None:
    rows = google_form(1)
    rows[1][2] = rows[1][3] = "<script>alert(1)</script>"
    sent = columns(client, csv_of(rows))
    assert "<script>alert" not in send(client, do="check", **sent).text
    _, team, _ = lines(send(client, NDJSON, do="check", **sent))
    assert "<script>" not in team["row"]


def test_results_as_files(client: FlaskClient) -> None:
    rows = google_form(3)
    rows[2][6] = ""
    sent = columns(client, csv_of(rows, ";"), "Été.csv")
    as_csv = send(client, do="csv", **sent)
    assert "filename*=UTF-8''%C3%89t%C3%A9-headjudge.csv" in as_csv.headers["Content-Disposition"]
    read = list(csv.reader(io.StringIO(as_csv.data.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert [row[:7] for row in read] == rows
    assert [row[7] for row in read] == ["Verdict", "Legal", "List missing", "Legal"]


@pytest.mark.parametrize(
    "row",
    [
        f"| file | {UPLOAD_MAX // 1024 // 1024} MiB |",
        f"| rows of a sheet | {uploads.ROWS_MAX:,} |",
        f"| columns | {uploads.COLUMNS_MAX} |",
        f"| characters of all sheets together | {uploads.TEXT_MAX // 1024**2} Mi |",
        f"| characters of a cell | {uploads.CELL_MAX:,} |",
        f"| lists and lines of a team | {DECKS_MAX} and {LIMITS.lines:,} |",
        f"| judging an event | {judging.SECONDS_MAX:.0f} seconds |",
        f"memory and {workbook_process.SECONDS} seconds",
    ],
)
def test_the_limits_of_the_documentation_are_in_force(row: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / "event.md").read_text("utf-8")
    assert row in text


def test_sheets_of_all_teams_that_can_be_judged(client: FlaskClient) -> None:
    rows = google_form(5)
    rows[2][4] = rows[2][6] = ""
    rows[3][4] = "https://example.org/decks/3"
    rows[5][4] = "\n" * 3000 + ANN
    sent = columns(client, csv_of(rows))
    typed: dict[str, Any] = {"event": "Open", "paper": "letter", "language": "ja"}
    response = send(client, do="registration", **(sent | typed))
    assert response.content_type == "application/pdf"
    assert response.headers["Content-Disposition"] == "inline; filename=registration-Open.pdf"
    assert response.headers["Cache-Control"] == "no-store"
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(response.data)).pages]
    assert [re.findall(r"(?:Ann|Ben) \d", text)[0] for text in texts] == [
        "Ann 1", "Ben 1", "Ann 3", "Ben 3", "Ann 4", "Ben 4",
    ]  # fmt: skip
    assert "稲妻" in texts[0]


@pytest.mark.parametrize("do", sheets.SHEETS)
def test_no_lists_no_sheets(client: FlaskClient, do: str) -> None:
    rows = google_form(1)
    rows[1][4] = rows[1][6] = ""
    response = send(client, do=do, **columns(client, csv_of(rows)))
    assert response.status_code == 422
    assert "No team has a list that could be printed." in response.text
