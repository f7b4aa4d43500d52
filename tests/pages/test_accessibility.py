"""axe-core finds nothing against any page in any language, by day and by night on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from headjudge.web.http import LANGUAGES
from tests.pages.accessibility import VIEWS, complaints, show_whole
from tests.pages.browser import CHROMIUM, fill
from tests.pages.test_smoke import PAGES
from tests.web.registrations.events import MISSPELT, TOO_MANY, csv_of, google_form

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

CHECKLIST = "/pool?product=2+MAT&as_of=2023-06-01&lang=ja"
OTHERS = ["/formats/two-headed-giant", "/policies/tournament", "/pool?product=nothing",
          "/formats/modren", "/formats/vintage?lang=ja", "/docs"]  # fmt: skip
TRANSLATED = ["/", "/event", "/pool", "/policies", "/formats", "/formats/modern",
              "/cards?card=Splinter+Twin"]  # fmt: skip
THIN = """most => {
  for (const one of document.querySelectorAll("main *")) {
    while (one.isConnected && one.children.length > most) one.lastElementChild.remove();
  }
}"""
MOST = 12
"""Rows of a table, items of a list, sections: what comes after them is made as they are."""
EVENT = {"format": "modern", "as_of": "2025-01-10", "team": "Team Naturalize"}
LISTS = [
    "4 Delver of Secrets\n4 Lightning Helix\n2 Lightening Bolt\n1 The One Ring\n50 Island",
    "2 Lightning Helix\n4 Naturalize\n1 Tarmogoyff\n54 森\n???",
]


@pytest.fixture(params=VIEWS)
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    one = browser.new_page(**VIEWS[request.param], reduced_motion="reduce")
    yield one
    one.close()


def test_each_page(page: Page, address: str) -> None:
    for path in (*PAGES, *OTHERS):
        page.goto(address + path)
        page.evaluate(THIN, MOST)
        assert complaints(page) == [], path


def test_a_form_that_is_filled_in(page: Page, address: str) -> None:
    page.goto(address)
    menu = page.locator(".languages summary")
    menu.click()
    assert complaints(page) == []
    menu.click()  # open it would cover what is below it
    fill(page, EVENT, LISTS)
    expect(page.locator("#verdict")).to_be_visible()
    page.locator("#list-1").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n4 Lightn")
    expect(page.get_by_role("listbox")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.locator("main details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    show_whole(page)
    expect(page.get_by_role("listbox")).to_be_visible()
    assert complaints(page) == []


def test_a_form_with_faults(page: Page, address: str) -> None:
    page.goto(address)
    fill(page, {"format": "modern"}, ["4 Opt"])
    page.locator("#as_of").evaluate("field => { field.type = 'text'; field.value = 'soon'; }")
    with page.expect_navigation():
        page.get_by_role("button", name="Check the decks").click()
    assert page.locator("p.fault").count() == 1
    assert complaints(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language(browser: Browser, address: str, language: str) -> None:
    """Pages, an answer with findings, and an event: half by day, half by night on a phone."""
    view = list(VIEWS)[list(LANGUAGES).index(language) % len(VIEWS)]
    context = browser.new_context(**VIEWS[view], locale=language, reduced_motion="reduce")
    page = context.new_page()
    for path in TRANSLATED:
        page.goto(address + path)
        assert page.locator("html").get_attribute("lang") == language.partition("-")[0]
        page.evaluate(THIN, MOST)
        assert complaints(page) == [], path
    page.goto(address)
    fill(page, EVENT, LISTS)
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator(".cm-content .item").first).to_be_attached()
    show_whole(page)
    assert complaints(page) == []
    checked_event(page, f"{address}/event")
    context.close()


def checked_event(page: Page, address: str) -> None:
    """Six teams and their results, one of them opened."""
    rows = google_form(6)
    rows[1][4], rows[3][4], rows[4][6] = TOO_MANY, MISSPELT, ""
    page.goto(address)
    file = {"name": "event.csv", "mimeType": "text/csv", "buffer": csv_of(rows)}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    with page.expect_navigation():
        page.locator("#file").press("Tab")
        page.keyboard.press("Enter")
    page.locator("#format").select_option("modern")
    page.locator("#columns button.main").press("Enter")
    page.locator("#filters").wait_for()
    page.locator("#running").wait_for(state="hidden")
    show_whole(page)
    assert complaints(page) == []
    page.locator("#rows summary").first.click()
    page.locator("#team-1 .answer").wait_for()
    page.locator("#status").select_option("asked")
    page.locator("#note").fill("comes at ten")
    page.locator("#message > summary").click()
    page.locator("#on-paper > summary").press("Enter")
    expect(page.locator("#message-text")).not_to_be_empty()
    show_whole(page)
    assert complaints(page) == []


def test_the_steps_of_a_pool(page: Page, address: str) -> None:
    page.goto(address + CHECKLIST)
    page.locator('[name="n:Nissa, Resurgent Animist"]').fill("2")
    for step in ("build", "checklist"):
        with page.expect_navigation():
            page.locator(f"button[value={step}]").last.click()
        assert complaints(page) == []
