"""`headjudge facts`: the versions of the facts, and whether they hold together."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

import banlists
import banlists.checks
from cards import catalogue
from formats.checks import Fault
from headjudge.cli.main import main
from validator.fingerprint import fingerprint

ORDER = "The facts hold together: formats/ and banlists/, titles, sets and dates."


def facts(*arguments: str) -> int:
    """The exit code of `headjudge facts`."""
    return main(["facts", *arguments])


def test_versions(capsys: pytest.CaptureFixture[str]) -> None:
    assert facts() == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"cards until    {catalogue().as_of}  ")
    assert f"\n  {banlists.versions('modern')[-1]}  modern\n" in printed
    assert printed.endswith(f"\nfingerprint    {fingerprint(catalogue())}\n")
    assert facts("--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["cards_until"] == str(catalogue().as_of)


def test_the_newest_announcement_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert facts("check") == 0
    newest = max(banlists.versions(one)[-1] for one in banlists.ids())
    assert capsys.readouterr().out.startswith(f"{ORDER}\n\nOn {newest}\n")


def test_faults(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def one_fault(*_: object) -> Iterator[Fault]:
        yield Fault("banlists/modern.toml", "2024-12-16", "banned", '"Shok" is no card.')

    monkeypatch.setattr(banlists.checks, "faults", one_fault)
    assert facts("check") == 1
    assert capsys.readouterr().out.splitlines() == [
        'banlists/modern.toml, 2024-12-16, banned: "Shok" is no card.',
        "1 fault in the facts.",
    ]
    assert facts("check", "--json") == 1
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert fault["file"] == "banlists/modern.toml"


def test_a_list_is_that_of_the_api(capsys: pytest.CaptureFixture[str], client: FlaskClient) -> None:
    assert main(["banlist", "--format", "legacy", "--json", "--as-of", "2025-01-01"]) == 0
    answer = client.get("/v1/banlists/legacy?as_of=2025-01-01")
    assert capsys.readouterr().out.splitlines() == answer.text.splitlines()
