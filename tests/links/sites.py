"""What each site answers: small shapes made by hand after its documentation, nobody's decks."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import responses

from headjudge.links.network import Endpoint, Network

PUBLIC = Endpoint("93.184.215.14")
NETWORK = Network(resolve=lambda host: [PUBLIC])
"""Every name is found, at an address that is public; `responses` answers in its place."""
JSON = "application/json"
ADDRESSES: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("addresses.toml").read_text("utf-8")
)


class Recorded(NamedTuple):
    """A page of a deck, where its list is, and what is answered there."""

    site: str
    page: str
    source: str
    media_type: str
    player: str | None
    body: str
    text: str
    """The list as it is read."""

    @property
    def document(self) -> dict[str, Any]:
        """The answer, if it is JSON."""
        document: dict[str, Any] = json.loads(self.body)
        return document

    def answer(self, mocked: responses.RequestsMock) -> None:
        """Let the list be answered."""
        mocked.get(self.source, self.body, content_type=self.media_type)


def _recorded(row: dict[str, Any]) -> Recorded:
    body = row["body"]
    return Recorded(**{**row, "body": body if isinstance(body, str) else json.dumps(body)})


RECORDED = tuple(
    map(_recorded, json.loads(Path(__file__).with_name("recorded.json").read_text("utf-8")))
)
