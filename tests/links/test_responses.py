"""What is read of a site's answer beside its body."""

from __future__ import annotations

import datetime
from email.utils import format_datetime

import pytest

from headjudge.links.fetching import retry_after


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("30", 30),
        (" 30 ", 30),
        ("0", 0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("-1", None),
        ("1.5", None),
        ("", None),
        ("nonsense", None),
        ("Thu, 99 Jan 999999 00:00:00 GMT", None),
        ("9" * 5_000, None),
    ],
)
def test_what_retry_after_says(value: str, seconds: float | None) -> None:
    assert retry_after({"Retry-After": value}) == seconds


def test_an_answer_that_does_not_ask_to_wait() -> None:
    assert retry_after({}) is None


def test_retry_after_as_a_date() -> None:
    then = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)
    seconds = retry_after({"Retry-After": format_datetime(then, usegmt=True)})
    assert seconds is not None
    assert 0 < seconds <= 3_600
