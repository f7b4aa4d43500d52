"""Signed facts: who signs them, who trusts whom, and what is altered after."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cards.editions import Editions
from cards.places import SETTING as FOLDER
from headjudge.cli.main import main
from headjudge.receipts import FACTS_SETTING, folder, manifests, tokens
from headjudge.receipts.keys import Key, generate, key_set
from headjudge.receipts.signing import TYPE as RECEIPT
from headjudge.web.service.editions import of_environment
from tests.cards.editions import small

OLD, NEW = "2026-10-01", "2026-11-01"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with keys that sign, `keys.json` with the public ones, and facts that trust them."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "facts"))
    monkeypatch.setenv(FACTS_SETTING, str(tmp_path / "keys.json"))
    assert main(["service", "receipt", "keygen", str(tmp_path / "keys")]) == 0
    write_public(tmp_path / "keys.json", *keys_of(tmp_path))
    return tmp_path


def keys_of(machine: Path) -> tuple[Key, ...]:
    return folder.read(machine / "keys").public


def write_public(path: Path, *keys: Key) -> None:
    path.write_text(json.dumps(key_set(keys)), encoding="utf-8")


def edition(machine: Path, day: str = NEW) -> str:
    """The id of an edition that was just put into the folder."""
    return Editions(machine / "facts").add(small(machine / f"{day}.sqlite", day)).id


def facts(*arguments: str) -> int:
    return main(["facts", *arguments])


def sign(machine: Path, id: str) -> None:
    assert facts("sign", id, "--keys", str(machine / "keys")) == 0


def test_an_edition_is_in_force_once_it_is_signed(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    id = edition(machine)
    assert facts("use", id) == 2
    assert f"{id}.sqlite is not signed: {id}.jws cannot be read" in capsys.readouterr().err
    sign(machine, id)
    assert facts("use", id) == 0
    assert facts("list", "--json") == 0


def test_a_key_that_nobody_trusts_signs_nothing(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    id = edition(machine)
    sign(machine, id)
    write_public(machine / "keys.json", generate().public())
    assert facts("use", id) == 2
    assert "which it names, is not known" in capsys.readouterr().err


def test_the_manifest_of_another_edition_is_none(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = edition(machine, OLD), edition(machine, NEW)
    sign(machine, old)
    place = machine / "facts"
    (place / f"{old}.jws").rename(place / f"{new}.jws")
    assert facts("use", new) == 2
    assert "is not the edition that its manifest was signed for" in capsys.readouterr().err


def test_a_receipt_is_no_manifest(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    id = edition(machine)
    (key,) = folder.read(machine / "keys").private
    document = {"edition": id, "as_of": NEW, "files": {}}
    (machine / "facts" / f"{id}.jws").write_text(tokens.sign(document, key, RECEIPT))
    assert facts("use", id) == 2
    assert "is no manifest of facts" in capsys.readouterr().err


def test_the_service_answers_by_what_was_signed(machine: Path) -> None:
    id = edition(machine)
    sign(machine, id)
    assert facts("use", id) == 0
    assert of_environment().edition().id == id
    (machine / "facts" / f"{id}.jws").unlink()
    service = of_environment()
    assert service.edition().is_shipped
    assert id in " ".join(service.faults())
    assert id not in {each.id for each in service.available()}


def test_what_ships_is_compared_file_by_file(tmp_path: Path) -> None:
    for name in ("cards/catalogue.sqlite", "banlists/modern.toml", "formats/modern.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    small(tmp_path / "cards/catalogue.sqlite", OLD)
    shipped = Editions(tmp_path / "none", tmp_path / "cards/catalogue.sqlite").shipped
    key = generate()
    keys = {key.id: key.public()}
    assert list(manifests.faults(shipped, keys)) == [
        "catalogue.jws cannot be read: No such file or directory."
    ]
    manifests.sign(shipped, key)
    assert list(manifests.faults(shipped, keys)) == []
    (tmp_path / "banlists/modern.toml").write_text("# anything\n")
    (tmp_path / "formats/modern.toml").unlink()
    (tmp_path / "formats/policies").mkdir()
    (tmp_path / "formats/policies/lenient.toml").touch()
    assert list(manifests.faults(shipped, keys)) == [
        f"{name} since these facts were signed."
        for name in (
            "banlists/modern.toml was altered",
            "formats/modern.toml is gone",
            "formats/policies/lenient.toml is new",
        )
    ]


def test_check_tells_whether_what_ships_is_signed(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert facts("check") == 1
    assert "catalogue.jws cannot be read" in capsys.readouterr().out


@pytest.mark.parametrize("content", [None, "", "no key", "[]"])
def test_keys_that_cannot_be_read_are_named(
    machine: Path, content: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = machine / "keys.json"
    keys.unlink()
    if content is not None:
        keys.write_text(content)
    assert facts("list") == 2
    assert capsys.readouterr().err.startswith(f"headjudge: {FACTS_SETTING}: ")
