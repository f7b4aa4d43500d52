"""Each mechanism that reads lists as people post them, and what holds for every deck in it.

The same deck in any layout is read as the same titles and counts in the same sections; and a card
that no title fits is never lost in it: it is a fault, or a notice says its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue
from headjudge.decklists import read
from validator.model import Decklist

Cards = Sequence[tuple[int, str]]
Layout = Callable[[Cards, Cards], str]

TITLES = (
    "Lightning Bolt", "Lava Spike", "Goblin Guide", "Jackal Pup", "Counterspell", "Mana Leak",
    "Serra Angel", "White Knight", "Dark Ritual", "Hypnotic Specter", "Giant Growth", "Sol Ring",
    "Llanowar Elves", "Jace, the Mind Sculptor", "Circle of Protection: Red", "Urza's Tower",
)  # fmt: skip
JAPANESE = {
    "Lightning Bolt": "稲妻", "Counterspell": "対抗呪文", "Serra Angel": "セラの天使",
    "Dark Ritual": "暗黒の儀式", "Giant Growth": "巨大化", "Sol Ring": "太陽の指輪",
}  # fmt: skip
BASICS = {"Forest": "Forests", "Island": "Islands", "Swamp": "Swamps", "Mountain": "Mountains"}
UNKNOWN = "Xyzzyq Grumpf"


def size(cards: Cards) -> int:
    return sum(copies for copies, _ in cards)


def lines(form: str) -> Layout:
    """A line a card in the form, and a heading over the sideboard."""

    def write(main: Cards, side: Cards) -> str:
        rows = [[form.format(n=n, t=t) for n, t in cards] for cards in (main, side)]
        return "\n".join([*rows[0], *(["Sideboard"] if side else []), *rows[1]])

    return write


def blocks(main_heading: str, side_heading: str, *, below: bool = False) -> Layout:
    """Headings with the number of their cards, over the blocks or below them."""

    def write(main: Cards, side: Cards) -> str:
        text = []
        for heading, cards in ((main_heading, main), (side_heading, side)):
            block = [f"{n} {t}" for n, t in cards]
            block.insert(len(block) if below else 0, heading.format(size(cards)))
            text += block if cards else []
        return "\n".join(text)

    return write


def row(joint: str, form: str = "{n} {t}") -> Layout:
    """All cards of a section on one line."""

    def write(main: Cards, side: Cards) -> str:
        rows = [joint.join(form.format(n=n, t=t) for n, t in cards) for cards in (main, side)]
        return rows[0] + (f"\nSideboard:\n{rows[1]}" if side else "")

    return write


def side_by_side(main: Cards, side: Cards) -> str:
    """Two cards of the main deck on each line, as columns that were run together."""
    cards = [f"{n} {t}" for n, t in main]
    rows = [" ".join(cards[at : at + 2]) for at in range(0, len(cards), 2)]
    return "\n".join([*rows, "Sideboard", *(f"{n} {t}" for n, t in side)])


def broken(main: Cards, side: Cards) -> str:
    """Each title of several words goes on in the next line."""
    rows = [
        f"{n} {t}".replace(" ", "\n", 2).replace("\n", " ", 1) for n, t in (*main, (0, ""), *side)
    ]
    return "\n".join("Sideboard" if text == "0 " else text for text in rows)


def columns(main: Cards, side: Cards) -> str:
    """The sideboard beside the main deck."""
    rows = ["Main\tSideboard"]
    for at in range(max(len(main), len(side))):
        cells = [
            f"{cards[at][0]} {cards[at][1]}" if at < len(cards) else "" for cards in (main, side)
        ]
        rows.append("\t".join(cells))
    return "\n".join(rows)


def marked(main: Cards, side: Cards) -> str:
    return "\n".join([f"{n} {t}" for n, t in main] + [f"SB: {n} {t}" for n, t in side])


def headerless_csv(main: Cards, side: Cards) -> str:
    rows = [[f'{n},"{t}",LEA' for n, t in cards] for cards in (main, side)]
    return "\n".join([*rows[0], "Sideboard", *rows[1]])


def cut_header(main: Cards, side: Cards) -> str:
    rows = [
        f'{n},"{t}",{place}'
        for place, cards in (("main", main), ("sideboard", side))
        for n, t in cards
    ]
    return "\n".join(["uantity,Name,Section", *rows])


def below_words(main: Cards, side: Cards) -> str:
    return "Hello, my new export:\n\n" + cut_header(main, side).replace("uantity", "Quantity")


def forge(main: Cards, side: Cards) -> str:
    settings = "[duel]\n[metadata]\nName=Blue\nDescription=4 Opt, and more\n[main]\n"
    rows = [[f"{n} {t}|LEA" for n, t in cards] for cards in (main, side)]
    return settings + "\n".join([*rows[0], "[sideboard]", *rows[1]])


def page(main: Cards, side: Cards) -> str:
    rows = [
        [f"<li>{n} {t.replace(chr(39), '&#39;')}</li>" for n, t in cards] for cards in (main, side)
    ]
    return "\n".join(["<ul>", *rows[0], "</ul>", "<h3>Sideboard</h3>", "<ul>", *rows[1], "</ul>"])


def types(main: Cards, side: Cards) -> str:
    """Headings of card types, whose numbers are right, over halves of the deck."""
    half = len(main) // 2
    rows = [[f"{n} {t}" for n, t in cards] for cards in (main[:half], main[half:], side)]
    sizes = (size(main[:half]), size(main[half:]), size(side))
    heads = ("{} Creatures", "Other spells ({})", "-サイドボード({})-")
    return "\n".join(
        line
        for head, total, block in zip(heads, sizes, rows, strict=True)
        for line in (head.format(total), *block)
    )


def numbered(main: Cards, side: Cards) -> str:
    rows = [f"{n} {t}" for n, t in (*main, *side)]
    rows = [f"{number}. {row}" for number, row in enumerate(rows, 1)]
    return "\n".join([*rows[: len(main)], "Sideboard", *rows[len(main) :]])


def counts_apart(main: Cards, side: Cards) -> str:
    """A column of all counts before the column of all titles."""
    rows = [[*(str(n) for n, _ in cards), *(t for _, t in cards)] for cards in (main, side)]
    return "\n".join([*rows[0], "", "Sideboard", *rows[1]])


def sideboard_first(main: Cards, side: Cards) -> str:
    """A sideboard with all its cards, and the types of the main deck below it."""
    rows = [[f"{n} {t}" for n, t in cards] for cards in (side, main[:4], main[4:])]
    return "\n".join(
        [f"Sideboard ({size(side)})", *rows[0], "Creatures", *rows[1], "Spells", *rows[2]]
    )


def sideboard_behind_a_colon(main: Cards, side: Cards) -> str:
    rows = [f"{n} {t}" for n, t in (*main, *side)]
    return "\n".join([*rows[: len(main)], f"Sideboard: {rows[len(main)]}", *rows[len(main) + 1 :]])


def between(above: str, sideboard: str, below: str) -> Layout:
    """Words above the deck, over its sideboard and below it."""

    def write(main: Cards, side: Cards) -> str:
        rows = [[f"{n} {t}" for n, t in cards] for cards in (main, side)]
        return "\n".join([above, *rows[0], "", sideboard if side else "", *rows[1], "", below])

    return write


def bold(main: Cards, side: Cards) -> str:
    """Two cards a line in bold type, with a remark behind them, below headings."""
    rows = []
    for head, cards in (("**Main ({})**", main), ("## Sideboard ({}) - for now", side)):
        pairs = [[f"**{n} {t}**" for n, t in cards[at : at + 2]] for at in range(0, len(cards), 2)]
        rows += [head.format(size(cards)), *(f"- {', '.join(pair)} — the best 2" for pair in pairs)]
    return "\n".join(rows)


def bold_labels(main: Cards, side: Cards) -> str:
    """Labels in bold type, with the numbers of their cards, on the lines of these."""
    half = len(main) // 2
    parts = (("Core", main[:half]), ("Creatures", main[half:]), ("Sideboard", side))
    signs = (".**", "** —", ":**")
    return "\n\n".join(
        f"**{head} ({size(cards)}){sign} " + ", ".join(f"{n} {t}" for n, t in cards)
        for (head, cards), sign in zip(parts, signs, strict=True)
    )


def run_together(main: Cards, side: Cards) -> str:
    """Two columns of a page: two cards on a line, or a card and a heading of the other column."""
    cells = [f"{n}x {t}" for n, t in main]
    left, right = cells[:5], cells[5:]
    beside = ["Spells", *right[:2], "Planeswalker(s)", *right[2:]]
    rows = [" ".join(pair) for pair in zip_longest(left, beside, fillvalue="")]
    heading = ["Sideboard"] if side else []
    return "\n".join(["Creatures Artifacts", *rows, *heading, *(f"{n} {t}" for n, t in side)])


def columns_run_together(main: Cards, side: Cards) -> str:
    """Two columns without the white space between them; the sideboard is in the second one."""
    rows = [[f"{n} {t}" for n, t in cards] for cards in (main, side)]
    beside = [f"Sideboard ({size(side)})", *rows[1]]
    first, both = rows[0][: len(main) - 3], rows[0][len(main) - 3 :]
    text = [*first[:-1], f"{first[-1]} {beside[0]}"]
    text += [f"{left} {right}" for left, right in zip(both, beside[1:4], strict=False)]
    return "\n".join([*text, *beside[4:]])


def of_each(joint: str, form: str) -> Layout:
    """All titles with the same number of copies on a line."""

    def write(main: Cards, side: Cards) -> str:
        rows: list[str] = []
        for heading, cards in (("Deck", main), ("Sideboard", side)):
            groups: dict[int, list[str]] = {}
            for copies, title in cards:
                groups.setdefault(copies, []).append(title)
            rows.append(heading)
            for copies, (first, *others) in groups.items():
                titles = joint.join([first, *others[:-1]]) + "".join(
                    f" and {t}" for t in others[-1:]
                )
                rows.append(form.format(n=copies, t=titles) if others else f"{copies} {first}")
        return "\n".join(rows)

    return write


def first_glued(main: Cards, side: Cards) -> str:
    """The first card behind the words above the list."""
    rows = [[f"{n} {t}" for n, t in cards] for cards in (main, side)]
    words = "My friend and I went to the store, and here is the deck that I played:"
    return "\n".join([words + rows[0][0], *rows[0][1:], *(["Sideboard"] if side else []), *rows[1]])


MECHANISMS: dict[str, Layout] = {
    "bold cards": bold,
    "bold labels": bold_labels,
    "headings by count": blocks("Main deck ({})", "Sideboard ({})"),
    "headings with counts before": blocks("{} Maindeck", "{} Sideboard"),
    "headings with words behind": blocks("## Main deck ({}) — final", "## Sideboard ({}) — plan"),
    "headings of types": types,
    "footers": blocks("-メイン({})-", "-サイドボード({})-", below=True),
    "counts behind with x": lines("{t} x{n}"),
    "counts behind sets": lines("{t} (LEA)  *{n}"),
    "counts behind sets, before comments": lines("{t} (LEA) *{n}  # the best"),
    "counts behind without a sign": lines("{t} {n}"),
    "counts behind in brackets": lines("{t} ({n})"),
    "counts behind dots": lines("{t} ..... {n}"),
    "counts behind dashes": lines("{t}-------{n}"),
    "prices behind dashes": lines("{n}x {t}---------0.75 euro"),
    "remarks behind dots": lines("{n}x {t}.........ALREADY OWNED"),
    "counts behind in pieces": lines("{t}, {n} Stück"),
    "columns apart by spaces": lines("{n} {t}      Instant      Common"),
    "counts in a column apart by spaces": lines("{t}       {n}     Instant"),
    "counts in the last column apart by spaces": lines("{t}      Instant       {n}"),
    "bold cards before remarks": lines("- **{n} {t}** — as good as one can hope for"),
    "counts in brackets": lines("[{n}x] {t}"),
    "remarks behind counts behind": lines("{t} x{n} - good on turn 2"),
    "split lines": lines("{n}\n{t}"),
    "broken titles": broken,
    "several cards a line": row(" "),
    "comma lists": row(", "),
    "copies of each": of_each(", ", "{n} of each: {t}"),
    "copies of each behind": of_each(", ", "{t} ({n} each)"),
    "bars": row(" | "),
    "mana costs before": lines("{n} {{R}} {t}"),
    "mana costs behind": lines("{n} {t} 1R"),
    "mana costs in letters before": lines("{n}x 1U {t}"),
    "counts with a unit behind": lines("{t} - {n} szt."),
    "two cards a line": side_by_side,
    "mana costs in braces": lines("{n} {t} {{1}}{{R}}"),
    "remarks in brackets": lines("{n} {t} (as 2 or 3 are few)"),
    "remarks after a dash": lines("{n} {t} - the best"),
    "remarks without a sign": lines("{n} {t} kills a creature OR a land COOL!"),
    "figures without a sign": lines("{n} {t} 3/1 regenerator for 4"),
    "conditions and prices": lines("{n}x {t} LP and MP - $52 each"),
    "receipts": lines("({n}) 10th Edition - {t} (NM-M) @ 0.89: $1.78"),
    "sets of the same name as a card": lines("({n}) Apocalypse - {t} (NM) @ 1.56: $4.68"),
    "counts and sets below": lines("{t}\n{n} Duel Decks: Sorin vs. Tibalt (foil), $1.20"),
    "columns run together": run_together,
    "comments": lines("{n} {t} // the best"),
    "open brackets": lines("{n} 《{t}"),
    "brackets": lines("{n} 《{t}》"),
    "bullets": lines("- {n} {t}"),
    "bullets without a space": lines("*{n} {t}"),
    "signs": lines("✅ {n} {t}"),
    "entities and tags": page,
    "tags of any name": lines("{n} [mtg_card]{t}[/mtg_card]"),
    "tags of any name in a row": row(" ", "{n} [mtg_card]{t}[/mtg_card]"),
    "tags of forums": lines("[*]{n} [card]{t}[/card]"),
    "further columns": lines("{n} | {t} | 20 of 20 (100.00)% | 4.0000 |"),
    "prices": lines("{n}\t{t}\t$1.20"),
    "rarity in words": lines("{n} {t} (uncommon)"),
    "rarity in a letter": lines("{n} {t} [R]"),
    "collector numbers": lines("{n} {t} (331)"),
    "several brackets": lines("{n} {t} [foil] [M3C:56]"),
    "set codes": lines("{n} {t} (MPS_KLD)"),
    "marks of the sideboard": marked,
    "columns side by side": columns,
    "header-less CSV": headerless_csv,
    "header-less CSV, titles first": lines('"{t}",{n},R,,deals 3 damage'),
    "a header that was cut": cut_header,
    "a header below words": below_words,
    "Forge's settings": forge,
    "numbered lines": numbered,
    "the first card behind words": first_glued,
    "counts below titles": lines("{t}\n{n}"),
    "counts in a column of their own": counts_apart,
    "records": lines("name: {t}\ncount: {n}\n"),
    "carts of shops": lines("{t}\nNear Mint\nQty: {n}\n$1.29"),
    "a sideboard that is full": sideboard_first,
    "a sideboard behind a colon": sideboard_behind_a_colon,
    "words over the sideboard": between("", "and my sideboard so far:", ""),
    "prose": between("I came in third, with this deck:", "Sideboard", "It was fun to play!"),
    "mentioned titles": between("", "Sideboard", "Honorable mentions: Shock, Ponder"),
}
"""How each mechanism's layout writes a deck."""


