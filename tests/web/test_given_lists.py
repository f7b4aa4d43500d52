"""A list that is given, and drafts of Conspiracy: over HTTP, on the page, at the command line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from headjudge.cli.main import main

DOCS = Path(__file__).parents[2] / "docs" / "house-rules.md"
FILES = re.findall(r"^```toml\n(.*?)^```$", DOCS.read_text("utf-8"), re.M | re.S)
PENNY_DREADFUL = next(text for text in FILES if "Penny Dreadful" in tomllib.loads(text)["name"])
NAME = "penny-dreadful"
DAY = "2026-11-01"
ALONE = {"structure": "individual", "as_of": DAY}
LEGAL = "4 Counterspell\n4 Opt\n52 Island"
TOO_DEAR = "4 Brainstorm\n4 Opt\n52 Island"
CONSPIRACY = "40 Island\n\nSideboard\n1 Backup Plan"
IN_THE_DECK = "1 Backup Plan\n39 Island"


@pytest.fixture
def season(houses: Path) -> None:
    """The folder of house rules, with the list of a season."""
    houses.mkdir()
    (houses / f"{NAME}.toml").write_text(PENNY_DREADFUL, "utf-8")


CASES = pytest.mark.parametrize(
    ("format_id", "deck", "expected"),
    [
        (NAME, LEGAL, []),
        (NAME, TOO_DEAR, ["not-legal"]),
        (NAME, "5 Opt\n55 Island", ["deck-copies"]),
        ("booster-draft", CONSPIRACY, []),
        ("booster-draft", IN_THE_DECK, ["not-legal"]),
    ],
)


@pytest.mark.usefixtures("season")
@CASES
def test_a_house_list_is_judged_over_http(
    client: FlaskClient, format_id: str, deck: str, expected: list[str]
) -> None:
    body = {**ALONE, "format": format_id, "decks": [{"list": deck}]}
    report = client.post("/v1/validate", json=body).get_json()
    assert [one["code"] for one in report["violations"]] == expected


@pytest.mark.usefixtures("season")
@CASES
def test_a_house_list_is_judged_on_the_page(
    client: FlaskClient, format_id: str, deck: str, expected: list[str]
) -> None:
    page = client.post("/", data={**ALONE, "format": format_id, "list": [deck]}).text
    assert all(f"/rules/{code}" in page or code in page for code in expected)
    assert ("Not legal" not in page and "Legal" in page) == (not expected)


@pytest.mark.usefixtures("season")
@CASES
def test_a_house_list_is_judged_on_the_command_line(
    houses: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    format_id: str,
    deck: str,
    expected: list[str],
) -> None:
    (tmp_path / "deck.txt").write_text(deck, "utf-8")
    arguments = ["--format", format_id, "--structure", "individual", "--as-of", DAY]
    assert main(["check", str(tmp_path / "deck.txt"), *arguments]) == bool(expected)
    printed = capsys.readouterr().out
    assert all(f" {code}: " in printed for code in expected)


@pytest.mark.usefixtures("season")
def test_two_heads_share_its_four_copies(client: FlaskClient) -> None:
    body = {"format": NAME, "as_of": DAY, "decks": [{"list": LEGAL}, {"list": LEGAL}]}
    report = client.post("/v1/validate", json=body).get_json()
    faults = [(one["code"], one["card"]) for one in report["violations"]]
    assert faults == [("combined-copies", "Counterspell"), ("combined-copies", "Opt")]


@pytest.mark.usefixtures("season")
def test_it_ends_with_its_season(client: FlaskClient) -> None:
    body = {**ALONE, "format": NAME, "as_of": "2027-01-01", "decks": [{"list": LEGAL}]}
    [fault] = client.post("/v1/validate", json=body).get_json()["violations"]
    assert fault["code"] == "format-inactive"
