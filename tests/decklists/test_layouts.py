"""Lists as people post them: each layout of layouts/*.toml, and what holds for all of them."""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cards import catalogue
from headjudge.decklists import read_team
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.numbers import NUMBERS
from validator.model import Decklist

LAYOUTS: dict[str, dict[str, Any]] = {
    name: layout
    for path in sorted((Path(__file__).parent / "layouts").glob("*.toml"))
    for name, layout in tomllib.loads(path.read_text(encoding="utf-8")).items()
}

TITLES = (
    "Lightning Bolt", "Lava Spike", "Goblin Guide", "Jackal Pup", "Counterspell", "Mana Leak",
    "Serra Angel", "White Knight", "Dark Ritual", "Hypnotic Specter", "Giant Growth",
    "Llanowar Elves", "Sol Ring", "Mountain", "Island", "Jace, the Mind Sculptor",
    "Circle of Protection: Red", "Urza's Tower", "Fire // Ice", "Asmira, Holy Avenger",
)  # fmt: skip
PROSE = (
    "I played this on Friday and won three rounds out of four",
    "Any ideas for the rest are very welcome, thanks!",
    "Mono Red Sligh, as in the old days",
    "3rd place, Berlin",
    "Ich bin mit dem Ergebnis sehr zufrieden gewesen",
)

Cards = list[tuple[int, str]]
cards_of_a_deck = st.lists(
    st.tuples(st.integers(1, 9), st.sampled_from(TITLES)),
    min_size=4,
    max_size=12,
    unique_by=lambda card: card[1],
)


def read(text: str, *, pool: bool = False) -> tuple[Decklist, ...]:
    return read_team(text, pool=pool, main_min=40 if pool else 60)


def copies(decks: Sequence[Decklist]) -> Counter[str]:
    """The cards of each section."""
    found: Counter[str] = Counter()
    for deck in decks:
        for line in deck.lines:
            found[line.section] += line.copies
    return found


def faults(decks: Sequence[Decklist]) -> set[str]:
    """The texts of the lines that name no card, or several."""
    texts = {line.text for deck in decks for line in deck.unreadable}
    lines = (line for deck in decks for line in deck.lines)
    return texts | {
        line.text or "" for line in lines if len(catalogue().find(line.name).cards) != 1
    }


def titles(decks: Sequence[Decklist]) -> set[str]:
    """The English titles of the cards."""
    matches = (catalogue().find(line.name) for deck in decks for line in deck.lines)
    return {match.card.title for match in matches if match.card}


def codes(decks: Sequence[Decklist]) -> set[str]:
    return {notice.code for deck in decks for notice in deck.notices}


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_posted_layout(name: str) -> None:
    layout = LAYOUTS[name]
    decks = read(layout["text"], pool=layout.get("pool", False))
    expected = Counter(
        {
            "main": layout["main"],
            "sideboard": layout.get("side", 0),
            "commander": layout.get("commander", 0),
            **layout.get("other", {}),
        }
    )
    assert copies(decks) == +expected
    assert len(faults(decks)) == layout.get("fault-lines", 0)
    assert len(decks) == layout.get("decks", 1)
    assert layout.get("titles") in (None, len(titles(decks)))
    assert codes(decks) >= set(layout.get("notices", ()))
    assert not (layout.get("silent") and codes(decks))


WORDS = {number: word.title() for word, number in reversed(NUMBERS.items())}

