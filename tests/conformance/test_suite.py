"""The conformance suite: its files, and the answers of Headjudge and of a second reading."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient

from headjudge.cli.commands import conformance
from headjudge.cli.commands.conformance import Case, Outcome
from tests.conformance import referee
from tools.conformance.__main__ import TOPICS, main

SUITE = Path(__file__).parents[2] / "conformance"
FILES = sorted(path for level in conformance.LEVELS for path in (SUITE / level).glob("*.json"))
ADAPTER = runpy.run_path(str(SUITE / "adapters" / "service.py"))
CASES = conformance.load_cases(SUITE)


def test_there_are_cases_of_each_topic_and_each_has_an_id_of_its_own() -> None:
    assert len(CASES) >= 600
    assert Counter(case.id for case in CASES).most_common(1)[0][1] == 1
    assert {f"{path.parent.name}/{path.stem}" for path in FILES} == {*TOPICS}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_as_the_schema_asks(path: Path) -> None:
    schema = json.loads((SUITE / "schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(path.read_text(encoding="utf-8")))


def test_the_files_are_what_the_facts_give(tmp_path: Path) -> None:
    main(tmp_path)
    for path in FILES:
        written = tmp_path / path.relative_to(SUITE)
        assert written.read_text(encoding="utf-8") == path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("topic", sorted({case.topic for case in CASES}))
def test_headjudge_answers_as_expected(client: FlaskClient, topic: str) -> None:
    _assert_passed(topic, lambda case: ADAPTER["OPERATIONS"][case.operation](client, case.request))


@pytest.mark.parametrize("topic", sorted({case.topic for case in CASES}))
def test_a_second_reading_of_the_rules_answers_as_expected(topic: str) -> None:
    _assert_passed(topic, lambda case: referee.answer(case.operation, dict(case.request)))


def _assert_passed(topic: str, answer: Any) -> None:
    results = [conformance.judge(case, answer(case)) for case in CASES if case.topic == topic]
    failed = [
        (result.case.id, result.differences)
        for result in results
        if result.outcome is not Outcome.PASSED
    ]
    assert results
    assert not failed


def test_another_answer_is_a_failure_of_the_case() -> None:
    case = next(case for case in CASES if case.expect.get("violations"))
    legal = conformance.judge(case, {"legal": True, "violations": []})
    assert legal.outcome is Outcome.FAILED
    more = [*case.expect["violations"], {"code": "main-too-small"}]
    assert conformance.judge(case, {"legal": False, "violations": more}).differences == (
        'besides: "main-too-small"',
    )
    assert conformance.judge(case, {"legal": False}).outcome is Outcome.VERDICT_ALONE
    assert conformance.judge(case, None).outcome is Outcome.FAILED
    assert conformance.judge(case, {"unsupported": True}).outcome is Outcome.UNSUPPORTED


def test_a_case_expects_counts_as_they_are() -> None:
    case = Case("required", "titles", "x", "parse", {}, {"main": {"a": 2}, "unread": 0}, "")
    assert conformance.judge(case, {"main": {"a": 2}, "unread": 0}).outcome is Outcome.PASSED
    assert conformance.judge(case, {"main": {"a": 1}, "unread": 0}).outcome is Outcome.FAILED
