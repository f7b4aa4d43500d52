"""What axe-core has against a page, by WCAG 2.2 AA and its best practices."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.pages.browser import DESKTOP, PHONE

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
OPTIONS = {
    "runOnly": list(TAGS),
    # The one rule of WCAG 2.2 AA; axe-core leaves it out unless it is named.
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
VIEWS: dict[str, dict[str, Any]] = {
    "light": {"viewport": DESKTOP, "color_scheme": "light"},
    "phone": {"viewport": PHONE, "color_scheme": "dark"},
}
"""How pages are looked at: each size and each scheme of colours once."""


def show_whole(page: Page) -> None:
    """Make the window as high as its page.

    axe-core takes a target below the foot of the window for one that nobody can scroll to.
    """
    width = page.evaluate("window.innerWidth")
    height = page.locator("html").evaluate("root => root.scrollHeight")
    page.set_viewport_size({"width": width, "height": height})


def complaints(page: Page) -> list[str]:
    """Each fault of the page as it is at this moment: the rule, the element, what is wrong."""
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"]
    ]