WAYS = r"""
    {n} {t} ¦ {n}x {t} ¦ {t} x{n} ¦ {t} {n}x ¦ [{n}] {t} ¦ {n} [[{t}]] ¦ {n} [card]{t}[/card]
    | {n} | {t} | ¦ {n}\t{t}\t$1.50 ¦ <li>{n} {t}</li> ¦ {n} {t}; ¦ ✅ {n} {t}
    {n} {t} (the best of them) ¦ {n} {t} - the best of them ¦ {n} {t} // the best of them
    {n} {t} $1.20 ¦ {n} copies of {t} ¦ {n}\n{t} ¦ • {n} {t} ¦ {t} ..... {n} ¦ {n},"{t}",LEA
    "{t}",LEA,{n} ¦ {t} (x{n}) ¦ {t} [{n}x] ¦ {t}x{n} ¦ ({n}x) {t} ¦ {n}* {t} ¦ {n} of {t}
    {n} foil {t} ¦ {n} {t} LEA ¦ [*]{n} {t} ¦ * {n} {{{{card|{t}}}}} ¦ a) {n} {t} ¦ ・{n} {t}
    {n} {t} 名もなき札 ¦ {n} {t}... of course ¦ **{n}x** {t} ¦     Card({n}, "{t}"),
        ("{t}", {n}), ¦   {{ qty: {n}, name: "{t}" }}, ¦ <card qty="{n}" id="{n}">{t}</card>
    {n} {{mtg {t}}} ¦ {n} x {t} , LEA , NM ¦   "{n} {t}", ¦ `{n}` {t} ¦ +{n} {t} ¦ -{n} {t}
    {word} {t} ¦ {t}, {n} ¦ "{t}",{n} ¦ \- {n} {t} ¦ >!{n} {t}!<
    {n} [{t}](https://example.org/1 "Card") ¦ \u2067{n} {t}\u2069
    [03.08.26, 10:15:02] Ann: {n} {t} ¦ 8/3/26, 10:15 PM - Ann Lee: {n} {t} ¦ [X] {n} {t}
    {arabic} {t} ¦ {n} ex. {t} ¦ {t}\n{n} ¦ {t}\nNear Mint\nQty: {n}\n$1.29
      - name: {t}\n    count: {n} ¦ deck += ["{t}"] * {n} ¦   {{qty: {n}, card: "{t}"}},
    {n} 名もなき札 ({t})
"""
"""How people write a card: its count, its title, and what stands beside them."""


def written(way: str, cards: Cards) -> str:
    way = (
        way.replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("\\u2067", "\u2067")
        .replace("\\u2069", "\u2069")
    )
    return "\n".join(
        way.format(n=count, t=title, word=WORDS[count], arabic=chr(0x660 + count))
        for count, title in cards
    )


@given(cards=cards_of_a_deck, are_first=st.booleans())
def test_a_column_of_counts_belongs_to_the_column_of_titles_beside_it(
    cards: Cards, are_first: bool
) -> None:
    columns = ["\n".join(str(count) for count, _ in cards), "\n".join(each for _, each in cards)]
    decks = read("\n\n".join(columns if are_first else columns[::-1]))
    assert [(line.copies, line.name) for line in decks[0].lines] == cards


@pytest.mark.parametrize("way", [way.strip() for way in re.split("[¦\n]", WAYS.strip())])
@given(cards=cards_of_a_deck)
def test_every_way_to_write_a_card_reads_back(way: str, cards: Cards) -> None:
    # Counts from 1 on may be the numbers of rows, as a notice says.
    assume([count for count, _ in cards] != [*range(1, len(cards) + 1)])
    decks = read(written(way, cards))
    assert [(line.copies, line.name) for line in decks[0].lines] == cards
    assert not faults(decks)


@given(cards=cards_of_a_deck, side=cards_of_a_deck)
def test_a_footer_and_a_header_give_the_same_sections(cards: Cards, side: Cards) -> None:
    main, board = (sum(count for count, _ in each) for each in (cards, side))
    upper, lower = (
        "\n".join(f"{count} {title}" for count, title in each) for each in (cards, side)
    )
    header = read(f"Main deck ({main})\n{upper}\nSideboard ({board})\n{lower}")
    footer = read(f"{upper}\nMain deck ({main})\n{lower}\nSideboard ({board})")
    if main != board:
        assert copies(footer) == copies(header) == Counter(main=main, sideboard=board)


@given(cards=cards_of_a_deck, prose=st.sampled_from(PROSE), data=st.data())
def test_prose_changes_no_count_and_is_named(cards: Cards, prose: str, data: st.DataObject) -> None:
    lines = [f"{count} {title}" for count, title in cards]
    lines.insert(data.draw(st.integers(0, len(lines))), prose)
    decks = read("\n".join(lines))
    assert [(line.copies, line.name) for line in decks[0].lines] == cards
    ignored = [notice for notice in decks[0].notices if notice.code == "line-ignored"]
    assert [notice.places[0].text for notice in ignored] == [prose]
    assert not faults(decks)


@given(
    cards=cards_of_a_deck,
    separator=st.sampled_from([" ", ", ", " / ", " | ", "; ", *"\v\f\x85\u2028"]),
)
def test_a_deck_on_one_line_reads_as_on_many(cards: Cards, separator: str) -> None:
    decks = read(separator.join(f"{count} {title}" for count, title in cards))
    assert [(line.copies, line.name) for line in decks[0].lines] == cards


