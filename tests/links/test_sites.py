"""Each site: which addresses are decks, where their lists are, and how they are read."""

from __future__ import annotations

import json
from typing import Any

import pytest
import responses

from headjudge import decklists
from headjudge.links import Links, Refused, Settings, WrongAddress
from headjudge.links.sites import SITES
from tests.links.sites import (
    ARCHIDEKT,
    GUID,
    JSON,
    MELEE,
    MOXFIELD,
    NETWORK,
    RECORDED,
    Recorded,
)
from validator import read_alone

EACH = [pytest.param(one, id=one.site) for one in RECORDED]
BY_SITE = {one.site: one for one in RECORDED}
GIST = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def links() -> Links:
    return Links(Settings(agent="headjudge/test"), NETWORK)


def fetched(links: Links, one: Recorded, **changed: Any) -> Any:
    with responses.RequestsMock() as mocked:
        one._replace(**changed).answer(mocked)
        return links.fetch(one.page)


def test_each_site_is_recorded() -> None:
    assert [one.site for one in RECORDED] == [site.name for site in SITES]


@pytest.mark.parametrize("one", EACH)
def test_a_list_is_read_from_its_source(links: Links, one: Recorded) -> None:
    got = fetched(links, one)
    assert (got.site, got.address, got.text, got.player) == (
        one.site, one.page, one.text, one.player,
    )  # fmt: skip


@pytest.mark.parametrize("one", EACH)
def test_it_holds_the_deck(links: Links, one: Recorded) -> None:
    got = fetched(links, one)
    read = decklists.read_team(got.text, syntax=got.syntax)
    reading = read_alone(*got.mark_source(read))
    (deck,) = reading.decks
    assert (deck.sizes["main"], deck.sizes["sideboard"]) == (60, 2 + (one.site == "Melee"))
    assert reading.faults == ()
    assert reading.notices[0].code == "list-fetched"
    assert one.page in reading.notices[0].message
    assert deck.decklist.player == one.player


@pytest.mark.parametrize("one", EACH)
def test_each_source_is_on_the_list(one: Recorded) -> None:
    _, source = Settings().source_of(one.page)
    assert str(source) == one.source
    assert source.host in Settings().hosts


@pytest.mark.parametrize(
    ("page", "source"),
    [
        ("https://www.moxfield.com/decks/Abc-123_def/primer", BY_SITE["Moxfield"].source),
        ("HTTPS://MOXFIELD.COM/decks/Abc-123_def?x=y", BY_SITE["Moxfield"].source),
        ("https://moxfield.com:443/decks/Abc-123_def", BY_SITE["Moxfield"].source),
        ("https://archidekt.com/decks/123456", BY_SITE["Archidekt"].source),
        ("https://www.archidekt.com/decks/123456/opts/", BY_SITE["Archidekt"].source),
        ("https://archidekt.com/api/decks/123456/", BY_SITE["Archidekt"].source),
        ("https://mtggoldfish.com/deck/visual/1234567", BY_SITE["MTGGoldfish"].source),
        ("https://www.mtggoldfish.com/deck/download/1234567", BY_SITE["MTGGoldfish"].source),
        ("https://tappedout.net/mtg-decks/opts-and-islands", BY_SITE["TappedOut"].source),
        ("https://www.deckstats.net/decks/1234/567890-opts", BY_SITE["Deckstats"].source),
        (f"https://www.melee.gg/Decklist/View/{GUID}/", BY_SITE["Melee"].source),
        (
            "https://melee.gg/Decklist/View/315233",
            "https://melee.gg/Decklist/GetDecklistDetails?id=315233",
        ),
        (
            "https://github.com/ann/decks/raw/v1/opts.txt?token=x",
            "https://raw.githubusercontent.com/ann/decks/v1/opts.txt",
        ),
        (
            "https://raw.githubusercontent.com/ann/decks/main/a%20b.txt",
            "https://raw.githubusercontent.com/ann/decks/main/a%20b.txt",
        ),
        (
            f"https://gist.github.com/ann/{GIST}",
            f"https://gist.githubusercontent.com/ann/{GIST}/raw",
        ),
        (
            f"https://gist.githubusercontent.com/ann/{GIST}/raw/opts.txt",
            f"https://gist.githubusercontent.com/ann/{GIST}/raw/opts.txt",
        ),
        (
            "https://gitlab.com/ann/decks/-/raw/main/opts.txt?inline=false",
            "https://gitlab.com/ann/decks/-/raw/main/opts.txt",
        ),
        ("https://gitlab.com/-/snippets/12", "https://gitlab.com/-/snippets/12/raw"),
        (
            "https://gitlab.com/ann/decks/-/snippets/12/raw/main/opts.txt",
            "https://gitlab.com/ann/decks/-/snippets/12/raw",
        ),
    ],
)
def test_other_addresses_of_the_same(page: str, source: str) -> None:
    assert str(Settings().source_of(page)[1]) == source


