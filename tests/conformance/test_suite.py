"""The conformance suite: its files are as their schema asks, and Headjudge answers every case."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient

from tests.conftest import PATIENCE

SUITE = Path(__file__).parents[2] / "conformance"
FILES = sorted(SUITE.glob("*/*.json"))
Case = dict[str, Any]
SAYS_NO = """\
import json, sys
for line in sys.stdin:
    case = json.loads(line)
    known = case["operation"] == "validate"
    print(json.dumps({"id": case["id"]} | ({"legal": False} if known else {"unsupported": True})))
"""
"""A program that finds each team illegal, and reads no lists."""


def groups(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["groups"]
    return found


def test_each_case_has_an_id_of_its_own() -> None:
    ids = Counter(case["id"] for path in FILES for group in groups(path) for case in group["cases"])
    assert [id for id, times in ids.items() if times > 1] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_as_the_schema_asks(path: Path) -> None:
    schema = json.loads((SUITE / "schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_headjudge_answers_as_expected(client: FlaskClient, path: Path) -> None:
    failed = [
        (case["id"], got)
        for group in groups(path)
        for case in group["cases"]
        if not meets(got := answer(client, group["operation"], case["request"]), case["expect"])
    ]
    assert failed == []


def answer(client: FlaskClient, operation: str, request: Case) -> Case:
    """The answer of the suite's protocol."""
    if operation == "validate":
        report: Case = client.post("/v1/validate", json=request).get_json()
        return report
    reading = client.post("/v1/decklists/parse", json=request).get_json()
    (deck,) = reading["decks"]
    sections: Case = {"unread": len(reading["faults"]), "digest": deck["digest"]}
    at_fault = {place["line"] for fault in reading["faults"] for place in fault["places"]}
    for card in deck["cards"]:
        if card["line"] not in at_fault:
            section = sections.setdefault(card["section"], Counter())
            section[card["name"]] += card["count"]
    return sections


def meets(got: Case, expected: Case) -> bool:
    """Whether an answer is right, as the README of the suite says."""
    violations = expected.get("violations", [])
    others = {name: value for name, value in expected.items() if name != "violations"}
    if any(got.get(name) != value for name, value in others.items()):
        return False
    left = list(got.get("violations", []))
    for each in violations:
        found = next((one for one in left if each.items() <= one.items()), None)
        if found is None:
            return False
        left.remove(found)
    return not left


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_harness_counts_right_and_wrong_answers() -> None:
    command = ["node", str(SUITE / "harness.mjs"), sys.executable, "-c", SAYS_NO]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 1
    totals = json.loads(done.stdout.splitlines()[-1])
    required = [group for path in FILES if path.parent.name == "required" for group in groups(path)]
    teams = [case for of in required if of["operation"] == "validate" for case in of["cases"]]
    legal = sum(case["expect"]["legal"] for case in teams)
    assert totals["required"]["failed"] == legal
    assert totals["required"]["verdict alone"] == len(teams) - legal
