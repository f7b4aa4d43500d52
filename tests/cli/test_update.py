"""`headjudge update` from its command line to what is in force, over a small world."""

from __future__ import annotations

import datetime
import errno
import gzip
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from cards import Printing
from cards.command_zone import command_facts, in_order
from headjudge.cli.main import main
from tests import published
from tests.cli import updating
from tests.cli.updating import BULK, CARDS, SETS, World, card, changed, facts, without
from tests.misbehaving import Source, cut_off, serving, stalled, status

NEW_SET = ("NEW", "New", "2026-11-13", "expansion", "", "paper")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with serving(Source()) as source:
        world = World(tmp_path / "facts", tmp_path / "shipped.sqlite", source)
        world.begin()
        updating.scryfall(source)
        yield world


def answered(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_new_cards_sets_and_printings(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    cards = changed(
        "Green", printings=(*(Printing("ONE", "C"), Printing("PRO", "R")), Printing("NEW", "U"))
    )
    updating.scryfall(world.source, facts([*cards, card("Fresh", "NEW:M")], [*SETS, NEW_SET]))
    assert world.update("--quiet") == 0
    text, said = capsys.readouterr()
    assert said == ""
    assert "scryfall, default_cards of 2026-11-20T21:00:00.000+00:00" in text
    assert "sets added: 1\n  NEW New, expansion, paper, 2026-11-13\n" in text
    assert "cards added: 1\n  Fresh\n" in text
    assert "printings gained: 1\n  Green: NEW (U)\n" in text
    assert "`headjudge facts rollback` returns to it." in text
    new = world.in_force()
    assert new.as_of == datetime.date(2026, 11, 20)
    assert new.card("Fresh").printings == (("NEW", "M"),)
    assert new.sets["NEW"].dates_its_cards
    assert new.find("grun").cards == (new.card("Green"),)
    assert world.editions.predecessor() == world.editions.shipped


@pytest.mark.parametrize("command", ["R\tpartner", "-\tknown", "WU\tdoctor's companion"])
def test_what_a_deck_with_a_commander_asks(world: World, command: str) -> None:
    updating.scryfall(world.source, facts([*CARDS, card("Fresh", "ONE:M", command=command)]))
    assert world.update("--quiet") == 0
    fresh = world.in_force().card("Fresh")
    assert fresh.command == command
    assert in_order(command_facts(fresh).identity or frozenset()) == command[:2].strip("-\t")


def test_what_is_asked_and_how(world: World) -> None:
    world.update()
    assert [path for path, _ in world.source.requests] == ["/bulk-data", "/sets", BULK]
    for _, headers in world.source.requests:
        assert headers["User-Agent"].startswith("headjudge/")
        assert headers["Accept"].startswith("application/json")


def test_nothing_new(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    assert world.update() == 0
    first = world.editions.current()
    # Only what is asked for again stays on the disk.
    left = sorted(one.name for one in (world.folder / "update" / "downloads").iterdir())
    names = ("bulk-data", BULK.rpartition("/")[2], "sets")
    expected = sorted(name + end for name in names for end in ("", ".note"))
    assert sorted(name.partition("-")[2] for name in left) == expected
    world.source.requests.clear()
    capsys.readouterr()
    assert world.update("--json") == 0
    assert answered(capsys)["status"] == "current"
    # One small question, answered with 304: the cards are not sent again.
    ((path, headers),) = world.source.requests
    assert (path, "If-None-Match" in headers) == ("/bulk-data", True)
    assert world.editions.current() == first


def test_large_files_do_not_stay(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headjudge.cli.update.steps.SMALL", len(world.source.files[BULK].body) - 1)
    left = world.folder / "update" / "downloads"
    assert world.update("--check") == 0
    assert [path for path in left.iterdir() if "default-cards" in path.name]
    assert world.update() == 0
    assert [path for path in left.iterdir() if "default-cards" in path.name] == []
    assert world.update() == 0


def test_after_a_rollback_it_is_brought_up_to_date_again(world: World) -> None:
    world.update()
    newest = world.editions.in_force().id
    world.editions.rollback()
    assert world.update() == 0
    assert world.editions.in_force().id == newest


def test_the_same_facts_of_another_day(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    updating.scryfall(world.source, day="2026-08-22")
    assert world.update("--check") == 0
    assert "Nothing differs.\n" in capsys.readouterr().out
    assert world.update("--json") == 0
    assert answered(capsys)["status"] == "current"
    assert world.editions.current() is None
    updating.scryfall(world.source, day="2026-08-23")
    assert world.update() == 0
    assert "Nothing differs but the day: 2026-08-22 is now 2026-08-23." in capsys.readouterr().out


def test_what_decides_by_which_rules_a_card_is_played_is_listed(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = [
        one._replace(types=("Sorcery",), mana_value=2)
        if one.title == "Green"
        else one._replace(copy_limit=7)
        if one.title == "Rats"
        else one
        for one in CARDS
    ]
    updating.scryfall(world.source, facts(cards))
    assert world.update() == 0
    text = capsys.readouterr().out
    assert "changed for the rules: 2\n  Green: types Instant -> Sorcery\n" in text
    assert "  Rats: copy limit any -> 7\n" in text
    assert "changed otherwise: 1\n  Green: mana value 1 -> 2\n" in text
    assert world.in_force().card("Rats").copy_limit == 7


def test_a_check_changes_nothing(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    updating.scryfall(world.source, facts([*CARDS, card("Fresh", "TWO:M")]))
    assert world.update("--check") == 0
    text = capsys.readouterr().out
    assert "cards added: 1\n  Fresh\n" in text
    assert "Nothing speaks against it." in text
    assert world.editions.current() is None
    # What was downloaded is used by the run that means it.
    assert world.update("--json") == 0
    assert answered(capsys)["differences"]["cards_added"] == ["Fresh"]
    second = world.source.asked(BULK)[1]
    assert second["If-None-Match"] == world.source.files[BULK].etag


def test_a_title_that_vanishes_is_objected_to(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.scryfall(world.source, facts(without("Rats")))
    assert world.update() == 1
    text = capsys.readouterr().out
    assert '1 objection:\n  "Rats" would vanish: the source has it under no title.\n' in text
    assert "In force, as before" in text
    assert world.editions.current() is None
    assert world.update("--accept-vanished", "Other") == 1
    assert world.update("--accept-vanished", "Rats") == 0
    assert not world.in_force().find("Rats").cards
    assert not world.in_force().find("Rats d'hier").cards


def test_a_title_that_vanishes_may_be_kept(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.scryfall(world.source, facts(without("Rats", "Red // Blue")))
    chosen = ("--keep-vanished", "--accept-vanished", "Red // Blue")
    assert world.update(*chosen, "--json") == 0
    assert answered(capsys)["kept"] == ["Rats"]
    assert world.in_force().card("Rats").printings == (("ONE", "C"),)
    assert world.in_force().find("Rats d'hier").level == "translated"
    assert not world.in_force().find("Red // Blue").cards


def test_cards_of_sets_that_the_source_lacks_stay(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.scryfall(world.source, facts(without("Nought"), SETS[:-1]))
    assert world.update() == 0
    text = capsys.readouterr().out
    assert "Not in the source, and kept: 1 card\n  Nought\n" in text
    assert world.in_force().card("Nought").status == "online"
    assert world.in_force().sets["NET"].platform == "arena"


def test_a_printing_that_the_source_denies_goes(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.scryfall(world.source, facts(changed("Filler a", printings=(Printing("ONE", "C"),))))
    assert world.update() == 0
    assert "printings lost: 1\n  Filler a: TWO (C)\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("cards", "new"),
    [
        pytest.param([*without("Green"), card("Gréen", "ONE:C", "PRO:R")], "Gréen", id="spelling"),
        pytest.param(
            [*without("Green"), card("Green // Back", "ONE:C", "PRO:R")], "Green // Back", id="back"
        ),
        pytest.param(
            [*without("Green"), card("Jade", "ONE:C", "PRO:R", alternative_titles=("Green",))],
            "Jade",
            id="printed besides",
        ),
    ],
)
def test_a_card_that_is_called_otherwise_is_the_same(
    world: World, capsys: pytest.CaptureFixture[str], cards: Sequence[Any], new: str
) -> None:
    updating.scryfall(world.source, facts(cards))
    assert world.update("--json") == 0
    assert answered(capsys)["differences"]["cards_renamed"] == [{"before": "Green", "after": new}]
    for written in ("Green", "Grün"):
        found = world.in_force().find(written).card
        assert found and found.title == new


def test_a_card_is_known_by_its_identity_after_an_update(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.scryfall(world.source)
    assert world.update("--json") == 0
    capsys.readouterr()
    old = published.identity("Green")
    records = [
        record | ({"name": "Verdant Title"} if record["oracle_id"] == old else {})
        for record in published.scryfall_cards(facts())
    ]
    updating.scryfall(world.source, facts(without("Green")), day="2026-11-21", extra=records)
    assert world.update("--json") == 0
    differences = answered(capsys)["differences"]
    assert differences["cards_renamed"] == [{"before": "Green", "after": "Verdant Title"}]
    found = world.in_force().find("Green")
    assert found.level == "alternative"
    assert found.card and found.card.title == "Verdant Title"


def test_titles_that_are_written_alike_are_objected_to(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.scryfall(world.source, facts([*CARDS, card("GREEN", "TWO:C")]))
    assert world.update() == 1
    assert "GREEN and Green would be written alike." in capsys.readouterr().out


def test_facts_that_are_older_are_objected_to(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.scryfall(world.source, day="2026-08-21")
    assert world.update() == 1
    assert "those in force are newer, of 2026-08-22" in capsys.readouterr().out


def test_a_source_with_a_part_of_the_cards(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    updating.scryfall(world.source, facts(CARDS[:15]))
    assert world.update() == 1
    assert "The source has 15 cards, and 26 are in force" in capsys.readouterr().out


def test_one_printing_a_card_is_another_file(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = [one._replace(printings=one.printings[:1]) for one in CARDS]
    updating.scryfall(world.source, facts(cards))
    assert world.update() == 1
    assert "The source has 26 printings, and 47 are in force" in capsys.readouterr().out


def _text(world: World) -> bytes:
    return gzip.decompress(world.source.files[BULK].body)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param(lambda w: w.source.files[BULK].body[:-900], "cut off or altered", id="gzip"),
        pytest.param(
            lambda w: w.source.files[BULK].body[:-8] + b"12345678", "cut off or altered", id="crc"
        ),
        pytest.param(lambda w: _text(w)[:-200], "cut off or altered", id="line"),
        pytest.param(lambda w: b"<html>Sorry</html>", "cut off or altered", id="page"),
        pytest.param(lambda w: b"", "cut off or altered", id="empty"),
        pytest.param(lambda w: gzip.compress(b""), "cut off or altered", id="nothing"),
        pytest.param(lambda w: b"[]", "has no cards", id="no cards"),
        pytest.param(lambda w: b'[{"object": "card"}]', "none of Scryfall's", id="no card"),
        pytest.param(
            lambda w: b'{"object": "card", "set": 3}\n', "none of Scryfall's", id="number"
        ),
        pytest.param(
            lambda w: _text(w).replace(b'"Green"', b'"Gr\xff"'), "cut off or altered", id="bytes"
        ),
    ],
)
def test_a_damaged_file_leaves_the_facts_as_they_are(
    world: World, capsys: pytest.CaptureFixture[str], body: Any, said: str
) -> None:
    updating.put(world.source, BULK, body(world))
    assert world.update() == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.endswith("The facts in force are unchanged.\n")
    assert world.editions.current() is None
    assert not [path for path in (world.folder / "update").iterdir() if path.suffix == ".sqlite"]
    # The source mends it, and the next run does what this one could not.
    updating.scryfall(world.source)
    assert world.update() == 0


@pytest.mark.parametrize(
    ("index", "said"),
    [
        (b"<html>", "cut off or altered"),
        (b"[]", "has no default_cards"),
        (b'{"data": [{"type": "default_cards"}]}', "names no file of default_cards"),
        (b'{"data": [3, {"type": 4}]}', "has no default_cards"),
        (b'{"data": 3}', "has no default_cards"),
        (
            b'{"data": [{"type": "default_cards", "download_uri": "x", "updated_at": "x"}]}',
            "no day",
        ),
    ],
)
def test_an_index_that_is_none(
    world: World, capsys: pytest.CaptureFixture[str], index: bytes, said: str
) -> None:
    updating.put(world.source, "/bulk-data", index)
    assert world.update() == 2
    assert said in capsys.readouterr().err


def test_a_file_in_the_older_form(world: World) -> None:
    records = [json.loads(line) for line in _text(world).splitlines()]
    updating.put(world.source, "/old.json", json.dumps(records).encode())
    entry = {
        "type": "default_cards",
        "download_uri": f"{world.source.url}/old.json",
        "updated_at": "2026-11-20T10:00:00.000+00:00",
    }
    updating.put(world.source, "/bulk-data", json.dumps({"data": [entry]}).encode())
    assert world.update() == 0
    assert world.editions.current()


def test_a_source_that_refuses(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    world.source.mishaps["/bulk-data"] = [status(403)]
    assert world.update() == 2
    assert "/bulk-data answers 403 Forbidden. The facts in force" in capsys.readouterr().err


def test_a_source_that_stalls_and_cuts_off(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.source.mishaps[BULK] = [cut_off(900), status(500), stalled(0)]
    assert world.update() == 2
    assert "cannot be downloaded" in capsys.readouterr().err
    assert world.update() == 0
    assert [one.get("Range") for one in world.source.asked(BULK)][1:3] == ["bytes=900-"] * 2


def test_translated_titles(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    green = next(published.scryfall_cards(facts(CARDS[21:22])))
    split = next(published.scryfall_cards(facts(CARDS[-1:])))
    names = ("Rouge", "Bleu")
    faces = [
        face | {"printed_name": name} for face, name in zip(split["card_faces"], names, strict=True)
    ]
    extra = [
        green | {"lang": "ja", "printed_name": "緑"},
        green | {"lang": "zht", "printed_name": "綠"},
        green | {"lang": "ph", "printed_name": "|greep|"},
        split | {"lang": "fr", "card_faces": faces},
    ]
    updating.scryfall(world.source, extra=extra)
    assert world.update("--languages", "ja,fr", "--json") == 0
    answer = answered(capsys)
    assert answer["release"].startswith("all_cards")
    assert answer["differences"]["translations"] == [
        {"language": "fr", "field": "translated titles", "before": 1, "after": 4},
        {"language": "ja", "field": "translated titles", "before": 0, "after": 1},
    ]
    found = world.in_force().find
    for written in ("Rouge", "bleu", "Rouge // Bleu"):
        assert found(written).card == found("Red // Blue").card
    assert found("緑").language == "ja"
    assert not found("綠").cards


@pytest.mark.parametrize("languages", ["xx", "de,", "all,de"])
def test_a_language_that_is_not_there(
    world: World, capsys: pytest.CaptureFixture[str], languages: str
) -> None:
    assert world.update("--languages", languages) == 2
    assert "--languages: There is no language" in capsys.readouterr().err
    assert not world.source.requests


def test_one_update_at_a_time(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    from headjudge.cli.update.workplace import Workplace

    with Workplace(world.folder).alone():
        assert world.update() == 2
    assert "Another update is under way" in capsys.readouterr().err
    assert world.update() == 0


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "built.sqlite")


def _full_database(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


@pytest.mark.parametrize(
    "where",
    [
        "headjudge.cli.update.steps.write",
        "cards.durable.move",
        "cards.durable.write",
        "cards.updates.spool.Spool.add",
    ],
)
@pytest.mark.parametrize("failure", [_full, _full_database])
def test_a_full_disk_leaves_the_facts_as_they_are(
    world: World,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    failure: Any,
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(where, failure)
        assert world.update() == 2
    assert "disk" in capsys.readouterr().err or failure is _full
    assert world.editions.current() is None
    assert world.editions.faults() == ()
    assert world.update() == 0


def test_a_disk_that_is_full_after_the_change_does_not_hide_it(
    world: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was taken in could not be written down; the facts are in force all the same."""
    updating.scryfall(world.source, facts([*CARDS, card("Fresh", "TWO:M")]))
    with monkeypatch.context() as patched:
        patched.setattr("headjudge.cli.update.workplace.Workplace.remember", _full)
        assert world.update() == 0
    said = capsys.readouterr()
    assert "unchanged" not in said.err
    after = world.editions.current()
    assert after
    assert f"In force: {after.id}" in said.out
    assert world.update() == 0  # which reads it anew, and finds the same
    assert world.editions.current() == after


def test_a_folder_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["update", "--folder", str(tmp_path / "file"), "--from", "x.json"]) == 2
    assert "The facts in force are unchanged." in capsys.readouterr().err


def test_redone_it_is_the_same_edition(world: World, tmp_path: Path) -> None:
    updating.scryfall(world.source, facts([*CARDS, card("Fresh", "TWO:M")]))
    world.update()
    other = World(tmp_path / "other", world.store, world.source)
    other.update()
    assert world.editions.in_force().id == other.editions.in_force().id
    one, two = world.editions.in_force().path, other.editions.in_force().path
    assert one.read_bytes() == two.read_bytes()


def test_the_source_may_be_asked_for_a_file_that_is_gone(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    del world.source.files[BULK]
    assert world.update() == 2
    assert "answers 404" in capsys.readouterr().err
