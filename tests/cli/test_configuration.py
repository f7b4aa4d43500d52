"""Configurations: where they are found, what they say, and what is wrong in them."""

from __future__ import annotations

import datetime
import tomllib
from pathlib import Path

import pytest

from headjudge.cli import configuration
from headjudge.cli.configuration import Settings
from headjudge.cli.discovery import discover
from headjudge.cli.errors import CommandError

ROWS = tomllib.loads(Path(__file__).with_name("configurations.toml").read_text("utf-8"))


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


def test_none_is_read_from_above_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure('format = "modern"\n')
    inner = tmp_path / "one"
    (inner / ".git").mkdir()
    found = configuration.find(inner)  # as in a submodule, where the whole sets the rules
    assert found
    assert found.folder == tmp_path
    monkeypatch.chdir(inner)
    assert configuration.find(inner) is None


def test_a_configuration_may_be_named() -> None:
    configure('format = "modern"\n', "other.toml")
    assert discover(["."], Settings(), config="other.toml").settings.format == "modern"


@pytest.mark.parametrize("text", ROWS["right"])
def test_what_is_taken(text: str) -> None:
    Path("club.toml").write_text("name = 'Club'\nbase = 'modern'\n", "utf-8")
    configure(text)
    configuration.read(Path("headjudge.toml"))


@pytest.mark.parametrize(("text", "said"), ROWS["wrong"])
def test_faults_name_file_line_and_key(text: str, said: str) -> None:
    configure(text)
    with pytest.raises(CommandError) as error:
        configuration.read(Path("headjudge.toml"))
    assert str(error.value).startswith(f"headjudge.toml:{said}")


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
