"""The jobs of the morning of an event, each with the clicks that it takes a head judge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.browser import CHROMIUM, DESKTOP, PASTE, editor
from tests.web.registrations.events import ANN, TOO_MANY, csv_of, google_form

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

COUNT = """
addEventListener("pointerdown", ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem("clicks", 1 + Number(sessionStorage.getItem("clicks")));
}, true);
"""
"""Counts clicks of the mouse, from page to page."""


@pytest.fixture(scope="module")
def address(port: int) -> str:
    return f"http://127.0.0.1:{port}/event"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    context.add_init_script(COUNT)
    yield context.new_page()
    context.close()


def clicks(page: Page) -> int:
    return int(page.evaluate("sessionStorage.getItem('clicks')") or 0)


def checked(page: Page, address: str, name: str, data: bytes) -> None:
    """From the page to the verdicts as an organizer goes there."""
    page.goto(address)
    with page.expect_file_chooser() as chooser:
        page.locator("#file").click()
    file: Any = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    chooser.value.set_files(file)
    with page.expect_navigation():
        page.get_by_role("button", name="Read the file").click()
    page.locator("#format").click()
    page.locator("#format").select_option("modern")
    page.get_by_role("button", name="Check all teams").click()
    page.locator("#filters").wait_for()
    page.locator("#running").wait_for(state="hidden")


def test_sixty_teams_to_their_verdicts(page: Page, address: str) -> None:
    checked(page, address, "event.csv", csv_of(google_form(60)))
    expect(page.locator("#filters .legal .count")).to_have_text("60")
    assert clicks(page) <= 4


def test_a_missing_list(page: Page, address: str) -> None:
    rows = google_form(5)
    rows[3][4] = "https://example.org/decks/3"
    checked(page, address, "event.csv", csv_of(rows))
    before = clicks(page)
    page.locator("#filters .no-list").click()
    row = page.locator("#team-3")
    row.locator("summary").first.click()
    link = page.locator("#written a")
    expect(link).to_have_attribute("href", "https://example.org/decks/3")
    expect(row.locator(".groups a")).to_have_text("List missing")
    with page.context.expect_page() as opened:
        link.click()
    opened.value.close()
    area = editor(page, "list-1")
    area.click()
    area.evaluate(PASTE, ANN)
    expect(row.locator(".state")).to_have_text("Legal")
    assert clicks(page) - before <= 4


@pytest.mark.parametrize("has_addresses", [True, False], ids=["written to", "copied"])
def test_sixteen_teams_are_written_to(page: Page, address: str, has_addresses: bool) -> None:
    rows = google_form(20)
    for row in rows[1:17]:
        row[4] = TOO_MANY
        row[1] = row[1] if has_addresses else ""
    checked(page, address, "event.csv", csv_of(rows))
    before = clicks(page)
    page.get_by_role("button", name="Write to 16 teams").click()
    # No mail program takes a link here.
    page.locator("#mail").evaluate(
        "link => link.addEventListener('click', (event) => event.preventDefault())"
    )
    button = page.locator("#mail" if has_addresses else "#copy-message")
    for number in range(1, 17):
        expect(page.locator("#message-text")).to_contain_text(f"Hello Ann {number}, Ben {number}")
        expect(page.locator("#writing")).to_have_text(f"{number} of 16")
        if has_addresses:
            mail = re.compile(rf"^mailto:ann{number}@example\.org\?subject=event%3A%20Team")
            expect(button).to_have_attribute("href", mail)
            assert len(button.get_attribute("href") or "") <= 1_800
        button.click()
    expect(page.locator("#rows .chip.own", has_text="Asked")).to_have_count(16)
    expect(page.locator("#write-all")).to_be_hidden()
    assert clicks(page) - before <= 20
