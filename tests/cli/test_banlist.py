"""`headjudge banlist`: lists, differences and histories as they are printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from headjudge.cli.main import main

SOURCE = "https://magic.wizards.com/en/news/announcements/banned-and-restricted-december-16-2024"


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """What `headjudge banlist` prints of a format."""
    assert main(["banlist", "--format", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_list_on_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    printed = lines(capsys, "modern", "--as-of", "2025-01-01")
    assert printed[:4] == [
        "Modern, as of 2025-01-01",
        "in force since 2024-12-16 [1]",
        "The list changes next on 2025-03-31.",
        "",
    ]
    assert any(line.split() == ["The", "One", "Ring", "since", "2024-12-16", "[1]"]
               for line in printed)  # fmt: skip
    assert "restricted: none" in printed
    assert f"[1] {SOURCE}" in printed


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["standard"], "No later change of the list is known."),
        (["modern", "--as-of", "2001-01-01"],
         "Before the format's life, which begins on 2011-08-12."),
        (["extended", "--as-of", "2020-01-01"],
         "in force since 2013-09-27 [1]; the format ended on 2013-10-08"),
        (["two-headed-giant", "--as-of", "2020-01-01"], "banned: 1"),
        (["vintage", "--as-of", "2024-10-01"], "classes of cards:"),
        (["pauper", "--between", "2024-05-12", "2024-05-13"], "classes of cards added:"),
        (["theros-block", "--as-of", "2014-01-01"], "banned: none"),
        (["modern", "--between", "2024-12-16", "2024-12-17"], "Nothing changed."),
    ],
)  # fmt: skip
def test_the_list_of_a_day_has_the_line(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert line in lines(capsys, *arguments)


def test_a_difference(capsys: pytest.CaptureFixture[str]) -> None:
    printed = lines(capsys, "modern", "--between", "2024-12-15", "2024-12-16")
    assert printed[0] == "Modern, from 2024-12-15 to 2024-12-16"
    assert printed[2] == "banned: 3"
    assert printed[7] == "unbanned: 4"
    assert printed[-1] == f"[1] {SOURCE}"


def test_a_history(capsys: pytest.CaptureFixture[str]) -> None:
    printed = lines(capsys, "modern", "--card", "splinter twin", "--as-of", "2020-01-01")
    assert printed[:4] == [
        "Splinter Twin in Modern",
        "  2011-08-12  Legal from the first day of Modern. [1]",
        "  2016-01-22  Banned. [2]",
        "  2024-12-16  Unbanned. (after 2020-01-01) [3]",
    ]
    assert printed[-1] == f"[3] {SOURCE}"


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        (["--as-of", "2025-01-01"], "/v1/banlists/legacy?as_of=2025-01-01"),
    ],
)  # fmt: skip
def test_json_is_the_answer_of_the_api(
    arguments: list[str], path: str, capsys: pytest.CaptureFixture[str], client: FlaskClient
) -> None:
    assert lines(capsys, "legacy", "--json", *arguments) == client.get(path).text.splitlines()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sealed"], "--format: There is no banlist"),
        (["modern", "--as-of", "2024-02-30"], "--as-of: This must be a real date"),
        (["modern", "--between", "2024-01-02", "2024-01-01"], "--between: 2024-01-02 is after"),
        (["modern", "--between", "2024-01-02", "x"], "--between: This must be a real date"),
        (
            ["modern", "--between", "2024-01-02", "2024-01-03", "--as-of", "2024-01-01"],
            "--between names",
        ),
        (["modern", "--card", "Lightening Bolt"], "Did you mean Lightning Bolt"),
        (["modern", "--card", "xyzzy qqq"], '--card: "xyzzy qqq" is no card.'),
    ],
)
def test_wrong_usage_exits_with_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["banlist", "--format", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_the_configured_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["banlist"]) == 2
    assert "--format: name the format" in capsys.readouterr().err
    Path("headjudge.toml").write_text('format = "pauper"\n')
    assert main(["banlist"]) == 0
    assert capsys.readouterr().out.startswith("Pauper, as of ")
