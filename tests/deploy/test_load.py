"""What is asked under load: the service answers as the mix says, and what is wrong is seen."""

from __future__ import annotations

import pytest

from tests.deploy.client import Answer, Client, Failure, Request, get
from tests.deploy.traffic import BATCHES, HONEST, HOSTILE

FORMATS = get("/v1/formats")


@pytest.mark.parametrize("asked", [*HONEST, *BATCHES, *HOSTILE], ids=lambda one: one.kind)
def test_each_askedis_answered_as_expected(port: int, asked: Request) -> None:
    client = Client("127.0.0.1", port)
    for _ in range(2):  # on one connection, if it is kept
        client.send(asked)
    client.close()


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
