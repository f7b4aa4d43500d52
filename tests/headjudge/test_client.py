"""The client of the service, against answers of every kind."""

from __future__ import annotations

import datetime
import json
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import responses
import yaml
from requests import PreparedRequest
from responses import matchers

from headjudge import client as module
from headjudge.client import Client, Refused, ServiceError, Unreachable
from headjudge.documents import BatchTeam, Deck, Team
from headjudge.retries import LONGEST_WAIT
from tests.conftest import ROOT

URL = "http://judge.example:8000"
VALIDATE = f"{URL}/v1/validate"
BATCH = f"{URL}/v1/validate/batch"
TEAM: Team = {"format": "modern", "decks": [{"list": "60 Forest"}, {"list": "60 Island"}]}
PROBLEM = {
    "type": "/problems/schema",
    "title": "The request is not valid",
    "status": 422,
    "detail": 'There is no format "mordern".',
    "errors": [{"pointer": "/format", "detail": 'There is no format "mordern".'}],
}
BUSY = {"type": "about:blank", "title": "Too Many Requests", "status": 429, "detail": "Later."}


@pytest.fixture
def http() -> Iterator[responses.RequestsMock]:
    """What the service answers, in order; all of it has to be asked for."""
    with responses.RequestsMock() as mock:
        yield mock


@pytest.fixture
def client() -> Iterator[Client]:
    with Client(URL + "/") as client:
        yield client


def test_a_team_is_sent_as_it_is(http: responses.RequestsMock, client: Client) -> None:
    agent = matchers.header_matcher({"Content-Type": "application/json"})
    http.post(
        VALIDATE, json={"legal": True}, match=[matchers.json_params_matcher(dict(TEAM)), agent]
    )
    assert client.validate(TEAM)["legal"] is True
    assert str(http.calls[0].request.headers["User-Agent"]).startswith("headjudge/")


def test_a_program_names_itself(http: responses.RequestsMock) -> None:
    http.post(VALIDATE, json={})
    Client(URL, user_agent="registration/2").validate(TEAM)
    assert str(http.calls[0].request.headers["User-Agent"]).startswith("registration/2 headjudge/")


def test_a_program_says_how_it_wants_to_be_answered(http: responses.RequestsMock) -> None:
    http.post(VALIDATE, json={})
    Client(URL, language="de").validate(TEAM)
    sent = http.calls[0].request.headers
    assert sent["Accept-Language"] == "de"


def test_a_program_need_not_say_how_it_is_answered(
    http: responses.RequestsMock, client: Client
) -> None:
    http.post(VALIDATE, json={})
    client.validate(TEAM)
    assert "Accept-Language" not in http.calls[0].request.headers


def test_a_lone_surrogate_is_sent_escaped(http: responses.RequestsMock, client: Client) -> None:
    http.post(VALIDATE, json={})
    client.validate({"format": "modern", "decks": [{"list": "4 Opt\ud800"}]})
    assert http.calls[0].request.body == (b'{"format":"modern","decks":[{"list":"4 Opt\\ud800"}]}')


def test_a_problem_is_raised_whole(http: responses.RequestsMock, client: Client) -> None:
    http.post(VALIDATE, json=PROBLEM, status=422)
    with pytest.raises(Refused, match="mordern") as refused:
        client.validate(TEAM)
    assert refused.value.status == 422
    assert refused.value.problem == PROBLEM


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_service_is_asked_again(
    http: responses.RequestsMock, client: Client, status: int
) -> None:
    for _ in range(3):
        http.post(VALIDATE, json={**BUSY, "status": status}, status=status)
    http.post(VALIDATE, json={"legal": True})
    assert client.validate(TEAM)["legal"] is True


def test_a_service_that_asks_for_too_long_is_left_alone(
    http: responses.RequestsMock, client: Client
) -> None:
    http.post(VALIDATE, json=BUSY, status=429, headers={"Retry-After": str(LONGEST_WAIT + 1)})
    with pytest.raises(Refused) as refused:
        client.validate(TEAM)
    assert refused.value.status == 429


def test_a_wait_that_cannot_be_read_is_none(http: responses.RequestsMock, client: Client) -> None:
    http.post(VALIDATE, json=BUSY, status=503, headers={"Retry-After": "soon"})
    http.post(VALIDATE, json={"legal": True})
    assert client.validate(TEAM)["legal"] is True


def test_patience_ends(http: responses.RequestsMock) -> None:
    http.post(VALIDATE, json=BUSY, status=429)
    http.post(VALIDATE, json=BUSY, status=429)
    with pytest.raises(Refused, match="Later"):
        Client(URL, retries=1).validate(TEAM)


