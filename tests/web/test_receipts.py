"""Receipts over HTTP: signed where they are asked for, checked, and their public keys."""

from __future__ import annotations

import datetime
import json
import logging
import os
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from app import create_app
from headjudge.receipts import SETTING, folder
from headjudge.receipts.keys import WrongKeys, read_public
from headjudge.receipts.signing import sign, verify
from headjudge.web.api import signing
from headjudge.web.api.receipts import WELL_KNOWN
from tests.receipts.samples import changed, decoded, key, payload, receipt

VALIDATE = "/v1/validate?receipt=true"
BATCH = "/v1/validate/batch?receipt=true"
VERIFY = "/v1/receipts/verify"
DECKS = [{"player": "Ada", "list": "4 Naturalize\n56 Forest"}, {"list": "60 Forest"}]
TEAM: dict[str, Any] = {"format": "modern", "as_of": "2024-10-01", "decks": DECKS}
SEALED: dict[str, Any] = {
    "format": "sealed",
    "as_of": "2018-05-12",
    "decks": [{"list": "40 Island"}, {"list": "1 Opt\n39 Island"}],
    "pool": {"list": "1 Opt\n1 Negate"},
}
FIRST = datetime.date(2024, 1, 1)
TODAY = datetime.datetime(2026, 11, 21, 23, 59, 59, tzinfo=datetime.UTC)
OTHER_FACTS = "with other facts now"


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a key, which the service has."""
    place = tmp_path / "keys"
    folder.create(place, FIRST)
    monkeypatch.setenv(SETTING, str(place))
    monkeypatch.setattr(signing, "now", lambda: TODAY)
    return place


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No keys, where a test asks for none; and the limit of core files as it was."""
    limit = resource.getrlimit(resource.RLIMIT_CORE)
    monkeypatch.delenv(SETTING, raising=False)
    yield
    resource.setrlimit(resource.RLIMIT_CORE, limit)


def signed(client: FlaskClient, team: Any = TEAM) -> Any:
    response = client.post(VALIDATE, json=team)
    assert response.status_code == 200, response.text
    return response.get_json()["receipt"]


def asked(client: FlaskClient, **sent: Any) -> Any:
    response = client.post(VERIFY, json=sent)
    assert response.status_code == 200, response.text
    return response.get_json()


def faults(response: Any) -> list[str]:
    assert response.status_code == 422, response.text
    return [fault["pointer"] for fault in response.get_json()["errors"]]


def test_a_receipt_is_valid(client: FlaskClient, keys: Path) -> None:
    given = signed(client)
    assert payload(given)["issued_at"] == "2026-11-21T23:59:59Z"
    found = asked(client, receipt=given)
    assert (found["valid"], found["same"]) == (True, None)
    assert found["statement"] == payload(given)
    assert verify(given, folder.read(keys).by_id()).valid


def test_a_receipt_stands_beside_the_same_report(client: FlaskClient, keys: Path) -> None:
    report = client.post("/v1/validate", json=TEAM).get_json()
    with_it = client.post(VALIDATE, json=TEAM).get_json()
    stated = payload(with_it.pop("receipt"))
    assert with_it == report
    assert stated["legal"] is report["legal"]
    assert [one["digest"] for one in stated["decks"]] == [one["digest"] for one in report["decks"]]


@pytest.mark.parametrize("asked_for", ["", "?receipt=false"])
def test_nobody_gets_a_receipt_unasked(client: FlaskClient, keys: Path, asked_for: str) -> None:
    assert "receipt" not in client.post(f"/v1/validate{asked_for}", json=TEAM).get_json()


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("receipt=1", "/receipt"),
        ("receipt=", "/receipt"),
        ("receipt=True", "/receipt"),
        ("receipt=true&receipt=true", "/receipt"),
        ("reciept=true", "/reciept"),
    ],
)
@pytest.mark.parametrize("path", ["/v1/validate", "/v1/validate/batch"])
def test_a_wrong_query_is_told(
    client: FlaskClient, keys: Path, path: str, query: str, pointer: str
) -> None:
    assert faults(client.post(f"{path}?{query}", json=TEAM)) == [pointer]


