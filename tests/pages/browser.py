"""A real browser on the real service: Debian's Chromium, driven by playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.conftest import PATIENCE

CHROMIUM = shutil.which("chromium")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: ViewportSize = {"width": 1200, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}

expect.set_options(timeout=1000 * PATIENCE)  # milliseconds; of its own accord it waits for 5 s


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def fill(page: Page, event: Mapping[str, str], lists: Sequence[str]) -> None:
    """Fill the form in: the event's fields by name, then one list a player."""
    for name, value in event.items():
        field = page.locator(f"[name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    for number, text in enumerate(lists, 1):
        field = page.locator(f"#list-{number}")
        field.fill(text)
        field.blur()  # a title that is begun is completed no more, and says nothing later


def check(page: Page) -> None:
    """Send the form, and wait for the page that answers it."""
    with page.expect_navigation():
        page.get_by_role("button", name="Check the decks").click()


def overflows(page: Page) -> bool:
    """Whether the page is wider than the window; a wide table scrolls by itself."""
    return bool(page.locator("html").evaluate("root => root.scrollWidth > root.clientWidth"))