def sections(deck: Decklist) -> Counter[tuple[str, str]]:
    """Copies by English title and section; unknown names as they are written."""
    found: Counter[tuple[str, str]] = Counter()
    for line in deck.lines:
        card = catalogue().find(line.name).card
        found[card.title if card else line.name, line.section] += line.copies
    return found


def expected(main: Cards, side: Cards) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for section, cards in (("main", main), ("sideboard", side)):
        for copies, title in cards:
            found[title, section] += copies
    return found


COPIES = st.lists(st.integers(2, 5), min_size=8, max_size=8)


@st.composite
def decks(draw: st.DrawFn) -> tuple[Cards, Cards]:
    """A main deck of eight titles and a smaller sideboard of three others."""
    titles = draw(st.permutations(TITLES))
    return [*zip(draw(COPIES), titles[:8], strict=True)], [(1, title) for title in titles[8:11]]


@pytest.mark.parametrize("name", MECHANISMS)
@given(deck=decks())
def test_the_same_deck_in_every_layout(name: str, deck: tuple[Cards, Cards]) -> None:
    main, side = deck
    assert sections(read(MECHANISMS[name](main, side))) == expected(main, side)


@pytest.mark.parametrize("name", MECHANISMS)
@given(deck=decks(), place=st.integers(1, 7))
def test_no_card_is_lost_in_any_layout(name: str, deck: tuple[Cards, Cards], place: int) -> None:
    main, side = deck
    main = [*main[:place], (3, UNKNOWN), *main[place:]]
    found = read(MECHANISMS[name](main, side))
    told = [line.name for line in found.lines] + [line.text for line in found.unreadable]
    told += [place.text or "" for notice in found.notices for place in notice.places]
    words = UNKNOWN.split()
    assert any(word in text for text in told for word in words)
    known = Counter({card: n for card, n in sections(found).items() if card[0] in TITLES})
    assert known == expected([card for card in main if card[1] != UNKNOWN], side)


