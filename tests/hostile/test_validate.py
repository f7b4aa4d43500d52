"""Each list made by repetition is judged with few calls for its length."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from flask.testing import FlaskClient

from tests.fuzz.repetition.hostile import PIECES
from tests.hostile.inputs import INPUTS, JSON, OTHER, ended, team

CALLS, CALLS_A_CHARACTER = 45_000, 2
"""Functions of Python called at the most for a request, some of which search for a title, and for
each character that it has."""


def calls(work: Callable[[], Any]) -> tuple[Any, int]:
    """What the work gives, and how many functions of Python it calls."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        if event == "call":
            count += 1

    with ended():
        sys.setprofile(note)
        try:
            return work(), count
        finally:
            sys.setprofile(None)


def test_they_are_three_thousand() -> None:
    assert len(INPUTS) == len(set(INPUTS)) >= 3_000
    assert len(set(PIECES)) == len(PIECES)


def test_each_is_judged_in_few_steps(client: FlaskClient) -> None:
    misspelt = [{"list": "4 Lightnig Bolt"}, {"list": OTHER}]  # titles are searched from now on
    assert client.post("/v1/validate", json={"format": "modern", "decks": misspelt}).json
    for one in INPUTS:
        body = json.dumps(team(one))
        post = partial(client.post, "/v1/validate", data=body, content_type=JSON)
        response, count = calls(post)
        assert response.status_code in (200, 413, 422), (str(one), response.text[:200])
        assert count <= CALLS + CALLS_A_CHARACTER * len(body), str(one)
