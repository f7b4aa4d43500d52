"""Each page opens in a browser without an error, and axe-core finds nothing against it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.accessibility import complaints
from tests.pages.browser import CHROMIUM, DESKTOP, PHONE, fill, overflows

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
