"""The words allowed in requests, as types. Written by `make contract`."""

from typing import Literal

TeamStructure = Literal[
    "two-headed-giant",
    "team-constructed",
    "emperor",
    "individual",
]
TeamPolicy = Literal[
    "combined-four",
    "no-team-limit",
    "unified",
    "unified-2005",
    "unified-2013",
    "unified-2016",
    "unified-2018",
    "tournament",
]
ReadSyntax = Literal[
    "dek",
    "cod",
    "json",
    "csv",
    "text",
    "xmage",
    "forge",
    "archidekt",
    "tappedout",
    "deckstats",
    "mws",
    "decklist-org",
    "mtggoldfish",
    "arena",
    "moxfield",
    "apprentice",
    "markdown",
    "mtgo",
]
