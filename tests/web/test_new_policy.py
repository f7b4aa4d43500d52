"""A policy is one file: pages, the API and the form know a new one from it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import cards
import formats
from formats import files, team_policies
from headjudge.web.words import choices

DATED = """
name = "Two copies of a card in the team's combined decks (tournaments from 2026)"
short = "Two copies in the team"
from = 2026-01-01
copies_in_team = 2
titles_shared = true
restricted_scope = "team"
own_limit = "none"
exempt = "basic land cards"
two_headed_giant_sideboard_max = 0
source = "Some rules, 2026-01-01"
clause = "8.4"
"""
UNDATED = DATED.replace("from = 2026-01-01\n", "").replace("tournaments from 2026", "stores")
DECKS = [{"list": "3 Naturalize\n57 Forest"}, {"list": "60 Island"}]


@pytest.fixture(autouse=True)
def _new_policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "formats"
    shutil.copytree(files.FOLDER / "policies", folder / "policies")
    (folder / "policies" / "two-copies.toml").write_text(DATED, "utf-8")
    (folder / "policies" / "stores-two.toml").write_text(UNDATED, "utf-8")
    monkeypatch.setattr(team_policies, "FOLDER", folder)
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    """All that was kept of the policies, rendered forms included."""
    cards.forget()
    for function in (*vars(team_policies).values(), *vars(choices).values()):
        if hasattr(function, "cache_clear"):
            function.cache_clear()


def test_the_policy_before_it_ends() -> None:
    before = formats.policy("unified-2018").life
    assert before
    assert before.end
    assert before.end.isoformat() == "2026-01-01"


@pytest.mark.parametrize("policy", ["two-copies", "stores-two", "tournament"])
def test_a_check_by_it(client: FlaskClient, policy: str) -> None:
    sent = {"format": "modern", "as_of": "2026-02-01", "policy": policy, "decks": DECKS}
    report = client.post("/v1/validate", json=sent).get_json()
    (fault,) = report["violations"]
    assert (fault["code"], fault["limit"]) == ("combined-copies", 2)
    assert fault["rule"] == {"source": "Some rules, 2026-01-01", "clause": "8.4", "url": None}


@pytest.mark.parametrize("policy", ["two-copies", "stores-two"])
def test_its_page_and_the_others(client: FlaskClient, policy: str) -> None:
    name = str(formats.policy(policy).name).replace("'", "&#39;")
    for path in ("/policies", f"/policies/{policy}"):
        assert name in client.get(path).get_data(as_text=True)
    assert client.get("/policies/tournament?as_of=2026-02-01").status_code == 200
    assert name in client.get("/policies/tournament").get_data(as_text=True) or not (
        formats.policy(policy).life
    )


def test_the_form_offers_it(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    assert '<option value="stores-two"' in page
    sent = {
        "format": "modern",
        "as_of": "2026-02-01",
        "structure": "two-headed-giant",
        "policy": "tournament",
        "list": [deck["list"] for deck in DECKS],
    }
    answer = client.post("/", data=sent)
    assert answer.status_code == 200
    assert "tournaments from 2026" in answer.get_data(as_text=True)


def test_the_api_says_it_in_german(client: FlaskClient) -> None:
    german = {"Accept-Language": "de"}
    one = client.get("/v1/policies/two-copies", headers=german).get_json()
    assert one["exempt"] == "Standardlandkarten"
    usual = client.get("/v1/policies/combined-four", headers=german).get_json()
    assert usual["name"].startswith("Vier Exemplare")
    listed = client.get("/v1/policies", headers=german).get_json()["policies"]
    assert [policy["id"] for policy in listed] == list(formats.policy_ids())