def test_a_fault_of_the_service_is_not_asked_again(
    http: responses.RequestsMock, client: Client
) -> None:
    http.post(VALIDATE, json={**PROBLEM, "status": 500}, status=500)
    with pytest.raises(Refused) as refused:
        client.validate(TEAM)
    assert refused.value.status == 500


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"body": "<html>", "status": 502}, "answered 502 Bad Gateway"),
        ({"body": "[]", "status": 404}, "answered 404 Not Found"),
        ({"json": {"detail": "of another kind"}, "status": 403}, "answered 403 Forbidden"),
        ({"body": "<html>"}, "no Headjudge"),
        ({"body": "[1]"}, "no Headjudge"),
        ({"body": b"\xff"}, "no Headjudge"),
        ({"status": 308, "headers": {"Location": "https://judge.example/"}}, "redirects to https"),
        ({"body": requests.ConnectionError("refused")}, "cannot be reached: refused"),
        ({"body": requests.ReadTimeout("slow")}, "cannot be reached: slow"),
    ],
)
def test_what_is_no_answer_is_said(
    http: responses.RequestsMock, client: Client, answer: dict[str, Any], says: str
) -> None:
    http.post(VALIDATE, **answer)
    with pytest.raises(Unreachable, match=says):
        client.validate(TEAM)


