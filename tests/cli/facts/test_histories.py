"""`headjudge facts drift --history`: histories of others in four shapes, and what differs."""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import banlists
from headjudge.cli.facts import histories
from headjudge.cli.main import main

OTHERS = Path(__file__).parent / "others"
HEAD = "format\teffective\ttitle\tstatus\tsource\n"


def changes(format: str) -> Iterator[tuple[str, str, str]]:
    """(day, title, status) of our own list."""
    for block in banlists.announcements(format):
        for status in ("banned", "restricted", "legal", "lapsed"):
            for title in getattr(block, status):
                yield str(block.effective), title, status


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Our own history of Modern, as a table."""
    rows = [f"modern\t{day}\t{title}\t{status}\there\n" for day, title, status in changes("modern")]
    path = tmp_path / "history.tsv"
    path.write_text(HEAD + "".join(rows), encoding="utf-8")
    return path


def run(path: Path, *options: str) -> int:
    """The exit code of the comparison."""
    return main(["facts", "drift", "--history", str(path), *options])


def test_our_own_history_does_not_differ(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(table) == 0
    out = capsys.readouterr().out
    assert "titles in modern (2011-08-12 to " in out and "): 0 with other days, 0 explained." in out


def test_another_day_is_a_difference(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace("2011-10-01\tPonder", "2011-10-02\tPonder"), encoding="utf-8")
    assert run(table, "--json") == 1
    (row,) = json.loads(capsys.readouterr().out)["differences"]
    assert (row["format"], row["card"]) == ("modern", "Ponder")
    assert [step["day"] for step in row["ours"]] == ["2011-10-01"]
    assert [step["day"] for step in row["theirs"]] == ["2011-10-02"]
    assert run(table) == 1
    assert "  there: banned from 2011-10-02 (here)\n" in capsys.readouterr().out


def test_dated_files_of_forge_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "Modern"
    folder.mkdir()
    for version in banlists.versions("modern"):
        listed = "; ".join(
            title.split(" // ")[0] for title in banlists.at("modern", version).banned
        )
        text = f"[format]\nName:Modern ({version})\nEffective:{version}\nBanned:{listed}\n"
        (folder / f"{version}.txt").write_text(text, encoding="utf-8")
    assert run(tmp_path) == 0, capsys.readouterr().out


def test_lists_of_ruby_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "modern.rb"
    lines = ['BanList.for_format("modern") do']
    for day, title, status in changes("modern"):
        lines.append(f'  change("{day}", "https://example.org/{day}", "{title}" => "{status}")')
    path.write_text("\n".join(lines), encoding="utf-8")
    assert run(path) == 0, capsys.readouterr().out


def test_classes_of_xmage_are_lists_of_a_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        f'        banned.add("{title}");'
        for title in banlists.at("modern", datetime.date(2020, 1, 20)).banned
    ]
    lines += ['        // banned.add("In a Comment");', "        setCodes.add(set.getCode());"]
    (tmp_path / "Modern.java").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "OldSchool9394CFB.java").write_text(
        'banned.add("One \\"Quoted\\" Title");\n', encoding="utf-8"
    )
    assert run(tmp_path, "--as-of", "2020-01-20", "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["since"] == document["until"]
    assert {row["format"] for row in document["differences"]} == {"old-school-channel-fireball"}
    assert 'One "Quoted" Title' in {row["card"] for row in document["differences"]}


def test_older_files_of_forge_have_commas_months_and_blocks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "Block" / "Rath Cycle"
    folder.mkdir(parents=True)
    (folder / "1997-11.txt").write_text("[format]\nEffective:1997-11\n", encoding="utf-8")
    (folder / "1998-07-01.txt").write_text(
        "Effective:1998-07-01\nBanned:Cursed Scroll,Another\n", encoding="utf-8"
    )
    (tmp_path / "Tempest Block.txt").write_text(
        "Banned:Cursed Scroll; Lin Sivvi, Defiant Hero\n", encoding="utf-8"
    )
    assert run(tmp_path, "--as-of", "1999-01-01", "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["until"] == {"tempest-block": "1999-01-01"}
    assert {
        row["card"]: [(step["day"], step["status"]) for step in row["theirs"]]
        for row in document["differences"]
    } == {
        "Another": [("1998-07-01", "banned"), ("1999-01-01", "legal")],
        "Lin Sivvi, Defiant Hero": [("1999-01-01", "banned")],
    }


def test_a_change_of_ours_counts_from_the_next_of_their_lists(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "Modern"
    folder.mkdir()
    for day in ("2011-08-12", "2011-09-30", "2011-11-01"):
        listed = "; ".join(banlists.at("modern", datetime.date.fromisoformat(day)).banned)
        (folder / f"{day}.txt").write_text(f"Effective:{day}\nBanned:{listed}\n", "utf-8")
    assert run(tmp_path) == 0, capsys.readouterr().out


def test_what_real_files_of_ruby_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.rb"
    path.write_text(
        """BanList.for_format("two-headed giant") do
  format_start(
    nil,
    "Freed Before" => "banned",
    # "In a Comment" => "banned",
    "Told Thrice" => "banned",
  )
  change(
    "2005-01-01",
    "https://example.org/first", # "so they say"
    "Freed Before" => "unbanned",
    "Told Thrice" => "legal",
    'One "Quoted" Title' => "banned",
    "\\"Escaped\\" Title"  => "banned",
  )
  change(
    "2006-01-01",
    nil,
    "Told Thrice" => "restricted",
  )