@given(deck=decks())
def test_columns_that_run_together(deck: tuple[Cards, Cards]) -> None:
    main, side = deck
    assert sections(read(columns_run_together(main, side))) == expected(main, side)


@given(
    copies=COPIES,
    joint=st.sampled_from(["/", " / ", " ", " | "]),
    japanese_first=st.booleans(),
    price=st.sampled_from(["", " ¥50", "　¥1,200", " R$ 12,50", " ------ 0.50 euro"]),
)
def test_titles_in_two_languages(
    copies: list[int], joint: str, japanese_first: bool, price: str
) -> None:
    cards = [*zip(copies, JAPANESE, strict=False)]
    pairs = [(n, (JAPANESE[t], t) if japanese_first else (t, JAPANESE[t])) for n, t in cards]
    form = "{}" if "|" in joint else "{}" + price
    found = read("\n".join(f"{n} {form.format(joint.join(titles))}" for n, titles in pairs))
    assert sections(found) == expected(cards, [])
    if joint == "/":
        found = read("\n".join(f"{n} 《{'/'.join(titles)}》{price}" for n, titles in pairs))
    assert sections(found) == expected(cards, [])


@given(copies=COPIES, sign=st.sampled_from(["", "×", " ", "枚"]), place=st.integers(1, 5))
def test_an_unknown_title_is_a_card_in_the_style_of_the_others(
    copies: list[int], sign: str, place: int
) -> None:
    form = "{t}{n}枚" if sign == "枚" else "{t}" + sign + "{n}"
    cards = [*zip(copies, JAPANESE, strict=False)]
    rows = [form.format(n=n, t=JAPANESE[t]) for n, t in cards]
    rows.insert(place, form.format(n=3, t="名もない森の守り手"))
    assert sections(read("\n".join(rows))) == expected([*cards, (3, "名もない森の守り手")], [])


