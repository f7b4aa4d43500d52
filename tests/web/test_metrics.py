"""/metrics: what is counted, also by several workers, and what never is."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import requests
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from tests.conftest import PATIENCE, service

TEAM = {
    "format": "modern",
    "as_of": "2024-10-01",
    "decks": [{"player": "Ada", "list": "60 Forest"}, {"list": "4 Naturalize\n50 Forest"}],
}


def counts(text: str) -> Counter[str]:
    """The samples by name and labels."""
    families = text_string_to_metric_families(text)
    samples = [sample for family in families for sample in family.samples]
    return Counter(
        {f"{one.name} {' '.join(one.labels.values())}": int(one.value) for one in samples}
    )


def test_what_is_counted(client: FlaskClient) -> None:
    before = counts(client.get("/metrics").text)
    client.post("/v1/validate", json=TEAM)
    lines = f"{json.dumps(TEAM)}\n" * 2
    batch = client.post("/v1/validate/batch", data=lines, content_type="application/x-ndjson")
    assert len(batch.text.splitlines()) == 2
    client.get("/v1/cards/Opt")
    client.open("/nowhere", method="BREW")
    response = client.get("/metrics")
    assert response.content_type.startswith("text/plain; version=")
    counted = counts(response.text) - before
    assert counted["headjudge_requests_total POST /v1/validate 200"] == 1
    assert counted["headjudge_requests_total GET /v1/cards/<path:title> 200"] == 1
    assert counted["headjudge_requests_total other other 404"] == 1
    assert counted["headjudge_request_seconds_count /v1/validate/batch"] == 1
    assert counted["headjudge_verdicts_total illegal"] == 3
    assert counted["headjudge_violations_total main-too-small"] == 3


def test_nothing_that_was_sent_is_told(client: FlaskClient) -> None:
    client.post("/v1/validate", json=TEAM)
    client.get("/v1/cards/Naturalize")
    text = client.get("/metrics").text
    assert not any(word in text for word in ("Ada", "Naturalize", "Forest", "modern"))


def test_the_counts_of_all_workers(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with service(log, WEB_CONCURRENCY="3", TMPDIR=str(tmp_path)) as running:
        address = f"http://127.0.0.1:{running.port}"
        # Each request is on a connection of its own, which any worker may take.
        before = counts(requests.get(f"{address}/metrics", timeout=PATIENCE).text)
        for _ in range(30):
            requests.post(f"{address}/v1/validate", json=TEAM, timeout=PATIENCE).raise_for_status()
        counted = counts(requests.get(f"{address}/metrics", timeout=PATIENCE).text) - before
    assert counted["headjudge_verdicts_total illegal"] == 30
    assert counted["headjudge_requests_total POST /v1/validate 200"] == 30
    assert [*tmp_path.iterdir()] == [log], "the folder of the counts is removed"
