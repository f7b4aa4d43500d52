"""Lists as people post them: each layout of layouts/*.toml, and what holds for all of them."""

from __future__ import annotations

import textwrap
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue
from headjudge.decklists import read_team
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.notation import NUMBERS
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

WAYS: dict[str, Callable[[int, str], str]] = {
    "before": lambda count, title: f"{count} {title}",
    "before with x": lambda count, title: f"{count}x {title}",
    "behind with x": lambda count, title: f"{title} x{count}",
    "behind with an x behind": lambda count, title: f"{title} {count}x",
    "in brackets": lambda count, title: f"[{count}] {title}",
    "links": lambda count, title: f"{count} [[{title}]]",
    "cards of forums": lambda count, title: f"{count} [card]{title}[/card]",
    "table": lambda count, title: f"| {count} | {title} |",
    "tabs": lambda count, title: f"{count}\t{title}\t$1.50",
    "items of HTML": lambda count, title: f"<li>{count} {title}</li>",
    "semicolon": lambda count, title: f"{count} {title};",
    "checked": lambda count, title: f"✅ {count} {title}",
    "remark in brackets": lambda count, title: f"{count} {title} (the best of them)",
    "remark after a dash": lambda count, title: f"{count} {title} - the best of them",
    "comment": lambda count, title: f"{count} {title} // the best of them",
    "price": lambda count, title: f"{count} {title} $1.20",
    "copies of": lambda count, title: f"{count} copies of {title}",
    "two lines": lambda count, title: f"{count}\n{title}",
    "bullet": lambda count, title: f"• {count} {title}",
    "leaders": lambda count, title: f"{title} ..... {count}",
    "CSV": lambda count, title: f'{count},"{title}",LEA',
    "CSV with the count last": lambda count, title: f'"{title}",LEA,{count}',
    "behind in brackets": lambda count, title: f"{title} (x{count})",
    "behind in brackets with x behind": lambda count, title: f"{title} [{count}x]",
    "glued behind": lambda count, title: f"{title}x{count}",
    "in brackets with x": lambda count, title: f"({count}x) {title}",
    "star": lambda count, title: f"{count}* {title}",
    "of": lambda count, title: f"{count} of {title}",
    "foil": lambda count, title: f"{count} foil {title}",
    "set without brackets": lambda count, title: f"{count} {title} LEA",
    "forum's bullet": lambda count, title: f"[*]{count} {title}",
    "wiki": lambda count, title: f"* {count} {{{{card|{title}}}}}",
    "letters": lambda count, title: f"a) {count} {title}",
    "middle dot": lambda count, title: f"・{count} {title}",
    "both languages": lambda count, title: f"{count} {title} 名もなき札",
    "dots": lambda count, title: f"{count} {title}... of course",
    "bold count": lambda count, title: f"**{count}x** {title}",
    "calls of a program": lambda count, title: f'    Card({count}, "{title}"),',
    "pairs of a program": lambda count, title: f'    ("{title}", {count}),',
    "objects of a program": lambda count, title: f'  {{ qty: {count}, name: "{title}" }},',
    "elements": lambda count, title: f'<card qty="{count}" id="{count}">{title}</card>',
    "marks in braces": lambda count, title: f"{count} {{mtg {title}}}",
    "columns behind commas": lambda count, title: f"{count} x {title} , LEA , NM",
    "strings of a program": lambda count, title: f'  "{count} {title}",',
    "count as code": lambda count, title: f"`{count}` {title}",
    "plus": lambda count, title: f"+{count} {title}",
    "minus": lambda count, title: f"-{count} {title}",
    "a word": lambda count, title: f"{WORDS[count]} {title}",
    "behind a comma": lambda count, title: f"{title}, {count}",
    "CSV of titles and counts": lambda count, title: f'"{title}",{count}',
    "escaped": lambda count, title: f"\\- {count} {title}",
    "hidden": lambda count, title: f">!{count} {title}!<",
    "link with words": lambda count, title: f'{count} [{title}](https://example.org/1 "Card")',
    "isolated": lambda count, title: f"\u2067{count} {title}\u2069",
    "message of a phone": lambda count, title: f"[03.08.26, 10:15:02] Ann: {count} {title}",
    "message": lambda count, title: f"8/3/26, 10:15 PM - Ann Lee: {count} {title}",
    "to be checked": lambda count, title: f"[X] {count} {title}",
    "Arabic": lambda count, title: f"{chr(0x660 + count)} {title}",
    "pieces": lambda count, title: f"{count} ex. {title}",
    "count below": lambda count, title: f"{title}\n{count}",
    "cart of a shop": lambda count, title: f"{title}\nNear Mint\nQty: {count}\n$1.29",
    "entries of YAML": lambda count, title: f"  - name: {title}\n    count: {count}",
    "repeated lists of a program": lambda count, title: f'deck += ["{title}"] * {count}',
    "objects with cards": lambda count, title: f'  {{qty: {count}, card: "{title}"}},',
    "new title before the English one": lambda count, title: f"{count} 名もなき札 ({title})",
}


