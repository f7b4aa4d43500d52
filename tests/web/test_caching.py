"""Answers that may be kept, and how a client asks whether one is still the same."""

from __future__ import annotations

import datetime

import pytest
from flask.testing import FlaskClient

from headjudge.web import question

DATED = "/v1/banlists/modern?as_of=2024-10-01"
OF_TODAY = "/v1/banlists/modern"
KEPT = (
    "/v1/formats", "/v1/formats/modern?as_of=2024-10-01", "/v1/banlists?as_of=2024-10-01", DATED,
    "/v1/banlists/modern/versions",
    "/v1/policies",
    "/v1/policies/combined-four?as_of=2024-10-01",
    "/formats/modern?as_of=2024-10-01",
    "/policies/tournament?as_of=2024-10-01",
    "/v1/cards?q=opt", "/v1/cards/Opt",
    "/v1/codes", "/openapi.yaml", "/docs",
)  # fmt: skip


@pytest.mark.parametrize("path", KEPT)
def test_an_answer_may_be_kept(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    etag, is_weak = response.get_etag()
    assert etag
    assert is_weak is False


@pytest.mark.parametrize("path", KEPT)
def test_the_same_bytes_are_not_sent_again(client: FlaskClient, path: str) -> None:
    etag = client.get(path).headers["ETag"]
    again = client.get(path, headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == etag
    assert again.headers["Cache-Control"] == "public, max-age=3600"


@pytest.mark.parametrize("given", ['"other", {}', "W/{}", "*", '{}, "other"'])
def test_a_list_of_tags(client: FlaskClient, given: str) -> None:
    tags = given.format(client.get(DATED).headers["ETag"])
    assert client.get(DATED, headers={"If-None-Match": tags}).status_code == 304


@pytest.mark.parametrize("given", ['"other"', "", "nonsense"])
def test_a_different_entity_tag_gets_the_whole_answer(client: FlaskClient, given: str) -> None:
    assert client.get(DATED, headers={"If-None-Match": given}).status_code == 200


@pytest.mark.parametrize("path", [DATED, OF_TODAY, "/openapi.yaml", "/v1/products"])
def test_no_day_tells_that_nothing_changed(client: FlaskClient, path: str) -> None:
    """A list that is corrected today may have the same newest day as it had yesterday."""
    asked = {"If-Modified-Since": "Fri, 31 Dec 2999 00:00:00 GMT"}
    response = client.get(path, headers=asked)
    assert response.status_code != 304
    assert "Last-Modified" not in response.headers


def test_another_question_has_another_tag(client: FlaskClient) -> None:
    tags = {client.get(path).headers["ETag"] for path in KEPT}
    assert len(tags) == len(KEPT)


def test_answers_of_today_are_cached_for_less(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question, "today", lambda: datetime.date(2026, 9, 1))
    first = client.get(OF_TODAY)
    assert first.headers["Cache-Control"] == "public, max-age=300"
    monkeypatch.setattr(question, "today", lambda: datetime.date(2026, 9, 2))
    assert client.get(OF_TODAY).headers["ETag"] != first.headers["ETag"]


def test_head_has_the_same_headers(client: FlaskClient) -> None:
    got, head = client.get(DATED), client.head(DATED)
    assert head.data == b""
    for name in ("ETag", "Cache-Control", "Content-Type", "Content-Length"):
        assert head.headers[name] == got.headers[name]


@pytest.mark.parametrize(
    "path",
    ["/?first=head", "/event", "/formats/modern?as_of=2019-03-04", "/pool?product=8+DOM"],
)
def test_a_page_is_the_same_when_head_is_asked_first(client: FlaskClient, path: str) -> None:
    """It may be kept ready from then on."""
    head, got = client.head(path), client.get(path)
    assert head.data == b""
    for name in ("Cache-Control", "Content-Type", "Content-Length"):
        assert head.headers[name] == got.headers[name]
    assert b'hreflang="de"' in got.data


def test_options(client: FlaskClient) -> None:
    response = client.options(DATED)
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
