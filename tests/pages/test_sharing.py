"""Checks in links: packed, opened again, and whatever else a link may hold."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from headjudge.web import fragments as sharing
from headjudge.web.http import encode
from headjudge.web.pages.check import form as requests
from headjudge.web.pages.check.form import Box, CheckForm, ListInput
from validator.questions import STRUCTURES

TODAY = "2026-11-21"
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
BOXES = st.builds(
    Box, player=TEXTS, input=TEXTS.map(ListInput), format=st.sampled_from(["", "modern"])
)
FORMS = st.builds(
    CheckForm,
    as_of=st.sampled_from(["2024-10-01", "soon"]),
    format=st.sampled_from(["", "modern", "sealed", "mordern"]),
    structure=st.sampled_from(STRUCTURES),
    policy=st.sampled_from(["combined-four", "tournament"]),
    team=TEXTS,
    team_size=st.sampled_from(["", "2", "8"]),
    boxes=st.lists(BOXES, max_size=8).map(tuple),
    pool_input=TEXTS.map(ListInput),
    product=st.sampled_from(["", "8 DOM", "4 RAV, 1 RAV:tournament-pack, 2 promo"]),
    house=st.fixed_dictionaries({"ban": st.sampled_from(["", "Opt\nFire // Ice"])}),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=8), below),
    max_leaves=20,
)
FIELDS = st.sampled_from(
    ("decks", "format", "structure", "as_of", "policy", "team", "team_size", "pool", "product")
)
LEGAL: dict[str, Any] = {
    "format": "modern",
    "as_of": "2024-10-01",
    "decks": [{"list": "60 Forest"}, {"list": "60 Island"}],
}


def unpacked(fragment: str) -> Any:
    """What a fragment holds, read as a browser does."""
    letters = fragment.removeprefix("check=")
    stream = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    return json.loads(zlib.decompress(stream, wbits=-15))


def opening(client: FlaskClient, data: bytes) -> TestResponse:
    return client.post("/", data={"do": "open", "request": data})


@given(JSON)
def test_packing_loses_nothing(document: Any) -> None:
    fragment = sharing.pack({"decks": document})
    assert re.fullmatch(r"check=[\w-]+", fragment, re.ASCII)
    assert unpacked(fragment) == {"decks": document}


@given(FORMS)
def test_what_is_packed_is_opened(form: CheckForm) -> None:
    document = requests.request_of(form)
    assert requests.read(encode(document)) == document
    assert requests.request_of(requests.form_of(document, TODAY)) == document


@given(st.dictionaries(FIELDS, JSON).map(lambda sent: {"decks": [], **sent}) | JSON)
def test_whatever_is_opened_is_a_form_or_said_to_be_none(document: Any) -> None:
    try:
        request = requests.read(json.dumps(document).encode())
    except requests.CannotBeOpened:
        return
    requests.request_of(requests.form_of(request, TODAY).fit_boxes())


def test_cards_one_by_one_become_a_list() -> None:
    deck = {
        "main": [{"name": "Opt", "count": 4}, {"name": "Island", "count": 56}],
        "sideboard": [{"name": "Negate", "count": 2}],
    }
    pool = {"list": "1 Opt", "syntax": "mtgo"}
    form = requests.form_of(LEGAL | {"decks": [deck], "pool": pool}, TODAY)
    assert form.boxes[0].list == "4 Opt\n56 Island\n\nSideboard\n2 Negate\n"
    assert form.pool == "1 Opt\n"


def test_the_form_keeps_what_it_can_of_a_faulty_request() -> None:
    request = {
        "format": "sealed", "team": "A", "team_size": 2, "pool": {"list": "1 Opt"},
        "decks": [{"player": "Ann", "list": "60 Forest"}, 3, {"url": "https://example.org/"}],
        "product": {"DOM": 8}, "house": {"ban": ["Opt", 7, "Shock"]}, "policy": 7,
    }  # fmt: skip
    assert requests.form_of(request, TODAY) == CheckForm(
        TODAY, "sealed", team="A", team_size="2", pool_input=ListInput("1 Opt"), product="8 DOM",
        boxes=(Box("Ann", ListInput("60 Forest")), Box(), Box(input=ListInput("https://example.org/"))),
        house={"ban": "Opt\nShock", "allow": "", "restrict": ""},
    )  # fmt: skip


def test_a_kind_of_event_has_the_structure_of_its_own() -> None:
    form = requests.form_of({"format": "team-sealed", "decks": []}, TODAY)
    assert form.structure == "team-constructed"


def test_addresses_are_passed_on() -> None:
    link = "https://www.mtggoldfish.com/deck/1"
    boxes = (Box(input=ListInput(link)), Box(input=ListInput("60 Forest")))
    request = requests.request_of(CheckForm(TODAY, "modern", boxes=boxes))
    assert request["decks"] == [{"url": link}, {"list": "60 Forest"}]
    assert requests.form_of(request, TODAY).boxes[0].list == link


def test_a_link_that_would_be_too_long_is_none() -> None:
    short = CheckForm(TODAY, "modern", boxes=(Box("", ListInput("4 Opt\n" * 1000)),))
    assert requests.link_of(short)
    titles = "\n".join(f"4 {number * 7919 % 100_003:x} {number:o}" for number in range(3000))
    long = CheckForm(TODAY, "modern", boxes=(Box("", ListInput(titles)),))
    assert requests.link_of(long) is None


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\0\1", b"[]", b"4 Opt", b"{}", b'{"decks": {}}', b"[" * 9999, b'{"decks":"\xff"}'],
)
def test_what_is_no_check(client: FlaskClient, data: bytes) -> None:
    page = opening(client, data)
    assert page.status_code == 422
    assert "This link holds no check." in page.text


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"format": 7}, "format"),
        ({"format": "mordern"}, "format"),
        ({"decks": [7, {"list": "60 Forest"}]}, "list-1"),
        ({"decks": [{"list": "60 Forest", "format": "nothing"}]}, "deck_format-1"),
        ({"team_size": "9"}, "structure"),
        ({"product": {"<b>": 1}}, "product"),
        ({"house": {"ban": [7]}}, "house_ban"),
    ],
)
def test_faults_of_what_is_opened(client: FlaskClient, sent: dict[str, Any], field: str) -> None:
    page = opening(client, encode(LEGAL | sent))
    assert page.status_code == 422
    assert f'<a href="#{field}">' in page.text
    assert "<b>" not in page.text


def test_no_document_that_is_opened_makes_an_error(client: FlaskClient) -> None:
    hostile = "</textarea><script>alert(1)</script>"
    sent = LEGAL | {"team": hostile, "decks": [{"list": hostile, "player": hostile}] * 2, "id": 1}
    page = opening(client, encode(sent))
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]


def test_half_a_character_in_a_file_is_shown_as_a_question_mark(client: FlaskClient) -> None:
    response = opening(client, b'{"format": "modern", "decks": [{"list": "4 half \\ud800"}]}')
    assert response.status_code == 200
    assert "4 half ?" in response.text
