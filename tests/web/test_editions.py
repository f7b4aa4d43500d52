"""Which facts answer a request: those in force, those it asks for, and never two of them."""

from __future__ import annotations

import contextvars
import gc
import json
import logging
import sqlite3
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import cards
import headjudge.web.service.editions
from app import create_app
from cards import Catalogue, catalogue_files
from cards.catalogue_files import NotAnEdition, clear_verified
from cards.editions import Edition, Editions
from cards.places import SETTING
from headjudge.web.api.batch import process
from headjudge.web.api.batch.answers import MEDIA_TYPE
from headjudge.web.service.editions import HEADER, TOUCHED_SECONDS, WATCH, Facts, UnknownFingerprint
from tests.cards.editions import alter, small
from validator.fingerprint import fingerprint_of

OLD, NEW = "2026-10-01", "2026-11-01"
TEAM = {
    "format": "vintage",
    "as_of": "2026-11-21",
    "decks": [{"list": f"1 Card of {day}\n59 Forest"} for day in (OLD, NEW)],
}
"""Of the two cards each edition knows one."""


class Clock:
    """Seconds that tests let pass."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def editions(tmp_path: Path) -> Editions:
    """Two editions, of which the older one is in force."""
    known = Editions(tmp_path / "facts")
    for day in (OLD, NEW):
        known.add(small(tmp_path / f"{day}.sqlite", day))
    known.use(named(known, OLD).id)
    return known


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def facts(editions: Editions, clock: Clock) -> Facts:
    """Facts that look at the folder every ten seconds."""
    return Facts(editions, 10, clock)


@pytest.fixture
def watching(editions: Editions, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A service that looks at the folder before each request."""
    return service(editions, monkeypatch).test_client()


def service(editions: Editions, monkeypatch: pytest.MonkeyPatch, every: str = "0") -> Flask:
    monkeypatch.setenv(SETTING, str(editions.folder))
    monkeypatch.setenv(WATCH, every)
    return create_app()


def named(editions: Editions, day: str) -> Edition:
    return next(one for one in editions.all() if str(one.as_of) == day)


def fingerprint(editions: Editions, day: str) -> str:
    return fingerprint_of(named(editions, day).digest)


def unknown(report: Any) -> list[str]:
    """The days of the cards that nobody knows."""
    faults = (one for one in report["violations"] if one["code"] == "unknown-card")
    return [place["text"][-10:] for one in faults for place in one["places"]]


def test_nobody_looks_before_the_time(editions: Editions, facts: Facts, clock: Clock) -> None:
    first = facts.now()
    editions.use(named(editions, NEW).id)
    clock.now = 9.9
    assert facts.now() is first
    clock.now = 10
    assert str(facts.now().as_of) == NEW
    assert facts.edition() == named(editions, NEW)


def test_nobody_looks_without_the_setting(editions: Editions, clock: Clock) -> None:
    facts = Facts(editions, None, clock)
    first = facts.now()
    editions.use(named(editions, NEW).id)
    clock.now = 1e9
    assert facts.now() is first


def test_nothing_is_opened_anew_without_need(
    editions: Editions, facts: Facts, clock: Clock
) -> None:
    first = facts.now()
    editions.use(named(editions, NEW).id)
    editions.rollback()  # another file, the same choice
    clock.now = 10
    assert facts.now() is first


def test_the_first_choice_of_a_machine(tmp_path: Path, clock: Clock) -> None:
    editions = Editions(tmp_path / "none")
    facts = Facts(editions, 0, clock)
    assert facts.edition().is_shipped
    new = editions.add(small(tmp_path / "new.sqlite", NEW))
    assert facts.edition().is_shipped
    editions.use(new.id)
    assert facts.edition() == new


