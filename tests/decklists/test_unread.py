"""The law of reading: no card of a list is lost.

A line, a cell or a row that begins with an exact title, or holds a title beside a number, is a card
or a fault.
"""

from __future__ import annotations

from collections import Counter

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
    "Éclair", "頭蓋骨絞め", *SAMPLE,
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
        "Mox Jet, Mox Ruby", "Round 3, I played 4 Skullclamp",
        "four Skullclamp and twelve Opt in the main", "We had two Skullclamp and three Opt there",
        "four Skullclamp, three Opt and \u017fix Shock in the main",
        "XII Skullclamp",
        "<a><qty>4</qty><title>Skullclamp</title></a><a><qty>2</qty><title>Opt</title></a>",
    ],
)  # fmt: skip
def test_a_doubtful_line_is_a_fault_with_its_readings(line: str) -> None:
    (fault,) = deck_with(line).unreadable
    assert fault.text == line
    assert all(reading.split(" ", 1)[1] in line for reading in fault.readings)
    assert fault.readings


@pytest.mark.parametrize(
    ("line", "copies"),
    [
        ("Path to Exile 6 (removal)", 6), ("Path to Exile: 2 (removal)", 2),
        ("Path to Exile 6 - removal", 6), ("Skullclamp 4 // ramp", 4), ("Skullclamp 4, ramp", 4),
        ("流刑への道2(追加の除去)", 2), ("4_Skullclamp", 4), ("Lightning Bolt 5 (M10)", 5),
    ],
)  # fmt: skip
def test_a_remark_takes_no_count(line: str, copies: int) -> None:
    deck = deck_with(line)
    assert [each.copies for each in deck.lines if each.text == line] == [copies]
    assert not deck.unreadable


@pytest.mark.parametrize(
    "rest",
    [
        "[4 Skullclamp]", "(and 4 Skullclamp)", "(DAR) 60 (4 Skullclamp)", "【4 Skullclamp】",
        "{4 Skullclamp}", "- 4 Skullclamp", "// 4 Skullclamp", "(Skullclamp x4)",
    ],
)  # fmt: skip
def test_a_second_card_behind_a_card_is_read_or_a_fault(rest: str) -> None:
    deck = deck_with(f"4 Opt {rest}")
    assert deck.unreadable or any(each.name == "Skullclamp" for each in deck.lines)


@pytest.mark.parametrize("line", ["# 4 Opt", "// 4 Opt", "~~4 Opt~~", "4 Shock # 4 Opt"])
def test_a_card_that_is_commented_out_is_named(line: str) -> None:
    deck = deck_with(line)
    assert not deck.unreadable
    (notice,) = deck.notices
    assert (notice.code, notice.places[0].text) == ("line-ignored", line)
    assert line in notice.message


def test_every_line_that_was_skipped_is_named() -> None:
    lines = [f"words about {letter}, and nothing else" for letter in "abcdefghij"]
    (notice,) = read("\n".join(["60 Island", *lines])).notices
    assert all(line in notice.message for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        '<cockatrice_deck><zone name="main"><card number="60" name="Island"/>4 Skullclamp</zone>'
        "</cockatrice_deck>",
        '<cockatrice_deck><zone name="main"><card number="60" name="Island"/>'
        '<entry number="4" name="Skullclamp"/></zone></cockatrice_deck>',
        '<?xml version="1.0"?><Deck><Cards Quantity="60" Name="Island" Sideboard="false"/>'
        "4 Skullclamp</Deck>",
        '{"main": [{"count": 60, "name": "Island"}], "more": [{"count": 4, "name": "Skullclamp"}]}',
        '{"main": [{"count": 60, "name": "Island", "tag": "and 4 Skullclamp"}]}',
        '{"cards": [{"count": 60, "name": "Island"}], "more": {"Skullclamp": 4}}',
        "count,name,tag\n60,Island,4 Skullclamp",
        "count,name\n60,Island,4,Skullclamp",
        "count,name\n60,Island (and 4 Skullclamp)",
        "count,name\n60,Island\nand 4 Skullclamp",
    ],
)
def test_a_second_card_in_a_document_is_a_fault(text: str) -> None:
    deck = read(text)
    assert [(line.copies, line.name) for line in deck.lines] == [(60, "Island")]
    assert "Skullclamp" in " ".join(fault.text for fault in deck.unreadable)


@pytest.mark.parametrize(
    ("column", "main", "side"),
    [
        ("maindeck", "M", "S"), ("x", "main", "side"), ("sideboard?", "no", "yes"),
        ("x", "M", "SB"), ("maindeck", "1", "0"), ("board", "m", "s"),
    ],
)  # fmt: skip
def test_a_column_of_sections_by_its_values(column: str, main: str, side: str) -> None:
    deck = read(f"count,name,{column}\n60,Island,{main}\n5,Opt,{side}")
    assert [line.section for line in deck.lines] == ["main", "sideboard"]
    assert not deck.unreadable


def test_a_column_that_may_be_one_of_sections_is_a_fault() -> None:
    deck = read("count,name,x\n60,Island,0\n5,Opt,1")
    assert [fault.text for fault in deck.unreadable] == ["count,name,x"]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("60 Island\n\nTokens\n1 Saproling\n\nWincon\n4 Opt", ["main", "tokens", "main"]),
        ("60 Island\n\nTokens\n1 Saproling\n4 Opt", ["main", "tokens", "main"]),
        ("60 Island\n\nPlanes\n1 Academy at Tolaria West\n\n4 Opt", ["main", "planes", "main"]),
        ("60 Island\n\nPlanes\n4 Opt", ["main", "planes"]),
        ("60 Island\n\nMaybeboard\n1 Shock\n\n4 Opt", ["main", "maybeboard", "main"]),
        ("60 Island\n\nMaybeboard\n1 Shock\nBurn:\n4 Opt", ["main", "maybeboard", "main"]),
        ("60 Island\n4 Opt (token)", ["main", "main"]),
    ],
)
def test_parts_beside_the_deck_end_by_themselves(text: str, sections: list[str]) -> None:
    assert [line.section for line in read(text).lines] == sections


