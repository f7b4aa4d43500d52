"""GitHub: a file of a public repository, or a gist, as it is."""

from __future__ import annotations

import re

from headjudge.links.address import Address
from headjudge.links.site import Site

RAW = "raw.githubusercontent.com"
GISTS = "gist.githubusercontent.com"
_FILE = re.compile(r"/(?P<repository>[\w.-]+/[\w.-]+)/(?:blob|raw)/(?P<path>[^/]+(?:/[^/]+)+)")
_GIST = re.compile(r"/(?P<id>[\w-]+/[\da-f]{20,40})/?")


def source_of(page: Address) -> str | None:
    if page.host in (RAW, GISTS):
        return f"https://{page.host}{page.path}" if page.path.count("/") > 2 else None
    if page.host == "gist.github.com":
        gist = _GIST.fullmatch(page.path)
        return f"https://{GISTS}/{gist['id']}/raw" if gist else None
    file = _FILE.fullmatch(page.path)
    return f"https://{RAW}/{file['repository']}/{file['path']}" if file else None


SITE = Site(
    "GitHub",
    ("github.com", "gist.github.com", RAW, GISTS),
    "github.com/…/blob/…",
    source_of,
)
