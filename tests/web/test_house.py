"""House rules over HTTP: in the request, and from the folder that the service is given."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from formats import WrongHouseRules

DECKS = [{"list": "59 Island\n1 Brainstorm"}, {"list": "59 Island\n1 Black Lotus"}]
LEGACY = {"format": "legacy", "as_of": "2024-10-01", "decks": DECKS}
OURS = """
name = "Legacy at our club"
base = "legacy"
from = 2024-01-01
ban = ["Brainstorm"]
allow = ["Black Lotus"]
"""


@pytest.fixture
def folder(houses: Path) -> Path:
    """The folder of house rules that the service reads."""
    houses.mkdir()
    return houses


def words(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", page)))


def codes(answer: Any) -> list[str]:
    return [f"{one['code']} {one['card']}" for one in answer.get_json()["violations"]]


def test_a_format_of_the_folder(client: FlaskClient, folder: Path) -> None:
    (folder / "club-legacy.toml").write_text(OURS)
    listed = client.get("/v1/formats").get_json()["formats"]
    assert [one["id"] for one in listed if one["is_house_format"]] == ["club-legacy"]
    shown = client.get("/v1/formats/club-legacy?as_of=2024-10-01").get_json()
    assert (shown["is_house_format"], shown["banlist"]) == (True, "2024-08-26")
    assert shown["house_rules"]["allow"] == ["Black Lotus"]
    answer = client.post("/v1/validate", json={**LEGACY, "format": "club-legacy"})
    assert codes(answer) == ["banned-card Brainstorm"]
    assert answer.get_json()["violations"][0]["banlist"] == "2024-01-01"
    assert answer.get_json()["ruleset"]["format"] == "club-legacy"


def test_a_deck_of_a_format_of_the_folder(client: FlaskClient, folder: Path) -> None:
    (folder / "club-legacy.toml").write_text(OURS)
    decks = [{**DECKS[0], "format": "club-legacy"}, DECKS[1]]
    team = {**LEGACY, "structure": "team-constructed", "decks": decks}
    answer = client.post("/v1/validate", json={**team, "format": "club-legacy"})
    assert codes(answer) == ["banned-card Brainstorm"]
    answer = client.post("/v1/validate", json=team)
    assert answer.get_json()["errors"][0]["pointer"] == "/decks/0/format"


def test_house_rules_on_house_rules(client: FlaskClient, folder: Path) -> None:
    (folder / "club-legacy.toml").write_text(OURS)
    answer = client.post("/v1/validate", json={**LEGACY, "format": "club-legacy", "house": {}})
    assert answer.get_json()["errors"][0]["pointer"] == "/house"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("legacy", OURS, "legacy is the id of a shipped format"),
        ("ours", OURS + 'bans = ["Opt"]\n', r"ours.toml, line 7, bans: There is no such key"),
        ("ours", OURS.replace("Black Lotus", "Blak Lotus"), r"line 6, allow: No card is titled"),
    ],
)
def test_the_service_does_not_start_with_a_wrong_file(
    folder: Path, name: str, text: str, said: str
) -> None:
    (folder / f"{name}.toml").write_text(text)
    with pytest.raises(WrongHouseRules, match=said):
        create_app()


def test_the_page_offers_formats_of_the_folder(folder: Path, client: FlaskClient) -> None:
    (folder / "our-legacy.toml").write_text(OURS, encoding="utf-8")
    assert '<option value="our-legacy"' in client.get("/").text
    form = {"format": "our-legacy", "as_of": "2024-10-01", "list": ["1 Brainstorm\n59 Island"] * 2}
    assert "banned by the house rules of Legacy at our club" in client.post("/", data=form).text


def test_a_format_of_the_folder_has_its_page(folder: Path, client: FlaskClient) -> None:
    (folder / "our-legacy.toml").write_text(OURS, encoding="utf-8")
    assert 'href="/formats/our-legacy"' in client.get("/formats").text
    page = client.get("/formats/our-legacy?as_of=2024-10-01").text
    base = client.get("/formats/legacy?as_of=2024-10-01").text
    (banned, banned_by_base) = (int(re.findall(r"Banned: (\d+)", one)[0]) for one in (page, base))
    # Brainstorm comes to the list, Black Lotus goes.
    assert banned == banned_by_base
    assert "banned Brainstorm; allowed Black Lotus." in words(page)
    assert 'id="timeline"' not in page
    links = re.findall(r'href="(/(?:v1|formats|events)[^"]*)"', page)
    some = [*dict.fromkeys(links)][::10]
    assert len(some) > 10
    assert {client.get(html.unescape(link)).status_code for link in some} == {200}


def test_the_page_of_a_format_without_a_base(folder: Path, client: FlaskClient) -> None:
    (folder / "one-set.toml").write_text(
        'name = "One set"\nfrom = 2024-01-01\nsets = [{code = "DOM"}]\nrestrict = ["Opt"]\n',
        encoding="utf-8",
    )
    page = client.get("/formats/one-set?as_of=2024-10-01").text
    assert "Restricted: 1" in page
    assert "Banned: " not in page
    assert "No list except that of the house rules: restricted Opt." in words(page)
    assert 'Dominaria <abbr translate="no">DOM</abbr>' in page
    assert client.get("/formats/one-set?card=Opt").status_code == 404
