"""Texts that hold the decks of several players, and texts that only look so."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import read, read_team
from validator.model import Decklist, Place

BLUE = "4 Opt\n56 Island"
RED = "4 Shock\n56 Mountain"
SIDE = "2 Negate"


def cards(deck: Decklist) -> list[tuple[int, str, str]]:
    return [(line.copies, line.name, line.section) for line in deck.lines]


BLUE_DECK = [(4, "Opt", "main"), (56, "Island", "main")]
RED_DECK = [(4, "Shock", "main"), (56, "Mountain", "main")]
SIDEBOARD = [(2, "Negate", "sideboard")]


@pytest.mark.parametrize(
    ("first", "second", "players"),
    [
        ("Player A", "Player B", ["Player A", "Player B"]),
        ("Player 1: Ana", "Player 2: Ben", ["Ana", "Ben"]),
        ("## Jugador 1 - Ana", "## Jugador 2 - Ben", ["Ana", "Ben"]),
        ("Deck 1", "Deck 2", [None, None]),
        ("Deck A (60)", "Deck B (60)", [None, None]),
        ("List 1: Blue", "List 2: Red", [None, None]),
        ("プレイヤー１", "プレイヤー２", ["プレイヤー1", "プレイヤー2"]),
        ("=== Ana ===", "=== Ben ===", ["Ana", "Ben"]),
        ("**Ana**", "**Ben**", ["Ana", "Ben"]),
        ("# Ana", "# Ben", ["Ana", "Ben"]),
        ("Ana Example", "Ben Example", ["Ana Example", "Ben Example"]),
        ("Player: Ana", "Player: Ben", ["Ana", "Ben"]),
        ("NAME:Blue", "NAME:Red", [None, None]),
        ("// NAME : Blue", "// NAME : Red", [None, None]),
        ("★ Ana", "★ Ben", ["Ana", "Ben"]),
        ("Left: Ana", "Right: Ben", ["Left: Ana", "Right: Ben"]),
        ("Deck", "Deck", [None, None]),
        ("Ana\n\nDeck", "Ben\n\nDeck", ["Ana", "Ben"]),
        ("Ana\nAbout\nName Blue\n\nDeck", "Ben\nAbout\nName Red\n\nDeck", ["Ana", "Ben"]),
        ("プレイヤー：アナ", "プレイヤー：ベン", ["アナ", "ベン"]),
        ("【デッキA】", "【デッキB】", [None, None]),
        ("Ana:", "Ben:", ["Ana", "Ben"]),
        ("[deck]", "[/deck]\n[deck]", [None, None]),
        ("[metadata]\nName=Blue\n[Main]", "[metadata]\nName=Red\n[Main]", [None, None]),
        ("About\nName Blue\n\nDeck", "About\nName Red\n\nDeck", [None, None]),
    ],
)
@pytest.mark.parametrize("between", ["", "\n"])
def test_a_team_in_one_text(
    first: str, second: str, players: list[str | None], between: str
) -> None:
    text = f"{first}\n{BLUE}\n{between}\n{second}\n{RED}\n"
    blue, red = read_team(text)
    assert (cards(blue), cards(red)) == (BLUE_DECK, RED_DECK)
    assert [blue.player, red.player] == players
    assert blue.unreadable == red.unreadable == ()
    lines = text.split("\n")
    assert all(line.text == lines[(line.number or 0) - 1] for line in (*blue.lines, *red.lines))


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        (f"Deck\n{BLUE}\n\nSideboard\n{SIDE}\n\nDeck\n{RED}\n\nSideboard\n{SIDE}", [1, 1]),
        (f"Ana\n{BLUE}\n\n{SIDE}\n\nBen\n{RED}\n\n{SIDE}", [1, 1]),
        (f"Deck 1\n{BLUE}\nSideboard\n{SIDE}\nDeck 2\n{RED}", [1, 0]),
        (f"Deck 1\n{BLUE}\nDeck 1 Sideboard\n{SIDE}\nDeck 2\n{RED}\nDeck 2 Side\n{SIDE}", [1, 1]),
        (f"Player A\n{BLUE}\n\n{SIDE}\n\nPlayer B\n{RED}", [1, 0]),
        (f"NAME:Blue\n{BLUE}\nSB: {SIDE}\nNAME:Red\n{RED}\nSB: {SIDE}", [1, 1]),
    ],
)  # fmt: skip
def test_each_deck_has_its_own_sideboard(text: str, sides: list[int]) -> None:
    blue, red = read_team(text)
    assert cards(blue) == BLUE_DECK + SIDEBOARD * sides[0]
    assert cards(red) == RED_DECK + SIDEBOARD * sides[1]


@pytest.mark.parametrize(
    "text",
    [
        f"{BLUE}\n\n{RED}",
        f"{BLUE}\n\nBen\n{RED}",
        f"{BLUE}\n-----\n{RED}",
        f"```\n{BLUE}\n```\n```\n{RED}\n```",
        f"Ana\n{BLUE}\nBen\n{RED}",
        f"Ana\n4 Opt\nShok\n56 Island\nBen\n{RED}",
        f"{BLUE}\n\nSideboard\n{SIDE}\n\n{RED}\nSideboard\n{SIDE}\n",
        f"{BLUE}\n\n{SIDE}\n\n{RED}\n\n{SIDE}\n",
        f"{BLUE}\nSideboard\n{SIDE}\nMaybeboard\n4 Duress\nDeck\n{RED}\nSideboard\n{SIDE}",
        f"{BLUE}\nSB: {SIDE}\nLAYOUT MAIN:(1,1)\nLAYOUT SIDEBOARD:(1,1)\n{RED}\nSB: {SIDE}",
    ],
)
def test_lists_that_stand_below_each_other(text: str) -> None:
    blue, red = read_team(text)
    assert (cards(blue)[:2], cards(red)[:2]) == (BLUE_DECK, RED_DECK)
    beside = [card for card in cards(blue)[2:] + cards(red)[2:] if card[2] != "maybeboard"]
    assert beside in ([], SIDEBOARD * 2)
    assert blue.notices[0].code == "decks-split"


TYPES = "Creatures\n{0} Elvish Mystic\n\nSpells\n{1} Opt\n\nLands\n{2} Forest"
ZOO = TYPES.format(16, 20, 24)
EDH = "1 Lightning Bolt\n1 Counterspell\n1 Sol Ring\n1 Giant Growth\n1 Opt\n94 Forest"
STRUCTURES: dict[str, list[str]] = {
    # Cards of the main deck, the sideboard and the command zone of each deck of the texts below.
    "60+2 60+2": [
        f"{BLUE}\nSideboard\n{SIDE}\n{RED}\nSideboard\n{SIDE}",
        f"{ZOO}\n\nSideboard\n{SIDE}\n\n{ZOO}\n\nSideboard\n{SIDE}",
        f"{ZOO}\n{'SB: ' + SIDE}\n\n{ZOO}\n{'SB: ' + SIDE}",
        f"{ZOO}\n\n{SIDE}\n\n---\n\n{ZOO}\n\n{SIDE}".replace("Lands\n", ""),
    ],
    "60 60": [
        f"{ZOO}\n\n{ZOO}",
        f"{BLUE}\n=====\n{RED}",
        f"Zoo\n{ZOO}\n\nBurn\n{ZOO}",  # Burn is a card
        f"Tom (R/G)\n{BLUE}\n\nRavi (U/W)\n{RED}",
    ],
    "40 40": ["20 Opt\n20 Island\n-----\n20 Shock\n20 Mountain"],
    "41 41": ["4 Opt\n37 Island\n\n\n1 Shock\n40 Mountain"],
    "62 61": ["4 Opt\n58 Island\n\n\n4 Shock\n57 Mountain"],
    "60+75": [f"{BLUE}\n\nSideboard\n" + "\n".join(["1 Opt", "1 Island"] * 37 + ["1 Opt"])],
    "60+80": [f"{BLUE}\n\nSideboard\n" + "\n".join(["1 Opt", "1 Island"] * 40)],
    "60 60 60": [f"{ZOO}\n\n{BLUE}\n\n\n{RED}"],
    "99+0+1": [
        f"{EDH}\n\n1 Krenko, Mob Boss",
        f"1 Krenko, Mob Boss\n\n{EDH}",
        f"Krenko, Mob Boss\n\n{EDH}",
        f"# Commander: Krenko, Mob Boss (the best)\n{EDH}",
        f"# Commander: Krenko, Mob Boss - the best\n{EDH}",
        f"# Commander: Krenko, Mob Boss\n{EDH}\n1 Krenko, Mob Boss",
        f"Commander\nKrenko, Mob Boss\n\n{EDH}",
    ],
    "99+1+1": [f"{EDH}\n\nSIDEBOARD:\n1 Duress\n\n1 Krenko, Mob Boss"],
    "99+1": [f"{EDH}\n\n1 Duress"],
    "98+0+2": [
        f"{EDH}\n\n1 Tymna the Weaver\n1 Thrasios, Triton Hero".replace("1 Opt\n", ""),
    ],
}  # fmt: skip


def structure(decks: Sequence[Decklist]) -> str:
    """The sizes of sections, as in STRUCTURES."""
    sizes = [[0, 0, 0] for _ in decks]
    for deck, counts in zip(decks, sizes, strict=True):
        for line in deck.lines:
            counts[("main", "sideboard", "commander").index(line.section)] += line.copies
    return " ".join(
        "+".join(map(str, counts)).removesuffix("+0").removesuffix("+0") for counts in sizes
    )


@pytest.mark.parametrize(
    ("expected", "text"),
    [(expected, text) for expected, texts in STRUCTURES.items() for text in texts],
)
def test_the_structure_of_a_text(expected: str, text: str) -> None:
    assert structure(read_team(text)) == expected


@pytest.mark.parametrize(
    ("text", "sizes", "expected"),
    [
        ("4 Opt\n51 Island\n\n4 Shock\n54 Mountain", (2,), "55 58"),
        ("4 Opt\n51 Island\n\n4 Shock\n54 Mountain", (), "113"),
        (f"{ZOO}\n\n{ZOO}", (1,), "120"),
        (f"Player A\n{ZOO}\n\nPlayer B\n{ZOO}", (1,), "60 60"),
        (f"{BLUE}\n\n{SIDE}", (2,), "60+2"),
        ("30 Opt\n\n30 Island", (2,), "60"),
    ],
)
def test_the_number_of_decks_decides(text: str, sizes: tuple[int, ...], expected: str) -> None:
    assert structure(read_team(text, sizes=sizes)) == expected


VIEW = "4 Opt\n4 Shock\n2 Negate\n1 Duress\n3 Naturalize\n2 Divination\n{} Island"


@pytest.mark.parametrize(
    ("text", "main_min", "said"),
    [
        (f"{BLUE}\nSideboard\n16 Negate", 60, "sideboard-large"),
        ("40 Island\nSideboard\n43 Negate", 60, "sideboard-large"),
        ("40 Island\nSideboard\n43 Negate", 40, None),
        (f"{BLUE}\nSideboard\n15 Negate", 60, None),
        (f"{BLUE}\n15 Negate", 60, "main-doubtful"),
        (f"Main Deck Sideboard\n{BLUE}\n1 Opt\n15 Negate", 60, "main-doubtful"),
        (f"{BLUE}\n15 Negate\nSideboard\n1 Opt", 60, None),
        (f"{BLUE}\n15 Negate", 40, None),
        (f"{BLUE}\n40 Negate", 100, None),
        (f"{BLUE}\n20 Negate", 60, None),
        (f"{BLUE}\nXyzzy board\n3 Negate", 60, "main-doubtful"),
        (f"{BLUE}\nthe best deck of all\n20 Negate", 60, None),
        (f"{BLUE}\n60 Negate", 60, "main-doubtful"),
        ("\n\n".join([BLUE] * 9), 60, "main-doubtful"),
        (f"{VIEW.format(31)}\n\nColour\n{VIEW.format(31)}", 60, "main-doubtful"),
        (f"{VIEW.format(31)}\n{VIEW.format(33)}", 60, "main-doubtful"),
        ("Opt\nOpt\nOpt\nOpt\nShock\nShock\n54 Island", 60, None),
    ],
)
def test_what_may_be_more_than_one_deck_is_said(text: str, main_min: int, said: str | None) -> None:
    (deck,) = read_team(text, main_min=main_min)
    codes = {notice.code for notice in deck.notices}
    assert codes & {"sideboard-large", "main-doubtful"} == ({said} if said else set())


def test_a_comment_over_a_deck_is_nobody() -> None:
    text = "// Deck file created with mtgtop8.com\n// NAME : {}\n{}\n"
    decks = read_team(text.format("Blue", BLUE) + text.format("Red", RED))
    assert [deck.player for deck in decks] == [None, None]


def test_a_block_of_limited_may_be_the_rest_of_a_pool() -> None:
    assert len(read_team("40 Island\n\n45 Mountain", main_min=40)) == 1


@pytest.mark.parametrize(
    "form",
    [
        "Commander\n1 Opt\n\nDeck\n{}\n\n",
        "Deck\n{}\n\nCommander\n1 Opt\n\n",
        "Commander\n1 Opt\n\n{}\n\n",
        "Commander\n1 Opt\n{}\n\n",
        "Companion\n1 Shock\nCommander\n1 Opt\n\nDeck\n{}\n\n",
    ],
)
def test_each_deck_has_its_commander(form: str) -> None:
    decks = read_team(form.format(BLUE) + form.format(RED))
    assert len(decks) == 2
    for deck in decks:
        assert [line.name for line in deck.lines if line.section == "commander"] == ["Opt"]
        assert sum(line.copies for line in deck.lines if line.section == "main") == 60


def test_headings_before_a_deck_belong_to_it() -> None:
    arena = "About\nName {}\n\nCompanion\n1 Jegantha, the Wellspring\n\nDeck\n{}\n\n"
    for text in (
        arena.format("Blue", BLUE) + arena.format("Red", RED),
        "".join(arena.format("", part).removeprefix("About\nName \n\n") for part in (BLUE, RED)),
    ):
        for deck in read_team(text):
            assert [line.section for line in deck.lines] == ["companion", "main", "main"]
    blue, red = read_team(
        f"[duel]\n[metadata]\nName=a\n[Main]\n{BLUE}\n[shop]\n[metadata]\n[Main]\n{RED}"
    )
    assert (cards(blue), cards(red)) == (BLUE_DECK, RED_DECK)  # fmt: skip


def test_the_split_is_said() -> None:
    blue, red = read_team(f"Our lists\n\nAna\n{BLUE}\n\nBen\n{RED}\n\n{SIDE}")
    message = (
        "The text contains 2 decks and was split accordingly: deck 1 is in lines 1 to 6 (Ana)"
        " and deck 2 is in lines 7 to 11 (Ben)."
    )
    told, ignored = blue.notices
    assert (told.code, told.severity, told.message) == ("decks-split", "info", message)
    assert told.places == (Place(None, "main", 1),)
    assert [notice.code for notice in red.notices] == ["sideboard-guessed"]
    assert [place.text for place in ignored.places] == ["Our lists"]


def test_a_short_deck_is_split_off_too() -> None:
    assert len(read_team(f"Deck\n{BLUE}\nSideboard\n{SIDE}\nDeck\n30 Mountain")) == 2
    assert len(read_team(f"Player A\n{BLUE}\nPlayer B\n7 Mountain")) == 2


def test_decks_of_limited_are_smaller() -> None:
    text = "Ana\n40 Island\n\nBen\n40 Mountain"
    assert len(read_team(text)) == 1
    assert len(read_team(text, main_min=40)) == 2


@pytest.mark.parametrize(
    "text",
    [
        f"Deck\n{BLUE}\nSideboard\n{SIDE}",
        f"Deck 1\n{BLUE}",
        f"Deck 60\n{BLUE}\nSideboard 15\n{SIDE}",
        f"Ana\n{BLUE}\n\n{SIDE}",
        "Creatures (30)\n30 Opt\n\nLands (30)\n30 Island",
        "# Draw\n30 Opt\n\n# Mana\n30 Island",
        "Ramp\n10 Opt\n\nLands\n24 Island\n\nTop end\n26 Shock",
        "Main Deck:\n40 Island\nMain Deck Continued:\n40 Mountain",
        f"Deck\n{BLUE}\nSideboard\n2 Negate\nDeck\n4 Shock",
        f"Deck 1\n{BLUE}\nDeck 2\n",
        f"Player A\n{BLUE}\nPlayer B\n{RED}\nPlayer A\n{SIDE}",
        f"{BLUE}\n\n20 Shock\n\n{RED}",
        f"{BLUE}\n\n{SIDE}",
        f"Ana\n{BLUE}\nShok\n4 Shock",
        "".join(f"NAME:{number}\n1 Opt\n" for number in range(9)),
        "Player A\nPlayer B\n",
        "",
    ],
)  # fmt: skip
def test_one_list_stays_one(text: str) -> None:
    (deck,) = read_team(text)
    assert deck == read(text)
    assert [notice.code for notice in deck.notices if notice.code == "decks-split"] == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("20 Island\n40 Opt\n\n20 Mountain\n40 Shock", ["decks-not-split"]),
        ("Ana\n20 Island\n40 Opt\nBen\n20 Mountain\n40 Shock", ["decks-not-split", "line-ignored"]),
        ("20 Island\n40 Opt\n\nDeck 2\n20 Mountain\n40 Shock", ["decks-split"]),
        ("Tom's Deck\n60 Island\n\nAna's Deck\n60 Mountain", ["decks-split"]),
        ("20 Island\n39 Opt\n\n20 Mountain\n39 Shock", []),
    ],
)
def test_several_decks_in_the_text_of_one_player_are_said(text: str, codes: list[str]) -> None:
    first, *others = read_team(text, sizes=(1,))
    assert sorted(notice.code for notice in first.notices) == codes
    assert len(others) == ("decks-split" in codes)


def test_neither_a_pool_nor_one_deck_that_is_asked_for_is_split() -> None:
    text = f"Player A\n{BLUE}\nPlayer B\n{RED}"
    (pool,) = read_team(text, pool=True)
    assert [line.name for line in pool.lines] == ["Opt", "Island", "Shock", "Mountain"]
    assert cards(read(text)) == BLUE_DECK + RED_DECK


PIECES = st.lists(
    st.sampled_from(
        ["Player A", "Player B", "Deck", "Deck 1", "Deck 2", "Sideboard", "Companion", "About",
         "Name Opt", "[metadata]", "Name=Opt", "NAME: x", "Player: y", "Ana", "# Ben", "== Cid ==",
         "", "4 Opt", "60 Island", "40 Shock", "SB: 2 Negate", "Lands", "| 4 | Opt |", "???",
         "Deck 1 Sideboard", "[Main]"]
    ),
    max_size=30,
)  # fmt: skip


def is_title(text: str) -> bool:
    """A catalogue small enough to be asked anything."""
    return text in ("Opt", "Negate", "Island", "Shock")


@given(PIECES, st.booleans())
def test_each_line_is_in_one_deck(pieces: list[str], pool: bool) -> None:
    text = "\n".join(pieces)
    decks = read_team(text, pool=pool, is_title=is_title)
    whole = read(text, pool=pool, is_title=is_title)
    lines = [line._replace(section="") for deck in decks for line in deck.lines]
    assert lines == [line._replace(section="") for line in whole.lines]
    unreadable = {line for deck in decks for line in deck.unreadable}
    players = {deck.player for deck in decks}
    silent = [line.text for line in whole.unreadable if line not in unreadable]
    assert players.issuperset(text.strip("# =") for text in silent)
    said = [[notice.code for notice in deck.notices].count("decks-split") for deck in decks]
    assert said == [int(len(decks) > 1), *[0] * (len(decks) - 1)]


@given(PIECES)
def test_a_team_is_read_alike_with_the_line_ends_of_every_system(pieces: list[str]) -> None:
    text = "\n".join(pieces)
    decks = read_team(text, is_title=is_title)
    assert read_team(text.replace("\n", "\r\n"), is_title=is_title) == decks


def test_headings_that_state_a_whole_deck_each_are_of_several_decks() -> None:
    list_of = "{}\nCreatures (20)\nLands (20)\nSpells (20)\n4 Opt\n4 Shock\n"
    assert len(read_team(list_of.format("Mine") + "\n" + list_of.format("His"))) == 2
    prose = (
        "Creatures (20)\n4 Opt\nThey are good\nLands (20)\n4 Island\nand more\nSpells (20)\n4 Shock"
    )
    assert len(read_team(prose)) == 1


SPELLS = ("Lightning Bolt", "Counterspell", "Serra Angel", "Giant Growth", "Opt", "Shock")
WAYS: dict[str, tuple[str, str]] = {
    "owners": ("Player A", "Player B"),
    "somebody's deck": ("Tom's deck", "Ravi's deck"),
    "German": ("Deck von Tom", "Deck von Ravi"),
    "names over headings": ("Tom (R/G)\nDeck", "Ravi (W/U)\nDeck"),
    "headings": ("Main deck", "Main deck"),
    "names": ("Aggro", "Midrange"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize("way", WAYS)
@given(
    size=st.sampled_from([40, 60]),
    spells=st.lists(st.sampled_from(SPELLS), min_size=2, max_size=5, unique=True),
    sides=st.tuples(st.integers(0, 15), st.integers(0, 15)),
)
def test_two_decks_in_one_text_come_back(
    way: str, size: int, spells: list[str], sides: tuple[int, int]
) -> None:
    parts = []
    for name, side, land in zip(WAYS[way], sides, ("Island", "Swamp"), strict=True):
        cards = [f"4 {title}" for title in spells]
        lines = [name] if name else []
        lines += [*cards, f"{size - 4 * len(spells)} {land}"]
        lines += ["", "Sideboard", f"{side} Plains"] if side else []
        parts.append("\n".join(lines))
    decks = read_team("\n\n".join(parts))
    found = [
        tuple(
            sum(line.copies for line in deck.lines if line.section == section)
            for section in ("main", "sideboard")
        )
        for deck in decks
    ]
    assert found == [(size, side) for side in sides]
