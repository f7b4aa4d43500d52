"""Each site: which addresses are decks, where their lists are, and how they are read."""

from __future__ import annotations

import json
from typing import Any

import pytest
import responses

from headjudge import decklists
from headjudge.links import Links, Refused, Settings, WrongAddress
from headjudge.links.sites import SITES
from tests.links.sites import ADDRESSES, JSON, NETWORK, RECORDED, Recorded
from validator import read_alone

EACH = [pytest.param(one, id=one.site) for one in RECORDED]
BY_SITE = {one.site: one for one in RECORDED}
ARCHIDEKT, MELEE, MOXFIELD = (BY_SITE[name].document for name in ("Archidekt", "Melee", "Moxfield"))


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


@pytest.mark.parametrize(("page", "source"), ADDRESSES["pages"])
def test_other_addresses_of_the_same(page: str, source: str) -> None:
    assert str(Settings().source_of(page)[1]) == source


@pytest.mark.parametrize("page", ADDRESSES["no_decks"])
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
