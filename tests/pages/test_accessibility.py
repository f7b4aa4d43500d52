"""axe-core finds nothing against any page in any language, by day and by night on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from headjudge.web.http import ENGLISH, LANGUAGES
from tests.pages.accessibility import VIEWS, complaints, show_whole
from tests.pages.browser import CHROMIUM, DESKTOP, PHONE
from tests.web.registrations.events import MISSPELT, TOO_MANY, csv_of, google_form

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

CHECKLIST = "/pool?product=2+MAT&as_of=2023-06-01"
PAGES = [
    "/formats",
    "/formats/pioneer?as_of=2024-12-20&card=Oko,+Thief+of+Crowns",
    "/formats/two-headed-giant",
    "/policies/tournament",
    "/cards?card=Splinter+Twin&lang=de",
    "/pool",
    "/pool?product=nothing",
    "/nothing",
    "/formats/modren",
]
LARGE = [("light", "/policies"), ("phone", "/docs"), ("phone", "/formats/vintage?lang=ja")]
"""Pages of thousands of elements, each looked at in one way alone: axe-core takes its time."""
THIN = """most => {
  for (const one of document.querySelectorAll("main *")) {
    while (one.isConnected && one.children.length > most) one.lastElementChild.remove();
  }
}"""
MOST = 12
"""Rows of a table, items of a list, sections: what comes after them is made as they are."""
OTHERS = [code for code in LANGUAGES if code != ENGLISH]
TRANSLATED = [
    "/",
    "/event",
    "/pool",
    "/policies",
    "/formats",
    "/formats/modern",
    "/cards?card=Splinter+Twin",
    "/nothing",
]
Scheme = Literal["light", "dark"]


@pytest.fixture(params=VIEWS)
def view(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def page(browser: Browser, view: str) -> Iterator[Page]:
    one = browser.new_page(**VIEWS[view])
    yield one
    one.close()


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_a_page(page: Page, port: int, path: str) -> None:
    page.goto(f"http://127.0.0.1:{port}{path}")
    assert complaints(page) == []


@pytest.mark.parametrize(("view", "path"), LARGE)
def test_a_large_page(page: Page, port: int, path: str) -> None:
    page.goto(f"http://127.0.0.1:{port}{path}")
    page.evaluate(THIN, MOST)
    assert complaints(page) == []


@pytest.mark.parametrize("language", OTHERS)
def test_pages_in_another_language(browser: Browser, port: int, language: str) -> None:
    """The pages and an event: half of the languages by day, half by night on a phone."""
    view = list(VIEWS)[OTHERS.index(language) % len(VIEWS)]
    context = browser.new_context(**VIEWS[view], locale=language, reduced_motion="reduce")
    page = context.new_page()
    for path in TRANSLATED:
        page.goto(f"http://127.0.0.1:{port}{path}")
        assert page.locator("html").get_attribute("lang") == language
        page.evaluate(THIN, MOST)
        assert complaints(page) == [], path
    checked_event(page, f"http://127.0.0.1:{port}/event")
    show_whole(page)
    assert complaints(page) == []
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_an_event(browser: Browser, port: int, size: ViewportSize, scheme: Scheme) -> None:
    """Results, and a row with its editor, status, note and message: each size by day and night."""
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    checked_event(page, f"http://127.0.0.1:{port}/event")
    show_whole(page)
    assert complaints(page) == []
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


def test_the_steps_of_a_pool(page: Page, port: int) -> None:
    page.goto(f"http://127.0.0.1:{port}{CHECKLIST}&lang=ja")
    page.locator('[name="n:Nissa, Resurgent Animist"]').fill("2")
    for step in ("build", "checklist"):
        with page.expect_navigation():
            page.locator(f"button[value={step}]").last.click()
        assert complaints(page) == []
