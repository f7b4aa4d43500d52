"""The first page in a browser: its weight, and the time until it is interactive.

Debian's Chromium opens the form, each time with an empty cache. The weight is all
bytes of all answers on the wire, the time that from the end of the page's answer until its scripts
have run (DOMContentLoaded), both by the browser's performance entries.
"""

from __future__ import annotations

import statistics
from typing import NamedTuple

from playwright.sync_api import Browser

from benchmarks import Figure
from benchmarks.service import serve
from tests.pages.browser import CHROMIUM, DESKTOP, chromium

ENTRIES = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource");
  const isEditor = ({ name }) => name.includes("/codemirror.js");
  const sum = (entries) => entries.reduce((total, entry) => total + entry.transferSize, 0);
  return {
    requests: files.length + 1,
    weight: sum([page, ...files.filter((entry) => !isEditor(entry))]),
    editor: sum(files.filter(isEditor)),
    interactive: page.domContentLoadedEventEnd - page.responseEnd,
  };
}"""


class Opening(NamedTuple):
    """One opening of the page: requests, bytes on the wire, milliseconds until it can be used."""

    requests: int
    weight: int
    """Without the editor, which is loaded once the page is painted."""
    editor: int
    interactive: float


def open_page(browser: Browser, address: str) -> Opening:
    """Open the page in a browser context with an empty cache."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.goto(address, wait_until="load")
    page.wait_for_selector("#list-1.cm-content")
    opening = Opening(**page.evaluate(ENTRIES))
    context.close()
    return opening


def measure_page(turns: int = 15) -> list[Figure]:
    """The first page in a browser: its weight, and the time until it is interactive.

    Debian's Chromium opens the form, each time with an empty cache. The weight is all bytes of all
    answers on the wire, the time that from the end of the page's answer until its scripts have run
    (DOMContentLoaded), both by the browser's performance entries.
    """
    if CHROMIUM is None:
        print("page: chromium is not installed")
        return []
    with serve() as server, chromium() as browser:
        first, *others = (
            open_page(browser, f"http://127.0.0.1:{server.port}/") for _ in range(turns + 1)
        )  # the first opening warms both up
    times = [opening.interactive for opening in others]
    return [
        Figure("the form in a browser, on the wire", first.weight / 1000, "kB", "under 100 kB"),
        Figure(
            "its editor, which comes once it is painted", first.editor / 1000, "kB", "under 150 kB"
        ),
        Figure("requests for it", first.requests),
        Figure("from its answer until it can be used", statistics.median(times), "ms", "200 ms"),
    ]
