"""The law of reading: no card of a list is lost.

A line, a cell or a row that begins with an exact title, or holds a title beside a number, is a card
or a fault.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue
from headjudge.decklists import read
from tests.decklists.titles import SAMPLE
from validator.model import Decklist

TITLES = (
    "Skullclamp", "Path to Exile", "Mox Jet", "Jace, the Mind Sculptor", "Fire // Ice",
    "Lightning Bolt", "Urza's Tower", "Circle of Protection: Red", "流刑への道", "Blitzschlag",
    "Éphémérer", "頭蓋骨絞め", *SAMPLE,
)  # fmt: skip
DECORATION = (
    "(removal)", "[ramp]", "{draw}", "【追加の除去】", "- ramp", "// ramp", ", ramp", "~", "***",
    "✅", "|", ":", "=", "—", "(the best of all)", "#", "_", "…", "«»", "<b>", "•", "“the best”",
    "?", "!!", "xx", "as ever", "$", "(M10)", "[DOM]",
)  # fmt: skip
BETWEEN = (" ", "  ", "\t", "_", " - ", ": ", " | ", " = ", "(", ", ")


def deck_with(line: str) -> Decklist:
    """A deck of lines that have nothing to do with the line."""
    return read("\n".join(["20 Mountain", "20 Swamp", "4 Giant Growth", line, "4 Raging Goblin"]))


def is_told(deck: Decklist, line: str, copies: int, title: str) -> bool:
    """Whether the line is that card or a fault, or is named because it is commented out."""
    if "#" in line or "//" in line:
        named = [place.text for notice in deck.notices for place in notice.places]
        if line in named:
            return True
    if any(line.startswith(fault.text.rstrip("…")) for fault in deck.unreadable):
        return True
    own = [each for each in deck.lines if each.text == line]
    wanted = catalogue().find(title).cards
    if any(not set(catalogue().find(each.name).cards) & set(wanted) for each in own):
        return True  # another card than the one written, which is unknown or ambiguous
    return [each.copies for each in own] == [copies]


@given(
    title=st.sampled_from(TITLES),
    copies=st.integers(1, 99),
    before=st.lists(st.sampled_from(DECORATION), max_size=2),
    behind=st.lists(st.sampled_from(DECORATION), max_size=2),
    joint=st.sampled_from(BETWEEN),
    is_first=st.booleans(),
)
def test_a_title_beside_a_number_is_a_card_or_a_fault(
    title: str, copies: int, before: list[str], behind: list[str], joint: str, is_first: bool
) -> None:
    pair = f"{copies}{joint}{title}" if is_first else f"{title}{joint}{copies}"
    line = " ".join([*before, pair, *behind])
    assert is_told(deck_with(line), line, copies, title), line


@pytest.mark.parametrize(
    "line",
    [
        "4xx Skullclamp", "O4 Skullclamp", "I4 Skullclamp", "1e3 Skullclamp", "4x4 Skullclamp",
        "6 of each basic land", "two each of Opt and Skullclamp", "5 each Plains Island Swamp",
        "SKU-89457;Skullclamp;EX;1;2,95 €",
        "Mox Jet, Mox Ruby", "Round 3, I played 4 Skullclamp",
        "four Skullclamp and twelve Opt in the main", "We had two Skullclamp and three Opt there",
        "four Skullclamp, three Opt and \u017fix Shock in the main",
        "XII Skullclamp", "~~2 Opt~~ 2 Skullclamp", "4 Skullclamp ~~2 Opt~~",
        "1 Skullclamp (DST) 1402 Shock (M21) 159",
        "<a><qty>4</qty><title>Skullclamp</title></a><a><qty>2</qty><title>Opt</title></a>",
    ],
)  # fmt: skip
def test_a_doubtful_line_is_a_fault_with_its_readings(line: str) -> None:
    (fault,) = deck_with(line).unreadable
    assert fault.text == line
    assert all(reading.split(" ", 1)[1] in line for reading in fault.readings)
    assert fault.readings


WHOLE = "4 Opt\n36 Hill Giant\n20 Island\nSideboard\n15 Negate"


@pytest.mark.parametrize("gap", ["", "\n", "\nThanks for reading!\n\n", "---\nReport\n", "-- \n"])
@pytest.mark.parametrize(
    "line",
    [
        "4 Skullclamp", "4xx Skullclamp", "4x4 Skullclamp", "Skullclamp x4", "Skullclamp 4, ramp",
        "and 4 Skullclamp", "**4 Skullclamp**", "-2 Opt +2 Skullclamp", "-2 Opt\n+2 Skullclamp",
        "Round 3, I played 4 Skullclamp", "Replace 2 Opt by 2 Skullclamp please.",
        "Are 4 Skullclamp in the sideboard fine?", "4 Opt [4 Skullclamp]", "Skullclamp, Mox Ruby",
    ],
)  # fmt: skip
def test_no_card_is_lost_below_a_whole_deck(gap: str, line: str) -> None:
    deck = read(f"{WHOLE}\n{gap}{line}")
    told = [each.text or "" for each in deck.unreadable]
    told += [each.name for each in deck.lines]
    assert any("Skullclamp" in text for text in told)


@pytest.mark.parametrize("line", ["# 4 Opt", "// 4 Opt", "~~4 Opt~~", "4 Shock # 4 Opt"])
def test_a_card_that_is_commented_out_is_named(line: str) -> None:
    deck = deck_with(line)
    assert not deck.unreadable
    (notice,) = deck.notices
    assert (notice.code, notice.places[0].text) == ("line-ignored", line)
    assert line in notice.message


def test_every_line_that_was_skipped_is_named() -> None:
    lines = [f"words about {letter}, and nothing else" for letter in "abcdefghij"]
    deck = read("\n".join(["60 Island", *lines]))
    assert all(line in deck.notices[0].message for line in lines)
    assert deck.unread == tuple(lines)


@pytest.mark.parametrize("line", ["4 Opt; Skullclamp", "4 Opt + Skullclamp"])
def test_a_card_in_a_row_behind_another_is_no_remark(line: str) -> None:
    (fault,) = deck_with(line).unreadable
    assert fault.readings == ("1 Skullclamp",)


def test_a_column_of_two_signs_may_say_the_section() -> None:
    assert read("qty,card,where\n60,Forest,A\n16,Plains,B").unreadable


def test_the_name_of_a_deck_is_told_where_it_holds_a_card() -> None:
    (notice,) = read("About\nName 4 Skullclamp\n\nDeck\n60 Forest").notices
    assert notice.code == "line-ignored"
