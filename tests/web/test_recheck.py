"""A ban that reaches the facts late reaches the team that registered before it."""

from __future__ import annotations

import datetime
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import banlists
import cards
from banlists import lists
from validator import fingerprint

ANNOUNCED = "2026-08-10"
LEARNT = "2026-08-15"
BLOCK = f"""
[[announcement]]
effective = {ANNOUNCED}
learnt = {LEARNT}
source = "https://example.org/banned-and-restricted"
banned = ["Opt"]
"""
TEAM: dict[str, Any] = {
    "id": "registered", "format": "modern", "as_of": "2026-08-20", "policy": "tournament",
    "decks": [{"list": "4 Opt\n56 Island"}, {"list": "60 Forest"}],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The banlists of these facts, where a test may add to them."""
    shutil.copytree(lists.FOLDER, tmp_path / "banlists")
    monkeypatch.setattr(lists, "FOLDER", tmp_path / "banlists")
    forget()
    yield tmp_path / "banlists"
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Read all facts anew, as a service does with a newer version of them."""
    cards.forget()
    fingerprint.fingerprint_of.cache_clear()


def judged(client: FlaskClient, teams: list[dict[str, Any]]) -> dict[Any, bool]:
    body = "".join(json.dumps(team) + "\n" for team in teams)
    kind = "application/x-ndjson"
    answer = client.post("/v1/validate/batch", data=body, content_type=kind)
    lines = [json.loads(line) for line in answer.text.splitlines()]
    return {line["id"]: line["report"]["legal"] for line in lines}


def test_a_late_ban_reaches_the_stored_team(client: FlaskClient, folder: Path) -> None:
    facts = client.get("/v1/facts")
    assert judged(client, [TEAM]) == {"registered": True}
    with (folder / "modern.toml").open("a", encoding="utf-8") as file:
        file.write(BLOCK)
    forget()
    asked = {"If-None-Match": facts.headers["ETag"]}
    later = client.get("/v1/facts", headers=asked)
    assert later.status_code == 200
    assert later.get_json()["fingerprint"] != facts.get_json()["fingerprint"]
    assert judged(client, [TEAM]) == {"registered": False}
    for since, found in ((LEARNT, True), ("2026-08-16", False)):
        changes = client.get(f"/v1/banlists/changes?since={since}&format=modern").get_json()
        days = [(one["version"], one["learnt"]) for one in changes["changes"]]
        assert ((ANNOUNCED, LEARNT) in days) is found


def test_changes_come_in_pages(client: FlaskClient) -> None:
    page: int | None = 1
    found: list[dict[str, Any]] = []
    while page:
        answer = client.get(f"/v1/banlists/changes?since=1994-01-01&page={page}").get_json()
        assert 0 < len(answer["changes"]) <= 50
        found += answer["changes"]
        page = answer["next_page"]
    assert len(found) == sum(len(banlists.versions(list_id)) for list_id in banlists.ids())
    learnt = [datetime.date.fromisoformat(one["learnt"]) for one in found]
    assert learnt == sorted(learnt, reverse=True)
