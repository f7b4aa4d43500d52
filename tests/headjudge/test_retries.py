"""How long the client waits for a service that is busy."""

from __future__ import annotations

import pytest
from urllib3 import HTTPResponse

from headjudge.retries import BUSY, LONGEST_WAIT, Patience, patience


def busy(retry_after: str | None = None) -> HTTPResponse:
    return HTTPResponse(status=429, headers={"Retry-After": retry_after} if retry_after else {})


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were waited, without waiting."""
    waited: list[float] = []
    monkeypatch.setattr("urllib3.util.retry.time.sleep", waited.append)
    return waited


def after(left: Patience, response: HTTPResponse) -> Patience:
    return left.increment("POST", "/v1/validate", response=response)


def test_the_wait_doubles(waits: list[float]) -> None:
    left = patience(4)
    for _ in range(4):
        left = after(left, busy())
        left.sleep(busy())
    assert waits == [1, 2, 4]  # the first further attempt is made at once


def test_the_wait_is_the_one_that_is_asked_for(waits: list[float]) -> None:
    after(patience(4), busy("7")).sleep(busy("7"))
    assert waits == [7]


@pytest.mark.parametrize(
    ("asked", "seconds"), [("60", LONGEST_WAIT), ("soon", None), ("-1", None), (None, None)]
)
def test_what_is_asked_for(asked: str | None, seconds: int | None) -> None:
    assert patience(1).get_retry_after(busy(asked)) == seconds


@pytest.mark.parametrize("status", [*BUSY, 500, 502])
def test_a_busy_service_alone_is_asked_again(status: int) -> None:
    assert patience(1).is_retry("POST", status) is (status in BUSY)