def test_facts_that_cannot_be_opened_leave_the_old_ones(
    editions: Editions, facts: Facts, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    first = facts.now()
    new = named(editions, NEW)
    editions.use(new.id)
    new.path.write_bytes(new.path.read_bytes()[:5000])
    clock.now = 10
    assert facts.now() is first
    assert new.id in caplog.text
    new.path.unlink()
    clock.now = 20
    assert facts.now() is first


def cut(path: Path) -> None:
    """Leave of a file what no look-up can do with, in place."""
    with path.open("r+b") as file:
        file.truncate(8192)


@pytest.fixture
def newest(editions: Editions, watching: FlaskClient) -> Edition:
    """The newer edition, which is in force and has answered."""
    new = named(editions, NEW)
    editions.use(new.id)
    assert watching.get(f"/v1/cards/Card of {NEW}").status_code == 200
    return new


@pytest.mark.parametrize("damage", [alter, cut, Path.unlink])
def test_an_altered_file_never_answers_under_its_fingerprint(
    editions: Editions, watching: FlaskClient, newest: Edition, damage: Callable[[Path], None]
) -> None:
    """Neither in a service that runs, nor in one that starts; the last good one does."""
    damage(newest.path)
    for client in (watching, create_app().test_client()):
        for path in (f"/v1/cards/Card of {OLD}", "/v1/cards?q=Neg", "/v1/formats"):
            response = client.get(path)
            assert response.status_code == 200
            assert response.headers[HEADER] == fingerprint(editions, OLD)
        ready = client.get("/readyz")
        assert (ready.status_code, ready.get_json()["catalogue"]) == (200, OLD)
        assert any(newest.id in fault for fault in ready.get_json()["warnings"])
        assert [one["catalogue"] for one in ready.get_json()["known"]] == [OLD, "2026-08-22"]
        asked = {HEADER: fingerprint_of(newest.digest)}
        assert client.get("/v1/formats", headers=asked).status_code == 422
    whole = named(editions, OLD)
    cut(whole.path)
    assert watching.get("/readyz").get_json()["catalogue"] == "2026-08-22"


def test_nothing_is_wrong_as_a_rule(watching: FlaskClient) -> None:
    assert watching.get("/readyz").get_json()["warnings"] == []


def test_a_file_that_is_touched_and_whole_goes_on(
    editions: Editions, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    facts = Facts(editions, None, clock)
    first = facts.now()
    assert facts.now() is first
    editions.use(named(editions, NEW).id)
    first.path.touch()
    assert facts.now() is first
    clock.now = TOUCHED_SECONDS
    assert facts.now() is not first
    assert facts.now().digest == first.digest
    assert facts.faults() == ()


@pytest.mark.parametrize("damage", [alter, cut])
def test_where_no_facts_are_whole_none_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    shipped = small(tmp_path / "shipped.sqlite", OLD)
    whole = shipped.read_bytes()
    known = Editions(tmp_path / "facts", shipped)
    monkeypatch.setattr(headjudge.web.service.editions, "of_environment", lambda: Facts(known, 0))
    client = create_app().test_client()
    assert client.get("/readyz").status_code == 200
    damage(shipped)
    for one in (client, create_app().test_client()):
        assert one.get("/healthz").status_code == 200
        for path in ("/readyz", "/v1/cards/Opt", "/v1/formats", "/", "/formats"):
            response = one.get(path, headers={"Accept": "text/html"})
            assert (response.status_code, HEADER in response.headers) == (503, False), path
            assert response.headers["Retry-After"] == "1"
            assert response.get_json()["type"] == "/problems/not-ready"
    shipped.write_bytes(whole)
    assert client.get("/readyz").status_code == 200
    assert client.get("/v1/cards/Opt").status_code == 200


def test_a_fault_of_reading_is_no_fault_of_the_request(
    editions: Editions, watching: FlaskClient, newest: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a disk that fails, which leaves a file as it was; the facts are proved anew."""

    def fail(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    with monkeypatch.context() as patch:
        patch.setattr(Catalogue, "complete", fail)
        response = watching.get("/v1/cards?q=Neg")
    assert response.status_code == 503
    assert response.get_json()["type"] == "/problems/not-ready"
    assert catalogue_files._is_sealed.cache_info().currsize == 1  # it was read again
    assert watching.get("/v1/cards?q=Neg").status_code == 200


def test_a_batch_says_where_its_facts_were_lost(
    editions: Editions, watching: FlaskClient, newest: Edition
) -> None:
    line = json.dumps(TEAM) + "\n"
    response = watching.post(
        "/v1/validate/batch", data=line * 3, content_type=MEDIA_TYPE, buffered=False
    )
    pieces = response.iter_encoded()
    answers = [json.loads(next(pieces))]
    alter(newest.path)
    answers += map(json.loads, pieces)
    response.close()
    assert [one["status"] for one in answers] == [200, 503, 503]


def test_a_process_of_a_batch_begins_with_whole_facts_alone(
    editions: Editions, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = named(editions, NEW)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr(process, "_end_with_parent", lambda: None)
    alter(new.path)
    with pytest.raises(NotAnEdition):
        contextvars.copy_context().run(process.begin, new.path)


def test_workers_have_what_their_parent_has_proved(editions: Editions) -> None:
    clear_verified()
    facts = Facts(editions)
    facts.prove()
    assert catalogue_files._is_sealed.cache_info().misses == 1
    facts.now()
    assert catalogue_files._is_sealed.cache_info().misses == 1


def test_facts_that_house_rules_do_not_fit(
    editions: Editions,
    facts: Facts,
    clock: Clock,
    houses: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    houses.mkdir()
    rules = f'name = "Ours"\nbase = "vintage"\nban = ["Card of {OLD}"]\n'
    (houses / "ours.toml").write_text(rules)
    first = facts.now()
    editions.use(named(editions, NEW).id)
    clock.now = 10
    assert facts.now() is first
    assert f"Card of {OLD}" in caplog.text
    with pytest.raises(UnknownFingerprint):
        facts.of(fingerprint(editions, NEW))


def test_old_facts_are_closed_after_their_last_request(
    editions: Editions, facts: Facts, clock: Clock
) -> None:
    old = weakref.ref(facts.now())
    held = facts.now()
    held.find("Forest")
    editions.use(named(editions, NEW).id)
    clock.now = 10
    facts.now()
    gc.collect()
    assert old() is held
    assert held.find("Island").card  # who holds them can still ask
    del held
    gc.collect()
    assert old() is None


def test_nothing_remembered_holds_old_facts(editions: Editions, watching: FlaskClient) -> None:
    assert watching.post("/v1/validate", json=TEAM).status_code == 200
    held = [weakref.ref(one) for one in catalogues(editions, OLD)]
    assert held
    editions.use(named(editions, NEW).id)
    assert watching.post("/v1/validate", json=TEAM).status_code == 200
    gc.collect()
    assert [one() for one in held] == [None] * len(held)


def catalogues(editions: Editions, day: str) -> list[Catalogue]:
    digest = named(editions, day).digest
    found = (one for one in gc.get_objects() if isinstance(one, Catalogue))
    return [one for one in found if one.digest == digest]


def test_each_request_is_answered_by_the_facts_in_force(
    editions: Editions, watching: FlaskClient
) -> None:
    for day, other in ((OLD, NEW), (NEW, OLD), (OLD, NEW)):
        editions.use(named(editions, day).id)
        response = watching.post("/v1/validate", json=TEAM)
        report = response.get_json()
        assert report["ruleset"]["catalogue"] == day
        assert report["ruleset"]["fingerprint"] == fingerprint(editions, day)
        assert response.headers[HEADER] == fingerprint(editions, day)
        assert unknown(report) == [other]


def test_a_stream_ends_by_the_facts_that_it_began_with(
    editions: Editions, watching: FlaskClient
) -> None:
    line = json.dumps(TEAM) + "\n"
    response = watching.post(
        "/v1/validate/batch", data=line * 4, content_type=MEDIA_TYPE, buffered=False
    )
    pieces = response.iter_encoded()
    answers = [json.loads(next(pieces))]
    editions.use(named(editions, NEW).id)
    other = watching.post("/v1/validate", json=TEAM).get_json()  # takes the new facts
    answers += map(json.loads, pieces)
    response.close()
    assert other["ruleset"]["catalogue"] == NEW
    first, *others = (one["report"].get("ruleset") for one in answers)
    assert first["catalogue"] == OLD
    assert others == [None] * 3  # the same as before
    assert [unknown(one["report"]) for one in answers] == [[NEW]] * 4


def test_older_facts_can_be_asked_for(editions: Editions, watching: FlaskClient) -> None:
    editions.use(named(editions, NEW).id)
    for day, other in ((OLD, NEW), (NEW, OLD)):
        asked = {HEADER: fingerprint(editions, day)}
        response = watching.post("/v1/validate", json=TEAM, headers=asked)
        assert response.headers[HEADER] == asked[HEADER]
        assert unknown(response.get_json()) == [other]
        line = watching.post(
            "/v1/validate/batch", data=json.dumps(TEAM), content_type=MEDIA_TYPE, headers=asked
        )
        assert unknown(json.loads(line.data)["report"]) == [other]
        assert watching.get(f"/v1/cards/Card of {day}", headers=asked).status_code == 200
        assert watching.get(f"/v1/cards/Card of {other}", headers=asked).status_code == 404


def test_an_empty_header_names_no_facts(editions: Editions, watching: FlaskClient) -> None:
    assert watching.post("/v1/validate", json=TEAM, headers={HEADER: ""}).status_code == 200


@pytest.mark.parametrize("text", ["sha256:", "nonsense", "sha256:" + "0" * 64, "ü"])
def test_no_facts_have_that_fingerprint(
    editions: Editions, watching: FlaskClient, text: str
) -> None:
    response = watching.post(
        "/v1/validate", json=TEAM, headers={HEADER: text.encode().decode("latin-1")}
    )
    problem = response.get_json()
    assert response.status_code == problem["status"] == 422
    assert problem["type"] == "/problems/unknown-fingerprint"
    assert [(one["in"], one["pointer"]) for one in problem["errors"]] == [("header", f"/{HEADER}")]
    assert [one["catalogue"] for one in problem["fingerprints"]] == [NEW, OLD, "2026-08-22"]
    assert problem["fingerprints"][1]["fingerprint"] == fingerprint(editions, OLD)
    assert watching.get("/v1/formats", headers={HEADER: "x"}).status_code == 422
    assert watching.get("/healthz").status_code == 200


def test_facts_that_are_gone_cannot_be_asked_for(editions: Editions, watching: FlaskClient) -> None:
    editions.use(named(editions, NEW).id)
    old = fingerprint(editions, OLD)
    named(editions, OLD).path.unlink()
    assert watching.get("/v1/formats", headers={HEADER: old}).status_code == 422


def test_formats_name_sets_that_older_facts_do_not_have(watching: FlaskClient) -> None:
    sets = watching.get("/v1/formats/standard?as_of=2026-11-21").get_json()["sets"]
    assert {one["code"]: one["name"] for one in sets}["TRK"] == "TRK"
    for path in ("/formats/standard", "/policies", "/", "/pool", "/events/sheet?format=sealed"):
        assert watching.get(path).status_code == 200, path
    for path in ("/v1/products?as_of=2026-11-21", "/v1/events/facts?format=standard"):
        assert watching.get(path).status_code == 200, path


def test_kept_answers_depend_on_the_fingerprint(watching: FlaskClient) -> None:
    assert HEADER in watching.get("/v1/formats").headers["Vary"]


def test_the_service_says_which_facts_are_in_force(
    editions: Editions, watching: FlaskClient
) -> None:
    ready = watching.get("/readyz").get_json()
    old = named(editions, OLD)
    assert ready["catalogue"] == OLD
    assert ready["in_force"] == {
        "fingerprint": fingerprint(editions, OLD), "edition": old.id, "catalogue": OLD
    }  # fmt: skip
    assert [one["catalogue"] for one in ready["known"]] == [NEW, OLD, "2026-08-22"]
    assert b"headjudge_facts_timestamp_seconds 1.790" in watching.get("/metrics").data


def test_a_service_without_editions_answers_by_what_ships(client: FlaskClient) -> None:
    assert client.get("/readyz").get_json()["catalogue"] == str(cards.catalogue().as_of)


@pytest.mark.parametrize("text", ["soon", "-1", "inf", "nan"])
def test_the_watch_is_a_number_of_seconds(
    editions: Editions, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    with pytest.raises(ValueError, match=f"{WATCH} must be a number of seconds, not '{text}'"):
        service(editions, monkeypatch, text)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.WARNING):
        yield