def test_each_line_of_a_batch_has_its_receipt(client: FlaskClient, keys: Path) -> None:
    lines = [json.dumps({**TEAM, "id": 1}), "{", json.dumps({**SEALED, "id": 3})]
    response = client.post(BATCH, data="\n".join(lines), content_type="application/x-ndjson")
    first, second, third = map(json.loads, response.text.splitlines())
    assert second["status"] == 400
    for line, sent in ((first, TEAM), (third, SEALED)):
        lists = {name: sent[name] for name in ("decks", "pool") if name in sent}
        assert asked(client, receipt=line["report"]["receipt"], **lists)["same"] is True
    response = client.post(BATCH.partition("?")[0], data=lines[0], content_type=response.mimetype)
    assert "receipt" not in json.loads(response.text)["report"]


def is_unsigned(report: dict[str, Any]) -> bool:
    """Whether this is a verdict without the receipt that was asked for, which says so."""
    return report["receipt"] is None and report["notices"][-1]["code"] == "no-receipt"


@pytest.mark.parametrize("path", [VALIDATE, BATCH])
def test_a_missing_key_costs_no_verdict(client: FlaskClient, path: str) -> None:
    is_batch = path == BATCH
    media_type = "application/x-ndjson" if is_batch else "application/json"
    response = client.post(path, data=json.dumps(TEAM), content_type=media_type)
    answer = json.loads(response.text)
    report = answer["report"] if is_batch else answer
    assert is_unsigned(report)
    assert report["legal"] is not None


def test_a_service_without_keys_knows_no_receipt(client: FlaskClient) -> None:
    found = asked(client, receipt=receipt())
    assert (found["valid"], found["same"]) == (False, None)
    assert "has no receipt keys" in found["because"]
    assert client.get(WELL_KNOWN).get_json() == {"keys": []}


