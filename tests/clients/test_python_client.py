"""The client in Python: against answers of every kind, and against the service."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import responses
from headjudge_client import NDJSON, Client, Refused, Unreachable
from requests import PreparedRequest
from responses import matchers

from tests.conftest import PATIENCE, ROOT

URL = "http://judge.example:8000"
VALIDATE = f"{URL}/v1/validate"
BATCH = f"{URL}/v1/validate/batch"
TEAM = {"format": "modern", "decks": [{"list": "60 Forest"}, {"list": "60 Island"}]}
PROBLEM: dict[str, Any] = {
    "type": "/problems/schema",
    "status": 422,
    "detail": "The request has 2 faults.",
    "errors": [
        {"pointer": "/format", "detail": 'There is no format "mordern".'},
        {"pointer": "/decks", "detail": "`decks` is required."},
    ],
}


@pytest.fixture
def http(monkeypatch: pytest.MonkeyPatch) -> Iterator[responses.RequestsMock]:
    """What the service answers, in order; all of it has to be asked for."""
    monkeypatch.setattr("headjudge_client.BACKOFF", 0)
    with responses.RequestsMock(assert_all_requests_are_fired=True) as mock:
        yield mock


@pytest.fixture
def client(http: responses.RequestsMock) -> Iterator[Client]:
    with Client(URL + "/", language="de") as client:
        yield client


def answered(request: PreparedRequest) -> tuple[int, dict[str, str], str]:
    """A line for each line."""
    assert request.headers["Content-Type"] == NDJSON
    lines = str(request.body, "utf-8").splitlines()  # type: ignore[arg-type]
    answers = [
        {"id": json.loads(line)["id"], "line": number, "status": 200, "report": {"legal": True}}
        for number, line in enumerate(lines, 1)
    ]
    return 200, {}, "".join(json.dumps(answer) + "\n" for answer in answers)


def test_a_team_is_sent_as_it_is(http: responses.RequestsMock, client: Client) -> None:
    sent = [
        matchers.json_params_matcher(TEAM | {"as_of": "2024-10-01"}),
        matchers.header_matcher({"Accept-Language": "de", "Content-Type": "application/json"}),
        matchers.query_param_matcher({"include": "cards"}),
    ]
    http.post(VALIDATE, json={"legal": True}, match=sent)
    team = TEAM | {"as_of": datetime.date(2024, 10, 1)}
    assert client.validate(team, include="cards")["legal"] is True


def test_every_fault_is_in_the_text(http: responses.RequestsMock, client: Client) -> None:
    http.post(VALIDATE, status=422, json=PROBLEM, headers={"X-Request-ID": "abc"})
    with pytest.raises(Refused) as refused:
        client.validate({})
    assert (refused.value.status, refused.value.request_id) == (422, "abc")
    assert refused.value.problem["type"] == "/problems/schema"
    for fault in PROBLEM["errors"]:
        assert fault["detail"] in str(refused.value)


@pytest.mark.parametrize(("status", "headers"), [(503, {}), (429, {}), (429, {"Retry-After": "0"})])
def test_a_busy_service_is_asked_again(
    http: responses.RequestsMock, client: Client, status: int, headers: dict[str, str]
) -> None:
    http.post(VALIDATE, status=status, json={"type": "/problems/busy"}, headers=headers)
    http.post(VALIDATE, json={"legal": True})
    assert client.validate(TEAM)["legal"] is True


def test_a_service_that_stays_busy_refuses(http: responses.RequestsMock) -> None:
    http.post(VALIDATE, status=503, json={"type": "/problems/not-ready", "detail": "Later."})
    with Client(URL, retries=1) as client, pytest.raises(Refused, match="Later"):
        client.validate(TEAM)


@pytest.mark.parametrize(
    "answer",
    [
        {"body": requests.ConnectionError("no route")},
        {"body": "<html>", "status": 200},
        {"body": "<html>", "status": 502},
        {"json": {"error": "no"}, "status": 404},
        {"body": "", "status": 301, "headers": {"Location": "http://other.example"}},
    ],
)
def test_answers_of_other_servers(http: responses.RequestsMock, answer: dict[str, Any]) -> None:
    http.post(VALIDATE, **answer)
    with Client(URL, retries=0) as client, pytest.raises(Unreachable, match=r"judge\.example"):
        client.validate(TEAM)


def test_an_entity_tag_saves_a_download(http: responses.RequestsMock, client: Client) -> None:
    address = f"{URL}/v1/facts"
    http.get(address, json={"fingerprint": "a"}, headers={"ETag": '"a"'})
    same = [matchers.header_matcher({"If-None-Match": '"a"'})]
    http.get(address, status=304, match=same)
    http.get(address, json={"fingerprint": "b"}, headers={"ETag": '"b"'}, match=same)
    found = [client.get("/v1/facts")["fingerprint"] for _ in range(3)]
    assert found == ["a", "a", "b"]


def test_parameters_fill_the_path_and_the_query(
    http: responses.RequestsMock, client: Client
) -> None:
    http.get(f"{URL}/v1/cards/Fire%20%2F%2F%20Ice", json={"name": "Fire // Ice"})
    assert client.get("/v1/cards/{title}", title="Fire // Ice", as_of=None)
    query = [matchers.query_param_matcher({"sets": "DOM,M19", "as_of": "2018-08-01"})]
    http.get(f"{URL}/v1/products/checklist", json={"sets": []}, match=query)
    day = datetime.date(2018, 8, 1)
    assert client.get("/v1/products/checklist", sets=["DOM", "M19"], as_of=day) == {"sets": []}
    with pytest.raises(ValueError, match="needs a value for id"):
        client.get("/v1/banlists/{id}")


def test_a_batch_is_sent_in_portions_and_numbered_through(
    http: responses.RequestsMock, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headjudge_client.TEAMS_AT_ONCE", 2)
    http.add_callback("POST", BATCH, answered)
    answers = [*client.batch({**TEAM, "id": number} for number in range(5))]
    assert [(one["id"], one["line"]) for one in answers] == [(n, n + 1) for n in range(5)]
    assert len(http.calls) == 3


def test_no_team_asks_nothing(client: Client) -> None:
    assert list(client.batch([])) == []


def test_a_batch_that_is_cut_off_is_no_success(
    http: responses.RequestsMock, client: Client
) -> None:
    http.post(BATCH, body='{"id": 0, "line": 1, "status": 200, "report": {}}\n')
    answers = client.batch([{**TEAM, "id": number} for number in range(2)])
    assert next(answers)["line"] == 1
    with pytest.raises(Unreachable, match="left 1 of 2 teams unanswered"):
        next(answers)


def test_the_readme_works_against_the_service(port: int) -> None:
    readme = (ROOT / "clients" / "python" / "README.md").read_text("utf-8")
    code = readme.partition("```py\n")[2].partition("```")[0]
    done = subprocess.run(
        [sys.executable, "-c", code.replace("127.0.0.1:8000", f"127.0.0.1:{port}")],
        env={"PYTHONPATH": str(ROOT / "clients" / "python")},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "Naturalize" in done.stdout


def test_all_that_it_does_is_done_by_the_service(port: int) -> None:
    with Client(f"http://127.0.0.1:{port}") as client:
        (answer,) = client.batch([TEAM | {"id": "a", "as_of": "2024-10-01"}])
        assert (answer["id"], answer["report"]["legal"]) == ("a", True)
        facts = client.get("/v1/facts")
        assert client.get("/v1/facts") == facts
        assert facts["fingerprint"] == answer["report"]["ruleset"]["fingerprint"]
        with pytest.raises(Refused, match="mordern"):
            client.validate(TEAM | {"format": "mordern"})
