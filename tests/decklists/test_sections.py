"""Which section a card stands in: headings, companions, blank lines, pools."""

from __future__ import annotations

import pytest

from headjudge.decklists import read
from validator.model import Place

MAIN = "4 Opt\n56 Island"


def sections(text: str, main_min: int = 60, pool: bool = False) -> list[str]:
    return [line.section for line in read(text, main_min=main_min, pool=pool).lines]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 Opt\nSideboard\n2 Negate", "main sideboard"),
        ("Sideboard\n2 Negate\nDeck\n4 Opt", "sideboard main"),
        ("4 Opt\nSB: 2 Negate\n1 Shock", "main sideboard main"),
        ("MD 4 Opt\nSB 2 Negate\nMD 1 Shock", "main sideboard main"),
        ("Sideboard\nCreatures (2)\n2 Negate\n\nLands\n1 Island", "sideboard sideboard"),
        ("Maybeboard\n4 Opt\n[Main]\n4 Shock", "maybeboard main"),
        ("Commander\n1 Opt\n\nDeck\n4 Shock", "commander main"),
        ("[planes]\n1 Opt\n[schemes]\n1 Shock", "planes schemes"),
    ],
)
def test_headings_and_prefixes(text: str, expected: str) -> None:
    assert sections(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Companion\n1 Opt\n\nDeck\n4 Shock", "companion main"),
        ("Companion\n1 Opt\n\n4 Shock", "companion main"),
        ("Companion\n\n1 Opt\n4 Shock", "companion main"),
        ("Companion\n1 Opt\n4 Shock", "companion main"),
        ("Companion\nLands\n4 Island", "main"),
        ("Companion\n1 Opt\nCommander\n1 Shock\n\n4 Negate", "companion commander main"),
        ("Commander\n1 Shock\nCompanion\n1 Opt\n\n4 Negate", "commander companion main"),
        ("Sideboard\n1 Shock\nCompanion\n1 Opt\n2 Negate", "sideboard companion sideboard"),
    ],
)
def test_a_companion_is_one_card(text: str, expected: str) -> None:
    assert sections(text) == expected.split()


@pytest.mark.parametrize(
    "text",
    [
        f"{MAIN}\n\n2 Negate",
        f"{MAIN}\n\n\n2 Negate\n\n",
        "4 Opt\n\n56 Island\n\n2 Negate",
        f"Creatures\n{MAIN}\n\n// the rest\n2 Negate",
        "60 Island\n\n15 Negate",
        f"Deck\n{MAIN}\n\n2 Negate",
        f"{MAIN}\n-----\n2 Negate",
        f"Main: 60\nSide: 2\n\n{MAIN}\n\n2 Negate",
    ],
)
def test_the_last_blank_line_opens_a_sideboard(text: str) -> None:
    assert sections(text)[-1] == "sideboard"
    assert set(sections(text)[:-1]) == {"main"}


@pytest.mark.parametrize(
    "text",
    [
        "59 Island\n\n2 Negate",
        f"{MAIN}\n\n16 Negate",
        f"{MAIN}\n2 Negate\n\n",
        f"\n\n{MAIN}",
        f"{MAIN}\n\n2 Negate\n\n60 Opt",
        f"{MAIN}\n\nEnchantments\n2 Negate",
        f"{MAIN}\n\nGreen\n2 Negate",
        f"{MAIN}\n\nRed (2)\n2 Negate",
        f"{MAIN}\n\n45 tix",
        f"{MAIN}\n\n1 Comment",
        f"{MAIN}\n\nCost: about $15",
        f"60 cards, all of them foil\n\n{MAIN}",
        f"{MAIN}\n\n**Jund-ish**",
    ],
)
def test_a_blank_line_that_opens_none(text: str) -> None:
    assert set(sections(text)) == {"main"}
    assert "sideboard-guessed" not in {notice.code for notice in read(text).notices}


def test_in_limited_forty_cards_are_a_main_deck() -> None:
    text = "40 Island\n\n2 Negate"
    assert sections(text, main_min=40) == ["main", "sideboard"]
    assert sections(text) == ["main", "main"]


def test_a_heading_whose_number_fits_both_blocks_is_above_its_cards() -> None:
    deck = read("4 Opt\n4 Shock\nSideboard (8)\n4 Smelt\n4 Shatter\n")
    assert [line.name for line in deck.lines if line.section == "sideboard"] == ["Smelt", "Shatter"]


def test_the_guess_is_said() -> None:
    (notice,) = read(f"{MAIN}\n\n2 Negate\n1 Shock").notices
    assert (notice.code, notice.severity) == ("sideboard-guessed", "warning")
    assert notice.places == (Place(None, "sideboard", 4, 3),)
    assert notice.message.startswith(
        "Line 4 and those below it were read as the sideboard: 3 cards come after"
    )


@pytest.mark.parametrize(
    "text",
    [f"{MAIN}\n\n2 Negate", "4 Opt\nSideboard\n2 Negate", "SB: 2 Negate", "Companion\n1 Opt"],
)
def test_a_pool_is_all_main(text: str) -> None:
    pool = read(text, pool=True)
    assert {line.section for line in pool.lines} == {"main"}
    assert not pool.notices and not pool.unreadable


def test_the_numbers_of_an_editor_are_no_counts() -> None:
    lines = ["4 Opt", "4 Shock", "1 Duress", "4 Ponder", "47 Island", "", "Sideboard", "2 Negate",
             "1 Smelt", "3 Shatter"]  # fmt: skip
    deck = read("\n".join(f"{number:3}  {line}" for number, line in enumerate(lines, 1)))
    assert [line.copies for line in deck.lines] == [4, 4, 1, 4, 47, 2, 1, 3]
    assert [line.section for line in deck.lines][5:] == ["sideboard"] * 3
    assert not (deck.unreadable or deck.notices)
    deck = read("\n".join(f"{number} {line[2:]}" for number, line in enumerate(lines[:5] * 2, 1)))
    assert [line.copies for line in deck.lines] == [*range(1, 11)]
