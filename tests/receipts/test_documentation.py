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
from headjudge.receipts.statement import MEMBERS, TYPE, fault
from tests.receipts.samples import key, receipt

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "receipts.md").read_text("utf-8")
MODEL = (ROOT / "docs" / "threat-model.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_statement_that_is_shown_is_one() -> None:
    stated = json.loads(blocks("json")[0])["statement"]
    assert list(stated) == list(MEMBERS)
    assert fault(stated) == ""
    assert f"`{TYPE}`" in PAGE


def test_another_program_checks_a_receipt(tmp_path: Path) -> None:
    (program,) = blocks("python")
    (tmp_path / "headjudge-keys.json").write_text(json.dumps(key_set([key().public])))
    for legal, code in ((False, 0), (True, 1)):
        given = receipt()
        given["statement"]["legal"] = legal
        (tmp_path / "receipt.json").write_text(json.dumps(given, indent=2))
        command = [sys.executable, "-W", "ignore", "-c", program]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert ran.returncode == code, ran.stderr
    assert "InvalidSignature" in ran.stderr


def test_the_setting_is_described() -> None:
    assert f"| `{SETTING}` |" in (ROOT / "docs" / "settings.md").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", MODEL))))
def test_each_test_of_the_threat_model_is_there(name: str) -> None:
    assert (ROOT / name).is_file()
