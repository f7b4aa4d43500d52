"""The client that is awaited, against the service."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from headjudge.async_client import AsyncClient
from headjudge.client import Refused, Unreachable
from headjudge.documents import BatchChange, BatchTeam, Team

TEAM: Team = {
    "format": "modern",
    "as_of": datetime.date(2024, 10, 1),
    "decks": [{"list": "60 Forest"}, {"list": "60 Island"}],
}


CHANGE: BatchChange = {
    "format": "modern",
    "from": "2024-12-15",
    "to": "2024-12-16",
    "teams": [{"decks": TEAM["decks"]}],
}


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread, as drivers of browsers leave an event loop in that of the tests."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()


def test_resources_are_awaited(port: int) -> None:
    async def ask() -> None:
        async with AsyncClient(f"http://127.0.0.1:{port}") as client:
            report, formats = await asyncio.gather(client.validate(TEAM), client.get("/v1/formats"))
            assert report["legal"]
            assert isinstance(formats, dict)
            teams: list[BatchTeam] = [{"id": 1, **TEAM}, {"id": 2, **TEAM, "format": "mordern"}]
            answers = [answer async for answer in client.validate_batch(teams)]
            assert [answer["id"] for answer in answers] == [1, 2]
            (impact,) = [each async for each in client.impact_batch([CHANGE])]
            assert impact["impact"]["teams_touched"] == 0
            assert (await client.banlist("modern", as_of="2024-10-01"))["version"] == "2024-08-26"
            assert (await client.print_sheets(TEAM)).startswith(b"%PDF-")
            difference = {"earlier": {"list": "4 Opt"}, "later": {"list": "4 Opt"}}
            compared = await client.post("/v1/decklists/diff", difference)
            assert isinstance(compared, dict) and compared["same"]
            with pytest.raises(Refused, match="mordern"):
                await client.validate({**TEAM, "format": "mordern"})

    run(ask())


def test_a_dead_port_is_told_at_once() -> None:
    async def ask() -> None:
        async with AsyncClient("http://127.0.0.1:9") as client:
            with pytest.raises(Unreachable):
                await client.parse({"list": "1 Opt"})

    run(ask())
