"""The way of one request: through few files, and seldom from one to another."""

from __future__ import annotations

import sys
from itertools import pairwise
from types import FrameType
from typing import Any

from flask.testing import FlaskClient

from tests.conftest import ROOT

FILES_MAX = 30
CHANGES_MAX = 90
"""How often what runs is in another file than before: at a call, or at its return."""
OURS = tuple(
    str(ROOT / name)
    for name in (
        "app.py",
        "banlists/",
        "cards/",
        "formats/",
        "headjudge/",
        "messages/",
        "validator/",
    )
)
TEAM = {
    "format": "modern",
    "as_of": "2024-10-01",
    "decks": [
        {"player": "Ada", "list": "4 Lightning Bolt\n4 Naturalize\n52 Forest"},
        {"player": "Ben", "list": "4 Giant Growth\n4 Shock\n52 Mountain"},
    ],
}


def test_a_warm_request_goes_a_short_way(client: FlaskClient) -> None:
    for _ in range(3):
        assert client.post("/v1/validate", json=TEAM).get_json()["legal"]
    way: list[str] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event in ("call", "return") and frame.f_code.co_filename.startswith(OURS):
            way.append(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        client.post("/v1/validate", json=TEAM)
    finally:
        sys.setprofile(None)
    files = sorted(set(way))
    assert len(files) <= FILES_MAX, files
    changes = [f"{one} -> {other}" for one, other in pairwise(way) if one != other]
    assert len(changes) <= CHANGES_MAX, changes
