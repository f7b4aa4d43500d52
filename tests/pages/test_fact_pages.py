"""The pages of formats, policies and events, without a browser."""

from __future__ import annotations

import html
import re
from urllib.parse import quote, unquote, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import banlists
import formats

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PAGES = (
    "/formats",
    "/formats/modern",
    "/formats/modern?as_of=2024-12-20&card=Splinter+Twin",
    "/formats/vintage?as_of=1994-03-01",
    "/formats/extended",
    "/formats/sealed",
    "/formats/team-sealed",
    "/formats/two-headed-giant",
    "/policies",
    "/policies/tournament?as_of=2017-01-01",
    "/policies/combined-four",
    "/policies/unified-2005",
)


def get(client: FlaskClient, path: str, status: int = 200) -> str:
    """The page, in plain characters."""
    response = client.get(path, headers=BROWSER)
    assert response.status_code == status, response.text
    assert response.mimetype == "text/html"
    return html.unescape(response.text)


def heading(text: str) -> str:
    (found,) = re.findall(r"<h1[^>]*>(.*?)</h1>", text)
    return str(found)


def links(text: str) -> list[str]:
    return re.findall(r'<a [^>]*?href="([^"]+)"', text)


@pytest.mark.parametrize(
    ("path", "said", "not_said"),
    [
        ("/policies", "At most 4 copies of a card in the team", ""),
        ("/policies", "The team begins with 30 life, which both heads share.", ""),
        ("/policies?lang=de", "Teamregeln", "The team begins"),
        ("/policies/combined-four", "All decks of a team together have at most 4 copies", ""),
        ("/policies/unified-2018", "in one deck of a team may be in none of its other decks", ""),
        ("/policies/no-team-limit", "Each deck is built by itself", ""),
        ("/formats/standard?as_of=2006-05-01", "The team begins with 40 life", ""),
        ("/formats/standard?as_of=2006-05-01", "Comprehensive Rules 606.4a", ""),
        ("/formats/standard?as_of=2005-10-15", "Champions of Kamigawa CHK", "Dominaria"),
        ("/formats/vintage?as_of=2024-10-01", "Restricted: 51", ""),
        ("/formats/vintage?as_of=2024-10-01", "All cards of type Conspiracy: banned since", ""),
        ("/formats/extended?as_of=2001-01-01", "Legal without their sets: ", ""),
        ("/formats/extended?as_of=2002-11-01", "Extended", "Legal without their sets: "),
        ("/formats/extended?as_of=1990-01-01", "did not exist yet; it began on", ""),
        ("/formats/extended?as_of=2020-01-01", "no longer existed; it ended on", ""),
    ],
)
def test_what_a_page_says(client: FlaskClient, path: str, said: str, not_said: str) -> None:
    words = re.sub(r"<[^>]+>", "", get(client, path))
    assert said in words
    assert not (not_said and not_said in words)


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/formats/%00", 404, "There is no such format"),
        ("/policies/" + "x" * 3000, 404, "There is no such policy"),
        ("/formats/../../etc", 404, "Page not found"),
        ("/formats/modern?as_of=2024-02-30", 422, "Day: This must be a real date"),
        ("/policies/tournament?as_of=x", 422, "Day: This must be a real date"),
        ("/formats/modern?as_of=2024-01-01&as_of=2024-01-02", 422, "Day: This is given twice."),
        ("/formats/modern?card=" + "x" * 401, 422, "Card: This must have from 1 to 400"),
    ],
)
def test_what_cannot_be_asked_is_a_clear_page(
    client: FlaskClient, path: str, status: int, words: str
) -> None:
    page = get(client, path, status)
    assert words in page
    assert "Did you mean" not in page


@pytest.mark.parametrize("path", PAGES)
def test_links_lead_somewhere(client: FlaskClient, path: str) -> None:
    """The first and the last of each kind: long pages have hundreds that differ in a card."""
    text = get(client, path)
    within = {link.removeprefix("#") for link in links(text) if link.startswith("#")}
    assert within <= set(re.findall(r'\bid="([^"]+)"', text))
    kinds: dict[tuple[str, ...], list[str]] = {}
    for link in dict.fromkeys(link.partition("#")[0] for link in links(text)):
        parts = urlsplit(link)
        if parts.path and not parts.netloc:
            names = (one.partition("=")[0] for one in parts.query.split("&"))
            kinds.setdefault((parts.path.rpartition("/")[0], *names), []).append(link)
    for several in kinds.values():
        for link in {several[0], several[-1]}:
            assert client.get(link, headers=BROWSER).status_code == 200, link


@pytest.mark.parametrize("path", ["/", "/formats", "/policies", "/pool", "/docs"])
def test_every_page_leads_to_every_other(client: FlaskClient, path: str) -> None:
    text = get(client, path)
    navigation = re.search(r'<nav aria-label="Pages">(.*?)</nav>', text, re.DOTALL)
    assert navigation
    assert links(navigation[1]) == ["/", "/event", "/pool", "/formats"]
    if path in ("/", "/pool"):
        assert f'href="{path}" aria-current="page"' in navigation[1]
        return
    assert 'href="/formats" aria-current="true"' in navigation[1]
    rules = re.search(r'<nav class="[^"]*" aria-label="Rules">(.*?)</nav>', text, re.DOTALL)
    assert rules
    assert links(rules[1]) == ["/formats", "/policies", "/docs"]
    assert f'href="{path}" aria-current="page"' in rules[1]


