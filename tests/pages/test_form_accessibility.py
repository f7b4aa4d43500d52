"""The form and its answer before axe-core: WCAG 2.2 AA, by day and by night, with all opened."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from headjudge.web.http import LANGUAGES
from tests.pages.accessibility import VIEWS, complaints, show_whole
from tests.pages.browser import CHROMIUM, DESKTOP, PHONE, fill

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

EVENT = {"format": "modern", "as_of": "2025-01-10", "team": "Team Naturalize"}
LISTS = [
    "4 Delver of Secrets\n4 Lightning Helix\n2 Lightening Bolt\n1 The One Ring\n50 Island",
    "2 Lightning Helix\n4 Naturalize\n1 Tarmogoyff\n54 森\n???",
]
COLOR_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


COVERED = """links => links.filter(link => {
    const {left, right, top, bottom} = link.getBoundingClientRect();
    return [left + 1, right - 1].some(x => [top + 1, bottom - 1].some(
        y => !link.contains(document.elementFromPoint(x, y))));
}).map(link => link.textContent)"""
"""The links of which a corner is below something else."""


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(browser: Browser, port: int, view: str) -> None:
    context = browser.new_context(**VIEWS[view], reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/")
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
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_an_answer(browser: Browser, port: int, language: str) -> None:
    """Findings in their editors in each language, by day and by night, at a desk and on a phone."""
    page = browser.new_page(locale=language, reduced_motion="reduce")
    page.goto(f"http://127.0.0.1:{port}/")
    fill(page, EVENT, LISTS)
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator(".cm-content .item").first).to_be_attached()
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        show_whole(page)
        for scheme in COLOR_SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert complaints(page) == [], (size, scheme)
    page.close()


def test_the_open_languages_cover_no_link_on_a_phone(browser: Browser, port: int) -> None:
    """Whichever fonts a machine has: with each the links stand elsewhere in their lines."""
    page = browser.new_page(**VIEWS["phone"])
    page.goto(f"http://127.0.0.1:{port}/")
    page.locator(".languages summary").click()
    for spacing in ("0px", "0.5px", "1px", "2px"):
        page.evaluate("spacing => { document.body.style.letterSpacing = spacing; }", spacing)
        links = page.locator(".top nav:not(.languages) a")
        assert links.count() == 4
        assert links.evaluate_all(COVERED) == [], spacing
    page.close()


def test_axe_finds_nothing_in_a_form_with_faults(browser: Browser, port: int) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/")
    fill(page, {"format": "modern"}, ["4 Opt"])
    page.locator("#as_of").evaluate("field => { field.type = 'text'; field.value = 'soon'; }")
    with page.expect_navigation():
        page.get_by_role("button", name="Check the decks").click()
    assert page.locator("p.fault").count() == 1
    assert complaints(page) == []
    context.close()
