"""`headjudge facts sets`: what to write for a set that came with newer card facts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cards.in_force import NAME
from cards.places import SETTING
from headjudge.cli.main import main
from tests.cards.small import small


def test_nothing_is_new(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facts", "sets"]) == 0
    assert capsys.readouterr().out.startswith("Every set of the card facts of ")


def test_a_new_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(SETTING, str(tmp_path))
    sets = {"QQQ": ("Quests", "2027-02-12")}
    small(tmp_path / NAME, "2027-01-20", more={"Quest": ("QQQ:R",)}, sets=sets)
    assert main(["facts", "sets"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "QQQ  Quests, released 2027-02-12, 1 card: legal from 2027-02-05"
    assert "formats/standard.toml, at the end of sets:" in printed
    assert '    {code = "QQQ", from = 2027-02-05, note = "legal from the prerelease' in printed[3]
    assert main(["facts", "sets", "--json"]) == 1
    (document,) = json.loads(capsys.readouterr().out)["sets"]
    assert document["formats"] == ["modern", "pioneer", "standard"]
