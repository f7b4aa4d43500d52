"""What is asked under load: the service answers as the mix says, and what is wrong is seen."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks.load import record
from benchmarks.load.client import Answer, Client, Failure, Request, get
from benchmarks.load.hostile import HOSTILE
from benchmarks.load.mix import SHARES
from benchmarks.load.record import Answered, Kill
from tests.deploy.load import mix

FORMATS = get("/v1/formats")


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda request: request.kind)
def test_what_is_hostile_is_answered_as_it_should_be(port: int, hostile: Request) -> None:
    client = Client("127.0.0.1", port)
    for _ in range(2):  # on one connection, if it is kept
        client.send(hostile)
    client.close()


def test_the_rest_is_answered_as_it_should_be(port: int) -> None:
    client = Client("127.0.0.1", port)
    for request in islice(mix().requests(), 300):
        client.send(request)
    client.close()


def test_shares_are_of_a_hundred() -> None:
    assert sum(SHARES.values()) == 100


@pytest.mark.parametrize("answer", [Answer(404, b'"modern"'), Answer(200, b"no such word")])
def test_another_answer_is_a_failure(port: int, answer: Answer) -> None:
    client = Client("127.0.0.1", port)
    client.send(Request("formats", FORMATS, (answer, Answer(200, b'"modern"'))))
    with pytest.raises(Failure, match="200 "):
        client.send(Request("formats", FORMATS, (answer,)))
    client.close()


def test_nobody_there_is_a_failure() -> None:
    with pytest.raises(Failure, match="ConnectionRefusedError"):
        Client("127.0.0.1", 1).send(Request("formats", FORMATS, (Answer(200),)))


@pytest.mark.parametrize(
    ("begun", "ended", "failure", "is_error"),
    [
        (1.0, 2.5, "reset", False),
        (2.1, 2.2, "reset", False),
        (2.3, 9.0, "reset", False),
        (1.0, 1.9, "reset", True),
        (2.4, 2.5, "reset", True),
        (2.4, 2.5, "", False),
    ],
)
def test_a_kill_explains_what_was_in_flight(
    begun: float, ended: float, failure: str, is_error: bool
) -> None:
    answered = Answered("legal", begun, begun, ended, failure)
    kills = [Kill("worker", 2.0, 2.3), Kill("Redis", 90.0, 91.0)]
    assert record.errors([answered], kills) == [answered] * is_error


def test_times_count_from_when_it_was_due() -> None:
    answered = [Answered("legal", 0.0, number / 2000, number / 1000, "") for number in range(200)]
    slow = Answered("slow: half a head", 0.0, 0.0, 10.0, "")
    assert record.times([*answered, slow]) == pytest.approx((200, 100.0, 198.0, 199.0))
    assert [kind for kind, _ in record.by_kind([*answered, slow])] == ["legal"]
