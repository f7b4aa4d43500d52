"""`headjudge update` from its command line to what is in force, over a small world."""

from __future__ import annotations

import datetime
import gzip
import hashlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import requests
import responses

from cards import Printing
from cards.command_zone import command_facts, in_order
from cards.model import Translation
from headjudge.cli.commands import update
from headjudge.cli.commands.update import ADDRESS
from tests import published
from tests.cli.updating import (
    CARDS,
    DAY,
    NEW_DAY,
    SETS,
    TRANSLATIONS,
    World,
    card,
    changed,
    facts,
    packed,
    without,
)

NEW_SET = ("NEW", "New", "2026-11-13", "expansion", "", "paper")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mocked:
        world = World(tmp_path / "facts", tmp_path / "shipped.sqlite", mocked)
        world.begin()
        yield world


def test_new_cards_sets_printings_and_translations(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    printings = (Printing("ONE", "C"), Printing("PRO", "R"), Printing("NEW", "U"))
    cards = [*changed("Green", printings=printings), card("Fresh", "NEW:M")]
    titles = [*TRANSLATIONS, Translation("de", "Frisch", "Fresh")]
    world.publish(facts(cards, [*SETS, NEW_SET], translations=titles))
    assert world.update() == 0
    text = capsys.readouterr().out
    assert "MTGJSON's AllPrintings of 2026-11-20" in text
    assert "sets added: 1\n  NEW New, expansion, paper, 2026-11-13\n" in text
    assert "cards added: 1\n  Fresh\n" in text
    assert "printings gained: 1\n  Green: NEW (U)\n" in text
    assert "`headjudge facts --previous` returns to those of 2026-08-22." in text
    new = world.in_force()
    assert (new.as_of, new.translated_until) == (NEW_DAY, NEW_DAY)
    assert new.card("Fresh").printings == (("NEW", "M"),)
    assert new.sets["NEW"].dates_its_cards
    assert new.find("grun").cards == (new.card("Green"),)
    assert new.find("Frisch").cards == (new.card("Fresh"),)


@pytest.mark.parametrize("command", ["R\tpartner", "-\tknown", "WU\tdoctor's companion"])
def test_facts_about_commanders(world: World, command: str) -> None:
    world.publish(facts([*CARDS, card("Fresh", "ONE:M", command=command)]))
    assert world.update() == 0
    fresh = world.in_force().card("Fresh")
    assert fresh.command == command
    assert in_order(command_facts(fresh).identity or frozenset()) == command[:2].strip("-\t")


def test_an_unchanged_source_is_not_downloaded_again(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.publish(facts())
    assert world.update() == 0
    capsys.readouterr()
    asked = len(world.mocked.calls)
    assert world.update() == 0
    assert "Nothing new. In force: the facts of 2026-11-20." in capsys.readouterr().out
    assert [call.request.url for call in world.mocked.calls][asked:] == [f"{ADDRESS}.sha256"]


def test_check_changes_nothing_and_tells_a_job_of_changes(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.publish(facts([*CARDS, card("Fresh", "ONE:M")]))
    assert world.update("--check") == 1
    assert "cards added: 1\n  Fresh\n" in capsys.readouterr().out
    assert world.in_force().as_of == DAY
    assert world.update() == 0
    assert world.update("--check") == 0


def test_the_same_facts_of_another_day(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    world.publish(facts())
    assert world.update("--check") == 0
    assert "Nothing differs but the day" in capsys.readouterr().out
    assert world.update() == 0
    assert world.in_force().as_of == NEW_DAY


def test_a_preview_without_types_leaves_those_in_force(world: World) -> None:
    world.publish(facts(changed("Forest", types=(), supertypes=(), subtypes=())))
    assert world.update() == 0
    assert world.in_force().card("Forest").types == ("Land",)


def test_changes_for_the_rules_are_listed(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    changes: dict[str, dict[str, Any]] = {
        "Green": {"types": ("Sorcery",), "mana_value": 2},
        "Rats": {"copy_limit": 7},
    }
    cards = [one._replace(**changes.get(one.title, {})) for one in CARDS]
    world.publish(facts(cards))
    assert world.update() == 0
    text = capsys.readouterr().out
    assert "changed for the rules: 2\n  Green: types Instant -> Sorcery\n" in text
    assert "  Rats: copy limit any -> 7\n" in text
    assert "changed otherwise: 1\n  Green: mana value 1 -> 2\n" in text


@pytest.mark.parametrize(
    ("title", "more"),
    [
        ("Gréen", {}),
        ("Green // Back", {"faces": ("Green", "Back"), "layout": "transform"}),
        ("Renamed", {"alternative_titles": ("Green",)}),
    ],
)
def test_a_renamed_card_is_found_by_both_titles(
    world: World, title: str, more: dict[str, Any]
) -> None:
    world.publish(facts(changed("Green", title=title, **more)))
    assert world.update() == 0
    new = world.in_force()
    assert new.find("Green").card == new.card(title)
    assert new.find("Grün").card == new.card(title)


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        (facts(without("Rats")), '"Rats" would vanish'),
        (facts(changed("Rats", copy_limit=None)), '"Rats" would be as limited as other cards'),
        (facts(changed("Forest", supertypes=())), '"Forest" would be as limited as other cards'),
        (facts([*CARDS, card("Gréen", "ONE:C")]), "Green and Gréen would be written alike."),
    ],
)
def test_doubtful_facts_are_used_only_if_accepted(
    world: World, capsys: pytest.CaptureFixture[str], new: Any, reason: str
) -> None:
    world.publish(new)
    assert world.update() == 1
    text = capsys.readouterr().out
    assert reason in text
    assert "--accept uses the new facts" in text
    assert world.in_force().as_of == DAY
    assert world.update("--accept") == 0
    assert world.in_force().as_of == NEW_DAY


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        (facts(day=datetime.date(2026, 8, 21)), "those in force are newer"),
        (facts(CARDS[:20]), "it is cut off, or is another file"),
    ],
)
def test_other_objections_stand(
    world: World, capsys: pytest.CaptureFixture[str], new: Any, reason: str
) -> None:
    world.publish(new)
    assert world.update("--accept") == 1
    text = capsys.readouterr().out
    assert reason in text
    assert "--accept uses" not in text
    assert world.in_force().as_of == DAY


def test_cards_of_sets_that_the_source_lacks_are_kept(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.publish(facts(without("Jest"), [one for one in SETS if one[0] != "UNF"]))
    assert world.update() == 0
    assert "Not in the source, but kept: 1 card\n  Jest\n" in capsys.readouterr().out
    assert world.in_force().card("Jest").status == "funny"


def test_a_preview_is_known_to_be_incomplete(world: World) -> None:
    document = published.all_printings(facts([*CARDS, card("Fresh", "NEW:M")], [*SETS, NEW_SET]))
    document["data"]["NEW"]["isPartialPreview"] = True
    world.publish(document)
    assert world.update() == 0
    assert not world.in_force().is_whole("NEW")
    del document["data"]["NEW"]["isPartialPreview"]
    document["data"]["NEW"]["baseSetSize"] = 2
    world.publish(document)
    assert world.update() == 0
    assert world.in_force().sets["NEW"][-2:] == (2, 1)
    assert not world.in_force().is_whole("NEW")
    document["data"]["NEW"]["baseSetSize"] = 1
    world.publish(document)
    assert world.update() == 0
    assert world.in_force().is_whole("NEW")


def whole() -> bytes:
    return packed(published.all_printings(facts()))


def with_set(document: Any) -> bytes:
    sets = {"ONE": {"code": "ONE", "cards": []}, "TWO": document}
    return packed({"meta": {"date": "2026-11-20"}, "data": sets})


@pytest.mark.parametrize(
    "body",
    [
        b"", b"no gzip", whole()[:-20], packed([]), packed({}), packed({"meta": {"date": "x"}}),
        packed({"meta": {"date": "2026-11-20"}, "data": {}}),
        with_set(None), with_set({"code": "TWO"}), with_set({"code": "TWO", "cards": [1]}),
        with_set({"code": "TWO", "cards": [{"name": "Opt"}]}),
        with_set({"cards": []}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_given", [True, False])
def test_a_file_that_is_cut_off_or_of_another_kind(
    world: World, capsys: pytest.CaptureFixture[str], body: bytes, is_given: bool
) -> None:
    world.publish(body)
    file = world.store.with_name("AllPrintings.json.gz")
    file.write_bytes(body)
    assert world.update(*(["--from", str(file)] if is_given else [])) == 2
    said = capsys.readouterr().err
    assert "The facts in force are unchanged." in said
    assert "Traceback" not in said
    assert world.in_force().as_of == DAY
    assert [one.name for one in world.folder.iterdir()] == ["update.lock"]


def test_an_altered_file_is_downloaded_again_and_then_refused(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.publish(facts())
    world.mocked.replace(responses.GET, ADDRESS, body=whole() + b"more")
    assert world.update() == 2
    assert f"{ADDRESS}: its SHA-256 is not the published one." in capsys.readouterr().err
    assert world.in_force().as_of == DAY


def test_a_download_that_breaks_off_is_begun_again(world: World) -> None:
    world.publish(facts())
    world.mocked.remove(responses.GET, ADDRESS)
    world.mocked.get(ADDRESS, body=whole()[:50])
    world.mocked.get(ADDRESS, body=whole())
    assert world.update() == 0
    assert world.in_force().as_of == NEW_DAY


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"status": 404}, "answers 404 Not Found."),
        ({"body": requests.ConnectionError("refused")}, "cannot be downloaded: refused."),
        ({"body": requests.exceptions.SSLError("no certificate")}, "no certificate"),
        ({"body": "<html>"}, "is not a SHA-256 digest."),
        ({"status": 302, "headers": {"Location": "http://mtgjson.com/x"}}, "leads to http://"),
    ],
)
def test_a_source_that_cannot_be_had(
    world: World, capsys: pytest.CaptureFixture[str], answer: dict[str, Any], reason: str
) -> None:
    world.mocked.get(f"{ADDRESS}.sha256", **answer)
    world.mocked.get("http://mtgjson.com/x", body="")
    assert world.update() == 2
    said = capsys.readouterr().err
    assert reason in said
    assert "The facts in force are unchanged." in said


def test_a_given_file_must_match_the_digest_beside_it(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    file = world.store.with_name("AllPrintings.json.gz")
    file.write_bytes(whole())
    beside = file.with_name(f"{file.name}.sha256")
    beside.write_text(hashlib.sha256(b"other").hexdigest())
    assert world.update("--from", str(file)) == 2
    assert "is altered" in capsys.readouterr().err
    beside.write_text(f"{hashlib.sha256(whole()).hexdigest()}  {file.name}\n")
    assert world.update("--from", str(file)) == 0
    assert world.in_force().as_of == NEW_DAY


def test_a_second_update_at_the_same_time_ends_at_once(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.publish(facts())
    with update.workplace(world.folder):
        assert world.update() == 2
    assert "Another update is under way" in capsys.readouterr().err
    assert world.update() == 0


def test_a_full_disk_leaves_the_facts_in_force(
    world: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "new.sqlite")

    world.publish(facts())
    monkeypatch.setattr("headjudge.cli.commands.update.write_unsealed", full)
    assert world.update() == 2
    assert "new.sqlite: No space left on device. The facts in force" in capsys.readouterr().err
    assert world.in_force().as_of == DAY


def many_cards() -> Sequence[Any]:
    return [*CARDS, *(card(f"Card {number}", "ONE:C") for number in range(4000))]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_killed_update_leaves_whole_facts(world: World, share: float) -> None:
    file = world.store.with_name("AllPrintings.json.gz")
    file.write_bytes(packed(published.all_printings(facts()._replace(cards=many_cards()))))
    command = [sys.executable, "-m", "tests.cli.updating", str(world.folder), str(world.store)]
    begun = time.monotonic()
    subprocess.run([*command, str(file)], cwd=ROOT, check=True, capture_output=True)
    whole_run = time.monotonic() - begun
    for one in world.folder.iterdir():
        one.unlink()
    process = subprocess.Popen(
        [*command, str(file)], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(whole_run * share)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert world.in_force().as_of in (DAY, NEW_DAY)
    assert world.in_force().card("Green")
    assert world.update("--from", str(file)) == 0
    assert world.in_force().card("Card 3999")


def test_a_file_may_be_unpacked(world: World) -> None:
    file = world.store.with_name("AllPrintings.json")
    file.write_bytes(gzip.decompress(whole()))
    assert world.update("--from", str(file)) == 0
    assert world.in_force().as_of == NEW_DAY
