"""Lists by link in requests: fetched before they are judged, or refused with a pointer."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import pytest
import responses
from flask.testing import FlaskClient
from requests import ConnectTimeout, PreparedRequest
from werkzeug.test import TestResponse

from headjudge.links import Links, Settings
from headjudge.web import fetched_lists
from headjudge.web.fetched_lists import REQUESTS_MAX
from headjudge.web.http import Problem
from headjudge.web.limits import LIMITS
from headjudge.web.pages.event import entries, judging
from tests.conftest import PATIENCE
from tests.links.sites import NETWORK, RECORDED

BY_SITE = {one.site: one for one in RECORDED}
MOXFIELD, GITHUB = BY_SITE["Moxfield"], BY_SITE["GitHub"]
RAW = "https://raw.githubusercontent.com/ann/decks/main"


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> None:
    by = Links(Settings(agent="headjudge/test"), NETWORK)
    monkeypatch.setattr(fetched_lists, "links", lambda: by)


@pytest.fixture
def sites(on: None) -> Iterator[responses.RequestsMock]:
    """Links are on, and what is not answered by the test cannot be reached."""
    with responses.RequestsMock() as mocked:
        yield mocked


def ask(client: FlaskClient, *decks: Any, **team: Any) -> TestResponse:
    asked = {"format": "modern", "as_of": "2024-10-01", "decks": decks, **team}
    return client.post("/v1/validate", json=asked)


def faults(response: TestResponse, status: int) -> dict[str, str]:
    assert response.status_code == status, response.text
    return {
        fault["pointer"]: fault["detail"].removeprefix(f"{fault['pointer'][1:]}: ")
        for fault in response.get_json()["errors"]
    }


def test_links_are_off_unless_switched_on(client: FlaskClient) -> None:
    found = faults(ask(client, {"url": MOXFIELD.page}, {"list": "60 Forest"}), 422)
    (said,) = found.values()
    assert list(found) == ["/decks/0/url"]
    assert said == "This service does not fetch lists by link: send the text of the list."


def test_a_list_is_judged_from_its_link(client: FlaskClient, sites: responses.RequestsMock) -> None:
    MOXFIELD.answer(sites)
    sites.get(f"{RAW}/ben.txt", "5 Duress\n55 Swamp\n")
    ben = f"{RAW}/ben.txt"
    report = ask(client, {"url": MOXFIELD.page}, {"url": ben, "player": "Ben"}).get_json()
    assert [deck["player"] for deck in report["decks"]] == ["Ann", "Ben"]
    assert [one["code"] for one in report["violations"]] == [
        "sideboard-not-allowed", "combined-copies",
    ]  # fmt: skip
    (place,) = report["violations"][1]["places"]
    assert place == {
        "deck": 1, "section": "main", "line": 1, "count": 5, "text": "5 Duress",
    }  # fmt: skip
    told = [one for one in report["notices"] if one["code"] == "list-fetched"]
    assert [one["places"][0]["deck"] for one in told] == [0, 1]
    assert f"read from {MOXFIELD.page}, as Moxfield gave it on " in told[0]["message"]


@pytest.mark.parametrize(
    "deck",
    [
        {"url": MOXFIELD.page, "list": "60 Forest"},
        {"url": MOXFIELD.page, "main": []},
        {"url": MOXFIELD.page, "sideboard": []},
        {"url": MOXFIELD.page, "syntax": "json"},
        {"url": "https://example.org/deck"},
        {"url": "http://moxfield.com/decks/abcdef"},
        {"url": "https://127.0.0.1/"},
        {"url": "60 Forest"},
        {"url": ""},
        {"url": None},
        {"url": 7},
        {},
    ],
)
def test_other_addresses_are_never_fetched(
    client: FlaskClient, sites: responses.RequestsMock, deck: dict[str, Any]
) -> None:
    found = faults(ask(client, {"list": "60 Forest"}, deck), 422)
    assert all(pointer.startswith("/decks/1") for pointer in found)


@pytest.mark.parametrize(
    ("answer", "status", "kind", "words", "code"),
    [
        ({"status": 404}, 422, "schema", "no deck at this address, or it is private", "wrong-link"),
        ({"status": 403}, 502, "link", "refuses this program", "failed-link"),
        ({"status": 418}, 502, "link", "status 418", "failed-link"),
        ({"body": "<html>"}, 502, "link", "web page", "failed-link"),
        ({"body": "x" * 2_000_001}, 502, "link", "larger than 2 MB", "failed-link"),
        ({"body": ConnectionResetError()}, 502, "link", "cannot be reached", "failed-link"),
        ({"body": ConnectTimeout()}, 504, "link-timeout", "did not answer in time", "failed-link"),
    ],
)
def test_a_site_that_gives_no_list(
    client: FlaskClient,
    sites: responses.RequestsMock,
    answer: dict[str, Any],
    status: int,
    kind: str,
    words: str,
    code: str,
) -> None:
    sites.get(GITHUB.source, **answer)
    response = ask(client, {"list": "60 Forest"}, {"url": GITHUB.page})
    found = faults(response, status)
    assert list(found) == ["/decks/1/url"]
    assert words in found["/decks/1/url"]
    problem = response.get_json()
    assert problem["type"] == f"/problems/{kind}"
    assert [fault["code"] for fault in problem["errors"]] == [code]
    assert words in problem["detail"]


def test_when_to_come_again_is_passed_on(
    client: FlaskClient, sites: responses.RequestsMock
) -> None:
    sites.get(GITHUB.source, status=429, headers={"Retry-After": "77"})
    response = ask(client, {"url": GITHUB.page}, {"list": "60 Forest"})
    assert "429" in faults(response, 502)["/decks/0/url"]
    assert response.headers["Retry-After"] == "77"


def test_every_link_that_fails_is_told(client: FlaskClient, sites: responses.RequestsMock) -> None:
    sites.get(f"{RAW}/a", status=418)
    sites.get(f"{RAW}/b", body=ConnectTimeout())
    a, b = ({"url": f"{RAW}/{name}"} for name in "ab")
    assert list(faults(ask(client, a, b), 502)) == ["/decks/0/url", "/decks/1/url"]


def test_a_link_that_is_given_twice_is_fetched_once(
    client: FlaskClient, sites: responses.RequestsMock
) -> None:
    GITHUB.answer(sites)
    assert ask(client, {"url": GITHUB.page}, {"url": GITHUB.page}).status_code == 200
    assert len(sites.calls) == 1


def test_a_text_of_several_lists(client: FlaskClient, sites: responses.RequestsMock) -> None:
    sites.get(f"{RAW}/both", "Player A: Ann\n60 Forest\n\nPlayer B: Ben\n60 Island\n")
    report = ask(client, {"url": f"{RAW}/both"}).get_json()
    codes = [one["code"] for one in report["notices"]]
    assert len(report["decks"]) == 2
    assert codes.count("list-fetched") == codes.count("decks-split") == 1


def test_too_many_lines(client: FlaskClient, sites: responses.RequestsMock) -> None:
    sites.get(f"{RAW}/long", "1 Forest\n" * 2_001)
    found = faults(ask(client, {"url": f"{RAW}/long"}, {"list": "60 Forest"}), 422)
    assert list(found) == ["/decks"]
    sites.get(f"{RAW}/longer", "1 Forest\n" * 2_001)
    response = client.post("/v1/decklists/parse", json={"url": f"{RAW}/longer"})
    assert "2000 lines" in next(iter(faults(response, 422).values()))


def test_a_pool_by_link(client: FlaskClient, sites: responses.RequestsMock) -> None:
    sites.get(f"{RAW}/pool", "3 Opt\n1 Duress\n")
    decks = [{"main": [{"name": "Opt", "count": 4}, {"name": "Island", "count": 36}]}] * 2
    report = ask(client, *decks, format="sealed", pool={"url": f"{RAW}/pool"}).get_json()
    assert [(one["code"], one["card"]) for one in report["violations"]] == [
        ("pool-exceeded", "Opt")
    ]
    assert "list-fetched" in [one["code"] for one in report["notices"]]


def test_lists_alone(client: FlaskClient, sites: responses.RequestsMock) -> None:
    MOXFIELD.answer(sites)
    parsed = client.post("/v1/decklists/parse", json={"url": MOXFIELD.page}).get_json()
    assert (parsed["syntax"], parsed["because"]) == (
        "text", "a deck document of Moxfield, a line a card",
    )  # fmt: skip


def test_lines_of_a_batch(client: FlaskClient, sites: responses.RequestsMock) -> None:
    GITHUB.answer(sites)
    sites.get(f"{RAW}/gone", status=404)
    urls = [GITHUB.page, f"{RAW}/gone", None]
    decks = [[{"url": url} if url else {"list": "60 Forest"}] * 2 for url in urls]
    body = "".join(json.dumps({"format": "modern", "decks": two}) + "\n" for two in decks)
    response = client.post("/v1/validate/batch", data=body, content_type="application/x-ndjson")
    answers = [json.loads(line) for line in response.text.splitlines()]
    assert [answer["status"] for answer in answers] == [200, 422, 200]
    assert answers[1]["problem"]["errors"][0]["pointer"] == "/decks/0/url"


def test_the_teams_of_an_event_share_its_links(sites: responses.RequestsMock) -> None:
    MOXFIELD.answer(sites)
    day = "2024-10-01"
    event = {"format": "modern", "as_of": day, "policy": "combined-four"}
    team = {"decks": [{"url": MOXFIELD.page}, {"list": "60 Forest"}]}
    found = [
        entries.entry_of(number, number, json.dumps(team), event)
        for number in range(LIMITS.links + 1)
    ]
    *others, last = judging.judge_entries(found, datetime.date.fromisoformat(day))
    assert "unasked" not in [one.state for one in others]
    assert last.faults == (f"A request may name {LIMITS.links} lists by link.",)


def test_fetching_leaves_threads_to_others(
    client: FlaskClient,
    sites: responses.RequestsMock,
    application: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        fetched_lists.ListFetcher.__init__, "__defaults__", (LIMITS.links, PATIENCE)
    )
    all_wait, go_on = Barrier(REQUESTS_MAX + 1), Event()

    def answer(request: PreparedRequest) -> tuple[int, dict[str, str], str]:
        all_wait.wait(PATIENCE)
        go_on.wait(PATIENCE)
        return 200, {}, "60 Forest"

    sites.add_callback(responses.GET, f"{RAW}/slow", answer)
    deck = {"url": f"{RAW}/slow"}
    with ThreadPoolExecutor() as threads:
        asked = [
            threads.submit(ask, application.test_client(), deck, deck) for _ in range(REQUESTS_MAX)
        ]
        all_wait.wait(PATIENCE)
        refused = ask(client, deck, deck)
        without = ask(client, {"list": "60 Forest"}, {"list": "60 Forest"})
        go_on.set()
    assert "/decks/0/url" in faults(refused, 503)
    assert refused.headers["Retry-After"] == "5"
    assert [one.result().status_code for one in asked] == [200] * REQUESTS_MAX
    assert without.status_code == 200
    GITHUB.answer(sites)
    assert ask(client, {"url": GITHUB.page}, {"list": "60 Forest"}).status_code == 200


def test_the_time_of_a_request_is_shared(
    sites: responses.RequestsMock,
) -> None:
    fetcher = fetched_lists.ListFetcher(seconds=0.0)
    with pytest.raises(Problem) as raised:
        fetcher.fetch({"/decks/0": {"url": GITHUB.page}})
    assert raised.value.status == 504
    assert len(sites.calls) == 0


def test_the_setting_is_read_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    read = fetched_lists.links.__wrapped__
    assert read() is None
    monkeypatch.setenv("HEADJUDGE_LINKS", "on")
    assert isinstance(read(), Links)
