"""From a row to a team: what is read of it, and what the service says of the same."""

from __future__ import annotations

import datetime
import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from cards import catalogue, use
from headjudge.cli.audit.corpus import LONGEST, Part, find, lines_of, parts_of
from headjudge.cli.audit.question import Question, facts_for
from headjudge.cli.audit.rows import PROBLEMS, NotJudged, Row, judge_row, rows_of
from headjudge.cli.audit.tables import RESULTS
from headjudge.web.inputs import question as teams
from headjudge.web.inputs import team as schemas
from headjudge.web.service.problems import Problem
from tests.conftest import ROOT
from validator.fingerprint import fingerprint

DAY = "2024-12-16"
FOREST = {"list": "60 Forest"}
BY_CARDS = {"main": [{"name": "Opt", "count": 4}, {"name": "Island", "count": 56.0}]}


def question(format: str = "modern", structure: str = "two-headed-giant") -> Question:
    facts = catalogue()
    policy, place = "combined-four", str(facts.path)
    return Question("c", format, DAY, structure, policy, None, fingerprint(facts), "", place)


def result(document: Any, asked: Question) -> dict[str, Any]:
    """The row of results of a line."""
    use(facts_for(asked))
    row, _ = judge_row(Row(1, json.dumps(document).encode()), "c", asked)
    return dict(zip(RESULTS.names, row, strict=True))


@pytest.mark.parametrize(
    ("document", "format"),
    [
        ({"decks": [FOREST, FOREST]}, "modern"),
        ({"decks": [FOREST]}, "modern"),
        ({"decks": [BY_CARDS, FOREST]}, "modern"),
        ({"decks": [BY_CARDS, BY_CARDS], "team": "We", "id": 3}, "modern"),
        ({"decks": [{"list": "4 Optt\n???\n56 Island"}, FOREST]}, "modern"),
        ({"decks": [{"list": "Player A\n60 Forest\n\nPlayer B\n60 Island"}]}, "modern"),
        ({"decks": [FOREST] * 3, "team_size": 3}, "modern"),
        ({"decks": [{**FOREST, "player": "Ann"}, {**FOREST, "format": "modern"}]}, "modern"),
        ({"decks": [{"list": "4 Opt\n56 Island", "syntax": "plain"}, FOREST]}, "modern"),
        ({"decks": [{"list": "40 Forest"}] * 2, "pool": {"list": "1 Opt"}}, "sealed"),
        (
            {"decks": [FOREST, FOREST], "pool": {"main": [{"name": "Opt", "count": 2}]},
             "product": {"DOM": 8}},
            "sealed",
        ),
        ({"decks": []}, "modern"),
        ({"decks": {}}, "modern"),
        ({"decks": [3]}, "modern"),
        ({"decks": [{}]}, "modern"),
        ({"decks": [{"list": 3}]}, "modern"),
        ({"decks": [{"list": "", "main": []}]}, "modern"),
        ({"decks": [{"main": [{"name": "Opt", "count": 0}]}]}, "modern"),
        ({"decks": [{"main": [{"name": "Opt", "count": True}]}]}, "modern"),
        ({"decks": [{**FOREST, "syntax": "none"}]}, "modern"),
        ({"decks": [{**FOREST, "player": 3}]}, "modern"),
        ({"decks": [{**FOREST, "sidebord": "15 Island"}]}, "modern"),
        ({"decks": [FOREST, FOREST], "team_size": 2.0}, "modern"),
        ({"decks": [FOREST, FOREST], "product": {"DOM": 8.0}}, "sealed"),
        ({"decks": [FOREST, FOREST], "product": {"DOM": "8"}}, "sealed"),
        ({"decks": [FOREST] * 9}, "modern"),
        ({"decks": [{"list": "1 Forest\n" * 2001}]}, "modern"),
        ({"decks": [FOREST, FOREST], "team_size": 1}, "modern"),
        ({"decks": [FOREST, FOREST], "team_size": "2"}, "modern"),
        ({"decks": [FOREST, FOREST], "product": {"NONE": 1}}, "sealed"),
        ({"decks": [FOREST, FOREST], "product": []}, "sealed"),
        ([], "modern"),
    ],
)  # fmt: skip
def test_a_request_is_answered_as_by_the_service(document: Any, format: str) -> None:
    asked = question(format)
    found = result(document, asked)
    sent = document
    if isinstance(document, dict):
        sent = {"format": asked.format, "as_of": DAY} | document
    try:
        report = teams.judge(schemas.load(schemas.BATCH_LINE, sent), datetime.date(2000, 1, 1))
    except Problem:
        assert found["problem"] in PROBLEMS
        return
    said = report.as_dict()
    assert found["problem"] is None
    assert found["legal"] == said["legal"]
    assert found["codes"] == [*dict.fromkeys(one["code"] for one in said["violations"])]
    assert found["notices"] == [*dict.fromkeys(one["code"] for one in said["notices"])]
    assert found["digests"] == [deck["digest"] for deck in said["decks"]]


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ({"format": "pauper", "decks": [FOREST]}, "other-format"),
        ({"decks": [{**FOREST, "format": "pauper"}]}, "other-format"),
        ({"structure": "individual", "decks": [FOREST]}, "other-format"),
        ({"house": {}, "decks": [FOREST]}, "other-format"),
        ({"decks": [{"url": "https://example.org"}]}, "wrong-request"),
        ({"decks": [FOREST, FOREST], "prodct": {}}, "wrong-request"),
        ({"deck1": "60 Forest", "team": "We"}, "wrong-request"),
    ],
)
def test_what_is_not_judged_says_why(document: Any, problem: str) -> None:
    found = result(document, question())
    assert (found["problem"], found["legal"]) == (problem, None)
    assert found["message"]


