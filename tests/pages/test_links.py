"""Links in the boxes of the page: fetched, and shown as the lists that they led to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import responses
from flask.testing import FlaskClient

import cards
from headjudge.links import Links, Settings
from headjudge.web import fetched_lists
from tests.links.sites import NETWORK, RECORDED

MOXFIELD = next(one for one in RECORDED if one.site == "Moxfield")
POOL = next(one for one in RECORDED if one.site == "GitLab")


def check(client: FlaskClient, *lists: str, **fields: str) -> tuple[int, str]:
    form = {"format": "modern", "as_of": "2024-10-01", "list": [*lists], **fields}
    response = client.post("/", data=form)
    return response.status_code, response.text


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A service that fetches links; forms that were kept ready before say nothing of them."""
    by = Links(Settings(agent="headjudge/test"), NETWORK)
    monkeypatch.setattr(fetched_lists, "links", lambda: by)
    cards.forget()
    yield
    cards.forget()


def test_a_link_is_refused_where_links_are_off(client: FlaskClient) -> None:
    status, page = check(client, MOXFIELD.page, "60 Forest")
    assert status == 422
    assert "This service does not fetch lists by link: send the text of the list." in page


@pytest.mark.usefixtures("on")
def test_the_form_tells_which_sites_are_read(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "You can enter the address of a deck instead of its list: Moxfield, " in page


@pytest.mark.usefixtures("on")
def test_a_fetched_list_is_shown_beside_its_faults(client: FlaskClient) -> None:
    with responses.RequestsMock() as sites:
        MOXFIELD.answer(sites)
        status, page = check(client, f" {MOXFIELD.page}\n", "5 Duress\n55 Swamp")
    assert status == 200
    assert "Deck 1 (Ann)" in page
    assert "4 Opt" in page
    assert "Read as Plain text: a deck document of Moxfield, a line a card." in page
    assert f"The list was read from {MOXFIELD.page}, as Moxfield gave it on" in page
    # The box keeps what was typed into it.
    assert f"{MOXFIELD.page}\n</textarea>" in page


@pytest.mark.usefixtures("on")
def test_a_site_that_refuses_is_told_at_its_box(client: FlaskClient) -> None:
    with responses.RequestsMock() as sites:
        sites.get(MOXFIELD.source, status=403)
        status, page = check(client, "60 Forest", MOXFIELD.page)
    assert status == 422
    assert "api2.moxfield.com refuses this program, or the deck is private (403)" in page
