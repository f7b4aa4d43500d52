"""Take the documentation's pictures of the form: `python -m tests.pages.screenshots ADDRESS`.

ADDRESS is that of a running service, such as http://127.0.0.1:8000/.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.pages.browser import PHONE, chromium, screenshot

DOCS = Path(__file__).parents[2] / "docs"
DESK = {"width": 1100, "height": 1000}
PICTURES: dict[str, dict[str, Any]] = {
    "page.png": {"viewport": DESK},
    "page-dark.png": {"viewport": DESK, "color_scheme": "dark"},
    "page-phone.png": {"viewport": PHONE, "device_scale_factor": 2},
}
"""The pictures by file, and the browser of each."""
EVENT = {"format": "modern", "as_of": "2025-01-10", "team": "Team Naturalize"}
LISTS = (
    "4 Delver of Secrets\n4 Ponder\n4 Lightning Bolt\n2 Lightening Helix\n1 The One Ring\n"
    "27 Island\n18 Mountain",
    "4 Naturalize\n2 Lightning Bolt\n3 Tarmogoyf\n51 Forest",
)


def main() -> None:
    """Take the pictures anew."""
    with chromium() as browser:
        for name, context in PICTURES.items():
            screenshot(browser, sys.argv[1], DOCS / name, EVENT, LISTS, full_page=False, **context)


if __name__ == "__main__":
    main()