end
""",
        encoding="utf-8",
    )
    assert run(path, "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["since"] == {"two-headed-giant": "2005-09-20"}
    assert document["until"] == {"two-headed-giant": "2006-01-01"}
    assert {row["card"]: row["theirs"] for row in document["differences"]} == {
        '"Escaped" Title': [
            {"day": "2005-09-20", "status": "banned", "source": "https://example.org/first"}
        ],
        'One "Quoted" Title': [
            {"day": "2005-09-20", "status": "banned", "source": "https://example.org/first"}
        ],
        "Told Thrice": [{"day": "2006-01-01", "status": "restricted", "source": ""}],
        "Erayo, Soratami Ascendant": [],
    }


def test_after_the_last_change_of_theirs_nothing_is_compared(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = [
        line
        for line in table.read_text(encoding="utf-8").splitlines(keepends=True)
        if line[line.find("\t") :] < "\t2012-01-02" or line == HEAD
    ]
    table.write_text("".join(kept), encoding="utf-8")
    assert run(table) == 0
    assert "modern (2011-08-12 to 2012-01-01)" in capsys.readouterr().out


def explained(source: str) -> list[tuple[str, str]]:
    """(format, card) of what is known of a source."""
    blocks = tomllib.loads(histories.KNOWN.read_text(encoding="utf-8"))["known"]
    return [
        (format, card)
        for block in blocks
        if block["source"] == source
        for format in block["formats"]
        for card in block["cards"]
    ]


@pytest.mark.parametrize("source", ["forge", "mtg.wtf", "xmage"])
def test_each_known_difference_is_of_a_list_and_told_once(source: str) -> None:
    told = explained(source)
    assert len(told) == len({*told})
    assert {format for format, _ in told} <= {*banlists.ids()}


def test_each_known_difference_has_a_reason_and_a_source() -> None:
    known = tomllib.loads(histories.KNOWN.read_text(encoding="utf-8"))
    assert all(block["reason"].endswith(".") for block in known["known"])
    assert {block["source"] for block in known["known"]} == {"forge", "mtg.wtf", "xmage"}
    assert {id for names in known["names"].values() for id in names.values()} <= {*banlists.ids()}


@pytest.mark.parametrize("source", ["forge", "mtg.wtf", "xmage"])
def test_each_known_difference_is_one(source: str, tmp_path: Path) -> None:
    """The tables hold what others tell of these titles, and the days of all their lists."""
    titles = {*explained(source)}
    nothing_known = tmp_path / "known.toml"
    nothing_known.write_text("", encoding="utf-8")

    def differing(known: Path) -> set[tuple[str, str]]:
        day = datetime.date(2026, 8, 22)
        document, _, _ = histories.compare(OTHERS / f"{source}.tsv", day, known)
        assert isinstance(document, dict)
        rows = {(row["format"], row["card"]) for row in document["differences"]}
        return rows & titles

    assert differing(histories.KNOWN) == set()
    assert differing(nothing_known) == titles


def test_who_may_not_command_is_restricted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "commander.tsv"
    rows = [
        f"commander\t{day}\t{title}\t{status}\t\n" for day, title, status in changes("commander")
    ]
    path.write_text(HEAD + "".join(rows), encoding="utf-8")
    assert run(path, "--json") == 1
    ours = {row["card"]: row["ours"] for row in json.loads(capsys.readouterr().out)["differences"]}
    assert [(step["day"], step["status"]) for step in ours["Kokusho, the Evening Star"]] == [
        ("2011-06-17", "banned"),
        ("2012-10-01", "restricted"),
        ("2014-09-26", "legal"),
    ]


def test_a_history_that_ends_before_ours_differs_by_its_days(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "early.tsv"
    path.write_text(
        HEAD + "two-headed-giant\t2005-09-19\tErayo, Soratami Ascendant\tbanned\t\n",
        encoding="utf-8",
    )
    assert run(path) == 1
    assert "there: banned from 2005-09-19" in capsys.readouterr().out


def test_quotes_in_a_table_belong_to_the_title(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "quotes.tsv"
    path.write_text(HEAD + 'modern\t2012-01-01\t"Quoted" Title\tbanned\there\n', encoding="utf-8")
    assert run(path, "--json") == 1
    cards = [row["card"] for row in json.loads(capsys.readouterr().out)["differences"]]
    assert '"Quoted" Title' in cards


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("word.rb", 'for_format("modern")\n"Ponder" => "bad"\n', "no status 'bad'"),
        ("none.tsv", None, "cannot be read"),
        (
            "other.tsv",
            HEAD + "tiny\t2020-01-01\tPonder\tbanned\t\n",
            "no history of a list of ours",
        ),
        ("day.tsv", HEAD + "modern\tyesterday\tPonder\tbanned\t\n", "cannot be read"),
        ("status.tsv", HEAD + "modern\t2020-01-01\tPonder\tbad\t\n", "no status 'bad'"),
        ("columns.tsv", "a\tb\n1\t2\n", "cannot be read"),
        ("list.rb", "puts 1", "it names no format"),
    ],
)
def test_what_is_no_history_is_said(
    name: str, text: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert run(path) == 2
    assert message in capsys.readouterr().err
