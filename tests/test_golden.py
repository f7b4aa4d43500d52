"""The golden cases of tests/cases, over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

CASES = [
    pytest.param(case, id=f"{path.stem}: {case['title']}")
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("case", CASES)
def test_golden(client: FlaskClient, case: dict[str, Any]) -> None:
    response = client.post("/v1/validate", json=case["request"])
    expected = case["expect"]
    assert response.status_code == expected.get("status", 200), response.text
    if response.status_code == 200:
        assert_report(response.get_json(), expected)
    again = client.post("/v1/validate", json=case["request"])
    assert again.data == response.data


def assert_report(report: dict[str, Any], expected: dict[str, Any]) -> None:
    """What is expected is there; fields that a case does not name may be anything."""
    if "legal" in expected:
        assert report["legal"] is expected["legal"], report["violations"]
    if "violations" in expected:
        assert len(report["violations"]) == len(expected["violations"]), report["violations"]
        for found, wanted in zip(report["violations"], expected["violations"], strict=True):
            assert_violation(found, wanted)
    notices = {notice["code"] for notice in report["notices"]}
    assert notices >= set(expected.get("notices", ()))
    assert notices.isdisjoint(expected.get("no_notices", ()))


def assert_violation(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """The keys that a case names; a place may have more, suggestions may be others besides."""
    for key, value in wanted.items():
        if key == "suggests":
            assert value in found["suggestions"]
        elif key == "places":
            assert len(found["places"]) == len(value), found
            for place, part in zip(found["places"], value, strict=True):
                assert part.items() <= place.items()
        else:
            assert found[key] == value, (key, found)