def test_a_key_that_has_not_begun_signs_nothing(
    client: FlaskClient, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    early = datetime.datetime(2023, 12, 31, tzinfo=datetime.UTC)
    monkeypatch.setattr(signing, "now", lambda: early)
    assert is_unsigned(client.post(VALIDATE, json=TEAM).get_json())
    assert len(client.get(WELL_KNOWN).get_json()["keys"]) == 1


def test_the_same_decks_in_other_words(client: FlaskClient, keys: Path) -> None:
    given = signed(client)
    written = [{"main": [{"name": "Forest", "count": 56}, {"name": "Naturalize", "count": 4}]}]
    found = asked(client, receipt=given, decks=[*written, {"player": "Eve", "list": "60 Wald"}])
    assert (found["valid"], found["same"]) == (True, True)


@pytest.mark.parametrize(
    ("decks", "said"),
    [
        ([DECKS[0], {"list": "59 Forest"}], "Deck 2 is not the one of the receipt."),
        ([{"list": "1 Opt\n60 Forest"}, DECKS[0]], "Decks 1 and 2 are not those of the receipt."),
        (DECKS[::-1], "The decks are those of the receipt in another order."),
        (DECKS[:1], "The receipt is about 2 decks, not about 1."),
    ],
)
def test_other_decks_are_told(client: FlaskClient, keys: Path, decks: Any, said: str) -> None:
    found = asked(client, receipt=signed(client), decks=decks)
    assert (found["valid"], found["same"]) == (True, False)
    assert found["because"].endswith(said)


def test_the_pool_is_compared(client: FlaskClient, keys: Path) -> None:
    given, without = signed(client, SEALED), signed(client)
    assert asked(client, receipt=given, pool=SEALED["pool"])["same"] is True
    other = asked(client, receipt=given, pool={"list": "2 Opt"}, decks=SEALED["decks"])
    assert other["same"] is False
    assert other["because"].endswith("The card pool is not the one of the receipt.")
    assert "about no card pool" in asked(client, receipt=without, pool={"list": "1 Opt"})["because"]


def test_lists_of_a_refused_receipt_are_not_compared(client: FlaskClient, keys: Path) -> None:
    given = changed(signed(client), as_of="2024-10-02")
    found = asked(client, receipt=given, decks=DECKS)
    assert (found["valid"], found["same"], found["statement"]) == (False, None, None)


def test_house_rules_are_in_the_receipt(client: FlaskClient, keys: Path) -> None:
    house = {"name": "Club", "ban": ["Naturalize"]}
    stated = payload(signed(client, {**TEAM, "house": house}))
    report = client.post("/v1/validate", json={**TEAM, "house": house}).get_json()
    assert (stated["legal"], stated["codes"]) == (False, ["banned-card"])
    assert stated["house_digest"] == report["ruleset"]["house"]["digest"]
    assert payload(signed(client))["house_digest"] is None


def test_a_format_that_is_gone_is_told(client: FlaskClient, keys: Path) -> None:
    key, given = folder.read(keys).private[0], signed(client)
    other = sign(payload(given) | {"format": "club"}, key)
    found = asked(client, receipt=other, decks=DECKS)
    assert (found["valid"], found["same"]) == (True, None)
    assert "There is no format club here" in found["because"]


def test_other_facts_are_told(client: FlaskClient, keys: Path) -> None:
    key, given = folder.read(keys).private[0], signed(client)
    older = sign(payload(given) | {"fingerprint": "sha256:" + "0" * 64}, key)
    assert OTHER_FACTS in asked(client, receipt=older, decks=DECKS[::-1])["because"]
    assert OTHER_FACTS not in asked(client, receipt=older, decks=DECKS)["because"]
    assert OTHER_FACTS not in asked(client, receipt=given, decks=DECKS[::-1])["because"]


def test_keys_rotate_without_a_restart(client: FlaskClient, keys: Path) -> None:
    old = signed(client)
    folder.create(keys, TODAY.date())
    new = signed(client)
    assert new.split(".")[0] != old.split(".")[0]
    assert asked(client, receipt=old)["valid"]
    folder.retire(keys / "2024-01-01.pem", TODAY.date())
    assert asked(client, receipt=old)["valid"]
    assert [key["kid"] for key in client.get(WELL_KNOWN).get_json()["keys"]] == [
        decoded(given.split(".")[0])["kid"] for given in (new, old)
    ]
    (keys / f"2024-01-01--{TODAY.date()}.pem").unlink()
    assert not asked(client, receipt=old)["valid"]
    assert asked(client, receipt=new)["valid"]


def test_the_public_keys_can_be_kept(client: FlaskClient, keys: Path) -> None:
    response = client.get(WELL_KNOWN)
    assert response.content_type == "application/jwk-set+json"
    assert response.cache_control.public
    assert response.cache_control.max_age == 300
    tag = {"If-None-Match": response.headers["ETag"]}
    assert client.get(WELL_KNOWN, headers=tag).status_code == 304
    assert verify(signed(client), read_public(response.data)).valid
    assert b'"d"' not in response.data
    folder.create(keys, TODAY.date())
    assert client.get(WELL_KNOWN, headers=tag).status_code == 200
    assert faults(client.get(f"{WELL_KNOWN}?kid=1")) == ["/kid"]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/receipt"]),
        ({"receipt": "", "deck": []}, ["/deck"]),
        ({"receipt": "", "decks": []}, ["/decks"]),
        ({"receipt": "", "decks": [{"list": 1}]}, ["/decks/0/list"]),
        ({"receipt": "", "pool": []}, ["/pool"]),
        ({"receipt": "", "decks": [{"list": "1 Opt\n" * 2000}, {"list": "1 Opt"}]}, ["/decks"]),
    ],
)
def test_what_cannot_be_asked(client: FlaskClient, keys: Path, body: Any, pointers: Any) -> None:
    assert faults(client.post(VERIFY, json=body)) == pointers


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b'{"receipt":{"statement":{},"statement":{}}}', 400),
        (b'{"receipt":' + b"[" * 100_000, 400),
        (b'{"receipt":' + b"[" * 31 + b"]" * 31 + b"}", 422),
        (b'{"receipt":' + b"[" * 500 + b"]" * 500 + b"}", 400),
        (b'{"receipt":1e999}', 422),
        (b'{"receipt":{"statement":1.5,"signature":"\\ud800"}}', 422),
        (b'{"receipt":"\\ud800.e30.AA"}', 200),
        (b'{"receipt":null}', 422),
        (b'{"receipt":"' + b"x" * 1024 * 1024 + b'"}', 413),
    ],
)
def test_hostile_bodies_are_answered(
    client: FlaskClient, keys: Path, body: bytes, status: int
) -> None:
    response = client.post(VERIFY, data=body, content_type="application/json")
    assert response.status_code == status
    assert status != 200 or response.get_json()["valid"] is False


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    )
)
def test_any_receipt_is_answered(
    application: Flask, tmp_path_factory: pytest.TempPathFactory, value: Any
) -> None:
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv(SETTING, str(tmp_path_factory.getbasetemp()))
        body = json.dumps({"receipt": value})
        client = application.test_client()
        response = client.post(VERIFY, data=body, content_type="application/json")
    expected = (200,) if isinstance(value, str) else (422, 400)  # 400 for NaN
    assert response.status_code in expected


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_keys_that_others_can_read_are_not_used(
    client: FlaskClient, keys: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = keys / "2024-01-01.pem"
    path.chmod(0o644)
    with pytest.raises(WrongKeys, match="can be read by others"):
        create_app()
    assert is_unsigned(client.post(VALIDATE, json=TEAM).get_json())
    response = client.get(WELL_KNOWN)
    assert response.status_code == 503
    assert response.get_json()["type"] == "/problems/not-ready"
    assert "2024-01-01.pem" not in response.text
    assert "2024-01-01.pem can be read by others" in caplog.text
    assert client.post("/v1/validate", json=TEAM).status_code == 200
    path.chmod(0o600)
    assert signed(client)


def test_a_folder_that_is_not_there_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(SETTING, str(tmp_path / "none"))
    with pytest.raises(OSError, match="none"):
        create_app()


def test_no_key_is_logged_and_none_left_in_a_core_file(
    keys: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    client = create_app().test_client()
    assert resource.getrlimit(resource.RLIMIT_CORE)[0] == 0
    answered = client.post(VALIDATE, json=TEAM).text + client.get("/metrics").text
    (body,) = (keys / "2024-01-01.pem").read_text().splitlines()[1:-1]
    output = capfd.readouterr()
    for text in (caplog.text, output.out, output.err, answered):
        assert body not in text
        assert str(folder.read(keys).private[0].jwk.as_dict(private=True)["d"]) not in text
    assert key().id not in answered


@pytest.mark.parametrize(
    "more",
    [
        "\n10000 Black Lotus", "\nSideboard\n10000 Black Lotus", "\n%% what is this",
        "\n1 Blck Lts", "\nSideboard\n1 Island", "\n1 Forest",
    ],
)  # fmt: skip
def test_nothing_can_be_added_to_a_deck_of_a_receipt(
    client: FlaskClient, keys: Path, more: str
) -> None:
    team = {**TEAM, "structure": "individual", "decks": [{"list": "60 Forest"}]}
    given = signed(client, team)
    assert payload(given)["legal"] is True
    found = asked(client, receipt=given, decks=[{"list": f"60 Forest{more}"}])
    assert (found["valid"], found["same"]) == (True, False)
    same = [{"list": "// my deck\n\n30 Wald\nDeck\n30 forest\n"}]
    assert asked(client, receipt=given, decks=same)["same"] is True


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('{"main": ["60 Forest",', '{"main": ["60 Forest", "1 Opt",'),
        ('{"main": ["60 Forest",\n"1 Opt"', '{"main": ["60 Forest",\n"2 Opt"'),
        (
            '<?xml version="1.0"?><cockatrice_deck><zone name="main">\n'
            '<card number="60" name="Forest"/>\n<broken\n>&x;',
            '<?xml version="1.0"?><cockatrice_deck><zone name="main">\n'
            '<card number="60" name="Forest"/>\n<broken\n>&x;\n'
            '<card number="9" name="Black Lotus"/>',
        ),
        ("60 Forest\n4 " + "?" * 5000, "60 Forest\n4 " + "?" * 5001),
        (
            "Count,Name\n60,Forest\nx," + "y" * 5000,
            "Count,Name\n60,Forest\nx," + "y" * 5001,
        ),
    ],
)
def test_what_was_not_read_is_compared_as_well(
    client: FlaskClient, keys: Path, one: str, other: str
) -> None:
    given = signed(client, {**TEAM, "structure": "individual", "decks": [{"list": one}]})
    assert "unreadable-line" in payload(given)["codes"]
    assert asked(client, receipt=given, decks=[{"list": one}])["same"] is True
    assert asked(client, receipt=given, decks=[{"list": other}])["same"] is False
