"""The pages of formats, policies and events in a real browser: read, asked and printed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.pages.browser import CHROMIUM, DESKTOP, PHONE, fill, overflows

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

SHEETS = (
    "format=modern&as_of=2024-10-01",
    "format=vintage&as_of=2026-11-21&team_size=5",
    "format=standard&as_of=2006-01-01",
    "format=sealed&as_of=2024-10-01",
    "format=booster-draft&as_of=2008-11-21",
    "format=prerelease-sealed&as_of=2024-10-01",
    "format=team-sealed&as_of=2024-10-01",
    "format=modern&structure=team-constructed&as_of=2024-10-01",
)


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


@pytest.mark.parametrize(
    "path",
    [
        "/formats",
        "/formats/legacy",
        "/formats/standard?as_of=2024-10-01",
        "/policies",
        "/policies/tournament",
        "/events/sheet?format=vintage",
    ],
)
def test_no_page_is_wider_than_the_window(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    assert not overflows(page)


def test_the_rule_is_chosen_once(page: Page, address: str) -> None:
    four, tournament = "at most 4 copies of a card", "No two decks of a team may hold"
    for policy, sentence in [("combined-four", four), ("tournament", tournament)]:
        page.goto(address)
        fill(page, {"format": "modern", "policy": policy}, ["60 Forest", "60 Island"])
        page.locator("button.main").click()
        page.locator("#after").get_by_role("link", name="Event sheet").click()
        expect(page.locator(".announced")).to_contain_text(sentence)
        assert page.locator("#policy").input_value() == policy


def test_no_chip_touches_the_lines_around_it(page: Page, address: str) -> None:
    page.goto(f"{address}/events/sheet?format=standard&as_of=2006-10-01&policy=tournament")
    page.emulate_media(media="print")
    touching = page.locator(".sureness").evaluate_all(
        """all => all.filter((one) => {
          const own = one.getBoundingClientRect();
          const below = one.nextElementSibling?.getBoundingClientRect();
          return below && own.bottom > below.top + .5;
        }).map((one) => one.parentElement.innerText)"""
    )
    assert touching == []


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


def test_a_sheet_is_asked_for(page: Page, address: str) -> None:
    page.goto(f"{address}/events/sheet")
    page.get_by_label("Format").select_option("modern")
    page.get_by_label("Players in a team").select_option("4")
    page.get_by_label("Date of the event").fill("2024-10-01")
    page.get_by_role("button", name="Show the sheet").click()
    expect(page.get_by_text("A team starts at 60 life.")).to_be_visible()
    page.get_by_role("link", name="Its cards").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Modern"


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("query", SHEETS)
def test_a_sheet_prints_on_one_page(browser: Browser, address: str, query: str, size: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}/events/sheet?{query}")
    pdf = page.pdf(format=size)
    page.close()
    assert len(pdf) > 10_000
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


def test_what_is_only_for_the_screen_is_not_printed(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.emulate_media(media="print")
    page.goto(f"{address}/events/sheet?format=modern&as_of=2024-10-01")
    assert not page.get_by_role("button", name="Show the sheet").is_visible()
    assert not page.get_by_role("link", name="Policies", exact=True).is_visible()
    assert page.get_by_text("A team starts at 30 life.").is_visible()
    assert page.get_by_text("unofficial Fan Content").is_visible()
    page.close()


@pytest.mark.parametrize("path", ["/formats", "/formats/modern?card=Ponder", "/cards?card=Ponder"])
def test_no_table_is_cut_off_on_a_phone(browser: Browser, address: str, path: str) -> None:
    """Each row is whole, in German as well, and the page in hand stands in view above it."""
    page = browser.new_page(viewport=PHONE, locale="de")
    page.goto(address + path)
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert page.locator(".wide").evaluate_all(cut) == 0
    page.goto(f"{address}/docs")
    expect(page.locator(".of-rules [aria-current]")).to_be_in_viewport(ratio=0.9)
    page.close()
