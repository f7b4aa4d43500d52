"""The client's methods for the resources of facts, lists and pools."""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, cast
from urllib.parse import quote

from headjudge.documents import (
    Banlist,
    BanlistChanges,
    BanlistDiff,
    Banlists,
    BanlistVersions,
    Card,
    CardHistory,
    Checklist,
    Codes,
    Deck,
    Format,
    Formats,
    Policies,
    Policy,
    Pool,
    PoolAssignment,
    Products,
    Readiness,
    Reading,
    Titles,
)

Day = str | datetime.date
"""YYYY-MM-DD, or a date."""

quoted = partial(quote, safe="")
"""A text as one segment of a path."""


class Resources(ABC):
    """Methods that need nothing but `get` and `post`."""

    @abstractmethod
    def get(self, path: str, /, **query: str | int | Day | None) -> object:
        """The JSON of a resource; None values are not sent."""

    @abstractmethod
    def post(self, path: str, document: Mapping[str, Any]) -> object:
        """The JSON answer to a document."""

    def parse(self, deck: Deck) -> Reading:
        """The content of a list, without judging it."""
        return cast(Reading, self.post("/v1/decklists/parse", deck))

    def card(self, title: str) -> Card:
        """The facts about a card, by its title in any spelling accepted in lists."""
        return cast(Card, self.get(f"/v1/cards/{quoted(title)}"))

    def search_cards(
        self, q: str, *, limit: int = 10, format: str | None = None, as_of: Day | None = None
    ) -> Titles:
        """Titles that begin with `q`, with the format's legal ones first."""
        return cast(Titles, self.get("/v1/cards", q=q, limit=limit, format=format, as_of=as_of))

    def card_history(self, format: str, title: str) -> CardHistory:
        """Every day on which the standing of a card in a format changed."""
        path = f"/v1/formats/{quoted(format)}/cards/{quoted(title)}"
        return cast(CardHistory, self.get(path))

    def formats(self) -> Formats:
        """All formats and event kinds."""
        return cast(Formats, self.get("/v1/formats"))

    def format(self, id: str, as_of: Day | None = None) -> Format:
        """A format on a day, by default today."""
        return cast(Format, self.get(f"/v1/formats/{quoted(id)}", as_of=as_of))

    def banlists(self, as_of: Day | None = None) -> Banlists:
        """All banlists with their version on a day, by default today."""
        return cast(Banlists, self.get("/v1/banlists", as_of=as_of))

    def banlist(self, format: str, as_of: Day | None = None) -> Banlist:
        """A banlist on a day, by default today."""
        return cast(Banlist, self.get(f"/v1/banlists/{quoted(format)}", as_of=as_of))

    def banlist_versions(self, format: str) -> BanlistVersions:
        """The days on which a banlist changed."""
        return cast(BanlistVersions, self.get(f"/v1/banlists/{quoted(format)}/versions"))

    def banlist_diff(self, format: str, earlier: Day, later: Day) -> BanlistDiff:
        """The changes of a banlist between two days."""
        path = f"/v1/banlists/{quoted(format)}/diff"
        return cast(BanlistDiff, self.get(path, **{"from": earlier, "to": later}))

    def banlist_changes(self, since: Day, format: str | None = None) -> BanlistChanges:
        """The changes of all banlists, or of one, since a day."""
        changes = self.get("/v1/banlists/changes", since=since, format=format)
        return cast(BanlistChanges, changes)

    def policies(self) -> Policies:
        """All team policies."""
        return cast(Policies, self.get("/v1/policies"))

    def policy(self, id: str, as_of: Day | None = None) -> Policy:
        """A team policy with its rules on a day, by default today."""
        return cast(Policy, self.get(f"/v1/policies/{quoted(id)}", as_of=as_of))

    def products(self, /, **query: str | int | Day | None) -> Products:
        """The products recommended for an event; `query` as in the contract."""
        return cast(Products, self.get("/v1/products", **query))

    def checklist(self, sets: Iterable[str], as_of: Day | None = None) -> Checklist:
        """Every card that a pool of these sets may hold."""
        return cast(Checklist, self.get("/v1/products/checklist", sets=",".join(sets), as_of=as_of))

    def assign_pool(
        self, pool: Pool, decks: Sequence[Deck], moves: Sequence[Mapping[str, Any]] = ()
    ) -> PoolAssignment:
        """The decks built from a pool after these moves."""
        document = {"pool": pool, "decks": decks, "moves": moves}
        return cast(PoolAssignment, self.post("/v1/pools/assign", document))

    def codes(self) -> Codes:
        """The codes of violations and notices."""
        return cast(Codes, self.get("/v1/violations"))

    def readiness(self) -> Readiness:
        """The facts in force, and those that can be asked for."""
        return cast(Readiness, self.get("/readyz"))