CROWDS = [
    "{count} {title}", "{count}x {title}", "({count}) {title}", "[{count}] {title}",
    "{title} x{count}", "{title} ({count})", "{title}: {count}", "{title} - {count}",
    "《{title}》{count}", "{count}《{title}》", "{count}×{title}",
]  # fmt: skip


@pytest.mark.parametrize("way", CROWDS)
@pytest.mark.parametrize("separator", [", ", "; ", " | ", " / ", " + ", " • ", " and ", "\t", "  "])
def test_no_card_of_a_line_is_lost_without_a_word(way: str, separator: str) -> None:
    cards = [(4, "Lightning Bolt"), (3, "Goblin Guide"), (2, "Counterspell"), (20, "Mountain")]
    side = [(2, "Mana Leak"), (3, "Shock")]
    upper, lower = (
        separator.join(way.format(count=count, title=title) for count, title in each)
        for each in (cards, side)
    )
    for text in (f"{upper}\nSideboard:\n{lower}", f"{upper}\nSideboard: {lower}"):
        decks = read(text)
        right = copies(decks) == Counter(main=29, sideboard=5)
        assert right or faults(decks) or "line-ignored" in codes(decks)


@given(
    cards=cards_of_a_deck,
    side=cards_of_a_deck,
    mark=st.sampled_from(
        [
            "{} (SB)",
            "{} [sb]",
            "{} - side",
            "{} (Sideboard)",
            "SB - {}",
            "SB: {}",
            "{} *SB*",
            "{} #sideboard",
            "{} #!Sideboard #blue",
        ]
    ),
)
def test_a_mark_sends_one_card_to_the_sideboard(cards: Cards, side: Cards, mark: str) -> None:
    upper, lower = (
        [f"{count} {title}" for count, title in each if "," not in title] for each in (cards, side)
    )
    decks = read("\n".join([*upper[:1], *map(mark.format, lower), *upper[1:]]))
    main, board = (
        sum(count for count, title in each if "," not in title) for each in (cards, side)
    )
    assert copies(decks) == +Counter(main=main, sideboard=board)


@given(
    cards=cards_of_a_deck,
    side=cards_of_a_deck,
    heading=st.sampled_from(
        [
            "Sidebord", "Possible sideboard", "Sideboard?", "and the sideboard:", "La réserve :",
            "Burn Sideboard", "サイドボード案", "Mein Sideboard (geplant)", "Sideboard - untested",
        ]
    ),
)  # fmt: skip
def test_a_section_among_other_words_begins_over_cards(
    cards: Cards, side: Cards, heading: str
) -> None:
    upper, lower = ([f"{count} {title}" for count, title in each] for each in (cards, side))
    decks = read("\n".join([*upper, heading, *lower]))
    main, board = (sum(count for count, _ in each) for each in (cards, side))
    assume(board < 60)  # or it may be a deck of its own
    assert copies(decks) == Counter(main=main, sideboard=board)
    sentence = read("\n".join([*upper, heading, "I am still thinking about it", *lower]))
    assert copies(sentence) in (Counter(main=main, sideboard=board), Counter(main=main + board))
    assert "line-ignored" in codes(sentence)


@given(cards=cards_of_a_deck, data=st.data())
def test_a_title_without_a_count_among_counts_is_said(cards: Cards, data: st.DataObject) -> None:
    lines = [f"{count} {title}" for count, title in cards]
    place = data.draw(st.integers(1, len(lines)))
    lines.insert(place, "Ancestral Recall")
    (deck,) = read("\n".join(lines))
    assert deck.lines[place].copies == 1
    assumed = [one for one in deck.notices if one.code == "count-assumed"]
    assert [one.places[0].line for one in assumed] == [place + 1]


MISSPELT = ("Lightnig Blot", "Gobblin Giude", "Xyzzyq Grumpf", "Negatee", "Duresser")


@given(cards=cards_of_a_deck, data=st.data())
def test_a_misspelt_title_stays_a_fault(cards: Cards, data: st.DataObject) -> None:
    lines = [f"{count} {title}" for count, title in cards]
    place = data.draw(st.integers(1, len(lines)))  # the first line may name the list
    title = data.draw(st.sampled_from(MISSPELT))
    misspelt = f"{data.draw(st.integers(1, 4))} {title}"
    lines.insert(place, misspelt)
    assert misspelt in faults(read("\n".join(lines)))