@given(titles=st.permutations(TITLES), place=st.integers(1, 15), heading=st.booleans())
def test_an_unknown_title_is_a_card_between_titles_alone(
    titles: list[str], place: int, heading: bool
) -> None:
    rows = [*titles[:place], UNKNOWN, *titles[place:]]
    found = read("\n".join([*(["Cards"] if heading else []), *rows]))
    assert sections(found) == expected([(1, title) for title in rows], [])


@given(copies=st.lists(st.integers(2, 20), min_size=4, max_size=4))
def test_plurals_of_basics(copies: list[int]) -> None:
    written = "\n".join(f"{n} {plural}" for n, plural in zip(copies, BASICS.values(), strict=True))
    assert sections(read(written)) == expected([*zip(copies, BASICS, strict=True)], [])


@given(deck=decks(), joint=st.sampled_from(["/", " / ", " or "]))
def test_a_choice_of_cards_is_a_fault(deck: tuple[Cards, Cards], joint: str) -> None:
    main, side = deck
    choice = f"3 {joint.join(title for _, title in side[:2])}"
    found = read("\n".join([*(f"{n} {t}" for n, t in main), choice]))
    assert expected(main, []).items() <= sections(found).items()
    named = [line.text for line in found.lines] + [line.text for line in found.unreadable]
    assert choice in named


