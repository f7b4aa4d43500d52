"""The pages of formats, policies and events in a real browser: read, asked and printed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.pages.browser import CHROMIUM, DESKTOP, PHONE, overflows

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


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "it", "ja", "pt"])
def test_the_pages_stand_in_one_row_on_a_phone(
    browser: Browser, address: str, language: str
) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}/formats?lang={language}")
    for row in ("header nav:not(.languages) a", "nav.of-rules a"):
        links = page.locator(row).all()
        assert len(links) > 2
        assert len({(link.bounding_box() or {"y": -1})["y"] for link in links}) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.close()


def test_a_card_is_looked_up(page: Page, address: str) -> None:
    page.goto(f"{address}/formats")
    page.get_by_role("link", name="Modern", exact=True).click()
    page.get_by_label("Day", exact=True).fill("2024-12-20")
    page.get_by_label("History of a card").fill("splinter twin")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Splinter Twin in Modern")).to_be_visible()
    rows = page.get_by_role("table", name="Every change of Splinter Twin").get_by_role("row")
    assert rows.count() == 4
    page.get_by_role("link", name="Before: 2024-08-26").click()
    expect(page.get_by_label("Day", exact=True)).to_have_value("2024-08-26")


@pytest.mark.parametrize("path", ["/formats", "/formats/modern?card=Ponder", "/cards?card=Ponder"])
def test_no_table_is_cut_off_on_a_phone(browser: Browser, address: str, path: str) -> None:
    """Each row is whole, in German as well, and the page in hand stands in view above it."""
    page = browser.new_page(viewport=PHONE, locale="de")
    page.goto(address + path)
    cut = "all => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length"
    assert page.locator("table, main ul, dl").evaluate_all(cut) == 0
    assert not overflows(page)
    page.goto(f"{address}/docs")
    expect(page.locator(".of-rules [aria-current]")).to_be_in_viewport(ratio=0.9)
    page.close()
