"""Take the documentation's picture of the page: `python -m tests.pages.screenshots ADDRESS`.

ADDRESS is that of a running service, such as http://127.0.0.1:8000/.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.pages.browser import chromium, screenshot

PICTURE = Path(__file__).parents[2] / "docs" / "page.png"
EVENT = {"format": "modern", "as_of": "2025-01-10", "team": "Team Naturalize"}
LISTS = (
    "4 Delver of Secrets\n4 Ponder\n4 Lightning Bolt\n2 Lightening Helix\n1 The One Ring\n"
    "27 Island\n18 Mountain",
    "4 Naturalize\n2 Lightning Bolt\n3 Tarmogoyf\n51 Forest",
)


def main() -> None:
    """Take the picture anew."""
    with chromium() as browser:
        viewport = {"width": 1100, "height": 1000}
        screenshot(browser, sys.argv[1], PICTURE, EVENT, LISTS, full_page=False, viewport=viewport)


if __name__ == "__main__":
    main()
