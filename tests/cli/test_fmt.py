"""`headjudge fmt`: the one form of a list, and what stays as it is written."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import decklists
from headjudge.cli.commands.fmt import format_text
from headjudge.cli.main import main
from headjudge.cli.rewriting import rewrite
from headjudge.cli.rewriting.rewrite import COMPARED_LINES, MOST_LINES
from headjudge.cli.rewriting.same_reading import reads_alike
from tests.lists import LISTS, explained

TEXTS = sorted((Path(__file__).parents[1] / "decklists" / "texts").glob("*.txt"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (
            "  4x  Opt\r\n\r\n\r\nSIDE-BOARD:\r\n\r\nNegate x2\r\n\r\n",
            "4 Opt\r\n\r\nSideboard\r\n2 Negate\r\n",
        ),
        ("Sideboard (2)\n2 Negate\nDeck\n4 Opt", "Deck\n4 Opt\n\nSideboard\n2 Negate\n"),
        # Comments, unreadable and unknown lines stay where and as they are.
        ("#  mine \n4  Opt #  all\n?? %%% \n 1  Optt\n", "#  mine\n4 Opt # all\n?? %%% \n1 Optt\n"),
        # As each program has it.
        (
            "Deck\n4  Opt (DOM) 60\nside\n1 Negate (M20) 69\n",
            "Deck\n4 Opt (DOM) 60\n\nSideboard\n1 Negate (M20) 69\n",
        ),
        (
            "1 Opt (DOM) 60 *F*\nSideboard:\n1x Negate (M20) 69\n",
            "1 Opt (DOM) 60 *F*\n\nSIDEBOARD:\n1 Negate (M20) 69\n",
        ),
        (
            "[main]\n4  Opt|DOM\n[side]\n1 Negate|M20\n",
            "[Main]\n4 Opt|DOM\n[Sideboard]\n1 Negate|M20\n",
        ),
        (
            "1  Opt [Draw]\n1x Shock [Burn] ^Have,#37d67a^",
            "1x Opt [Draw]\n1x Shock [Burn] ^Have,#37d67a^\n",
        ),
        ("1 Opt *f*\n\n2 Shock (M21:159)\n", "1x Opt *f*\n\n2x Shock (M21:159)\n"),
        (
            "// NAME : x\n 4 Opt\nSB:  2 Negate\n4 Shock",
            "// NAME : x\n4 Opt\n4 Shock\nSB: 2 Negate\n",
        ),
        # Lines of several cards stay as they are.
        ("4 Opt,  2 Negate\n 4  Shock\n", "4 Opt,  2 Negate\n4 Shock\n"),
        ("* 4x Opt\n  * 2x Shock\n", "* 4 Opt\n  * 2 Shock\n"),
        ("|  4 | Opt   |\n\n\n|  4 | Shock |\n", "|  4 | Opt   |\n\n|  4 | Shock |\n"),
    ],
)  # fmt: skip
def test_the_form(text: str, after: str) -> None:
    assert format_text(text).text == after


@pytest.mark.parametrize("text", ['{"main": []}', "Count,Name\n4,Opt\n"])
def test_documents_are_left_alone(text: str) -> None:
    changed = format_text(text)
    assert changed.text == text
    assert changed.left[0].startswith(": left as it is: ")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_lists_of_programs_say_what_they_said(path: Path) -> None:
    text = path.read_text("utf-8")
    after = format_text(text).text
    assert decklists.read_team(after)[0].syntax == path.stem
    assert reads_alike(text, after)
    assert format_text(after).text == after


def test_cards_by_name() -> None:
    text = "4 Shock\n4 Opt\n# mine\n4 Negate\n1 Bear Cub\nSB: 1 Abrade\n"
    assert format_text(text, by_title=True).text == (
        "4 Opt\n4 Shock\n# mine\n4 Negate\n1 Bear Cub\nSB: 1 Abrade\n"
    )


@given(LISTS, st.booleans())
def test_a_formatted_list_says_what_it_said(text: str, by_title: bool) -> None:
    after = format_text(text, by_title=by_title).text
    assert reads_alike(text, after)
    assert format_text(after, by_title=by_title).text == after


@given(LISTS, st.booleans())
def test_a_comment_for_headjudge_stays_over_its_card(text: str, by_title: bool) -> None:
    assert explained(format_text(text, by_title=by_title).text) == explained(text)


def test_files(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("ann.txt")
    path.write_bytes("\ufeff4x Opt\r\n".encode())
    assert main(["fmt", "--check"]) == 1
    assert (
        capsys.readouterr().out == "ann.txt: would be formatted.\n1 of 1 file would be changed.\n"
    )
    assert path.read_bytes() == "\ufeff4x Opt\r\n".encode()
    assert main(["fmt"]) == 0
    assert path.read_bytes() == "\ufeff4 Opt\r\n".encode()
    capsys.readouterr()
    assert main(["fmt", "--check", "ann.txt"]) == 0
    assert main(["fmt", "--check", "none.txt"]) == 2


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for options, code, printed in (
        ([], 0, "4 Opt\n"),
        (["--check"], 1, "<stdin>: would be formatted.\n"),
        (["--diff"], 1, "--- <stdin>\n+++ <stdin>\n@@ -1 +1 @@\n-4x Opt\n+4 Opt\n"),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4x Opt\n")))
        assert main(["fmt", "-", *options]) == code
        assert capsys.readouterr().out == printed


def test_a_text_of_too_many_lines_stays(capsys: pytest.CaptureFixture[str]) -> None:
    text = "4x Opt\n" * (MOST_LINES + 1)
    Path("a.txt").write_text(text)
    assert main(["fmt", "a.txt"]) == 0
    assert Path("a.txt").read_text() == text
    assert "a.txt: left as it is: more than 5,000 lines." in capsys.readouterr().err


def test_differences_of_many_lines_are_shown_as_a_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewrite, "unified_diff", None)
    Path("a.txt").write_text("4x Opt\n\n\n" + "4 Opt\n" * COMPARED_LINES)
    assert main(["fmt", "a.txt", "--diff"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == ["--- a.txt", "+++ a.txt", "@@ -1,503 +1,502 @@"]
    assert len([one for one in told[3:] if one[0] == "-"]) == 503
    assert len([one for one in told[3:] if one[0] == "+"]) == 502