@given(cards=cards_of_a_deck, are_first=st.booleans())
def test_a_column_of_counts_belongs_to_the_column_of_titles_beside_it(
    cards: Cards, are_first: bool
) -> None:
    columns = ["\n".join(str(count) for count, _ in cards), "\n".join(each for _, each in cards)]
    decks = read("\n\n".join(columns if are_first else columns[::-1]))
    assert [(line.copies, line.name) for line in decks[0].lines] == cards


@pytest.mark.parametrize("way", WAYS)
@given(cards=cards_of_a_deck)
def test_every_way_to_write_a_card_reads_back(way: str, cards: Cards) -> None:
    decks = read("\n".join(WAYS[way](count, title) for count, title in cards))
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
    assert [notice.places[0].text for notice in decks[0].notices] == [prose]
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
    assert copies(decks) == Counter(main=main, sideboard=board)
    sentence = read("\n".join([*upper, heading, "I am still thinking about it", *lower]))
    assert copies(sentence) in (Counter(main=main, sideboard=board), Counter(main=main + board))
    assert "line-ignored" in codes(sentence)


@pytest.mark.parametrize(
    "line",
    ["Honorable mentions: Shock, Opt, Negate", "Finals: Opt", "Round 2: Shock", "Cut: Duress, Opt"],
)
def test_titles_that_are_spoken_of_are_no_cards(line: str) -> None:
    decks = read("\n".join([*(f"4 {title}" for title in TITLES[:6]), line]))
    assert copies(decks) == Counter(main=24)
    assert codes(decks) == {"line-ignored"}


@given(cards=cards_of_a_deck, data=st.data())
def test_a_title_without_a_count_among_counts_is_said(cards: Cards, data: st.DataObject) -> None:
    lines = [f"{count} {title}" for count, title in cards]
    place = data.draw(st.integers(1, len(lines)))
    lines.insert(place, "Ancestral Recall")
    (deck,) = read("\n".join(lines))
    assert deck.lines[place].copies == 1
    assert [(one.code, one.places[0].line) for one in deck.notices] == [
        ("count-assumed", place + 1)
    ]


def test_where_no_line_has_a_count_none_is_missing() -> None:
    assert not codes(read("\n".join(TITLES)))
    assert not codes(read("4 Opt\n" + "\n".join(TITLES)))
    assert not codes(read("Commander\nKrenko, Mob Boss\n\n4 Opt\n4 Shock\n12 Mountain"))


@given(cards=cards_of_a_deck, data=st.data())
def test_a_misspelt_title_stays_a_fault(cards: Cards, data: st.DataObject) -> None:
    lines = [f"{count} {title}" for count, title in cards]
    place = data.draw(st.integers(1, len(lines)))  # the first line may name the list
    misspelt = f"{data.draw(st.integers(1, 4))} {data.draw(st.sampled_from(['Lightnig Blot', 'Gobblin Giude', 'Xyzzyq Grumpf']))}"  # noqa: E501
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


@pytest.mark.parametrize("line", ["Elves, 1 Lightning Bolt, 2", "Opt, 1 Lightning Bolt, 2"])
@pytest.mark.parametrize("others", ["", "\n4 Opt\n4 Shock\n20 Island"])
def test_a_row_whose_counts_may_belong_to_either_title_is_said(line: str, others: str) -> None:
    decks = read(line + others)
    assert copies(decks)["main"] == (28 if others else 0)
    assert faults(decks) or "line-ignored" in codes(decks)


