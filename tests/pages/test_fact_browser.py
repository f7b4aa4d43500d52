"""The pages of formats, policies and events in a real browser: read, asked and printed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from headjudge.web.http import LANGUAGES
from tests.pages.browser import CHROMIUM, DESKTOP, PHONE, overflows

PAGES = ["/formats", "/formats/modern?card=Ponder", "/policies", "/cards?card=Ponder"]
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page without a script; at the end the browser may have had nothing against it."""
    size: ViewportSize = request.param
    one = browser.new_page(viewport=size, java_script_enabled=False)
    complaints: list[str] = []
    one.on("console", lambda said: complaints.append(said.text))
    yield one
    assert complaints == []
    one.close()


def test_a_card_is_looked_up(page: Page, address: str) -> None:
    page.goto(f"{address}/formats")
    page.get_by_role("link", name="Modern", exact=True).click()
    page.get_by_label("Day", exact=True).fill("2024-12-20")
    page.get_by_label("History of a card").fill("splinter twin")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Splinter Twin in Modern")).to_be_visible()
    rows = page.get_by_role("table", name="Every change of Splinter Twin").get_by_role("row")
    expect(rows).to_have_count(4)
    page.get_by_role("link", name="Before: 2024-08-26").click()
    expect(page.get_by_label("Day", exact=True)).to_have_value("2024-08-26")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_rules_on_a_phone(browser: Browser, address: str, language: str) -> None:
    """Each opens at its head, whatever has the cursor, and nothing is cut off."""
    page = browser.new_page(viewport=PHONE, locale=language)
    cut = "all => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length"
    for path in PAGES:
        page.goto(address + path, wait_until="networkidle")
        assert page.evaluate("scrollY") == 0
        expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
        expect(page.locator(".of-rules [aria-current]")).to_be_in_viewport(ratio=0.9)
        assert page.locator("table, main ul, dl").evaluate_all(cut) == 0, path
        assert not overflows(page)
        for row in ("header nav:not(.languages) a", "nav.of-rules a"):
            links = page.locator(row).all()
            assert len(links) > 2
            assert len({(link.bounding_box() or {"y": -1})["y"] for link in links}) == 1
    page.close()


def test_a_search_shows_the_operations_with_all_its_words(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=DESKTOP)
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.goto(address + "/docs")
    side = page.get_by_role("navigation", name="Contents")
    every = side.locator("li:visible").count()
    search = page.get_by_label("Search")
    search.fill("GET codes")
    listing = side.get_by_role("link", name="/v1/codes", exact=False).first
    expect(listing).to_be_visible()
    assert 0 < side.locator("li:visible").count() < every
    expect(page.locator("#Problem")).to_be_hidden()
    search.fill("no-such-word")
    expect(side.locator("li:visible")).to_have_count(0)
    expect(side.get_by_role("status")).to_contain_text("0 of ")
    search.fill("")
    expect(side.locator("li:visible")).to_have_count(every)
    assert complaints == []
    page.close()