@given(cards=cards_of_a_deck, more=st.integers(1, 30), behind=st.booleans())
def test_a_total_that_differs_is_said(cards: Cards, more: int, behind: bool) -> None:
    total = sum(count for count, _ in cards)
    lines = [f"{count} {title}" for count, title in cards]
    for stated in (total, total + more):
        heading = f"Creatures ({stated})" if behind else f"{stated} creatures"
        decks = read("\n".join([heading, *lines]))
        assert copies(decks) == Counter(main=total)
        assert ("total-differs" in codes(decks)) == (stated != total)


@given(cards=cards_of_a_deck, sign=st.sampled_from(["", " -", ":"]))
def test_a_first_card_counted_behind_is_not_lost(cards: Cards, sign: str) -> None:
    (count, title), *others = cards
    cards[0] = min(count, 7), title
    lines = [f"{title}{sign} {cards[0][0]}", *(f"{count} {title}" for count, title in others)]
    decks = read("\n".join(lines))
    read_cards = [(line.copies, line.name) for line in decks[0].lines]
    assert read_cards == cards or "line-ignored" in codes(decks)


@given(cards=cards_of_a_deck, sign=st.sampled_from([".", ")"]))
def test_the_numbers_of_a_list_are_no_counts(cards: Cards, sign: str) -> None:
    lines = [f"{place}{sign} {title}" for place, (_, title) in enumerate(cards, 1)]
    assert copies(read("\n".join(lines))) == Counter(main=len(cards))
    counted = [f"{place}{sign} {count} {title}" for place, (count, title) in enumerate(cards, 1)]
    assert copies(read("\n".join(counted))) == Counter(main=sum(count for count, _ in cards))


@pytest.mark.parametrize("line", [title for title in TITLES if "/" not in title])
def test_a_remark_never_changes_the_title(line: str) -> None:
    for remark in ("(Burn)", "- Shock", "// Opt", "[foil]", "(see Opt)", "$0.10"):
        item = classify(f"4 {line} {remark}")
        assert getattr(item, "name", None) == line


@given(cards=cards_of_a_deck, words=st.sampled_from(["My deck is", "I play", "Ich spiele", "$1"]))
def test_a_deck_may_be_a_sentence(cards: Cards, words: str) -> None:
    listed = ", ".join(f"{count} {title}" for count, title in cards[1:])
    count, title = cards[0]
    decks = read(f"{words} {listed} and {count} {title}. What do you think?")
    assert copies(decks) == Counter(main=sum(count for count, _ in cards))
    spoken_of = read(f"4 Opt\n{words} {listed}")
    is_said = faults(spoken_of) or "line-ignored" in codes(spoken_of)
    assert is_said or copies(spoken_of)["main"] > 4


@given(cards=cards_of_a_deck, more=st.integers(1, 5))
def test_an_unknown_title_with_a_count_is_a_heading_over_that_many_cards(
    cards: Cards, more: int
) -> None:
    lines = [f"{count} {title}" for count, title in cards]
    total = sum(count for count, _ in cards)
    proven = read("\n".join(["20 Landen", "20 Island", f"{total} Wezens", *lines]))
    assert copies(proven) == Counter(main=20 + total)
    assert not faults(proven)
    wrong = f"{total + more} Wezens"
    assert wrong in faults(read("\n".join([lines[0], wrong, *lines[1:]])))


@given(cards=cards_of_a_deck)
def test_a_misspelt_title_written_as_the_others_is_a_fault(cards: Cards) -> None:
    lines = [f"{count}:《{title}" for count, title in cards]
    assert faults(read("\n".join([*lines, "3:《Xyzzyq Grumpf"]))) == {"3:《Xyzzyq Grumpf"}


@given(cards=cards_of_a_deck, width=st.integers(30, 90))
def test_a_deck_on_several_lines_may_break_its_titles(cards: Cards, width: int) -> None:
    cards = [(count, title) for count, title in cards if "//" not in title]
    text = textwrap.fill(", ".join(f"{count} {title}" for count, title in cards), width)
    decks = read(text)
    is_whole = copies(decks)["main"] == sum(count for count, _ in cards)
    assert is_whole or faults(decks) or codes(decks)


@pytest.mark.parametrize("line", ["Elves, 1 Lightning Bolt, 2", "Opt, 1 Lightning Bolt, 2"])
@pytest.mark.parametrize("others", ["", "\n4 Opt\n4 Shock\n20 Island"])
def test_a_row_whose_counts_may_belong_to_either_title_is_said(line: str, others: str) -> None:
    decks = read(line + others)
    assert copies(decks)["main"] == (28 if others else 0)
    assert faults(decks) or "line-ignored" in codes(decks)
