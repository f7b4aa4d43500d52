"""What is asked under load: the service answers as the mix says, and what is wrong is seen."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.deploy.client import Answer, Client, Failure, Request, get
from tests.deploy.hostile import HOSTILE
from tests.deploy.load import mix
from tests.deploy.mix import SHARES

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
