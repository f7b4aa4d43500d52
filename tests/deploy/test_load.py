"""The requests of the load, one by one: each is answered as expected, hostile or not."""

from __future__ import annotations

import pytest

from tests.deploy.client import Client, Request
from tests.deploy.traffic import BATCHES, HONEST, HOSTILE


@pytest.mark.parametrize("asked", [*HONEST, *BATCHES, *HOSTILE], ids=lambda one: one.kind)
def test_each_request_is_answered_as_expected(port: int, asked: Request) -> None:
    client = Client("127.0.0.1", port)
    for _ in range(2):  # on one connection, if it is kept
        client.send(asked)
    client.close()
