"""Take the documentation's pictures of the pages: `python -m tests.pages.screenshots ADDRESS`.

ADDRESS is that of a running service, such as http://127.0.0.1:8000. Each page is taken by day, by
night and on a phone, as docs/PAGE.png, docs/PAGE-dark.png and docs/PAGE-phone.png, in 256 colors.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from tests.pages.browser import PHONE, check, chromium, fill
from tests.web.registrations.events import MISSPELT, TOO_MANY, csv_of, google_form

DOCS = Path(__file__).parents[2] / "docs"
DESK = {"width": 1100, "height": 1000}
VIEWS: dict[str, dict[str, Any]] = {
    "": {"viewport": DESK, "color_scheme": "light"},
    "-dark": {"viewport": DESK, "color_scheme": "dark"},
    "-phone": {"viewport": PHONE, "color_scheme": "light", "device_scale_factor": 2},
}
"""How a page is looked at, by the end of its picture's name."""
COLORS = 256
EVENT = {"format": "modern", "as_of": "2025-01-10", "team": "Team Naturalize"}
LISTS = (
    "4 Delver of Secrets\n4 Ponder\n4 Lightning Bolt\n2 Lightening Helix\n1 The One Ring\n"
    "27 Island\n18 Mountain",
    "4 Naturalize\n2 Lightning Bolt\n3 Tarmogoyf\n51 Forest",
)


def form(page: Page, address: str) -> None:
    """A team that may not play its decks."""
    page.goto(address)
    fill(page, EVENT, LISTS)
    check(page)


def event(page: Page, address: str) -> None:
    """An event of forty teams, of which some have something to mend."""
    rows = google_form(40)
    rows[2][4], rows[5][6], rows[9][4] = TOO_MANY, "", MISSPELT
    rows[4][4] = rows[7][4] = rows[12][4] = "4 Fury\n56 Mountain"
    rows[8][4] = rows[8][6]
    page.goto(f"{address}/event")
    file = {"name": "event.csv", "mimeType": "text/csv", "buffer": csv_of(rows)}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    with page.expect_navigation():
        page.get_by_role("button", name="Read the file").click()
    page.locator("#event").fill("Sunday in Lyon")
    page.locator("#format").select_option("modern")
    page.get_by_role("button", name="Check all teams").click()
    page.locator("#running").wait_for(state="hidden")
    page.locator("#filters").wait_for()


def formats(page: Page, address: str) -> None:
    """A format on a day, with the history of one card."""
    page.goto(f"{address}/formats/modern?as_of=2024-12-20&card=Splinter+Twin")


def pool(page: Page, address: str) -> None:
    """Decks that are built from a pool."""
    page.goto(f"{address}/pool?product=2+MAT&as_of=2023-06-01&event=sealed")
    for field in page.locator("[name^='n:']").all()[:20]:
        field.fill("1")
    with page.expect_navigation():
        page.locator("button[value=build]").last.click()


PAGES: dict[str, Callable[[Page, str], None]] = {
    "page": form, "event": event, "formats": formats, "pool": pool,
}  # fmt: skip
"""What leads to the page of a picture."""


def main() -> None:
    """Take the pictures anew."""
    address = sys.argv[1].rstrip("/")
    with chromium() as browser:
        for name, visit in PAGES.items():
            for end, view in VIEWS.items():
                page = browser.new_page(**view, reduced_motion="reduce")
                visit(page, address)
                page.mouse.move(0, 0)
                page.evaluate("document.activeElement.blur()")
                save(page.screenshot(), DOCS / f"{name}{end}.png")
                page.close()


def save(png: bytes, file: Path) -> None:
    """Write a picture in few colors, which takes a third of the bytes."""
    image = Image.open(BytesIO(png)).convert("RGB")
    image.quantize(COLORS, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    main()
