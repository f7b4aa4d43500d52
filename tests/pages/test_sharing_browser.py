"""Checks that are shared, in a real browser, with a script and without."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from headjudge.web import fragments as sharing
from tests.pages.browser import CHROMIUM, fill, text_area, visited
from tests.pages.test_sharing import unpacked

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

CHECK = {
    "format": "modern",
    "structure": "two-headed-giant",
    "as_of": "2024-10-01",
    "policy": "combined-four",
    "team": "Team 森 “Naturalize”",
    "decks": [
        {"player": "Ann", "list": "4 Naturalize\n56 森\n"},
        {"list": "2 Naturalize\n58 Forest"},
    ],
}
EVENT = {"format": "modern", "as_of": "2024-10-01"}
LANDS = ("Forest", "Island", "Swamp")
ILLEGAL = "This team may not play these decks: 1 violation."
FINE = "This team may play these decks."
PACK = """async (text) => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
  return letters.replaceAll("+", "-").replaceAll("/", "_");
}"""
"""How a page packs a text."""


@pytest.fixture(scope="module")
def address(port: int) -> str:
    return f"http://127.0.0.1:{port}/"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with visited(browser) as one:
        yield one


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    with visited(browser, "no script") as one:
        yield one


def lists(page: Page) -> list[str]:
    return [text_area(page, f"list-{number}").input_value() for number in (1, 2)]


def test_paste_correct_share_open(page: Page, address: str, browser: Browser) -> None:
    requests: list[str] = []
    page.goto(address)
    fill(page, EVENT, ["4 Naturalise\n56 Forest", "60 Island"])
    page.get_by_role("button", name="Replace with Naturalize").first.click()
    expect(page.locator("#verdict")).to_have_text(FINE)
    link = str(page.locator("#link").evaluate("link => link.href"))
    assert link.startswith(f"{address}#check=")
    another = browser.new_page()
    another.on("request", lambda request: requests.append(request.url))
    another.goto(link)
    expect(another.locator("#verdict")).to_have_text(FINE)
    assert lists(another) == ["4 Naturalize\n56 Forest", "60 Island"]
    assert another.url == address
    assert [url for url in requests if "check=" in url.partition("#")[0]] == []
    another.close()


def test_what_python_packs_the_page_opens(page: Page, address: str) -> None:
    page.goto(f"{address}#{sharing.pack(CHECK)}")
    expect(page.locator("#verdict")).to_have_text(ILLEGAL)
    assert lists(page) == ["4 Naturalize\n56 森\n", "2 Naturalize\n58 Forest"]
    expect(page.locator("#team")).to_have_value("Team 森 “Naturalize”")
    expect(page.locator("#player-1")).to_have_value("Ann")
    expect(page.locator("#as_of")).to_have_value("2024-10-01")
    page.reload()
    expect(page.locator("#verdict")).to_have_text(ILLEGAL)


def test_what_the_page_packs_python_reads(page: Page, address: str) -> None:
    page.goto(address)
    packed = page.evaluate(PACK, json.dumps(CHECK))
    assert unpacked(packed) == CHECK
    page.goto(f"{address}?again#check={packed}")
    expect(page.locator("#verdict")).to_have_text(ILLEGAL)
    link = str(page.locator("#link").get_attribute("href"))
    assert unpacked(link.partition("#")[2]) == CHECK


@pytest.mark.parametrize("fragment", ["", "!", "AAAA", sharing.pack(CHECK)[6:90], "7" * 9000, "é"])
def test_a_link_that_is_broken(page: Page, address: str, fragment: str) -> None:
    page.goto(f"{address}#check={fragment}")
    expect(page.locator("#bar")).to_contain_text("This link is incomplete")
    assert lists(page) == ["", ""]


def test_a_link_to_what_is_no_check(page: Page, address: str) -> None:
    page.goto(f"{address}#{sharing.pack({'decks': [{'list': '4 Opt' * 3_000_000}]})}")
    expect(page.locator("#bar")).to_contain_text("This link is incomplete")
    page.goto(f"{address}?again#{sharing.pack({'format': '<script>', 'decks': 7})}")
    expect(page.locator("#answer")).to_contain_text("This link holds no check.")


def test_a_link_over_lists_offers_the_way_back(page: Page, address: str) -> None:
    page.goto(address)
    fill(page, EVENT, ["60 Plains", "60 Swamp"])
    expect(page.locator("#verdict")).to_have_text(FINE)
    page.goto(f"{address}#{sharing.pack(CHECK)}")
    expect(page.locator("#verdict")).to_have_text(ILLEGAL)
    expect(page.get_by_text("The check of the link has replaced your lists.")).to_be_visible()
    page.get_by_role("button", name="Bring my lists back").click()
    assert lists(page) == ["60 Plains", "60 Swamp"]
    expect(page.locator("#verdict")).to_have_text(FINE)


def test_the_players_of_a_link_are_not_those_of_the_next_team(page: Page, address: str) -> None:
    three = CHECK | {"team_size": 3, "decks": [{"list": f"60 {land}"} for land in LANDS]}
    page.goto(f"{address}#{sharing.pack(three)}")
    expect(page.locator("#verdict")).to_have_text(FINE)
    page.get_by_role("button", name="Clear the lists").click()
    expect(page.locator("h1")).to_have_text("May this team play these decks?")
    fill(page, EVENT, ["60 Forest", "60 Island"])
    expect(page.locator("#verdict")).to_have_text(FINE)