def test_each_problem_is_described() -> None:
    page = (ROOT / "docs" / "audit.md").read_text("utf-8")
    assert [code for code, when in PROBLEMS.items() if f"| `{code}` | {when} |" not in page] == []


def test_names_of_rows_can_always_be_written() -> None:
    found = result({"id": 1.5, "team": "\ud800", "decks": [FOREST, FOREST]}, question())
    assert (found["id"], found["team"]) == ("1.5", "\\ud800")


def test_the_day_and_the_policy_are_those_of_the_audit() -> None:
    decks = [{"list": "3 Opt\n57 Island"}, FOREST]
    sent = {"as_of": "1990-01-01", "policy": "none", "also": ["none"], "decks": decks}
    found = result(sent, question())
    assert (found["legal"], found["problem"]) == (True, None)


def test_a_fault_is_named_with_its_place() -> None:
    found = result({"decks": [FOREST, {"list": 3}]}, question())
    assert found["message"] == "/decks/1/list: This must be a string."


def parts(path: Path, block: int) -> list[Part]:
    (file,) = find(str(path))
    return parts_of(file, block)


@given(texts=st.lists(st.text("ab", max_size=5)), block=st.integers(1, 20), ended=st.booleans())
def test_parts_are_whole_lines_that_follow_each_other(
    texts: list[str], block: int, ended: bool
) -> None:
    data = ("\n".join(texts) + "\n" * ended).encode()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "c.ndjson"
        path.write_bytes(data)
        found = parts(path, block)
        rows = [(row.number, row.content) for part in found for row in rows_of(part)]
    stops = [part.stop for part in found]
    assert [part.start for part in found] == [0, *stops[:-1]][: len(found)]
    assert stops[-1:] == ([len(data)] if data else [])
    assert rows == [
        (number, line)
        for number, line in enumerate(data.splitlines(keepends=True), 1)
        if line.strip()
    ]
    for part in found:
        assert part.row == 1 + data[: part.start].count(b"\n")
        # None is longer than a block by more than its last line.
        rest = data[part.start + block : (part.stop or 0) - 1]
        assert b"\n" not in rest


def test_long_lines_are_passed_over() -> None:
    data = b"a\n" + b"x" * (3 * LONGEST) + b"\nb"
    assert [*lines_of(io.BytesIO(data))] == [(b"a\n", 2), (None, 3 * LONGEST + 1), (b"b", 1)]


def test_what_parquet_gives_as_null_was_not_sent(tmp_path: Path) -> None:
    pool = pa.map_(pa.string(), pa.int64())
    rows = [
        {"id": "a", "decks": [{"list": "40 Forest", "main": None}], "product": None},
        {"id": None, "decks": [{"list": None, "main": BY_CARDS["main"]}], "product": {"DOM": 8}},
    ]
    card = pa.struct({"name": pa.string(), "count": pa.float64()})
    deck = pa.struct({"list": pa.string(), "main": pa.list_(card)})
    schema = pa.schema({"id": pa.string(), "decks": pa.list_(deck), "product": pool})
    parquet.write_table(pa.Table.from_pylist(rows, schema), tmp_path / "c.parquet")
    (part,) = parts(tmp_path / "c.parquet", 100_000)
    assert [row.content for row in rows_of(part)] == [
        {"id": "a", "decks": [{"list": "40 Forest"}]},
        {"decks": [{"main": BY_CARDS["main"]}], "product": {"DOM": 8}},
    ]


def test_a_row_that_was_not_read_is_a_row_of_the_results() -> None:
    row, entries = judge_row(Row(7, NotJudged("too-long")), "c", question())
    assert (row[1], row[-2:], entries) == (7, ("too-long", PROBLEMS["too-long"]), [])
