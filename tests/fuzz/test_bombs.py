"""A small bomb of every kind is answered as it should be, at each entrance that takes files."""

from __future__ import annotations

import io

import pytest
from flask.testing import FlaskClient

from headjudge.web.pages.event import upload
from headjudge.web.pages.event.upload import CannotBeRead
from tests.fuzz.bombing import ALLOWED, MAKERS, Bomb
from tests.fuzz.bombs import TEXTS

SEEDS = (1, 2)
SIZE = 60_000


def bombs(kinds: object) -> list[Bomb]:
    """Some of these kinds, the same in every run."""
    assert isinstance(kinds, dict)
    return [Bomb(kind, seed, SIZE) for kind in kinds for seed in SEEDS]


@pytest.mark.parametrize("bomb", bombs(MAKERS), ids=str)
def test_a_file_is_a_table_or_said_to_be_none(bomb: Bomb) -> None:
    try:
        read = upload.read(bomb.kind, bomb.data)
    except CannotBeRead as error:
        assert error.message
    else:
        assert read.sheets


@pytest.mark.parametrize("bomb", bombs(TEXTS), ids=str)
def test_a_list_has_an_answer(client: FlaskClient, bomb: Bomb) -> None:
    text = bomb.data.decode("latin-1")
    team = {"format": "modern", "decks": [{"list": text}, {"list": "60 Forest"}]}
    answer = client.post("/v1/validate", json=team)
    assert answer.status_code in (200, 422)
    document = answer.get_json()
    assert "violations" in document or "errors" in document


@pytest.mark.parametrize("kind", MAKERS)
def test_a_form_has_an_answer(client: FlaskClient, kind: str) -> None:
    data = Bomb(kind, 1, SIZE).data
    for sent in (
        {"format": "modern", "list": "", "file": (io.BytesIO(data), "file")},
        {"do": "open", "request": data},
    ):
        assert client.post("/", data=sent).status_code in ALLOWED
