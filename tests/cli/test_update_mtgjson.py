"""`headjudge update --source mtgjson`, over a small world."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cards import Printing
from headjudge.cli.sources import mtgjson
from tests import published
from tests.cli import updating
from tests.cli.updating import CARDS, SETS, World, card, changed, facts, without
from tests.misbehaving import Source, altered, serving

NEW_SET = ("NEW", "New", "2026-11-13", "expansion", "", "paper")
PRINTED = {"types": ["Instant"], "supertypes": [], "subtypes": [], "layout": "normal"}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with serving(Source()) as source:
        world = World(tmp_path / "facts", tmp_path / "shipped.sqlite", source)
        world.begin()
        updating.mtgjson(source)
        yield world


def set_document(code: str, *names: str) -> dict[str, Any]:
    """A set's own document, in which every card is rare."""
    cards = [
        PRINTED | {"name": name, "number": str(n), "rarity": "rare", "availability": ["paper"]}
        for n, name in enumerate(names)
    ]
    head = {"code": code, "name": code, "releaseDate": "2026-11-13", "type": "expansion"}
    return {"meta": {"date": "2026-11-20"}, "data": {"baseSetSize": 1, **head, "cards": cards}}


def asked(world: World) -> list[str]:
    return [path for path, _ in world.source.requests]


def test_what_a_deck_with_a_commander_asks(world: World) -> None:
    command = "WR\tchoose a background"
    updating.mtgjson(world.source, updating.facts(updating.changed("Green", command=command)))
    assert world.update("--quiet", "--source", "mtgjson") == 0
    assert world.in_force().card("Green").command == command


def test_rarities_that_are_known_stay(world: World) -> None:
    assert world.update("--source", "mtgjson") == 0
    assert world.in_force().card("Green").printings == (("ONE", "C"), ("PRO", "R"))
    assert world.in_force().card("Nought").status == "online"
    assert world.in_force().card("Jest").status == "funny"
    files = ("Meta.json", "SetList.json.xz", "AtomicCards.json.xz")
    assert asked(world) == [f"/{name}{end}" for name in files for end in (".sha256", "")]


def test_names_beyond_the_facts_stay_until_a_card_has_them(world: World) -> None:
    assert world.in_force().is_beyond("Fresh")
    updating.mtgjson(world.source, facts([*CARDS, card("Fresh", "NEW:M")], [*SETS, NEW_SET]))
    updating.packed(world.source, "NEW", set_document("NEW", "Fresh"))
    assert world.update("--source", "mtgjson") == 0
    found = world.in_force()
    assert found.is_beyond("Azure Elemental")
    assert not found.is_beyond("Fresh")
    assert found.find("Fresh").level == "exact"


def test_the_day_of_translations_stays_unless_every_language_comes(world: World) -> None:
    assert world.update("--source", "mtgjson") == 0
    found = world.in_force()
    assert found.translated_until == updating.TRANSLATED_UNTIL < found.as_of


def test_rarities_that_are_new_come_from_their_sets(world: World) -> None:
    cards = [*changed("Rats", printings=(Printing("ONE", "C"), Printing("NEW", "U")))]
    updating.mtgjson(world.source, facts([*cards, card("Fresh", "NEW:M")], [*SETS, NEW_SET]))
    updating.packed(world.source, "NEW", set_document("NEW", "Fresh", "Rats"))
    assert world.update("--source", "mtgjson") == 0
    assert asked(world)[-2:] == ["/NEW.json.xz.sha256", "/NEW.json.xz"]
    assert world.in_force().card("Rats").printings == (("ONE", "C"), ("NEW", "R"))
    assert world.in_force().card("Fresh").printings == (("NEW", "R"),)


def test_many_sets_come_in_one_file(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtgjson, "MANY_SETS", 2)
    con = ("CON", "Con", "2009-02-06", "expansion", "", "paper")
    new = facts([*CARDS, card("Fresh", "NEW:M", "CON:C")], [*SETS, con, NEW_SET])
    updating.mtgjson(world.source, new)
    documents = {code: set_document(code, "Fresh")["data"] for code in ("CON", "NEW")}
    updating.packed(world.source, "AllPrintings", {"meta": {}, "data": documents})
    assert world.update("--source", "mtgjson") == 0
    assert world.in_force().card("Fresh").printings == (("CON", "R"), ("NEW", "R"))


def test_a_set_whose_file_may_not_be_called_by_its_code(world: World) -> None:
    con = ("CON", "Con", "2009-02-06", "expansion", "", "paper")
    updating.mtgjson(world.source, facts([*CARDS, card("Fresh", "CON:C")], [*SETS, con]))
    updating.packed(world.source, "CON_", set_document("CON", "Fresh"))
    assert world.update("--source", "mtgjson") == 0
    assert world.in_force().card("Fresh").printings == (("CON", "R"),)


