"""House rules in force: what they ban, allow and restrict, whatever the lists say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cards import catalogue
from formats import HouseRules, WrongHouseRules
from validator.house_rules import TITLES_MAX, House, read_folder, settle

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

ALONE = {"structure": "individual"}
ERAYO = "Erayo, Soratami Ascendant // Erayo's Essence"


def house(base: str = "legacy", **lists: Any) -> House:
    return settle(HouseRules(base, **lists), catalogue())


@pytest.mark.parametrize(
    ("format_id", "lists", "line", "expected"),
    [
        ("legacy", {"ban": ("Brainstorm",)}, "1 Brainstorm", ["banned-card Brainstorm 1"]),
        ("legacy", {"ban": ("BRAINSTORM",)}, "1 Brainstorm", ["banned-card Brainstorm 1"]),
        ("legacy", {"ban": ("Brainstorm",)}, "4 Ponder", []),
        # One cause, one violation: a banned title outside the format is banned alone.
        ("modern", {"ban": ("Black Lotus",)}, "5 Black Lotus", ["banned-card Black Lotus 5"]),
        ("legacy", {"allow": ("Black Lotus",)}, "4 Black Lotus", []),
        ("legacy", {"allow": ("Black Lotus",)}, "5 Black Lotus",
         ["combined-copies Black Lotus 5/4"]),
        ("modern", {"allow": ("Psychatog",)}, "4 Psychatog", []),
        ("vintage", {"allow": ("Blacker Lotus",)}, "1 Blacker Lotus", []),
        ("pauper", {"allow": ("Tarmogoyf",)}, "1 Tarmogoyf", []),
        ("vintage", {"allow": ("Brainstorm",)}, "4 Brainstorm", []),
        ("legacy", {"allow": (ERAYO,)}, f"4 {ERAYO}", []),
        ("legacy", {"restrict": ("Ponder",)}, "2 Ponder", ["restricted-copies Ponder 2/1"]),
        ("legacy", {"restrict": ("Black Lotus",)}, "1 Black Lotus", []),
        ("legacy", {"restrict": ("Black Lotus",)}, "2 Black Lotus",
         ["restricted-copies Black Lotus 2/1"]),
        ("modern", {"restrict": ("Psychatog",)}, "1 Psychatog", ["not-legal Psychatog 1 set"]),
        ("vintage", {"ban": ("Brainstorm",)}, "2 Time Walk",
         ["restricted-copies Time Walk 2/1"]),
    ],
)  # fmt: skip
def test_house_rules(
    judge: Judge, format_id: str, lists: dict[str, Any], line: str, expected: list[str]
) -> None:
    assert judge(format_id, [line], house=house(format_id, **lists)) == expected


def test_a_restricted_title_is_one_of_the_team(judge: Judge) -> None:
    rules = house(restrict=("Ponder",))
    assert judge("legacy", ["1 Ponder"], ["1 Ponder"], house=rules) == [
        "restricted-copies Ponder 2/1"
    ]
    assert judge("legacy", ["1 Ponder"], house=rules, **ALONE) == []


def test_a_restricted_attraction_stays_beside_the_deck(judge: Judge) -> None:
    rules, lines = house(restrict=("Balloon Stand",)), ["attractions: 1 Balloon Stand"]
    day = "2023-06-01"
    assert judge("legacy", lines, as_of=day, house=rules, **ALONE) == judge(
        "legacy", lines, as_of=day, **ALONE
    )


def test_messages_name_the_house(ask: Ask) -> None:
    rules = settle(HouseRules("legacy", ban=("Opt",), name="the Friday club"), catalogue())
    report = ask("legacy", ["1 Opt"], house=rules)
    (violation,) = report.violations
    assert violation.message == "Opt is banned by the house rules of the Friday club."
    assert violation.rule.source == "House rules of the Friday club"
    assert violation.banlist is None


def test_the_ruleset_and_the_fingerprint_are_marked(ask: Ask) -> None:
    plain = ask("legacy", []).as_dict()["ruleset"]
    first = ask("legacy", [], house=house(ban=("Opt",))).as_dict()["ruleset"]
    second = ask("legacy", [], house=house(ban=("Ponder",))).as_dict()["ruleset"]
    assert "house" not in plain
    assert first["house"]["name"] == "the event"
    assert first["house"]["base"] == "legacy"
    assert len({plain["fingerprint"], first["fingerprint"], second["fingerprint"]}) == 3
    assert first["banlist"] == plain["banlist"]


def test_equal_rules_have_one_digest() -> None:
    first = house(ban=("Opt", "Ponder"))
    again = house(ban=("ponder", "OPT"))
    assert (first, hash(first)) == (again, hash(again))
    assert first != house(allow=("Opt", "Ponder"))


def test_decks_of_another_format_are_not_touched(judge: Judge) -> None:
    found = judge(
        "legacy", ["1 Opt"], ["1 Opt"], deck_formats=["legacy", "modern"],
        structure="team-constructed", house=house(ban=("Opt",)),
    )  # fmt: skip
    assert found == ["banned-card Opt 1"]


@pytest.mark.parametrize(
    ("lists", "where", "said"),
    [
        ({"ban": ("Opt", "Brainstrm")}, ("ban", 1), "No card is titled “Brainstrm”. Perhaps B"),
        ({"ban": ("carpe diem",)}, ("ban", 0), "“carpe diem” may be any of several cards: "),
        ({"ban": ("Opt",), "allow": ("opt",)}, ("allow", 0), "Opt is in ban and in allow; it can"),
        ({"ban": ("Opt", "Opt")}, ("ban", 1), "Opt is twice in ban; list it once."),
        ({"allow": ("Backup Plan",)}, ("allow", 0), "Backup Plan cannot be in a deck."),
        ({"allow": ("Baffling Defenses",)}, ("allow", 0), "exists only in digital games."),
        ({"ban": ("Opt",) * (TITLES_MAX + 1)}, (), "may name 1000 titles in all lists together"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_by(
    lists: dict[str, Any], where: tuple[str | int, ...], said: str
) -> None:
    with pytest.raises(WrongHouseRules) as raised:
        house(**lists)
    (fault,) = raised.value.faults
    assert fault.where == where
    assert said in fault.message


@pytest.mark.parametrize("base", ["sealed", "legasy", "two-headed-giant", None])
def test_a_base_that_cannot_be_changed(base: str | None) -> None:
    with pytest.raises(WrongHouseRules):
        settle(HouseRules(base, ban=("Opt",)), catalogue())


def test_a_format_of_the_house(tmp_path: Path, ask: Ask, judge: Judge) -> None:
    (tmp_path / "two-sets.toml").write_text(
        'name = "Two sets"\nfrom = 2024-06-01\nmain_min = 60\ncopies_max = 1\n'
        'sets = [{code = "DOM"}, {code = "M19", until = 2024-08-01}]\nban = ["Opt"]\n'
    )
    rules = read_folder(tmp_path, catalogue())["two-sets"]

    def found(line: str, as_of: str, **asked: Any) -> list[str]:
        decks = [[line, "70 Island"], ["70 Island"]]
        return judge("two-sets", *decks, as_of=as_of, house=rules, fill=None, **asked)

    assert found("1 Llanowar Elves", "2024-07-01") == []
    assert found("2 Llanowar Elves", "2024-07-01") == ["combined-copies Llanowar Elves 2/1"]
    assert found("1 Opt", "2024-07-01") == ["banned-card Opt 1"]
    assert found("1 Resplendent Angel", "2024-07-31") == []
    assert found("1 Resplendent Angel", "2024-08-01") == ["not-legal Resplendent Angel 1 rotated"]
    assert found("1 Black Lotus", "2024-07-01") == ["not-legal Black Lotus 1 set"]
    assert found("1 Opt", "2024-05-31") == ["format-inactive"]
    report = ask("two-sets", ["1 Opt"], as_of="2024-07-01", house=rules, fill=None)
    (banned,) = [one for one in report.violations if one.code == "banned-card"]
    assert banned.banlist is None or banned.banlist == "2024-06-01"
    assert report.as_dict()["ruleset"]["format"] == "two-sets"


def test_faults_of_titles_name_the_line(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('name = "Ours"\nbase = "legacy"\nban = [\n  "Opt",\n  "Brainstrm",\n]\n')
    with pytest.raises(WrongHouseRules, match="line 5, ban: No card is titled “Brainstrm”"):
        read_folder(tmp_path, catalogue())


def test_a_set_that_does_not_exist(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('name = "Ours"\nsets = [{code = "QQQQ"}]\n')
    with pytest.raises(WrongHouseRules, match='There is no set "QQQQ"'):
        read_folder(tmp_path, catalogue())
