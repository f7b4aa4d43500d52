"""Deck files in XML: Magic Online's and Cockatrice's, whole, broken and hostile."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import read
from validator.model import MAIN, SIDEBOARD, TOKENS, Decklist, Line, Place, Unreadable

DEK = """<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
  <Cards CatID="70519" Quantity="4" Sideboard="false" Name="Opt" Annotation="0" />
  <Cards CatID="81" Quantity="56" Sideboard="false" Name="Island" Annotation="16777728" />
  <Cards CatID="9" Quantity="2" Sideboard="true" Name="R&amp;D's Secret Lair" Annotation="0" />
</Deck>
"""
COD = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <lastLoadedTimestamp>Sat Aug 22 10:00:00 2026</lastLoadedTimestamp>
    <deckname>Blue</deckname>
    <bannerCard providerId="e2">Opt</bannerCard>
    <comments>Draw, then go</comments>
    <tags><tag>control</tag></tags>
    <zone name="main">
        <card number="4" name="Opt" setShortName="DOM" collectorNumber="60" uuid="0b71"/>
        <card number="56" name="Island"/>
    </zone>
    <zone name="side">
        <card number="2" name="Negate"/>
    </zone>
    <zone name="tokens">
        <card number="3" name="Goblin Token"/>
    </zone>
    <sideboard_plan>
        <name></name>
        <move_card_to_zone>
            <card_name>Negate</card_name>
            <start_zone>side</start_zone>
            <target_zone>main</target_zone>
        </move_card_to_zone>
    </sideboard_plan>
</cockatrice_deck>
"""
BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [
 <!ENTITY lol "lol">
 <!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
]>
<cockatrice_deck version="1"><zone name="main"><card number="4" name="&lol2;"/></zone>
</cockatrice_deck>"""


def broken(text: str) -> tuple[Decklist, str]:
    """The deck of a document that cannot be read whole, and what is said of it."""
    deck = read(text)
    (notice,) = deck.notices
    assert (notice.code, notice.severity) == ("document-broken", "warning")
    assert notice.places == (Place(None, MAIN, deck.unreadable[-1].number),)
    return deck, notice.message


def test_a_file_of_magic_online() -> None:
    deck = read(DEK)
    text = '<Cards CatID="70519" Quantity="4" Sideboard="false" Name="Opt" Annotation="0" />'
    assert deck.lines[0] == Line(4, "Opt", MAIN, 5, text)
    assert [(line.copies, line.name, line.section) for line in deck.lines[1:]] == [
        (56, "Island", MAIN),
        (2, "R&D's Secret Lair", SIDEBOARD),
    ]
    assert (deck.unreadable, deck.notices, deck.syntax) == ((), (), "dek")
    assert deck.because == "XML with the root element Deck, as Magic Online writes it"


def test_a_file_of_cockatrice() -> None:
    deck = read(COD)
    assert [(line.copies, line.name, line.section, line.number) for line in deck.lines] == [
        (4, "Opt", MAIN, 9),
        (56, "Island", MAIN, 10),
        (2, "Negate", SIDEBOARD, 13),
        (3, "Goblin Token", TOKENS, 16),
    ]
    assert (deck.lines[0].set_code, deck.lines[0].collector_number) == ("DOM", "60")
    assert (deck.unreadable, deck.notices, deck.syntax) == ((), (), "cod")
    assert deck.because == "XML with the root element cockatrice_deck, as Cockatrice writes it"


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_lines_are_counted_in_every_system(newline: str) -> None:
    assert read(COD.replace("\n", newline)).lines[2].number == 13


def test_elements_on_one_line_are_cut_apart() -> None:
    deck = read(
        '<cockatrice_deck><zone name="main"><card number="4" name="帰化 > 1"/>'
        '<card number="1"\n name="Opt"/></zone></cockatrice_deck>'
    )
    assert [line.text for line in deck.lines] == [
        '<card number="4" name="帰化 > 1"/>',
        '<card number="1"',
    ]


@pytest.mark.parametrize("declared", ["utf-16", "windows-1252", "morse"])
def test_the_declared_encoding_is_of_no_concern(declared: str) -> None:
    text = COD.replace("UTF-8", declared).replace("Island", "Æther Vial")
    assert read(text).lines[1].name == "Æther Vial"


def test_a_file_that_ends_early() -> None:
    deck, message = broken(COD[: COD.index("<zone name=")] + '<zone name="main">\n<card number="4"')
    assert message == "The XML ends early, at line 9: only what comes before was read."
    assert deck.unreadable == (Unreadable(9, '<card number="4"'),)


def test_a_file_that_breaks_off_keeps_what_stands_before() -> None:
    deck, message = broken(COD.replace("</zone>", "</zoo>", 1))
    assert message == (
        "The XML is broken at line 11 (mismatched tag): only what comes before was read."
    )
    assert [line.copies for line in deck.lines] == [4, 56]
    assert deck.unreadable == (Unreadable(11, "    </zoo>"),)


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        BOMB.replace('"lol"', 'SYSTEM "file:///etc/passwd"'),
        '<!DOCTYPE a SYSTEM "http://example.com/a.dtd"><cockatrice_deck/>',
        "<?xml version='1.0'?><!-- a --><!DOCTYPE a><Deck/>",
    ],
)
def test_document_types_and_entities_are_refused(text: str) -> None:
    deck, message = broken(text)
    assert message.startswith("The XML declares a document type or entities at line ")
    assert deck.lines == ()


PIECES = st.sampled_from(
    ["<cockatrice_deck>", "<Deck xmlns=''>", "<zone name='main'>", "<card number='4' name='Opt'/>",
     "<Cards Quantity='1' Name='Opt'/>", "</zone>", "</Deck>", "<!--", "-->", "<![CDATA[", "]]>",
     "<!DOCTYPE a [", "&lt;", "&a;", "&#0;", "<?xml version='1.0'?>", "\n", "\r", "\0", "\ud800"]
)  # fmt: skip


@pytest.mark.parametrize("syntax", ["dek", "cod"])
@given(st.lists(st.one_of(PIECES, st.text())).map("".join))
def test_any_text_is_read(syntax: str, text: str) -> None:
    deck = read(text, syntax=syntax)
    broken = [notice for notice in deck.notices if notice.code == "document-broken"]
    assert len(broken) <= len(deck.unreadable)


def test_the_deepest_document_is_read() -> None:
    assert read("<cockatrice_deck>" + "<a>" * 100_000).notices[0].code == "document-broken"