def test_basic_lands_counted_behind_are_cards() -> None:
    decks = read("Island 20\n4 Opt\n4 Shock\n4 Negate\n4 Counterspell")
    assert copies(decks) == {"main": 36}


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


def test_lists_side_by_side_are_told_apart() -> None:
    text = "Main\tSideboard\n4 Opt\t2 Negate\n4 Shock\n\t3 Duress"
    assert copies(read(text)) == Counter(main=8, sideboard=5)


def test_a_list_named_like_a_card_has_no_copy_of_it() -> None:
    cards = [f"4 {title}" for title in TITLES[:6]]
    decks = read("\n".join(["Goblin Charbelcher", *cards]))
    assert copies(decks) == Counter(main=24)
    assert codes(decks) == {"line-ignored"}


@pytest.mark.parametrize("line", ["Foobar Bazinga x4", "Goblin Tokem x4", "xx Bazinga ×4"])
def test_a_marked_count_is_no_heading_though_its_number_fits_the_block(line: str) -> None:
    (deck,) = read_team(f"4 Opt\n{line}\n4 Negate")
    assert [one.copies for one in deck.lines] == [4, 4, 4]


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
def test_a_count_without_a_title_is_a_heading_where_so_many_cards_stand_below(
    cards: Cards, more: int
) -> None:
    lines = [f"{count} {title}" for count, title in cards]
    total = sum(count for count, _ in cards)
    proven = read("\n".join(["20 Landen", "20 Island", f"{total} Wezens", *lines]))
    assert copies(proven) == Counter(main=20 + total)
    assert not faults(proven)
    wrong = f"{total + more} Wezens"
    assert wrong in faults(read("\n".join([lines[0], wrong, *lines[1:]])))


def test_the_known_one_of_two_languages_is_read() -> None:
    (deck,) = read("3:《名もなき札/Jetmir’s Garden\n4:《山/Mountain")
    assert [line.copies for line in deck.lines] == [3, 4]
    assert not faults((deck,))


@pytest.mark.parametrize(
    "line",
    [
        "Opening hand: 2 Mountain, 1 Opt, 4 Shock", "I boarded in 3 Duress, 2 Opt, 1 Negate",
        "Round 1: he played 4 Fireblast, 4 Opt, 2 Duress.", "Possible includes: 2 Opt, 3 Shock",
    ],
)  # fmt: skip
def test_cards_that_a_sentence_counts_are_a_fault(line: str) -> None:
    decks = read("\n".join([*(f"4 {title}" for title in TITLES[:6]), line]))
    assert copies(decks) == Counter(main=24)
    assert faults(decks) == {line}


@pytest.mark.parametrize("line", ["Sideboard: 2 Opt, 3 Shock", "Maybe 5 Opt"])
def test_a_section_on_one_line_above_the_deck_is_that_line(line: str) -> None:
    decks = read("\n".join([line, *(f"4 {title}" for title in TITLES[:6])]))
    assert copies(decks)["main"] == 24
    assert sum(copies(decks).values()) == 29


@given(cards=cards_of_a_deck)
def test_a_misspelt_title_written_as_the_others_is_a_fault(cards: Cards) -> None:
    lines = [f"{count}:《{title}" for count, title in cards]
    assert faults(read("\n".join([*lines, "3:《Xyzzyq Grumpf"]))) == {"3:《Xyzzyq Grumpf"}


@pytest.mark.parametrize("head", ["1 CMC", "2 drops", "{Spells}", "{{Deck|name=Burn", "20 Terre"])
def test_headings_that_look_like_something_else(head: str) -> None:
    decks = read("\n".join([head, *(f"4 {title}" for title in TITLES[:5])]))
    assert copies(decks) == Counter(main=20)
    assert not faults(decks)


def test_a_card_in_the_tags_of_a_heading_is_no_copy() -> None:
    cards = [f"<li>4 {title}</li>" for title in TITLES[:6]]
    assert copies(read("\n".join(["<h3>Counterspell</h3>", *cards]))) == Counter(main=24)