@given(deck=decks(), sign=st.sampled_from([".", ")"]))
def test_an_empty_line_with_its_number_is_blank(deck: tuple[Cards, Cards], sign: str) -> None:
    main, side = deck
    main = [*main, (60 - size(main), "Mountain")]
    texts = [f"{n} {t}" for n, t in main] + [""] + [f"{n} {t}" for n, t in side]
    found = read("\n".join(f"  {at}{sign} {text}" for at, text in enumerate(texts, 1)))
    assert sections(found) == expected(main, side)
    assert not found.unreadable


@given(
    deck=decks(),
    form=st.sampled_from(["{} {}", "{} {} en jeu", "Je garde {} {}", "{}\n{}, et je gagne"]),
    line=st.sampled_from(["---------", "* * *", "===="]),
)
def test_a_report_below_a_drawn_line_is_told(
    deck: tuple[Cards, Cards], form: str, line: str
) -> None:
    main, side = deck
    main = [*main, (60 - size(main), "Mountain")]
    side = [*side, (15 - size(side), "Pyroblast")]
    report = [form.format(n, t) for n, t in main[:4]]
    written = lines("{n} {t}")(main, side)
    found = read("\n".join([written, line, "Ronde 1 contre Anne, deux à zéro", *report]))
    assert sections(found) == expected(main, side)
    assert {notice.code for notice in found.notices} >= {"line-ignored"}
    assert not found.unreadable