def test_where_a_card_may_be_played(client: FlaskClient) -> None:
    text = get(client, "/cards?card=splinter+twin&as_of=2024-12-16")
    rows = re.findall(r'#card">([^<]*)</a></th>\s*<td><span class="status ([^"]*)"', text)
    assert {"Modern": "legal", "Standard": "not-legal"}.items() <= dict(rows).items()
    before = get(client, "/cards?card=Splinter+Twin&as_of=2024-12-15")
    assert "Modern, Vintage on 2024-12-16." in text
    assert re.search(
        r"Legal in [^.]*\bModern\b[^.]* today\.", get(client, "/cards?card=Splinter+Twin")
    )
    assert re.search(r'>Modern</a></th>\s*<td><span class="status banned"', before)
    assert 'href="https://scryfall.com/search?q=%21%22Splinter+Twin%22"' in text
    missing = client.get("/cards?card=Splinter+Twinn", headers=BROWSER)
    assert missing.status_code == 404
    assert 'href="/cards?card=Splinter+Twin"' in missing.text
    assert "Formats and banlists" in get(client, "/cards")


@pytest.mark.parametrize(
    ("path", "first"),
    [
        ("/cards?q=bolt", "/cards?card=Lightning+Bolt"),
        ("/cards?card=bolt&utm_source=chat&utm_source=mail", "/cards?card=Lightning+Bolt"),
    ],
)
def test_a_part_of_a_title_finds_its_cards(client: FlaskClient, path: str, first: str) -> None:
    assert (
        next(link for link in links(get(client, path)) if link.startswith("/cards?card=")) == first
    )


def test_every_format_and_list_has_its_page(client: FlaskClient) -> None:
    listed = links(get(client, "/formats"))
    for format_id in {*formats.ids(), *banlists.ids()}:
        assert f"/formats/{format_id}" in listed
        page = get(client, f"/formats/{format_id}")
        assert formats.of_list(format_id).name in heading(page)
        anchors = re.findall(r'\bid="([^"]+)"', page)
        assert len(set(anchors)) == len(anchors)


def test_the_list_of_the_day(client: FlaskClient) -> None:
    before = get(client, "/formats/modern?as_of=2024-12-15")
    after = get(client, "/formats/modern?as_of=2024-12-16")
    assert ("Banned: 52" in before, "Banned: 51" in after) == (True, True)
    row = re.search(r"<li><a[^>]*>The One Ring</a> .*?</li>", after)
    assert row
    assert 'href="#day-2024-12-16"' in row[0]
    turn = after.partition('<li id="day-2024-12-16">')[2].partition("</li>")[0]
    assert "banned-and-restricted-december-16-2024" in turn
    assert 'href="/formats/modern?as_of=2025-03-31" rel="next"' in after


def test_the_timeline_has_each_announcement_with_its_source(client: FlaskClient) -> None:
    text = get(client, "/formats/modern")
    days = re.findall(r'<li id="day-(\d{4}-\d\d-\d\d)">', text)
    known = [one.effective.isoformat() for one in banlists.announcements("modern")]
    assert days == known[::-1]
    for one in banlists.announcements("modern"):
        assert f'href="{one.source}"' in text


def test_the_history_of_a_card(client: FlaskClient) -> None:
    text = get(client, "/formats/modern?card=splinter+twin")
    history = text.partition('id="card"')[2].partition("</table>")[0]
    assert re.findall(r'<td><span class="status (\w+)"', history) == ["legal", "banned", "legal"]
    assert "Splinter Twin in Modern" in text


@pytest.mark.parametrize(
    ("path", "canonical"),
    [
        ("/formats/modern", "/formats/modern"),
        ("/formats/modern?as_of=&card=", "/formats/modern"),
        ("/formats/modern?as_of=2024-12-20", "/formats/modern?as_of=2024-12-20"),
        ("/formats/modern?card=SPLINTER+twin", "/formats/modern?card=Splinter+Twin"),
        ("/policies/unified-2018", "/policies/unified-2018"),
    ],
)
def test_canonical_addresses(client: FlaskClient, path: str, canonical: str) -> None:
    assert f'<link rel="canonical" href="{canonical}">' in get(client, path)
    assert f'<link rel="canonical" href="{canonical}">' in get(client, canonical)


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("/formats/modren", "/formats/modern"),
        ("/formats/Modern", "/formats/modern"),
        ("/policies/unified-208", "/policies/unified-2018"),
        ("/formats/modern?card=Splinter+Twn", "/formats/modern?card=Splinter+Twin#card"),
    ],
)
def test_what_does_not_exist_has_a_suggestion(client: FlaskClient, path: str, near: str) -> None:
    text = get(client, path, 404)
    assert "Did you mean" in text
    assert near in links(text)


@pytest.mark.parametrize(
    "typed", ["<script>alert(1)</script>", "{{ 7 * 7 }}", "\u202e\x00", "'\"><img src=x>", "%s%n"]
)
def test_whatever_is_asked_is_only_text(client: FlaskClient, typed: str) -> None:
    asked = quote(typed, safe="")
    for path, status in (
        (f"/formats/modern?card={asked}", 404),
        (f"/formats/{asked}", 404),
        (f"/policies/{asked}", 404),
        (f"/cards?q={asked}", 404),
    ):
        response: TestResponse = client.get(path, headers=BROWSER)
        assert response.status_code == status
        assert "<script>alert" not in response.text
        assert "<img src=x" not in response.text
        assert unquote(asked) == typed


def test_pages_of_a_named_day_are_kept_longer(client: FlaskClient) -> None:
    for path, seconds in (
        ("/formats/modern?as_of=2024-10-01", 3600),
        ("/formats/modern", 300),
        ("/formats", 300),
        ("/policies/tournament", 300),
    ):
        response = client.get(path, headers=BROWSER)
        assert response.headers["Cache-Control"] == f"public, max-age={seconds}"
        again = client.get(path, headers=BROWSER | {"If-None-Match": response.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    assert client.get("/formats/x", headers=BROWSER).headers["Cache-Control"] == "no-store"
