"""Building the catalogue: from a folder of facts to a file, the same bytes each time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cards import Catalogue, catalogue_file
from cards.store import SHIPPED
from tools import tsv
from tools.build_catalogue import PRINTED_TITLES, SUPPLIED_CARDS, build

SETS = """\
code\tname\treleased\tkind\tblock\tstandard\tmodern_direct\tplatform
ONE\tOne\t2001-01-01\texpansion\tBlock\t1\t0\tpaper
TWO\tTwo\t2002-02-02\tpromo\t\t0\t0\tpaper
NET\tNet\t2003-03-03\tonline\t\t0\t0\tarena
30A\tThirty\t2004-04-04\tsupplemental\t\t0\t0\tpaper
"""
TRANSLATIONS = """\
language\ttranslated\tenglish
de\tGrün\tGreen
fr\tV\x90ert\tGreen
de\tVert\tRed // Blue
it\tB\tRed // Blue
it\tA\tRed // Blue
it\tA // B\tRed // Blue
pt-BR\tVerde ab.\tGreen
pt-BR\tVerde claro\tGreen
pt-BR\tVerde turvo\tGreen
"""
README = """\
| facts | source | as of |
|---|---|---|
| cards, translations | one | 2020-01-01 |
| sets | two | 2021-06-05 |
"""
SUPPLIED = "title\tsupertypes\ttypes\tsubtypes\tmana_value\tcolors\tprintings\tsource\n"
NAMES_BEYOND = "azure elemental\ngreen\nTHE GREEN\nVert\nemerald\nÉlan\n\n"


def card(name: str, *printings: str, **more: Any) -> str:
    """A line of cards.jsonl."""
    facts: dict[str, Any] = {
        "name": name,
        "layout": "normal",
        "types": ["Instant"],
        "supertypes": [],
        "subtypes": [],
        "mana_value": 1,
        "colors": "G",
        "printings": printings,
        "status": "paper",
        "aka": [],
    }
    return json.dumps(facts | more)


CARDS = [
    card("Digital", "NET:C"),
    card("Green", "ONE:C", "TWO:R", limit=9, aka=["Emerald // Side"]),
    card("Red // Blue", "ONE:M", faces=["Red", "Blue"]),
]


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    folder = tmp_path / "facts"
    folder.mkdir()
    (folder / "cards.jsonl").write_text("\n".join(CARDS) + "\n", encoding="utf-8")
    (folder / "sets.tsv").write_text(SETS, encoding="utf-8")
    (folder / "translations.tsv").write_text(TRANSLATIONS, encoding="utf-8")
    (folder / "README.md").write_text(README, encoding="utf-8")
    (folder / "names_beyond.txt").write_text(NAMES_BEYOND, encoding="utf-8")
    return folder


@pytest.fixture
def built(facts: Path, tmp_path: Path) -> Catalogue:
    build(facts, tmp_path / "built.sqlite")
    return Catalogue(tmp_path / "built.sqlite")


def test_the_same_facts_give_the_same_bytes(facts: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    build(facts, one)
    build(facts, other)
    build(facts, other)
    assert one.read_bytes() == other.read_bytes()


def test_other_facts_give_another_digest(facts: Path, tmp_path: Path, built: Catalogue) -> None:
    (facts / "cards.jsonl").write_text(CARDS[0], encoding="utf-8")
    (facts / "translations.tsv").write_text("language\ttranslated\tenglish\n", encoding="utf-8")
    build(facts, tmp_path / "other.sqlite")
    other = Catalogue(tmp_path / "other.sqlite")
    assert list(other.titles()) == ["Digital"]
    assert other.digest != built.digest


def test_cards_that_the_facts_lack_are_added(facts: Path, tmp_path: Path) -> None:
    table = tmp_path / "supplied.tsv"
    table.write_text(f"{SUPPLIED}Emu\t\tArtifact Creature\tEmu\t3\t\tONE:R TWO:R\ttests\n")
    build(facts, tmp_path / "built.sqlite", table)
    built = Catalogue(tmp_path / "built.sqlite")
    assert list(built.titles()) == ["Digital", "Emu", "Green", "Red // Blue"]
    emu = built.card("Emu")
    assert (emu.types, emu.subtypes, emu.mana_value) == (("Artifact", "Creature"), ("Emu",), 3)
    assert [printing.set_code for printing in emu.printings] == ["ONE", "TWO"]


def test_corrections_supplement_the_source(facts: Path, tmp_path: Path) -> None:
    unknown = card("Fox", "TWO:M", types=[], mana_value=None, colors="")
    (facts / "cards.jsonl").write_text(f"{CARDS[0]}\n{unknown}\n{CARDS[1]}\n", encoding="utf-8")
    (facts / "translations.tsv").write_text("language\ttranslated\tenglish\n", encoding="utf-8")
    table = tmp_path / "supplied.tsv"
    rows = "Fox\tLegendary\tCreature\tFox\t3\tWR\t\ttests\nGreen\t\tLand\t\t0\tB\t\ttests\n"
    table.write_text(SUPPLIED + rows)
    build(facts, tmp_path / "built.sqlite", table)
    built = Catalogue(tmp_path / "built.sqlite")
    fox, green = built.card("Fox"), built.card("Green")
    assert (fox.supertypes, fox.types, fox.mana_value) == (("Legendary",), ("Creature",), 3)
    assert (fox.colors, fox.printings) == ("WR", (("TWO", "M"),))
    assert (green.types, green.colors) == (("Land",), "B")


def test_a_card_that_the_facts_have_by_now_is_no_longer_added(facts: Path, tmp_path: Path) -> None:
    table = tmp_path / "supplied.tsv"
    table.write_text(f"{SUPPLIED}Green\t\tInstant\t\t1\tG\tONE:C\ttests\n")
    with pytest.raises(ValueError, match="Green is no longer missing"):
        build(facts, tmp_path / "built.sqlite", table)


def test_each_supplied_card_is_in_the_shipped_facts() -> None:
    facts = Catalogue(SHIPPED)
    for row in tsv.rows(SUPPLIED_CARDS):
        card = facts.card(row["title"])
        assert (" ".join(card.types), card.colors) == (row["types"], row["colors"])
        assert row["source"]


def test_titles_printed_in_place_of_others_are_added(facts: Path, tmp_path: Path) -> None:
    table = tmp_path / "printed.tsv"
    table.write_text("printed\ttitle\tsource\nViridian\tGreen\ttests\n")
    build(facts, tmp_path / "built.sqlite", printed=table)
    match = Catalogue(tmp_path / "built.sqlite").find("viridian")
    assert match.card and (match.level, match.card.title) == ("alternative", "Green")


def test_each_printed_title_is_its_cards_alone() -> None:
    facts = Catalogue(SHIPPED)
    for row in tsv.rows(PRINTED_TITLES):
        match = facts.find(row["printed"])
        assert match.card and (match.level, match.card.title) == ("alternative", row["title"])
        assert row["source"]


def test_names_beyond_the_facts(built: Catalogue) -> None:
    """Those that the facts know, be it in another spelling or language, are left out."""
    assert tuple(catalogue_file.read(built.path).names_beyond) == ("azure elemental", "elan")
    assert built.is_beyond("Azure  Elemental")
    assert built.is_beyond("élan")
    for known in ("Green", "the green", "vert", "Emerald", "", "\ud800", "x" * 5_000):
        assert not built.is_beyond(known)


def test_no_name_beyond_the_shipped_facts_is_known() -> None:
    facts = Catalogue(SHIPPED)
    names = list(catalogue_file.read(SHIPPED).names_beyond)
    assert names
    assert [name for name in names if facts.find(name).cards] == []
    assert all(map(facts.is_beyond, names))


def test_cards_and_sets(built: Catalogue) -> None:
    """The days are the newest of a source, and that of the translations."""
    assert (str(built.as_of), str(built.translated_until)) == ("2021-06-05", "2020-01-01")
    green = built.card("Green")
    assert (green.copy_limit, green.status) == (9, "paper")
    assert green.printings == (("ONE", "C"), ("TWO", "R"))
    assert built.card("Red // Blue").faces == ("Red", "Blue")
    assert built.card("Digital").status == "online"
    assert [code for code, one in built.sets.items() if not one.dates_its_cards] == ["TWO"]
    assert built.sets["30A"].kind == "other"


def test_names_and_titles(built: Catalogue) -> None:
    names = ("Green", "Emerald // Side", "Emerald", "Red", "blue", "grun", "Vert")
    assert [(name, built.find(name).level, len(built.find(name).cards)) for name in names] == [
        ("Green", "exact", 1),
        ("Emerald // Side", "alternative", 1),
        ("Emerald", "alternative", 1),
        ("Red", "front face", 1),
        ("blue", "other face", 1),
        ("grun", "translated", 1),
        ("Vert", "translated", 2),
    ]
    assert built.titles_of("Green") == {"de": "Grün", "fr": "Vert", "pt-BR": "Verde claro"}
    assert built.title_in("Red // Blue", "it") == "A // B"
    for title in ("Grün", "green", "\ud800"):
        assert built.title_in(title, "de") is None
