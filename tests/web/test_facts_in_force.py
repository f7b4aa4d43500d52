"""Which facts answer a request: those in force when it came, and never two of them."""

from __future__ import annotations

import gc
import json
import sqlite3
import weakref
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import banlists
import cards
from app import create_app
from cards import Catalogue
from cards.in_force import FactsFolder
from cards.store import SETTING
from headjudge.web.api.batch import MEDIA_TYPE
from headjudge.web.facts_in_force import LOOK_SECONDS, Facts
from tests.cards.small import small
from validator.fingerprint import fingerprint

OLD, NEW = "2026-10-01", "2026-11-01"
TEAM = {
    "format": "vintage",
    "as_of": "2026-11-21",
    "decks": [{"list": f"1 Card of {day}\n59 Forest"} for day in (OLD, NEW)],
}
"""Each of the two facts knows one of the two cards."""


class Clock:
    """Seconds that tests let pass."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def folder(tmp_path: Path) -> FactsFolder:
    (tmp_path / "facts").mkdir()
    folder = FactsFolder(tmp_path / "facts")
    update(folder, OLD)
    return folder


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def facts(folder: FactsFolder, clock: Clock) -> Facts:
    return Facts(folder, clock)


@pytest.fixture
def service(folder: FactsFolder, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A service that looks at the folder before each request."""
    monkeypatch.setenv(SETTING, str(folder.folder))
    monkeypatch.setattr("headjudge.web.facts_in_force.LOOK_SECONDS", 0)
    return create_app().test_client()


def update(folder: FactsFolder, day: str) -> None:
    folder.replace(small(folder.folder / "new.sqlite", day))


def unknown(report: Any) -> list[str]:
    """The days of the unknown cards."""
    faults = (one for one in report["violations"] if one["code"] == "unknown-card")
    return [place["text"][-10:] for one in faults for place in one["places"]]


def test_new_facts_are_taken_within_a_second(
    folder: FactsFolder, facts: Facts, clock: Clock
) -> None:
    first = facts.now()
    update(folder, NEW)
    assert facts.now() is first
    clock.now = LOOK_SECONDS
    assert str(facts.now().as_of) == NEW


def test_unchanged_facts_are_not_opened_again(facts: Facts, clock: Clock) -> None:
    first = facts.now()
    clock.now = LOOK_SECONDS
    assert facts.now() is first


def test_the_first_update_of_a_machine(tmp_path: Path, clock: Clock) -> None:
    folder = FactsFolder(tmp_path)
    facts = Facts(folder, clock)
    assert facts.now().digest == cards.catalogue().digest
    update(folder, NEW)
    clock.now = LOOK_SECONDS
    assert str(facts.now().as_of) == NEW


def test_damaged_facts_are_not_taken(folder: FactsFolder, facts: Facts, clock: Clock) -> None:
    first = facts.now()
    update(folder, NEW)
    folder.current.write_bytes(folder.current.read_bytes()[:8192])
    clock.now = LOOK_SECONDS
    assert facts.now().digest == first.digest
    assert facts.faults == ("facts.sqlite cannot be used: it is cut off.",)


def test_facts_that_do_not_fit_the_house_rules(
    folder: FactsFolder, facts: Facts, clock: Clock, houses: Path
) -> None:
    houses.mkdir()
    rules = f'name = "Ours"\nbase = "vintage"\nban = ["Card of {OLD}"]\n'
    (houses / "ours.toml").write_text(rules)
    first = facts.now()
    update(folder, NEW)
    clock.now = LOOK_SECONDS
    assert facts.now() is first
    assert any(f"Card of {OLD}" in fault for fault in facts.faults)


def test_old_facts_are_released_after_their_last_request(
    folder: FactsFolder, facts: Facts, clock: Clock
) -> None:
    old = weakref.ref(facts.now())
    held = facts.now()
    fingerprint(held)  # which is kept by its facts
    update(folder, NEW)
    clock.now = LOOK_SECONDS
    facts.now()
    gc.collect()
    assert old() is held
    assert held.find("Island").card
    del held
    gc.collect()
    assert old() is None


def test_each_request_is_answered_by_the_facts_in_force(
    folder: FactsFolder, service: FlaskClient
) -> None:
    for day, other in ((OLD, NEW), (NEW, OLD)):
        update(folder, day)
        report = service.post("/v1/validate", json=TEAM).get_json()
        assert report["ruleset"]["catalogue"] == day
        assert report["ruleset"]["fingerprint"] == fingerprint(folder.in_force().facts)
        assert unknown(report) == [other]


def test_a_batch_ends_by_the_facts_that_it_began_with(
    folder: FactsFolder, service: FlaskClient
) -> None:
    line = json.dumps(TEAM) + "\n"
    response = service.post(
        "/v1/validate/batch", data=line * 4, content_type=MEDIA_TYPE, buffered=False
    )
    pieces = response.iter_encoded()
    answers = [json.loads(next(pieces))]
    update(folder, NEW)
    other = service.post("/v1/validate", json=TEAM).get_json()
    answers += map(json.loads, pieces)
    response.close()
    assert other["ruleset"]["catalogue"] == NEW
    assert [unknown(one["report"]) for one in answers] == [[NEW]] * 4


def test_a_read_error_is_no_fault_of_the_request(
    service: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    with monkeypatch.context() as patch:
        patch.setattr(Catalogue, "complete", fail)
        response = service.get("/v1/cards?q=Neg")
    assert response.status_code == 503
    assert response.get_json()["type"] == "/problems/not-ready"
    assert response.headers["Retry-After"] == "1"
    assert service.get("/v1/cards?q=Neg").status_code == 200


def test_without_any_facts_nothing_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = FactsFolder(tmp_path, tmp_path / "none.sqlite")
    monkeypatch.setattr("headjudge.web.facts_in_force.of_environment", lambda: Facts(none))
    client = create_app().test_client()
    assert client.get("/healthz").status_code == 200
    for path in ("/readyz", "/v1/cards/Opt", "/"):
        assert client.get(path).status_code == 503, path


def test_formats_name_sets_that_the_facts_do_not_have(service: FlaskClient) -> None:
    sets = service.get("/v1/formats/standard?as_of=2026-11-21").get_json()["sets"]
    assert {one["code"]: one["name"] for one in sets}["TRK"] == "TRK"
    for path in ("/formats/standard", "/policies", "/", "/pool"):
        assert service.get(path).status_code == 200, path


def test_the_service_says_which_facts_are_in_force(
    folder: FactsFolder, service: FlaskClient
) -> None:
    ready = service.get("/readyz").get_json()
    assert (ready["cards_until"], ready["warnings"]) == (OLD, [])
    assert ready["fingerprint"] == fingerprint(folder.in_force().facts)
    assert ready["banlist_until"] == str(banlists.all_known_until())
    assert b"headjudge_cards_until_timestamp_seconds 1.790" in service.get("/metrics").data
    update(folder, NEW)
    folder.current.write_bytes(b"")
    ready = service.get("/readyz").get_json()
    assert ready["cards_until"] == OLD
    assert ready["warnings"] == ["facts.sqlite cannot be used: it is another file."]
