"""The client for asyncio: `await AsyncClient(url).validate(team)`.

Requests run in a thread, one at a time; use several clients for concurrent requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar

from headjudge.client import Client, Day, Part
from headjudge.documents import (
    BatchAnswer,
    BatchChange,
    BatchImpact,
    BatchTeam,
    Converted,
    Deck,
    ImpactReport,
    Pool,
    Reading,
    Report,
    SentChange,
    Team,
    Verification,
    WrittenSyntax,
)

T = TypeVar("T")


class AsyncClient:
    """A Client whose methods are coroutines; same arguments and errors as Client.

    A cancelled await returns at once, while its request finishes in the thread.
    """

    def __init__(self, url: str, **options: Any) -> None:
        self._client = Client(url, **options)
        self._thread = ThreadPoolExecutor(1, "headjudge")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections and the thread."""
        await self._run(self._client.close)
        self._thread.shutdown(wait=False)

    async def validate(
        self, team: Team, *, receipt: bool = False, include: Part | None = None
    ) -> Report:
        """As Client.validate."""
        return await self._run(
            lambda: self._client.validate(team, receipt=receipt, include=include)
        )

    async def validate_batch(
        self, teams: Iterable[BatchTeam], *, receipt: bool = False, include: Part | None = None
    ) -> AsyncIterator[BatchAnswer]:
        """As Client.validate_batch; `teams` are taken in the thread."""
        answers = self._client.validate_batch(teams, receipt=receipt, include=include)
        while (answer := await self._run(lambda: next(answers, None))) is not None:
            yield answer

    async def verify_receipt(
        self, receipt: str, decks: Sequence[Deck] = (), pool: Pool | None = None
    ) -> Verification:
        """As Client.verify_receipt."""
        return await self._run(lambda: self._client.verify_receipt(receipt, decks, pool))

    async def parse(self, deck: Deck) -> Reading:
        """As Client.parse."""
        return await self._run(lambda: self._client.parse(deck))

    async def convert(self, deck: Deck, to: WrittenSyntax) -> Converted:
        """As Client.convert."""
        return await self._run(lambda: self._client.convert(deck, to))

    async def impact(self, change: SentChange) -> ImpactReport:
        """As Client.impact."""
        return await self._run(lambda: self._client.impact(change))

    async def impact_batch(self, changes: Iterable[BatchChange]) -> AsyncIterator[BatchImpact]:
        """As Client.impact_batch; `changes` are taken in the thread."""
        answers = self._client.impact_batch(changes)
        while (answer := await self._run(lambda: next(answers, None))) is not None:
            yield answer

    async def get(self, path: str, **query: str | int | Day | None) -> object:
        """As Client.get: any resource of the contract."""
        return await self._run(lambda: self._client.get(path, **query))

    async def _run(self, ask: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, ask)
