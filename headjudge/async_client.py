"""The client for asyncio: `await AsyncClient(url).validate(team)`.

Requests run in a thread, one at a time; use several clients for concurrent requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from headjudge.client import Client

P = ParamSpec("P")
T = TypeVar("T")


def _awaited(
    method: Callable[Concatenate[Client, P], T],
) -> Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]:
    """The method of Client as a coroutine."""

    @wraps(method)
    async def call(client: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await client._run(lambda: method(client._client, *args, **kwargs))

    return call


def _iterated(
    method: Callable[Concatenate[Client, P], Iterator[T]],
) -> Callable[Concatenate[AsyncClient, P], AsyncIterator[T]]:
    """The method of Client as an asynchronous iterator; what it is given is taken in the thread."""

    @wraps(method)
    async def call(client: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        answers = method(client._client, *args, **kwargs)
        while (answer := await client._run(lambda: next(answers, None))) is not None:
            yield answer

    return call


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

    validate = _awaited(Client.validate)
    validate_batch = _iterated(Client.validate_batch)
    verify_receipt = _awaited(Client.verify_receipt)
    impact = _awaited(Client.impact)
    impact_batch = _iterated(Client.impact_batch)
    print_sheets = _awaited(Client.print_sheets)
    parse = _awaited(Client.parse)
    convert = _awaited(Client.convert)
    compare = _awaited(Client.compare)
    card = _awaited(Client.card)
    search_cards = _awaited(Client.search_cards)
    card_history = _awaited(Client.card_history)
    formats = _awaited(Client.formats)
    format = _awaited(Client.format)
    banlists = _awaited(Client.banlists)
    banlist = _awaited(Client.banlist)
    banlist_versions = _awaited(Client.banlist_versions)
    banlist_diff = _awaited(Client.banlist_diff)
    banlist_changes = _awaited(Client.banlist_changes)
    policies = _awaited(Client.policies)
    policy = _awaited(Client.policy)
    event_facts = _awaited(Client.event_facts)
    products = _awaited(Client.products)
    checklist = _awaited(Client.checklist)
    compare_products = _awaited(Client.compare_products)
    assign_pool = _awaited(Client.assign_pool)
    codes = _awaited(Client.codes)
    receipt_keys = _awaited(Client.receipt_keys)
    readiness = _awaited(Client.readiness)
    get = _awaited(Client.get)
    post = _awaited(Client.post)

    async def _run(self, ask: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, ask)
