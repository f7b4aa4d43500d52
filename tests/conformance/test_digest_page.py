"""docs/digest.md: its examples in three languages, and its test vectors."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "digest.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```([\w-]+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
OF_EXAMPLE = "875b1f660f5497d66ff89545bfbbac6a178c1cd1f8ddb94826ed6106ecf9f975"
RUNS = {
    "python": [sys.executable, "-c"],
    "js": ["node", "--input-type=module", "--eval"],
    "sh": ["sh", "-c"],
}


def run(language: str, code: str) -> str:
    """What the example prints."""
    command = [*RUNS[language], code]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.parametrize("language", RUNS)
def test_each_example_gives_the_digest(language: str) -> None:
    if shutil.which(RUNS[language][0]) is None:
        pytest.skip(f"{RUNS[language][0]} is not installed")
    code = next(code for of, code in BLOCKS if of == language)
    assert OF_EXAMPLE in run(language, code)


def test_the_salted_example_gives_what_the_page_says() -> None:
    salted = [code for language, code in BLOCKS if language == "python"][1]
    assert f"It gives `{run('python', salted).strip()}`" in PAGE


def test_the_vectors_are_those_of_the_suite() -> None:
    (lines,) = (code for language, code in BLOCKS if language == "json-lines")
    suite = ROOT / "conformance" / "optional" / "digests.json"
    groups = json.loads(suite.read_text(encoding="utf-8"))["groups"]
    cases = [case for group in groups for case in group["cases"]]
    assert [json.loads(line) for line in lines.splitlines()] == [
        [case["request"]["list"], case["expect"]["digest"]] for case in cases
    ]
    assert len(cases) == 20