def test_a_title_that_vanishes_is_objected_to(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.mtgjson(world.source, facts(without("Rats")))
    assert world.update("--source", "mtgjson") == 1
    assert '"Rats" would vanish' in capsys.readouterr().out


def test_altered_bytes_are_refused(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    world.source.mishaps["/AtomicCards.json.xz"] = [altered, altered]
    assert world.update("--source", "mtgjson") == 2
    error = capsys.readouterr().err
    assert "/AtomicCards.json.xz is altered: its SHA-256 is not the published one." in error
    assert world.update("--source", "mtgjson") == 0


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/SetList.json.xz.sha256", b"no digest", "is no SHA-256"),
        ("/Meta.json.sha256", b"0" * 64, "/Meta.json is altered"),
        ("/Meta.json", b'{"data": {}}', "has no date of MTGJSON"),
        ("/Meta.json", b"<html>", "cut off or altered"),
    ],
)
def test_small_files_that_are_none(
    world: World, capsys: pytest.CaptureFixture[str], path: str, body: bytes, said: str
) -> None:
    put = updating.put if path.endswith(".sha256") else updating.proved
    put(world.source, path, body)
    assert world.update("--source", "mtgjson") == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "document", "said"),
    [
        ("SetList", {"data": [{"name": "no code"}]}, "none of MTGJSON's"),
        ("AtomicCards", {"data": {}}, "has no cards"),
        ("AtomicCards", {"data": {"A": 3}}, "none of MTGJSON's"),
        ("AtomicCards", {"data": {"A": [{}]}}, "none of MTGJSON's"),
    ],
)
def test_documents_of_another_shape(
    world: World, capsys: pytest.CaptureFixture[str], name: str, document: Any, said: str
) -> None:
    updating.packed(world.source, name, document)
    assert world.update("--source", "mtgjson") == 2
    assert said in capsys.readouterr().err


def test_a_digest_that_is_missing(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    del world.source.files["/SetList.json.xz.sha256"]
    assert world.update("--source", "mtgjson") == 2
    assert "SetList.json.xz.sha256 answers 404" in capsys.readouterr().err


def test_translated_titles_come_along(world: World) -> None:
    new = facts()
    document = published.mtgjson_atomic(new)
    document["data"]["Rats"][0]["foreignData"] = [
        {"language": "Italian", "name": "Ratti"},
        {"language": "Russian", "name": "Крысы"},
    ]
    updating.packed(world.source, "AtomicCards", document)
    assert world.update("--source", "mtgjson", "--languages", "it") == 0
    assert world.in_force().find("Ratti").language == "it"
    assert not world.in_force().find("Крысы").cards
    assert world.update("--source", "mtgjson") == 0
    assert world.in_force().find("Крысы").language == "ru"


def files(world: World, folder: Path) -> list[str]:
    """What the source serves, as files."""
    folder.mkdir(exist_ok=True)
    written = []
    for path, file in world.source.files.items():
        (folder / path.rpartition("/")[2]).write_bytes(file.body)
        if not path.endswith(".sha256"):
            written.append(str(folder / path.rpartition("/")[2]))
    return written


def test_from_files(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = files(world, tmp_path / "files")
    assert world.update("--from", *named, "--json") == 0
    assert json.loads(capsys.readouterr().out)["as_of"] == "2026-11-20"
    assert not world.source.requests
    # The digest beside a file is compared.
    digest = tmp_path / "files" / "AtomicCards.json.xz.sha256"
    digest.write_text("0" * 64)
    assert world.update("--from", *named) == 2
    assert "its SHA-256 is not that of AtomicCards.json.xz.sha256" in capsys.readouterr().err


def test_a_file_that_is_called_as_the_last_one_was(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = files(world, tmp_path / "files")
    assert world.update("--from", *named) == 0
    assert world.update("--from", *named) == 0
    assert "Nothing new." in capsys.readouterr().out
    updating.mtgjson(world.source, facts(changed("Rats", mana_value=2)))
    assert files(world, tmp_path / "files") == named
    assert world.update("--from", *named) == 0
    assert "Rats: mana value 1 -> 2" in capsys.readouterr().out
    assert world.in_force().card("Rats").mana_value == 2


def test_from_files_that_tell_no_rarities(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.mtgjson(world.source, facts([*CARDS, card("Fresh", "NEW:M")], [*SETS, NEW_SET]))
    named = files(world, tmp_path / "files")
    assert world.update("--from", *named) == 2
    assert "give the documents of these sets as well, or AllPrintings: NEW" in (
        capsys.readouterr().err
    )
    beside = tmp_path / "NEW.json"
    beside.write_text(json.dumps(set_document("NEW", "Fresh")))
    assert world.update("--from", *named, str(beside)) == 0
    assert world.in_force().card("Fresh").printings == (("NEW", "R"),)


def test_from_files_of_scryfall(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world.source.files.clear()
    updating.scryfall(world.source, facts([*CARDS, card("Fresh", "TWO:M")]))
    _, sets, *_ = files(world, tmp_path / "files")
    cards = str(tmp_path / "files" / Path(updating.BULK).name)
    other = tmp_path / "cards.gz"
    other.write_bytes(Path(cards).read_bytes())
    assert world.update("--from", str(other)) == 2
    assert "--as-of YYYY-MM-DD names it" in capsys.readouterr().err
    assert world.update("--from", str(other), "--as-of", "2026-10-01", "--check") == 0
    assert "Fresh" in capsys.readouterr().out
    assert world.update("--from", sets, cards) == 0
    assert str(world.in_force().as_of) == "2026-11-20"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"object": "bulk_data"}', "none of Scryfall's or MTGJSON's files"),
        ('{"data": {"a": 1}}', "none of these files has all cards"),
        ('{"meta": {"date": "2026-11-20"}}', "none of Scryfall's or MTGJSON's files"),
        ("[1, 2]", "none of Scryfall's or MTGJSON's files"),
        ("Decklist", "cut off or altered"),
    ],
)
def test_from_other_files(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    (tmp_path / "file").write_text(text)
    assert world.update("--from", str(tmp_path / "file")) == 2
    assert said in capsys.readouterr().err


def test_from_files_of_two_sources(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.scryfall(world.source)
    assert world.update("--from", *files(world, tmp_path / "files")[:-1]) == 2
    assert "of two sources" in capsys.readouterr().err


def test_a_day_without_files(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    assert world.update("--as-of", "2026-11-20") == 2
    assert "--as-of is the day of files" in capsys.readouterr().err
