"""Each file of docs/house-rules.md, played by: decks that fit it, and decks that break it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import formats
from cards import catalogue
from headjudge import decklists
from validator import Event, validate
from validator.house_rules import settle
from validator.model import Structure

PAGE = Path(__file__).parents[2] / "docs" / "house-rules.md"
FILES = {tomllib.loads(text)["name"]: text for text in re.findall(r"^```toml\n(.*?)^```$",
         PAGE.read_text("utf-8"), re.M | re.S)}  # fmt: skip

DECKS: dict[str, list[tuple[str, set[str]]]] = {
    "Legacy at our club": [
        ("4 Black Lotus\n1 Ponder\n55 Island", set()),
        ("1 Brainstorm\n2 Ponder\n57 Island",
         {"banned-card Brainstorm", "restricted-copies Ponder"}),
    ],
    "Two sets, one copy each": [
        ("1 Opt\n59 Island", set()),
        ("2 Opt\n1 Brainstorm\n57 Island", {"deck-copies Opt", "not-legal Brainstorm"}),
    ],
    "Friday Tiny Leaders": [
        ("Commander\n1 Krenko, Mob Boss\n\nDeck\n1 Sol Ring\n48 Mountain", set()),
        ("Commander\n1 Tymna the Weaver\n1 Thrasios, Triton Hero\n\nDeck\n48 Island",
         {"commanders-do-not-pair"}),
        ("Commander\n1 Krenko, Mob Boss\n\nDeck\n50 Mountain", {"main-too-large"}),
    ],
    "Penny Dreadful of one season": [
        ("4 Counterspell\n4 Opt\n52 Island", set()),
        ("4 Brainstorm\n56 Island", {"not-legal Brainstorm"}),
    ],
}  # fmt: skip
DAYS = {"Two sets, one copy each": "2024-08-01", "Penny Dreadful of one season": "2026-11-01"}


def codes(folder: Path, name: str, *texts: str) -> set[str]:
    path = folder / "house.toml"
    path.write_text(FILES[name], "utf-8")
    rules = settle(formats.read_house_file(path), catalogue())
    structure: Structure = "individual" if len(texts) == 1 else "two-headed-giant"
    event = Event("house", DAYS.get(name, "2026-08-01"), structure, "no-team-limit", house=rules)
    report = validate(event, [decklists.read(text) for text in texts])
    return {" ".join(filter(None, (one.code, one.card))) for one in report.violations}


@pytest.mark.parametrize("name", DECKS)
def test_each_file_of_the_page_is_played_by(tmp_path: Path, name: str) -> None:
    for text, expected in DECKS[name]:
        assert codes(tmp_path, name, text) == expected, text


def test_team_singleton_counts_both_decks(tmp_path: Path) -> None:
    opt = "1 Opt\n59 Island"
    assert codes(tmp_path, "Team singleton", opt, "60 Forest") == set()
    assert codes(tmp_path, "Team singleton", opt, opt) == {"combined-copies Opt"}


def test_every_file_of_the_page_has_its_decks() -> None:
    assert FILES.keys() == DECKS.keys() | {"Team singleton"}
