"""Texts that hold the decks of several players, and texts that only look so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

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


CARDS = "4 Duress\n4 Terror\n4 Cancel\n4 Naturalize\n4 Divination\n36 Swamp"


@pytest.mark.parametrize(
    "words",
    ["Two-Headed Giant", "TWO-HEADED GIANT", "Two Headed Giant", "Two-Headed Giant (Modern)",
     "Two-Headed Giant: Team Opt", "Two-Headed Giant - sign-up", "# Two-Headed Giant\n\nTeam: Opt",
     "Lightning Strike"],
)  # fmt: skip
def test_what_the_text_is_about_may_be_a_title_of_a_card(words: str) -> None:
    decks = read_team(f"{words}\n\nAna\n4 Opt\n{CARDS}\n\nBen\n4 Shock\n{CARDS}")
    assert [deck.player for deck in decks] == ["Ana", "Ben"]
    assert [sum(line.copies for line in deck.lines) for deck in decks] == [60, 60]
    assert not any(deck.unreadable for deck in decks)


@pytest.mark.parametrize(
    "line",
    ["4 Two-Headed Giant", "Two-Headed Giant x4", "Two-Headed Giant, 4", "Two-Headed Giant: 4 Opt"],
)
def test_what_a_line_counts_is_a_card_though_it_names_how_a_team_plays(line: str) -> None:
    (deck,) = read_team(f"{line}\n56 Island")
    assert sum(line.copies for line in deck.lines) == 60


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
    lines = [line.moved("") for deck in decks for line in deck.lines]
    assert lines == [line.moved("") for line in whole.lines]
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


Lists = Sequence[tuple[str, Mapping[str, int]]]
"""The lists of players, by their names."""


def in_columns(columns: Sequence[Sequence[str]], sign: str) -> str:
    widths = [max(map(len, column)) if sign == "   " else 0 for column in columns]
    return "\n".join(
        sign.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in zip_longest(*columns, fillvalue="")
    )


def in_rows(lists: Lists, sign: str) -> str:
    return in_columns(
        [[name, *(f"{n} {title}" for title, n in cards.items())] for name, cards in lists], sign
    )


def in_pairs(lists: Lists) -> str:
    pairs = [([name, *map(str, cards.values())], ["", *cards]) for name, cards in lists]
    return in_columns([column for pair in pairs for column in pair], "\t")


def in_table(lists: Lists, sign: str, nothing: str) -> str:
    titles = dict.fromkeys(title for _, cards in lists for title in cards)
    rows = [[title, *(str(cards.get(title, nothing)) for _, cards in lists)] for title in titles]
    return "\n".join(sign.join(row) for row in [["Card", *(name for name, _ in lists)], *rows])


def in_turn(lists: Lists, shape: str) -> str:
    lines = [
        [shape.format(name=name, n=n, title=title) for title, n in cards.items()]
        for name, cards in lists
    ]
    return "\n".join(line for row in zip_longest(*lines) for line in row if line)


def in_shares(lists: Lists, *, are_added: bool) -> str:
    lines = []
    for title in dict.fromkeys(title for _, cards in lists for title in cards):
        shares = [(name, cards[title]) for name, cards in lists if title in cards]
        text = ", ".join(f"{name} {n}" for name, n in shares)
        total = sum(n for _, n in shares)
        lines.append(f"{total} {title} ({text})" if are_added else f"{title}: {text}")
    return "\n".join(lines)


def one_a_line(lists: Lists) -> str:
    return "\n".join(
        f"{name}: " + ", ".join(f"{n} {title}" for title, n in cards.items())
        for name, cards in lists
    )


FORMS: dict[str, Callable[[Lists], str]] = {
    "tabs": lambda lists: in_rows(lists, "\t"),
    "bars": lambda lists: in_rows(lists, " | "),
    "spaces": lambda lists: in_rows(lists, "   "),
    "counts and titles": in_pairs,
    "a table": lambda lists: in_table(lists, "\t", ""),
    "a table with zeros": lambda lists: in_table(lists, ",", "0"),
    "names before": lambda lists: in_turn(lists, "{name}: {n} {title}"),
    "names behind": lambda lists: in_turn(lists, "{n} {title} ({name})"),
    "shares": lambda lists: in_shares(lists, are_added=False),
    "shares of a total": lambda lists: in_shares(lists, are_added=True),
    "one a line": one_a_line,
}
NAMES = ("Ann", "Zoë", "Kim Lee", "Сергей")
WITH_SIGNS = ("Fire // Ice", "Circle of Protection: Red", "Jace, the Mind Sculptor")


@pytest.mark.parametrize("form", FORMS)
@given(
    sizes=st.lists(st.sampled_from([40, 60, 61]), min_size=2, max_size=4),
    spells=st.lists(st.sampled_from(SPELLS + WITH_SIGNS), min_size=3, max_size=8, unique=True),
    data=st.data(),
)
def test_decks_on_the_same_lines_come_back(
    form: str, sizes: list[int], spells: list[str], data: st.DataObject
) -> None:
    lists: list[tuple[str, dict[str, int]]] = []
    for name, size in zip(NAMES, sizes, strict=False):
        count = data.draw(st.integers(3, len(spells)))
        deck = {title: data.draw(st.integers(1, 4)) for title in spells[-count:]}
        lists.append((name, deck | {"Island": size - sum(deck.values())}))
    decks = read_team(FORMS[form](lists))
    assert {deck.player: {line.name: line.copies for line in deck.lines} for deck in decks} == dict(
        lists
    )


TYPED = "Creatures (8)\n{}\nSpells ({})\n{}\nLands (24)\n24 {}"


@pytest.mark.parametrize("spells", [8, 28])
def test_the_types_of_cards_that_come_again_begin_a_deck(spells: int) -> None:
    counts = [4] * (spells // 4)
    blue, red = ("Opt", "Negate", "Cancel"), ("Shock", "Lava Axe", "Lava Spike")
    texts = [
        TYPED.format(
            "4 Hill Giant\n4 Runeclaw Bear",
            spells,
            "\n".join(f"{n} {titles[at % 3]}" for at, n in enumerate(counts)),
            land,
        )
        for titles, land in ((blue, "Island"), (red, "Mountain"))
    ]
    decks = read_team("\n\n".join(texts))
    assert [sum(line.copies for line in deck.lines) for deck in decks] == [32 + spells] * 2
    assert not any(deck.unreadable for deck in decks)


def test_a_page_that_shows_a_deck_in_several_orders_has_one_deck() -> None:
    cards = ["4 Opt", "4 Shock", "4 Hill Giant", "4 Negate", "4 Cancel", "20 Island", "20 Mountain"]
    side = ["3 Duress", "4 Terror", "8 Naturalize"]
    views = ["Creatures (4)", *cards, "60 Cards", "Sideboard (15)", *side]
    for head in ("Blue (20)", "Common (60)"):
        views += [head, *sorted(cards), "60 Cards", "Sideboard (15)", *side]
    (deck,) = read_team("\n".join(views))
    copies = [
        sum(x.copies for x in deck.lines if x.section == part) for part in ("main", "sideboard")
    ]
    assert copies == [60, 15]
    (told,) = (notice for notice in deck.notices if notice.code == "main-doubtful")
    assert "Lines 14 to 39" in str(told.message)


def test_the_rest_of_a_card_pool_is_no_second_deck() -> None:
    deck = "\n".join(f"1 {title}" for title in ("Opt", "Shock", "Negate")) + "\n20 Island\n17 Swamp"
    rest = "\n".join(
        ["4 Duress", "4 Terror", "4 Cancel", "4 Naturalize", "20 Giant Growth", "9 Wastes"]
    )
    (found,) = read_team(f"My deck:\n{deck}\n\nFor reference the rest of my card pool was:\n{rest}")
    parts = [
        sum(x.copies for x in found.lines if x.section == part) for part in ("main", "sideboard")
    ]
    assert parts == [40, 45]


def test_a_heading_of_types_is_no_player() -> None:
    decks = read_team(
        "Blue\nCreatures (4) 4 Hill Giant Spells (56) 56 Island\n"
        "Red\nCreatures (4) 4 Runeclaw Bear Spells (56) 56 Mountains | Sideboard (15) 15 Negate |"
    )
    assert [deck.player for deck in decks] == ["Blue", "Red"]
    assert [line.section for line in decks[1].lines] == ["main", "main", "sideboard"]


@pytest.mark.parametrize(
    "stamp", ["[18:04, 5/6/2024] ", "[05.06.24, 18:04:12] ", "5/6/24, 6:04 PM - "]
)
@pytest.mark.parametrize("senders", [("Ana", "Ben"), ("Ana", "Ana")])
def test_the_senders_of_a_chat_are_the_players(stamp: str, senders: tuple[str, str]) -> None:
    first, second = senders
    blue = [f"{stamp}{first}: {card}" for card in ("4 Opt", "4 Negate", "4 Cancel", "48 Island")]
    red = [f"{stamp}{second}: {card}" for card in ("4 Shock", "4 Terror", "4 Duress", "48 Swamp")]
    text = [f"{stamp}{first}: hi, here is my list:", *blue, f"{stamp}Orga: thanks, and the other?"]
    decks = read_team("\n".join([*text, *red] if second != first else text))
    assert [sum(line.copies for line in deck.lines) for deck in decks] == [60] * len(decks)
    assert [deck.player for deck in decks] == (["Ana", "Ben"] if second != first else [None])
    assert not any(deck.unreadable for deck in decks)


@pytest.mark.parametrize(
    "head",
    [
        "{name} — Today at 18:32\n", "{name}\n — \nYesterday at 6:32 PM\n",
        "{name} — heute um 18:32 Uhr\n", "{name}, [20.11.2026 18:32]\n", "{name} 6:32 PM\n",
        "[18:32] {name}: here it is\n", "[20.11.26, 18:32:01] {name}: ",
        "20/11/2026, 18:32 - {name}: ",
    ],
)  # fmt: skip
def test_each_message_of_a_chat_is_its_senders(head: str) -> None:
    heads = [head.format(name=name) for name in ("Ana", "Ben Lee")]
    decks = read_team(f"{heads[0]}{BLUE}\n{heads[1]}{RED}")
    assert [deck.player for deck in decks] == ["Ana", "Ben Lee"]
    assert [sum(line.copies for line in deck.lines) for deck in decks] == [60, 60]
    assert not any(deck.unreadable for deck in decks)
    one = head.format(name="Ana")
    decks = read_team(f"{one}Ben's list\n{BLUE}\n\n{one}and mine\n{RED}")
    assert [sum(line.copies for line in deck.lines) for deck in decks] == [60, 60]


def test_each_mail_is_its_senders() -> None:
    decks = read_team(
        f"Von: Ana Silva <ana@example.org>\nBetreff: Deck\n\nHi, meine Liste:\n\n{BLUE}\n\n"
        f"> From: Ben Lee <ben@example.org>\n> Subject: deck\n\n{RED}\n\nSent from my phone"
    )
    assert [deck.player for deck in decks] == ["Ana Silva", "Ben Lee"]


@pytest.mark.parametrize(
    "first, last", [("First Name", "Last Name"), ("Nombre", "Apellidos"), ("Vorname", "Name")]
)
def test_a_name_may_be_in_two_fields(first: str, last: str) -> None:
    decks = read_team(f"{last}: Silva\n{first}: Ana\n{BLUE}\n\n{last}: Lee\n{first}: Ben\n{RED}")
    assert [deck.player for deck in decks] == ["Ana Silva", "Ben Lee"]
    assert not any(deck.notices[1:] for deck in decks)


def test_a_link_is_no_part_of_a_name() -> None:
    link = "https://example.org/decks/QrYx1V_4YSJb4E0qSd8kAAbbCC"
    decks = read_team(f"Ana's deck {link}\n\n{BLUE}\n\nBen's deck {link}\n\n{RED}")
    assert [deck.player for deck in decks] == ["Ana's deck", "Ben's deck"]


@pytest.mark.parametrize("heading", ["Decklist", "Main Deck (60)"])
def test_the_name_over_that_of_a_deck_is_the_players(heading: str) -> None:
    decks = read_team(
        f"Our decks\nAna\nMono Blue\n{heading}\n{BLUE}\n\nBen\nMono Red\n{heading}\n{RED}"
    )
    assert [deck.player for deck in decks] == ["Ana", "Ben"]


def test_the_name_of_a_player_is_as_far_above_the_cards_as_the_others() -> None:
    decks = read_team(f"Team Rocket\nAna\nMono Blue\n{BLUE}\n\nBen\nMono Red\n{RED}")
    assert [deck.player for deck in decks] == ["Ana", "Ben"]


@pytest.mark.parametrize(
    "head, key",
    [
        ("Player A", "Name"), ("JOUEUR 1", "Nom "), ("Decklist 2", "Player Name"),
        ("Jugador B", "nombre"), ("选手一", "姓名"), ("A", "Name"), ("B", "Nome"),
    ],
)  # fmt: skip
def test_a_field_below_the_heading_of_a_player_has_the_name(head: str, key: str) -> None:
    other = head[:-1] + {"A": "C", "1": "3", "2": "4", "B": "D", "一": "二"}[head[-1]]
    decks = read_team(f"{head}\n{key}: Ana\n{BLUE}\n\n{other}\n{key}: Ben Lee\n{RED}")
    assert [deck.player for deck in decks] == ["Ana", "Ben Lee"]


@pytest.mark.parametrize(
    "left, right", [("Left head", "Right head"), ("Linker Kopf", "Rechter Kopf")]
)
def test_the_heads_of_a_team_are_its_players(left: str, right: str) -> None:
    decks = read_team(f"Zweiköpfiger Riese: Team Opt\n{left}: Ana\n{BLUE}\n{right}: Ben\n{RED}")
    assert [deck.player for deck in decks] == ["Ana", "Ben"]
    assert not any(deck.unreadable for deck in decks)


def test_a_signature_is_no_sideboard() -> None:
    (deck,) = read_team(f"{BLUE}\n\nBest wishes\n--\nAna Smith\n12 Forest Road, 3 Hills Estate")
    assert [line.section for line in deck.lines] == ["main", "main"]
    assert not deck.unreadable
    (told,) = (notice for notice in deck.notices if notice.code == "line-ignored")
    assert "12 Forest Road" in str(told.message)


def test_the_titles_of_forum_tags_are_the_players() -> None:
    text = (
        f'[d title="Ana: Blue"]\n{BLUE}\n[/d]\nand the other one\n[d title="Ben: Red"]\n{RED}\n[/d]'
    )
    assert [deck.player for deck in read_team(text)] == ["Ana: Blue", "Ben: Red"]


def test_names_right_below_the_cards_are_those_of_their_players() -> None:
    decks = read_team(f"Hello, our decks for Saturday\n\n{BLUE}\n(Ana)\n\n{RED}\n(Ben)\n\nBye")
    assert [deck.player for deck in decks] == ["Ana", "Ben"]
    assert [len(deck.lines) for deck in decks] == [2, 2]
