"""A hook of MkDocs: the pages name the repository that `mkdocs.yml` gives."""

from __future__ import annotations

from typing import Any

PLACEHOLDER = "OWNER/headjudge"


def on_page_markdown(markdown: str, config: Any, **_: object) -> str:
    """The text of a page with the repository in place of the placeholder."""
    return markdown.replace(PLACEHOLDER, config.extra["repository"])