@pytest.mark.parametrize(
    "name", ["8-Rack 2.0", "4C Burn (5-0)", "4 Color Burn", "2015-04-12 Burn", "12 Post"]
)
def test_a_name_with_a_figure_over_the_list_is_no_card(name: str) -> None:
    cards = [*(f"4 {title}" for title in TITLES[:10]), "20 Forest"]
    decks = read("\n".join([name, *cards]))
    assert copies(decks) == Counter(main=60)
    assert codes(decks) == {"line-ignored"}


@pytest.mark.parametrize(
    "line",
    ["4張Lightning Bolt", "4* Lightning Bolt", "4, Lightning Bolt", "4:《稲妻》", "4,Shock,LEA"],
)
def test_a_first_card_may_have_its_count_in_another_style(line: str) -> None:
    decks = read("\n".join([line, *(f"4 {title}" for title in TITLES[:10])]))
    assert copies(decks) == Counter(main=44)
    assert not faults(decks)


@pytest.mark.parametrize(
    "heading",
    [
        "[spoiler=Sideboard]", "[deck title=“Sideboard”]", "**__SIDE__**", "Sideboard: 1 Shock",
        "Side 15 cards (5 distinct)", "const sideboard = [",
    ],
)  # fmt: skip
def test_a_sideboard_begins_in_many_ways(heading: str) -> None:
    upper, lower = [f"4 {title}" for title in TITLES[:6]], ["4 Opt", "1 Negate"]
    found = copies(read("\n".join([*upper, heading, *lower])))
    assert found == Counter(main=24, sideboard=5 + ("Shock" in heading))


def test_marks_before_single_cards_begin_no_block() -> None:
    cards = [f"4 {title}" for title in TITLES[:6]]
    assert copies(read("\n".join([*cards, "SB: 1 Shock", "2 Opt"])))["sideboard"] == 1
    twice = ["Side: 1 Shock", "4 Opt", "Side: 2 Negate"]
    assert copies(read("\n".join([*cards, *twice]))) == Counter(main=28, sideboard=3)


@pytest.mark.parametrize(
    "head", ["Qty\tMain\tQty\tSide", "| Main | Side |", "Main Deck        Sideboard"]
)
def test_heads_of_columns_may_stand_beside_those_of_counts(head: str) -> None:
    row = "4\t{}\t1\tOpt" if "\t" in head else "4 {} | 1 Opt"
    text = "\n".join([head, *map(row.format, TITLES[:3])])
    assert copies(read(text)) == Counter(main=12, sideboard=3)


def test_a_line_drawn_of_underscores_is_no_card() -> None:
    assert copies(read("4 Opt\n_____________\n4 Shock")) == Counter(main=8)
    assert copies(read("4 Opt\n1 _____")) == Counter(main=5)


@pytest.mark.parametrize("line", ["14島", "14x島", "14ｘ島", "島14", "島：14枚", "島 14枚"])
def test_a_title_of_one_sign(line: str) -> None:
    (deck,) = read(f"4 稲妻\n{line}")
    assert [one.copies for one in deck.lines] == [4, 14]


@pytest.mark.parametrize(
    "line", ["稲妻4　否認3　島14", "稲妻4枚 否認3枚 島14枚", "Opt x4 Shock x3 Island x14"]
)
def test_several_cards_on_a_line_with_their_counts_behind(line: str) -> None:
    (deck,) = read(line)
    assert [one.copies for one in deck.lines] == [4, 3, 14]


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Inseln", "Island"), ("Ebenen", "Plains"), ("Wälder", "Forest"), ("Sümpfe", "Swamp"),
        ("Isole", "Island"), ("Foreste", "Forest"), ("Paludi", "Swamp"), ("Montagne", "Mountain"),
        ("Islas", "Island"), ("Ilhas", "Island"), ("Forêts", "Forest"), ("Swamps", "Swamp"),
    ],
)  # fmt: skip
def test_basic_lands_in_the_plural(written: str, title: str) -> None:
    assert titles(read(f"20 {written}\n20 Lightning Bolt")) == {title, "Lightning Bolt"}


def test_the_items_of_a_page_in_one_line() -> None:
    bare = "".join(f"<li>{title}</li>" for title in TITLES)
    assert titles(read(f"<ul>{bare}</ul>")) == set(TITLES)
    counted = "<br>".join(f"4 {title}" for title in TITLES[:5])
    assert copies(read(f"{counted}<br><br>Sideboard<br>3 Opt")) == Counter(main=20, sideboard=3)


