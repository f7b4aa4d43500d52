"""The pages of formats, policies and events in a real browser: read, asked and printed."""

from __future__ import annotations

import re
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


PAGES = [
    "/formats", "/formats/modern?card=Ponder", "/policies", "/policies/tournament",
    "/cards?card=bolt", "/cards?card=Ponder", "/docs",
]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_a_page_of_rules_opens_at_its_head(browser: Browser, address: str, path: str) -> None:
    """With scripts, whatever has the cursor."""
    page = browser.new_page(viewport=PHONE)
    page.goto(address + path, wait_until="networkidle")
    assert page.evaluate("scrollY") == 0
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(page.locator(".of-rules [aria-current]")).to_be_in_viewport(ratio=0.9)
    page.close()


def test_a_card_says_first_where_it_is_banned(page: Page, address: str) -> None:
    page.goto(f"{address}/cards?card=Ponder&as_of=2024-12-20")
    says = page.locator("main .lead")
    expect(says).to_be_in_viewport()
    expect(says).to_have_text(re.compile(r"^Banned in Modern\b.*Legal in .*\."))
    expect(page.get_by_role("row").nth(1)).to_contain_text("banned")


def test_a_card_is_found_by_a_part_of_its_title(page: Page, address: str) -> None:
    page.goto(f"{address}/cards")
    page.get_by_label("Where is this card legal?").fill("bolt")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Which card is meant?")).to_be_visible()
    page.get_by_role("listitem").get_by_role("link", name="Lightning Bolt").click()
    expect(page.get_by_role("heading", name="Lightning Bolt")).to_be_visible()