@given(deck=decks(), mark=st.sampled_from(["{} [token]", "{} (Token)", "{} Token"]))
def test_tokens_are_no_part_of_the_deck(deck: tuple[Cards, Cards], mark: str) -> None:
    main, _ = deck
    found = read("\n".join([*(f"{n} {t}" for n, t in main), f"1 {mark.format('Goblin')}"]))
    assert expected(main, []).items() <= sections(found).items()
    assert sum(line.copies for line in found.lines if line.section == "main") in (
        size(main),
        size(main) + 1,  # named, and judged to be no card
    )


@given(
    deck=decks(),
    head=st.sampled_from(
        [
            "Commander\n1 {}\n\n",
            "Commander: {}\n",
            "Commander (1)\n1 {}\n",
            "Commander\n{}\nDeck\n",
            "1 {} *CMDR*\n",
            "Commander\n1 {}\nThe goblins:\n",
        ]
    ),
)
def test_a_commander_stands_over_its_deck(deck: tuple[Cards, Cards], head: str) -> None:
    main, _ = deck
    leader = "Krenko, Mob Boss"
    found = read(head.format(leader) + "\n".join(f"{n} {t}" for n, t in main) + "\n")
    assert sections(found) == expected(main, []) + Counter({(leader, "commander"): 1})
