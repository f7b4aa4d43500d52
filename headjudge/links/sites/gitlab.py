"""GitLab: a file of a public project, or a snippet, as it is."""

from __future__ import annotations

import re

from headjudge.links.address import Address
from headjudge.links.site import Site

_GROUP = r"/(?:[\w.][\w.-]*|-[\w.-]+)"
"""A part of a project's path; a hyphen alone ends it."""
_FILE = re.compile(rf"(?P<project>(?:{_GROUP}){{2,}})/-/(?:blob|raw)/(?P<path>[^/]+(?:/[^/]+)+)")
_SNIPPET = re.compile(r"(?P<snippet>(?:/[\w.-]+)*/-/snippets/\d+)(?:/raw(?:/[^/]+){0,2})?/?")


def source_of(page: Address) -> str | None:
    if file := _FILE.fullmatch(page.path):
        return f"https://{page.host}{file['project']}/-/raw/{file['path']}"
    snippet = _SNIPPET.fullmatch(page.path)
    return f"https://{page.host}{snippet['snippet']}/raw" if snippet else None


SITE = Site("GitLab", ("gitlab.com",), "gitlab.com/…/-/blob/…", source_of)