@pytest.mark.parametrize(
    "page",
    [
        "https://moxfield.com/",
        "https://moxfield.com/users/ann",
        "https://moxfield.com/decks/../account",
        "https://archidekt.com/search/decks",
        "https://archidekt.com/decks/opts",
        "https://www.mtggoldfish.com/archetype/modern-burn",
        "https://www.mtggoldfish.com/metagame/modern",
        "https://tappedout.net/mtg-decks/a/b/c",
        "https://deckstats.net/decks/1234",
        "https://melee.gg/Tournament/View/12",
        "https://github.com/ann/decks",
        "https://github.com/ann/decks/tree/main/modern",
        "https://raw.githubusercontent.com/ann",
        "https://gist.github.com/ann",
        "https://gitlab.com/ann/decks",
        "https://gitlab.com/ann/decks/-/issues/1",
    ],
)
def test_what_is_no_deck_of_a_site(page: str) -> None:
    with pytest.raises(WrongAddress, match="which looks like https://"):
        Settings().source_of(page)


@pytest.mark.parametrize("site", ["Moxfield", "Archidekt", "Melee"])
@pytest.mark.parametrize("body", ["[]", "{}", "null", "{", '{"cards": 4}', '{"error": "private"}'])
def test_a_document_that_is_no_deck(links: Links, site: str, body: str) -> None:
    with pytest.raises(Refused, match=r"unknown form|not a deck"):
        fetched(links, BY_SITE[site], body=body)


@pytest.mark.parametrize("one", EACH)
@pytest.mark.parametrize(
    ("body", "media_type"),
    [
        ("<!DOCTYPE html><title>Just a moment...</title>", "text/plain"),
        ("\n<html>", JSON),
        ("4 Opt", "text/html; charset=UTF-8"),
    ],
)
def test_a_web_page_is_no_list(links: Links, one: Recorded, body: str, media_type: str) -> None:
    with pytest.raises(Refused, match="web page instead of the list"):
        fetched(links, one, body=body, media_type=media_type)


def test_what_is_no_text_is_no_list(links: Links) -> None:
    with pytest.raises(Refused, match="is not text"):
        fetched(links, BY_SITE["GitHub"], body="\0\1\2\3")


def test_an_entry_that_cannot_be_read_is_not_lost(links: Links) -> None:
    cards = [*ARCHIDEKT["cards"], {"quantity": "some", "card": {"oracleCard": {"name": "Shock"}}}]
    got = fetched(links, BY_SITE["Archidekt"], body=json.dumps(ARCHIDEKT | {"cards": cards}))
    reading = read_alone(*decklists.read_team(got.text, syntax=got.syntax))
    (fault,) = reading.faults
    assert fault.code == "unreadable-line"
    assert "Shock" in fault.message


@pytest.mark.parametrize("record", [{"n": "Opt", "q": 1, "c": 7}, {"n": "Opt"}, "4 Opt", None])
def test_a_record_that_is_not_known_is_not_lost(links: Links, record: Any) -> None:
    body = json.dumps(MELEE | {"Records": [*MELEE["Records"], record]})
    with pytest.raises(Refused, match="in an unknown form"):
        fetched(links, BY_SITE["Melee"], body=body)


def test_an_owner_that_is_no_name(links: Links) -> None:
    body = json.dumps(MOXFIELD | {"createdByUser": None})
    assert fetched(links, BY_SITE["Moxfield"], body=body).player is None


def test_titles_on_several_lines_stay_on_one(links: Links) -> None:
    record = {"n": "Opt\n4 Black Lotus", "q": 4, "c": 0}
    got = fetched(links, BY_SITE["Melee"], body=json.dumps({"Records": [record]}))
    assert got.text == "Deck\n4 Opt 4 Black Lotus\n"


def test_an_encoding_that_was_guessed_is_told(links: Links) -> None:
    with responses.RequestsMock() as mocked:
        mocked.get(BY_SITE["GitHub"].source, "4 Æther Vial".encode("cp1252"))
        got = links.fetch(BY_SITE["GitHub"].page)
    assert (got.text, got.encoding) == ("4 Æther Vial", "Windows-1252")
