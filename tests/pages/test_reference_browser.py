"""The reference of the API in a real browser: its side bar, and the search in it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.browser import CHROMIUM, DESKTOP

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


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
    assert side.locator("li:visible").count() == every
    assert complaints == []
    page.close()


def test_a_link_to_what_the_search_hides_ends_the_search(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=DESKTOP)
    page.goto(address + "/docs")
    page.get_by_label("Search").fill("/v1/validate")
    page.locator(".parts section:visible p a:visible").first.click()
    expect(page.locator(":target")).to_be_in_viewport()
    page.close()


def test_the_contents_stay_in_view_without_a_script(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=DESKTOP, java_script_enabled=False)
    page.goto(address + "/docs")
    expect(page.locator("#search")).to_be_hidden()
    page.goto(address + "/docs#Problem")
    side = page.get_by_role("navigation", name="Contents")
    expect(side).to_be_in_viewport()
    box, part = side.bounding_box(), page.locator("#Problem").bounding_box()
    assert box
    assert part
    assert box["x"] + box["width"] <= part["x"]
    page.close()
