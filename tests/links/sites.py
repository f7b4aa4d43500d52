"""What each site answers: small shapes made by hand after its documentation, nobody's decks."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import responses

from headjudge.links.network import Endpoint, Network

PUBLIC = Endpoint("93.184.215.14")
NETWORK = Network(resolve=lambda host: [PUBLIC])
"""Every name is found, at an address that is public; `responses` answers in its place."""
GUID = "0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f"


class Recorded(NamedTuple):
    """A page of a deck, where its list is, and what is answered there."""

    site: str
    page: str
    source: str
    body: str
    text: str
    """The list as it is read."""
    player: str | None = None
    media_type: str = "text/plain; charset=utf-8"

    def answer(self, mocked: responses.RequestsMock) -> None:
        """Let the list be answered."""
        mocked.get(self.source, self.body, content_type=self.media_type)


def _moxfield_card(quantity: int, name: str, set_code: str, number: str) -> dict[str, Any]:
    card = {"name": name, "set": set_code, "cn": number, "layout": "normal", "cmc": 1.0}
    return {"quantity": quantity, "boardType": "mainboard", "finish": "nonFoil", "card": card}


MOXFIELD: dict[str, Any] = {
    "id": "yyyyy",
    "name": "Opts",
    "format": "modern",
    "visibility": "public",
    "publicId": "Abc-123_def",
    "createdByUser": {"userName": "Ann", "displayName": "Ann"},
    "boards": {
        "mainboard": {
            "count": 60,
            "cards": {
                "a1": _moxfield_card(4, "Opt", "dom", "60"),
                "b2": _moxfield_card(56, "Island", "dom", "254"),
            },
        },
        "sideboard": {"count": 2, "cards": {"c3": _moxfield_card(2, "Negate", "m20", "69")}},
        "maybeboard": {"count": 0, "cards": {}},
        "tokens": {"count": 1, "cards": {"d4": _moxfield_card(1, "Goblin", "tdom", "9")}},
    },
}


def _archidekt_card(quantity: int, name: str, *categories: str) -> dict[str, Any]:
    card = {
        "collectorNumber": "60",
        "edition": {"editioncode": "dom", "editionname": "Dominaria"},
        "oracleCard": {"name": name, "cmc": 1},
    }
    return {"quantity": quantity, "modifier": "Normal", "categories": [*categories], "card": card}


ARCHIDEKT: dict[str, Any] = {
    "id": 123456,
    "name": "Opts",
    "deckFormat": 3,
    "private": False,
    "owner": {"id": 1, "username": "Ben"},
    "categories": [{"name": "Ideas", "includedInDeck": False}],
    "cards": [
        _archidekt_card(4, "Opt", "Draw"),
        _archidekt_card(56, "Island", "Land"),
        _archidekt_card(2, "Negate", "Sideboard"),
        _archidekt_card(1, "Duress", "Ideas"),
    ],
}
MELEE: dict[str, Any] = {
    "Guid": GUID,
    "DecklistName": "Opts",
    "FormatName": "Modern",
    "Game": "MagicTheGathering",
    "Records": [
        {"l": "opt", "n": "Opt", "s": None, "q": 4, "c": 0, "t": "Instant"},
        {"l": "island", "n": "Island", "s": None, "q": 56, "c": 0, "t": "Land"},
        {"l": "negate", "n": "Negate", "s": None, "q": 2, "c": 99, "t": "Instant"},
        {"l": "zirda", "n": "Zirda, the Dawnwaker", "s": None, "q": 1, "c": 1, "t": "Creature"},
    ],
}
TEXT = "4 Opt\n56 Island\n\n2 Negate\n"
DECKSTATS = (
    "//NAME: Opts from deckstats.net\n//Main\n4 [DOM#60] Opt\n56 Island\n\n"
    "//Sideboard\nSB: 2 Negate\n"
)
JSON = "application/json"

RECORDED = (
    Recorded(
        "Moxfield",
        "https://moxfield.com/decks/Abc-123_def",
        "https://api2.moxfield.com/v3/decks/all/Abc-123_def",
        json.dumps(MOXFIELD),
        "4 Opt\n56 Island\n\nSideboard\n2 Negate\n",
        "Ann",
        JSON,
    ),
    Recorded(
        "Archidekt",
        "https://archidekt.com/decks/123456/opts",
        "https://archidekt.com/api/decks/123456/",
        json.dumps(ARCHIDEKT),
        "4 Opt\n56 Island\n\nSideboard\n2 Negate\n\nMaybeboard\n1 Duress\n",
        "Ben",
        JSON,
    ),
    Recorded(
        "MTGGoldfish",
        "https://www.mtggoldfish.com/deck/1234567#paper",
        "https://www.mtggoldfish.com/deck/download/1234567",
        TEXT,
        TEXT,
    ),
    Recorded(
        "TappedOut",
        "https://tappedout.net/mtg-decks/opts-and-islands/?cb=1",
        "https://tappedout.net/mtg-decks/opts-and-islands/?fmt=txt",
        "4 Opt\n56 Island\n\nSideboard:\n2 Negate\n",
        "4 Opt\n56 Island\n\nSideboard:\n2 Negate\n",
    ),
    Recorded(
        "Deckstats",
        "https://deckstats.net/decks/1234/567890-opts/en",
        "https://deckstats.net/decks/1234/567890-opts?include_comments=0&export_dec=1",
        DECKSTATS,
        DECKSTATS,
    ),
    Recorded(
        "Melee",
        f"https://melee.gg/Decklist/View/{GUID}",
        f"https://melee.gg/Decklist/GetDecklistDetails?id={GUID}",
        json.dumps(MELEE),
        "Deck\n4 Opt\n56 Island\n\nCompanion\n1 Zirda, the Dawnwaker\n\nSideboard\n2 Negate\n",
        None,
        JSON,
    ),
    Recorded(
        "GitHub",
        "https://github.com/ann/decks/blob/main/modern/opts.txt#L2",
        "https://raw.githubusercontent.com/ann/decks/main/modern/opts.txt",
        TEXT,
        TEXT,
    ),
    Recorded(
        "GitLab",
        "https://gitlab.com/club/decks/friday/-/blob/main/opts.txt",
        "https://gitlab.com/club/decks/friday/-/raw/main/opts.txt",
        TEXT,
        TEXT,
    ),
)
