"""What the documentation says of receipts is so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from headjudge.receipts import SETTING
from headjudge.receipts.keys import key_set
from headjudge.receipts.signing import TYPE
from headjudge.receipts.statement import is_statement
from tests.receipts.samples import changed, decoded, key, receipt, stated

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "receipts.md").read_text("utf-8")
MODEL = (ROOT / "docs" / "threat-model.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_receipt_that_is_shown_is_one() -> None:
    given, statement = map(json.loads, blocks("json")[:2])
    header, payload, _ = given["receipt"].split(".")
    assert decoded(payload) == statement
    assert list(statement) == list(stated())
    assert is_statement(statement)
    assert json.dumps(decoded(header), separators=(",", ":")) in PAGE
    assert f"`{TYPE}`" in PAGE


def test_another_program_checks_a_receipt(tmp_path: Path) -> None:
    (program,) = blocks("python")
    (tmp_path / "headjudge-keys.json").write_text(json.dumps(key_set([key()])))
    for given, code in ((receipt(), 0), (changed(receipt(), legal=True), 1)):
        (tmp_path / "receipt.jws").write_text(given)
        command = [sys.executable, "-W", "ignore", "-c", program]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert ran.returncode == code, ran.stderr
    assert "BadSignatureError" in ran.stderr


def test_the_setting_is_described() -> None:
    assert f"| `{SETTING}` |" in (ROOT / "docs" / "settings.md").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", MODEL))))
def test_each_test_of_the_threat_model_is_there(name: str) -> None:
    assert (ROOT / name).is_file()
