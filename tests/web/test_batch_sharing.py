"""Long batches on several processes: the same answers in the same order, whatever happens."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from web import batch_sharing
from web.batch_processes import Numbered, Terms

LINES = [
    json.dumps(
        {
            "id": number,
            "format": "modern",
            "as_of": "2024-10-01",
            "decks": [{"list": f"{60 - number % 3} Forest"}, {"list": "60 Island\n1 Nonsens"}],
        }
    )
    for number in range(40)
]
LINES[7] = "{"
BODY = "\n".join(LINES)


def sent(client: FlaskClient, language: str = "en") -> str:
    headers = {"Accept-Language": language}
    kind = "application/x-ndjson"
    return client.post("/v1/validate/batch", data=BODY, content_type=kind, headers=headers).text


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch is shared out to two processes from its fourth line on."""
    monkeypatch.setenv(batch_sharing.JOBS, "2")
    monkeypatch.setattr(batch_sharing, "ALONE", 3)
    monkeypatch.setattr(batch_sharing, "CHUNK", 5)


def counts(client: FlaskClient) -> list[str]:
    text = client.get("/metrics").text
    return [line for line in text.splitlines() if line.startswith("headjudge_verdicts_total")]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_answers_are_those_of_one_process(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    alone = sent(client, language)
    before = counts(client)
    monkeypatch.setenv(batch_sharing.JOBS, "2")
    monkeypatch.setattr(batch_sharing, "ALONE", 3)
    monkeypatch.setattr(batch_sharing, "CHUNK", 5)
    assert sent(client, language) == alone
    assert len(alone.splitlines()) == len(LINES)
    assert counts(client) != before, "verdicts of other processes are counted here"


def test_a_process_that_dies_loses_no_line(
    client: FlaskClient, shared: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = ProcessPoolExecutor.submit

    def killing(executor: ProcessPoolExecutor, *task: Any) -> Any:
        future = submit(executor, *task)
        for process in list(executor._processes.values()):
            process.kill()
        return future

    monkeypatch.setattr(ProcessPoolExecutor, "submit", killing)
    answers = [json.loads(line) for line in sent(client).splitlines()]
    assert [answer["line"] for answer in answers] == list(range(1, len(LINES) + 1))


def test_links_stay_in_the_process_that_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_sharing, "links", object)
    executor: Any = None  # which is not asked
    terms: Any = None
    for line in (b'{"url":', rb'{"\u0075rl":'):
        assert batch_sharing._submitted(executor, [(1, line)], terms) is None


def test_what_is_read_ahead_does_not_grow_with_the_batch(
    shared: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0

    def endless() -> Iterator[Numbered]:
        nonlocal read
        while True:
            read += 1
            yield read, b"{"

    monkeypatch.setattr(batch_sharing, "_submitted", lambda *_: None)
    answers = batch_sharing.answers(endless(), _terms(), lambda some: (str(n) for n, _ in some))
    for number in range(1, 500):
        assert next(answers) == str(number)
        assert read - number <= 5 * 2 * batch_sharing.AHEAD + 1
    answers.close()  # type: ignore[attr-defined]


def _terms() -> Any:
    return Terms(datetime.date(2024, 10, 1), "en", Path())


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", "²"])
def test_a_wrong_number_of_processes(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(batch_sharing.JOBS, text)
    with pytest.raises(ValueError, match="HEADJUDGE_BATCH_JOBS"):
        batch_sharing.jobs()
