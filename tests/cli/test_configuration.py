"""Configurations: where they are found, what they say, and what is wrong in them."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from headjudge.cli import configuration
from headjudge.cli.configuration import Settings, line_of
from headjudge.cli.discovery import discover
from headjudge.cli.errors import CommandError
from headjudge.cli.main import main


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The root of a repository with two teams, as the working directory."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for team in ("one", "two"):
        Path(team).mkdir()
        for name in ("a", "b"):
            Path(f"{team}/{name}.txt").write_text("60 Forest\n", encoding="utf-8")


def settings_of(team: str, options: Settings = Settings()) -> Settings:  # noqa: B008
    """What is asked of the team of a folder."""
    (found,) = [one for one in discover(["."], options).groups if one.name == team]
    return found.settings


def configure(text: str, file: str = "headjudge.toml") -> None:
    Path(file).write_text(text, encoding="utf-8")


def test_every_setting_is_read() -> None:
    Path("club.toml").write_text('name = "Club"\nbase = "modern"\nban = ["Opt"]\n', "utf-8")
    configure(
        'format = "club"\nas_of = 2024-10-01\nstructure = "team-constructed"\n'
        'policy = "unified-2018"\nteam_size = 3\nalso = ["combined-four"]\nhouse = "club.toml"\n'
        'product = ["DOM=8"]\nsyntax = "text"\nfail-on = ["warning"]\n'
        'ignore = ["facts-older"]\n'
    )
    assert settings_of("one") == Settings(
        "club", datetime.date(2024, 10, 1), "team-constructed", "unified-2018", 3,
        ("combined-four",), "club.toml", "DOM=8", "text", ("warning",), ("facts-older",),
        ("headjudge.toml", "club.toml"),
    )  # fmt: skip


def test_options_win_over_folders_and_folders_over_the_whole() -> None:
    configure(
        'format = "modern"\npolicy = "unified-2018"\nas_of = "2024-10-01"\n'
        '[[folder]]\npath = "two"\nformat = "legacy"\n'
        '[[folder]]\npath = "one"\nformat = "pioneer"\n'
    )
    one, two = settings_of("one"), settings_of("two")
    assert (one.format, two.format) == ("pioneer", "legacy")
    assert one.policy == two.policy == "unified-2018"
    assert one.sources == ("headjudge.toml", "headjudge.toml")
    assert settings_of("two", Settings(format="vintage")).format == "vintage"


def test_none_is_read_from_above_the_repository(tmp_path: Path) -> None:
    configure('format = "modern"\n')
    inner = tmp_path / "one"
    found = configuration.find(inner)
    assert found and found.folder == tmp_path
    (inner / ".git").mkdir()
    assert configuration.find(inner) is None


def test_a_run_in_a_folder_asks_the_same_as_a_run_over_all() -> None:
    configure('format = "modern"\n[[folder]]\npath = "one"\npolicy = "unified-2018"\n')
    (group,) = discover(["one"], Settings()).groups
    assert (group.name, group.settings) == ("one", settings_of("one"))
    assert group.settings.format == "modern"


def test_the_file_at_the_root_alone_sets_rules(capsys: pytest.CaptureFixture[str]) -> None:
    configure('format = "modern"\n')
    configure('format = "vintage"\nexclude = ["*"]\n', "one/headjudge.toml")
    assert settings_of("one").format == "modern"
    (group,) = discover(["one"], Settings()).groups
    assert group.settings.format == "modern"
    said = capsys.readouterr().err
    assert "one/headjudge.toml sets no rules: `headjudge.toml` does" in said


def test_a_configuration_may_be_named() -> None:
    configure('format = "modern"\n', "other.toml")
    assert discover(["."], Settings(), config="other.toml").settings.format == "modern"


def test_house_rules_may_be_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    configure('format = "modern"\nas_of = 2024-10-01\n[house]\nname = "Club"\nban = ["Opt"]\n')
    Path("one/a.txt").write_text("4 Opt\n56 Island\n", encoding="utf-8")
    assert main(["check", "one"]) == 1
    assert "one/a.txt:1:3: banned-card: Opt" in capsys.readouterr().out


def test_notices_may_fail_the_run_or_be_ignored(capsys: pytest.CaptureFixture[str]) -> None:
    event = 'format = "modern"\nas_of = 2100-01-01\n'
    configure(event)
    assert main(["check", "one"]) == 0
    assert "facts-older" in capsys.readouterr().out
    configure(event + 'fail-on = ["facts-older"]\n')
    assert main(["check", "one"]) == 1
    assert "error: facts-older" in capsys.readouterr().out
    rotating = event.replace("modern", "standard")  # where what comes later matters more
    configure(rotating + 'fail-on = ["warning"]\nignore = ["facts-older"]\n')
    assert main(["check", "one"]) == 1
    assert "error: facts-older" in capsys.readouterr().out
    configure(event + 'ignore = "facts-older"\n')
    assert main(["check", "one"]) == 0
    assert "facts-older" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '\n\nformat = "modern"\nstructure = "solo"',
            '4: structure: There is no structure "solo".',
        ),
        ('formt = "modern"', '1: formt: There is no key "formt". Did you mean "format"?'),
        ('format = "two-headed-giant"', "1: format: two-headed-giant is a structure"),
        ("format = 4", "1: format: This must be a text."),
        ("as_of = 2024-02", "1: This is no TOML: "),
        ('format = "modern"\nignore = [', "2: This is no TOML: "),
        ('as_of = "2024-02-30"', "1: as_of: This must be a real date"),
        ("as_of = 2024-02-01T10:00:00", "1: as_of: This must be a real date"),
        ("team_size = true", "1: team_size: This must be a whole number."),
        ("team_size = 9", "1: team_size: A team has from 1 to 8 players."),
        ('policy = "best"', "1: policy: There is no policy"),
        ('also = "best"', "1: also: There is no policy"),
        ('product = "DOME=8"', "1: product: "),
        ('syntax = "texf"', '1: syntax: There is no syntax "texf". Did you mean "text"?'),
        ('fail-on = ["catalog-older"]', '1: fail-on: There is no notice "catalog-older".'),
        ('exclude = ["[[:alpha:]].txt"]', "1: exclude: Write [a-z] in place of a class"),
        ("include = [4]", "1: include: This must be a text, or a list of texts."),
        (
            '[[folder]]\nformat = "modern"\npath = "three"',
            "3: folder.path: There is no folder three.",
        ),
        ('[[folder]]\npath = "../x"', "2: folder.path: This must be a folder below"),
        ('[[folder]]\npath = "one"\nformat = "mordern"', "3: folder.format: There is no format"),
        ('[[folder]]\nformat = "modern"', "1: folder: A folder has a path"),
        ("folder = 3", "1: folder: These are tables"),
        ("team = 3", "1: team: These are tables"),
        ('allow_comments = "yes"', "1: allow_comments: This must be true or false."),
        ('[[team]]\ndecks = ["a"]\n[[team]]\nname = "x"', "3: team: A team has decks"),
        ('[[team]]\ndecks = ["a"]\n[[team]]\ndecks = 3', "4: team.decks: This must be"),
        ('[[team]]\ndecks = ["a"]\ninclude = "x"', "3: team.include: There is no key"),
        ("[house]\nbann = []", "1: house: There is no key of house rules here"),
        ("[house]\nban = 3", "1: house: This must be a text, or a list"),
    ],
)
def test_faults_name_file_line_and_key(
    text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(text)
    assert main(["check", "--format", "modern"]) == 2
    assert f"headjudge: headjudge.toml:{said}" in capsys.readouterr().err


def test_all_faults_are_said() -> None:
    configure('formt = 1\n[[folder]]\npath = "one"\npolicy = "x"\n')
    with pytest.raises(CommandError) as error:
        settings_of("one")
    assert [line.split(" ")[0] for line in str(error.value).splitlines()] == [
        "headjudge.toml:1:", "headjudge.toml:4:",
    ]  # fmt: skip


def test_a_configuration_that_is_no_utf_8() -> None:
    Path("headjudge.toml").write_bytes(b'format = "\xff"')
    with pytest.raises(CommandError, match="not UTF-8"):
        settings_of("one")


TOML = '''\
a = 1 # b = 2
"b c" = """
a.b = 3
"""
d.e = [
  "f = 4",
]

[a . b]
c = 5
[[t]]
x = 1
[[t]]
y = 2
[t.z]
x = 3
'''


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (("a",), 1),
        (("b c",), 2),
        (("d", "e"), 5),
        (("f",), 1),
        (("a", "b"), 9),
        (("a", "b", "c"), 10),
        (("t", 0), 11),
        (("t", 0, "x"), 12),
        (("t", 1), 13),
        (("t", 1, "y"), 14),
        (("t", 1, "z", "x"), 16),
        (("d", "e", 0), 5),
        (("nothing",), 1),
    ],
)
def test_lines_of_keys(where: tuple[str | int, ...], line: int) -> None:
    assert line_of(TOML, where) == line
