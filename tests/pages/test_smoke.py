"""Each page opens in a browser without an error, and axe-core finds nothing against it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from tests.pages.accessibility import complaints
from tests.pages.browser import CHROMIUM, DESKTOP, PHONE, fill, overflows
from tests.web.registrations.events import MISSPELT, csv_of, google_form

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

PAGES = (
    "/",
    "/event",
    "/pool",
    "/pool?product=2+MAT&as_of=2023-06-01",
    "/formats",
    "/formats/pioneer?as_of=2024-12-20",
    "/policies",
    "/cards?card=Splinter+Twin",
    "/nothing",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_opens(browser: Browser, port: int, path: str) -> None:
    page = browser.new_page(viewport=DESKTOP)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://127.0.0.1:{port}{path}")
    assert complaints(page) == []
    page.set_viewport_size(PHONE)
    assert not overflows(page)
    assert errors == []
    page.close()


def test_two_lists_get_their_verdict(browser: Browser, port: int) -> None:
    page = browser.new_page(viewport=DESKTOP)
    page.goto(f"http://127.0.0.1:{port}/")
    fill(page, {"format": "modern"}, ["4 Naturalize\n56 Forest", "2 Naturalize\n58 Forest"])
    expect(page.locator("#verdict")).to_contain_text("may not play")
    page.close()


def test_an_event_gets_its_verdicts(browser: Browser, port: int) -> None:
    page = browser.new_page(viewport=DESKTOP)
    page.goto(f"http://127.0.0.1:{port}/event")
    rows = google_form(3)
    rows[2][4] = MISSPELT
    file = FilePayload(name="event.csv", mimeType="text/csv", buffer=csv_of(rows))
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Read the file").click()
    page.locator("#format").select_option("modern")
    page.get_by_role("button", name="Check all teams").click()
    page.locator("#team-2 summary").first.click()
    page.get_by_role("button", name="Replace with Lightning Bolt").click()
    expect(page.locator("#filters .legal .count")).to_have_text("3")
    page.close()
