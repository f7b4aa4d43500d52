"""Which files are teams, what is left out, and what is asked of whom."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from headjudge.cli.configuration import Settings
from headjudge.cli.discovery import Team, discover
from headjudge.cli.judging import Demand, check_all
from headjudge.cli.options import today

FOREST, ISLAND = "60 Forest\n", "60 Island\n"
BOTH = "Deck A\n60 Forest\n\nDeck B\n60 Island\n"
MODERN = Settings(format="modern")
ALONE = Settings(format="modern", structure="individual")
SEALED = Settings(format="sealed")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, the root of a repository, as the working directory."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)


def write(*names: str, **texts: str) -> None:
    """Write decks of these names; `texts` are files with a text of their own."""
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(texts.get("text", FOREST), encoding="utf-8")


def teams(*paths: str, settings: Settings = MODERN) -> list[Team]:
    return list(discover(paths or ["."], settings).teams())


def problems(team: Team) -> list[str]:
    return [problem.message for problem in team.problems]


def named(*paths: str, settings: Settings = MODERN) -> dict[str, list[str]]:
    """The files of each team."""
    found = teams(*paths, settings=settings)
    return {team.name: [file.name for file in team.files] for team in found}


def test_a_folder_with_a_file_for_each_player_is_a_team() -> None:
    write("event/one/ann.txt", "event/one/ben.dek", "event/two/cid.cod", "event/two/dan.mwDeck")
    assert named() == {
        "event/one": ["event/one/ann.txt", "event/one/ben.dek"],
        "event/two": ["event/two/cid.cod", "event/two/dan.mwDeck"],
    }
    assert named("event/two") == {"event/two": ["event/two/cid.cod", "event/two/dan.mwDeck"]}


@pytest.mark.parametrize("marks", ["ab", "12", "AB"])
def test_marks_in_names_make_a_team(marks: str) -> None:
    first, second = (f"store/red.{mark}.txt" for mark in marks)
    write(second, first, "store/blue.a.txt", "store/blue.b.txt", "store/x.txt", "store/y.txt")
    found = named()
    assert found["store/red"] == [first, second]
    assert found["store/blue"] == ["store/blue.a.txt", "store/blue.b.txt"]
    assert found["store"] == ["store/x.txt", "store/y.txt"]


def test_a_file_of_several_lists_is_a_team() -> None:
    write("store/both.txt", text=BOTH)
    write("store/more.txt", text=BOTH)
    found = teams()
    assert [team.name for team in found] == ["store/both", "store/more"]
    assert found[0].deck_names == ("store/both.txt",) * 2


def test_alone_each_list_is_a_team() -> None:
    write("ann.txt", "ben.a.txt")
    write("both.txt", text=BOTH)
    found = teams(settings=ALONE)
    assert [team.name for team in found] == ["ann", "ben.a", "both (1)", "both (2)"]
    assert all(len(team.decks) == 1 for team in found)


def test_a_team_that_lacks_a_deck_is_judged() -> None:
    write("one/ann.txt")
    (team,) = check_all(discover(["."], MODERN), Demand(today()))
    assert "deck-count" in [finding.code for finding in team.findings]


def test_a_folder_with_too_many_files_says_what_to_do() -> None:
    write("one/a.txt", "one/b.txt", "one/c.txt")
    (team,) = teams()
    assert problems(team) == [
        "one holds 3 deck files, and a team has 2 players: one/a.txt, one/b.txt and one/c.txt."
    ]


@pytest.mark.parametrize("count", [2, 3])
def test_teams_of_three_may_be_two(count: int) -> None:
    write(*(f"one/{number}.txt" for number in range(count)))
    (team,) = teams(settings=Settings(format="modern", structure="team-constructed"))
    assert (len(team.decks), team.problems) == (count, ())


def test_pools_belong_to_their_teams() -> None:
    write("one/a.txt", "one/b.txt", "one/pool.txt")
    write("red.a.txt", "red.b.txt", "red.pool.txt", "blue.a.txt", "blue.b.txt")
    found = {team.name: team.pool for team in teams(settings=SEALED)}
    assert found == {"one": "one/pool.txt", "red": "red.pool.txt", "blue": None}
    write("gold.pool.txt")
    (team,) = [team for team in teams(settings=SEALED) if team.problems]
    assert problems(team) == ["gold.pool.txt is not the pool of any team in its folder."]


def test_in_constructed_a_file_named_pool_is_a_deck() -> None:
    write("one/a.txt", "one/b.txt", "one/pool.txt")
    assert named() == {"one": ["one/a.txt", "one/b.txt", "one/pool.txt"]}


PROSE = "This folder has our decks.\nThey are good.\n"


@pytest.mark.parametrize("suffix", ["txt", "TXT", "dck", "dec", "dek", "mwDeck", "cod", "deck"])
def test_files_are_decks_by_their_suffix(suffix: str) -> None:
    names = [f"one/a.{suffix}", f"one/b.{suffix}"]
    write(*names)
    write("one/c.md", "one/d.json", "one/e.list", "one/f")
    assert named() == {"one": names}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "one/b.txt holds no deck."),
        ("\n \n", "one/b.txt holds no deck."),
        (PROSE, "one/b.txt holds no deck."),
        ('{"private": true}', "one/b.txt holds no deck."),
        ("<html><p>4 Opt</p></html>", "one/b.txt holds no deck."),
        (
            "https://www.moxfield.com/decks/abc\n",
            "one/b.txt holds an address alone, and no deck: save the list itself in it.",
        ),
    ],
)
@pytest.mark.parametrize("beside", [["one/a.txt"], ["one/a.txt", "one/c.txt"], []])
def test_a_file_that_is_included_has_to_hold_a_deck(
    text: str, said: str, beside: list[str]
) -> None:
    write(*beside)
    write("one/b.txt", text=text)
    found = {team.name: problems(team) for team in teams()}
    stands_alone = {"one": [], "one/b.txt": [said]} if len(beside) == 2 else {"one": [said]}
    assert found == (stands_alone if beside else {"one/b.txt": [said]})


def test_folders_of_other_programs_are_left_out() -> None:
    write("one/a.txt", "one/b.txt", ".hidden/a.txt", "node_modules/a.txt", "venv/x/a.txt")
    assert named() == {"one": ["one/a.txt", "one/b.txt"]}
    assert named("venv/x") == {"venv/x": ["venv/x/a.txt"]}
    Path("headjudge.toml").write_text('exclude = ["!.hidden/"]\n')
    assert list(named()) == [".hidden", "one"]


def test_a_named_file_is_a_deck() -> None:
    write("notes", "README.md", "venv/a.txt")
    Path("headjudge.toml").write_text('exclude = ["*"]\n')
    assert named("notes", "README.md") == {"notes + README.md": ["notes", "README.md"]}
    assert named("venv/a.txt", "notes") == {"venv/a.txt + notes": ["venv/a.txt", "notes"]}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_reported() -> None:
    write("one/a.txt")
    Path("one").chmod(0)
    (team,) = teams()
    Path("one").chmod(0o700)
    assert problems(team) == ["one cannot be read: Permission denied."]


def test_links_may_lead_in_circles_or_nowhere() -> None:
    write("one/a.txt", "one/b.txt")
    Path("one/back").symlink_to(Path().absolute(), target_is_directory=True)
    Path("two").mkdir()
    Path("two/gone.txt").symlink_to("nothing")
    Path("two/c.txt").write_text(FOREST)
    one, two = sorted(teams(), key=lambda team: team.name)
    assert one.name == "one"
    assert problems(two) == ["two/gone.txt cannot be read: No such file or directory."]


@pytest.mark.parametrize(
    ("include", "exclude"),
    [
        ("decks/", '"two/"'),
        ("decks", '"two"'),
        ("/decks/*/[!x].txt", '"tw[!x]"'),
        ("decks", '["two", "decks/one[!x]a.txt"]'),  # a class is never a slash
    ],
)
def test_a_configuration_includes_and_excludes(include: str, exclude: str) -> None:
    write("decks/one/a.txt", "decks/one/b.txt", "decks/two/a.txt", "decks/two/b.txt", "x/a.txt")
    Path("headjudge.toml").write_text(f'include = ["{include}"]\nexclude = {exclude}\n')
    assert named() == {"decks/one": ["decks/one/a.txt", "decks/one/b.txt"]}


def test_a_configuration_names_teams() -> None:
    write("one/a.txt", "one/b.txt", "one/c.txt", "one/d.txt", "one/e.txt")
    Path("headjudge.toml").write_text(
        '[[team]]\nname = "Red"\ndecks = ["one/d.txt", "one/b.txt"]\npolicy = "unified-2018"\n'
        '[[team]]\ndecks = ["one/c.txt"]\n'
    )
    found = {team.name: team for team in teams()}
    assert [file.name for file in found["Red"].files] == ["one/d.txt", "one/b.txt"]
    assert found["Red"].settings.policy == "unified-2018"
    assert found["one"].deck_names == ("one/a.txt", "one/e.txt")
    assert list(found) == ["Red", "one/c.txt", "one"]
    assert [team.name for team in teams("one/b.txt")] == ["Red"]


def test_files_that_are_named_are_taken_in_turn() -> None:
    write("a.txt", "b.txt", "c.txt", "x.a.txt", "x.b.txt", "one/d.txt", "one/e.txt")
    found = named("b.txt", "a.txt", "one/d.txt", "one/e.txt", "x.b.txt", "x.a.txt")
    assert found == {
        "x": ["x.a.txt", "x.b.txt"],
        "b.txt + a.txt": ["b.txt", "a.txt"],
        "one/d.txt + one/e.txt": ["one/d.txt", "one/e.txt"],
    }
    (left,) = [team for team in teams("a.txt", "b.txt", "c.txt") if team.problems]
    assert problems(left) == ["The files make no whole teams of 2: c.txt is left over."]


def test_paths_within_each_other_are_read_once() -> None:
    write("one/a.txt", "one/b.txt")
    assert list(named(".", "one")) == ["one"]
    assert len(teams(".", "one", "one")) == 1