def test_a_misspelt_title_with_the_word_of_a_type_is_no_heading() -> None:
    cards = "Sorts\n4 Foudre\n4 Rituel sombre\n4 Croissance gigantesque\nTerrains\n20 Forêt"
    assert faults(read(cards)) == {"4 Rituel sombre"}


def test_titles_beside_prices_alone() -> None:
    decks = read("\n".join(f"{title} - $1.50" for title in TITLES))
    assert titles(decks) == set(TITLES)


@given(cards=cards_of_a_deck, width=st.integers(30, 90))
def test_a_deck_on_several_lines_may_break_its_titles(cards: Cards, width: int) -> None:
    cards = [(count, title) for count, title in cards if "//" not in title]
    text = textwrap.fill(", ".join(f"{count} {title}" for count, title in cards), width)
    decks = read(text)
    is_whole = copies(decks)["main"] == sum(count for count, _ in cards)
    assert is_whole or faults(decks) or codes(decks)


def test_broken_titles_of_several_cards() -> None:
    text = "4 Lightning Bolt, 4 Goblin\nGuide, 4 Lava Spike, 4 Giant\nGrowth, 3 Opt, 20 Mountain"
    (deck,) = read(text)
    assert [line.copies for line in deck.lines] == [4, 4, 4, 4, 3, 20]
    assert not faults((deck,))


def test_a_title_that_is_broken_between_its_faces() -> None:
    (deck,) = read("4 Fire //\nIce\n4 Opt //\nShock\n4 Wear //\n4 Shock")
    assert [line.copies for line in deck.lines] == [4, 4, 1, 4, 4]
    assert titles((deck,)) == {"Fire // Ice", "Opt", "Shock", "Wear // Tear"}


def test_a_broken_title_that_begins_as_another_card() -> None:
    text = "1 Goblin Guide, 1\nMountain, 1 Llanowar\nElves, 1 Lightning Bolt, 2\nLava Spike"
    (deck,) = read(text)  # Llanowar is a plane
    assert [line.copies for line in deck.lines] == [1, 1, 1, 1, 2]
    assert "Llanowar Elves" in titles((deck,))


def test_a_list_in_a_program() -> None:
    lines = ["4 Opt", "4 Shock", "Sideboard", "3 Negate"]
    written = "\n".join(lines)
    for text in (f"const deck = `{written}`;", f'DECK = """\\\n{written}"""', "\\n".join(lines)):
        assert copies(read(text)) == Counter(main=8, sideboard=3)


def test_a_name_with_the_number_of_its_cards_is_no_card() -> None:
    cards = [f"{title} (4)" for title in TITLES[:6]]
    assert copies(read("\n".join(["Burn (24 cards)", *cards]))) == Counter(main=24)


@pytest.mark.parametrize(
    "behind",
    [
        "4 Lightning Bolt: the best of all the cards that were ever printed, and then some more",
        "Lightning Bolt\nThree damage for one mana", "Other options:\nOpt\nShock",
        "4 comments\n12 likes",
    ],
)  # fmt: skip
def test_what_is_said_below_a_whole_sideboard_is_none_of_it(behind: str) -> None:
    cards = "\n".join(f"4 {title}" for title in TITLES[:6])
    decks = read(f"{cards}\n\nSideboard\n4 Opt\n4 Shock\n4 Negate\n3 Duress\n\n{behind}")
    assert copies(decks) == Counter(main=24, sideboard=15)
    assert "line-ignored" in codes(decks)


def test_a_card_below_a_whole_sideboard_stays_one() -> None:
    cards = "4 Opt\n20 Island\nSideboard\n15 Forest\n\n"
    assert copies(read(f"{cards}2 Negate"))["sideboard"] == 17
    assert copies(read(f"{cards}2 Lightnig Bolt"))["sideboard"] == 17


@pytest.mark.parametrize("line", ["P1p3: {}", "p2p10: {}", "Pack 1 pick 2: {}"])
def test_the_picks_of_a_draft_are_cards(line: str) -> None:
    assert copies(read("\n".join(map(line.format, TITLES[:9])))) == Counter(main=9)