@pytest.mark.parametrize("line", ["4 Opt; Skullclamp", "4 Opt + Skullclamp"])
def test_a_card_in_a_row_behind_another_is_no_remark(line: str) -> None:
    (fault,) = deck_with(line).unreadable
    assert fault.readings == ("1 Skullclamp",)


def test_a_column_of_two_signs_may_say_the_section() -> None:
    assert read("qty,card,where\n60,Forest,A\n16,Plains,B").unreadable


def test_the_name_of_a_deck_is_told_where_it_holds_a_card() -> None:
    (notice,) = read("About\nName 4 Skullclamp\n\nDeck\n60 Forest").notices
    assert notice.code == "line-ignored"


@pytest.mark.parametrize(
    "line",
    ["4 Shock MB 2 SB", "4 Shock MB, 2 SB", "Shock 4 2", "Shock 4/2", "4/2 Shock", "Shock\t4\t2"],
)
def test_two_numbers_of_one_title_are_a_fault(line: str) -> None:
    assert [fault.text for fault in deck_with(line).unreadable] == [line] or any(
        "SB" in each.name for each in deck_with(line).lines
    )


@pytest.mark.parametrize("line", [
    "3 Shock 32", "4 Opt in Sideboard", "S: 4 Shock", "4 Shock -1", "Opt 4 (3 main, 1 side)",
    "4 Opt x3", "4 Opt - Shock", "4 Opt (better in the sideboard)", "| 4 | Opt | 2 | NM |",
])  # fmt: skip
def test_a_number_a_title_or_a_section_beside_a_card_is_told(line: str) -> None:
    deck = deck_with(line)
    named = [place.text for notice in deck.notices for place in notice.places]
    assert line in [*named, *(fault.text for fault in deck.unreadable)]


@pytest.mark.parametrize("line", [
    "4 Opt $0.25", "4 Opt (DOM) 60", "4 Opt 1,200円", "4 Opt M10", "4 Opt - a good 2 for 1 deal",
    "4 Elvish Archdruid 2/2", "4 | Opt | 20 of 20 (100.00)% | 4.0000", "4 Opt, Magic 2010",
    "4 Opt [DOM] NM EN 0,25 €", "4 Opt (x4)",
])  # fmt: skip
def test_other_numbers_beside_a_card_are_no_matter(line: str) -> None:
    deck = deck_with(line)
    assert [each.copies for each in deck.lines if each.text == line] == [4]
    assert not deck.notices
    assert not deck.unreadable


PLAYED = "36 Opt\n12 Island\n12 Shock\n"
SEALED = "23 Opt\n17 Island\n"


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("P1P1: Lightning Bolt\nP1P2: Counterspell\n\nFinal deck:\n" + PLAYED, {"main": 60}),
        ("Key cards\nOpt\nShock\n\nDecklist\n" + PLAYED, {"main": 60}),
        ("4 Opt\n4 Shock\nMy sideboard is for burn.\n52 Island", {"main": 60}),
        (PLAYED + "\nTurn 1: Island, Opt", {"main": 60}),
        ("Opt\t4\nShock\t4\t1 missing\nIsland\t52", {"main": 60}),
        ("3. Sire of Seven Deaths\n3. Three Wishes\n54. Island", {"main": 60}),
        ("4 Opt\nname=Skullclamp count=4\n52 Island", {"main": 60}),
        (
            "My commander is Ezuri, Renegade Leader. Here is the 99:\n99 Forest",
            {"main": 99, "commander": 1},
        ),
    ],
)
def test_words_around_a_deck_add_no_card_and_move_none(text: str, sizes: dict[str, int]) -> None:
    deck = read(text)
    found: Counter[str] = Counter()
    for line in deck.lines:
        found[line.section] += line.copies
    assert not deck.unreadable
    assert found == sizes


@pytest.mark.parametrize(
    "line",
    [
        "My commander is Ezuri, Renegade Leader, and here is the 99:",
        "Ezuri, Renegade Leader is my commander. The 99:",
    ],
)
def test_a_sentence_with_the_number_of_the_cards_below_is_told(line: str) -> None:
    assert [notice.code for notice in read(f"{line}\n99 Forest").notices] == ["line-ignored"]


@pytest.mark.parametrize("line", ["and 1 cards: Gitaxian Probe", "list: four Seething Song"])
def test_a_count_and_a_title_behind_words_are_a_fault(line: str) -> None:
    deck = read(f"{PLAYED}4 Duress\n4 Negate\n{line}\n4 Raging Goblin")
    assert [fault.text for fault in deck.unreadable] == [line]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Tom's sealed deck\n" + SEALED + "\n8 Shock", "main-doubtful"),
        (SEALED + "\n20 Shock", "main-doubtful"),
        ("36 Opt\n24 Island\n\n20 Shock", "main-doubtful"),
        ("37 Opt\n24 Island\n\n20 Shock", "main-doubtful"),
        ("40 Opt\n\n20 Island", None),
        ("1\tOpt\t$1.50\n2\tShock\t$1.50\n3\tNegate\t$1.50\n4\tDuress\t$1.50", "count-assumed"),
    ],
)
def test_a_number_that_may_mean_more_is_told(text: str, code: str | None) -> None:
    codes = {notice.code for notice in read(text).notices} - {"line-ignored"}
    assert codes == ({code} if code else set())