@pytest.mark.parametrize("url", ["judge.example", "ftp://judge.example", "http://", "http://a..b"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(Unreachable, match="cannot be reached"):
        Client(url, retries=0).validate(TEAM)


def test_proxies_are_those_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def send(self: object, request: PreparedRequest, **options: Any) -> requests.Response:
        seen.append((options["proxies"].get("http"), options["timeout"]))
        raise requests.ConnectionError("seen")

    monkeypatch.setattr("requests.adapters.HTTPAdapter.send", send)
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("http_proxy", "http://proxy.example:3128")
    with pytest.raises(ServiceError):
        Client(URL, timeout=3).validate(TEAM)
    assert seen == [("http://proxy.example:3128", 3)]


def teams(count: int) -> Iterator[BatchTeam]:
    for number in range(count):
        yield {**TEAM, "id": number}


def answered(request: PreparedRequest) -> tuple[int, dict[str, str], str]:
    assert isinstance(request.body, bytes)
    asked = map(json.loads, request.body.splitlines())
    answers = (
        {"id": team["id"], "line": line, "status": 200, "report": {"legal": True}}
        for line, team in enumerate(asked, 1)
    )
    return 200, {}, "".join(json.dumps(answer) + "\n" for answer in answers)


def test_a_batch_is_answered_in_order(
    http: responses.RequestsMock, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TEAMS_AT_ONCE", 3)
    http.add_callback("POST", BATCH, answered)
    answers = list(client.validate_batch(teams(7)))
    assert [(answer["id"], answer["line"]) for answer in answers] == [
        (number, number + 1) for number in range(7)
    ]
    assert len(http.calls) == 3
    assert "Transfer-Encoding" not in http.calls[0].request.headers


def test_a_batch_is_taken_as_it_is_answered(
    http: responses.RequestsMock, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TEAMS_AT_ONCE", 2)
    http.add_callback("POST", BATCH, answered)
    waiting = teams(100)
    answers = client.validate_batch(waiting)
    assert next(answers)["id"] == 0
    assert next(waiting)["id"] == 2


def test_no_team_asks_nothing(client: Client) -> None:
    assert list(client.validate_batch([])) == []


def test_a_batch_that_is_cut_off_is_no_success(
    http: responses.RequestsMock, client: Client
) -> None:
    http.post(BATCH, body='{"id": 0, "line": 1, "status": 200, "report": {}}\n')
    answers = client.validate_batch(teams(2))
    assert next(answers)["line"] == 1
    with pytest.raises(Unreachable, match="left 1 of 2 lines unanswered"):
        next(answers)


def test_lists_alone(http: responses.RequestsMock, client: Client) -> None:
    http.post(
        f"{URL}/v1/decklists/parse", json={"syntax": "text"},
        match=[matchers.json_params_matcher({"list": "4 Opt"})],
    )  # fmt: skip
    assert client.parse({"list": "4 Opt"})["syntax"] == "text"


@pytest.fixture
def real(port: int) -> Iterator[Client]:
    """A client of a running service."""
    with Client(f"http://127.0.0.1:{port}") as client:
        yield client


def test_the_service_answers(real: Client) -> None:
    report = real.validate({**TEAM, "as_of": "2024-10-01"})
    assert (report["legal"], report["ruleset"]["as_of"]) == (True, "2024-10-01")


def test_the_service_refuses(real: Client) -> None:
    with pytest.raises(Refused) as refused:
        real.validate({**TEAM, "format": "mordern"})
    assert refused.value.status == 422
    assert refused.value.problem["errors"][0]["pointer"] == "/format"


def test_the_service_answers_a_batch(real: Client) -> None:
    wrong: BatchTeam = {"id": "wrong", "format": "mordern", "decks": []}
    asked = [*teams(module.TEAMS_AT_ONCE), wrong, *teams(2)]
    answers = list(real.validate_batch(asked))
    assert [answer["id"] for answer in answers] == [team["id"] for team in asked]
    assert [answer["line"] for answer in answers] == list(range(1, len(asked) + 1))
    assert [answer["line"] for answer in answers if answer["status"] != 200] == [
        module.TEAMS_AT_ONCE + 1
    ]


def test_the_service_reads_lists(real: Client) -> None:
    assert real.parse({"list": "4 opt"})["decks"][0]["cards"][0]["name"] == "Opt"


def test_a_dead_port_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("urllib3.util.retry.time.sleep", waited.append)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(Unreachable, match="cannot be reached"):
        Client(url).validate(TEAM)
    assert waited == []
    with pytest.raises(Unreachable):
        Client(url, retries=2).validate(TEAM)
    assert waited


def test_a_date_is_sent_as_one(http: responses.RequestsMock, client: Client) -> None:
    http.post(VALIDATE, json={})
    client.validate({**TEAM, "as_of": datetime.date(2024, 10, 1)})
    assert b'"as_of":"2024-10-01"' in (http.calls[0].request.body or b"")


def test_a_refusal_names_the_request(http: responses.RequestsMock, client: Client) -> None:
    http.post(VALIDATE, json=PROBLEM, status=422, headers={"X-Request-ID": "abc"})
    with pytest.raises(Refused) as refused:
        client.validate(TEAM)
    assert refused.value.request_id == "abc"


def test_the_facts_are_asked_for(port: int) -> None:
    with Client(f"http://127.0.0.1:{port}") as client:
        assert client.card("fire // ice")["name"] == "Fire // Ice"
        assert "modern" in [one["id"] for one in client.formats()["formats"]]
        day = datetime.date(2024, 12, 16)
        assert client.banlist("modern", day)["version"] == "2024-12-16"
        assert client.banlist_changes(day, "modern")["changes"][-1]["version"] == "2024-12-16"
        assert isinstance(client.get("/v1/policies"), dict)
        (answer,) = client.validate_batch([{**TEAM, "id": 1}])
        assert answer["report"]["legal"] is True


def test_the_documentation_of_each_method_is_its_docstring() -> None:
    rows = {
        row.partition("(")[0].removeprefix("| `"): row.split(" | ")[1].removesuffix(" |")
        for row in (ROOT / "docs/integration.md").read_text("utf-8").splitlines()
        if row.startswith("| `") and "(" in row
    }
    for name in dir(Client):
        if not name.startswith("_"):
            assert rows[name] == (getattr(Client, name).__doc__ or "").partition("\n")[0]


OF_OTHERS = {
    "/healthz", "/metrics", "/openapi.yaml", "/openapi.json", "/v1/banlists/{id}/versions/{date}",
}  # fmt: skip
"""Paths for probes and generators; a version is a banlist on its day."""


def test_every_resource_has_a_method(real: Client) -> None:
    asked: list[str] = []

    def remember(response: requests.Response, **_: object) -> None:
        asked.append(response.request.path_url.partition("?")[0])

    real._session.hooks["response"].append(remember)
    forests: Deck = {"list": "60 Forest"}
    day = "2024-12-15"
    real.validate(TEAM)
    list(real.validate_batch([{**TEAM, "id": 1}]))
    real.print_sheets(TEAM)
    real.parse(forests)
    real.card("Opt")
    assert "Naturalize" in real.search_cards("natura", format="modern", as_of=day)["titles"]
    assert real.card_history("modern", "Splinter Twin")["name"] == "Splinter Twin"
    real.formats()
    assert real.format("modern", day)["is_house_format"] is False
    assert real.banlists(day)["as_of"] == day
    real.banlist("modern")
    assert real.banlist_versions("modern")["id"] == "modern"
    assert "The One Ring" in real.banlist_diff("modern", day, "2024-12-16")["banned"]
    real.banlist_changes(day)
    real.policies()
    assert real.policy("tournament", day)["stands_for"] == "unified-2018"
    real.products(format="sealed", as_of="2018-05-12")
    assert real.checklist(["DOM"], day)["sets"][0]["code"] == "DOM"
    moved = real.assign_pool({"list": "1 Opt"}, [{"list": ""}], [{"card": "Opt", "to_deck": 0}])
    assert moved["decks"][0]["list"] == "1 Opt\n"
    assert real.codes()["codes"]
    assert real.readiness()["warnings"] == []
    contract = yaml.safe_load((ROOT / "openapi.yaml").read_text("utf-8"))
    missing = {
        path
        for path in contract["paths"]
        if not any(re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), one) for one in asked)
    }
    assert missing == OF_OTHERS
