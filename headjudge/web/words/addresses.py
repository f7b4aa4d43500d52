"""Addresses in printed texts, shortened to the names of their sites."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"https?://([!-.0-~]++)([!-~]*+)")


def with_site_names(text: str) -> str:
    """The text with the names of sites in place of addresses."""
    return _ADDRESS.sub(_site, text)


def _site(address: re.Match[str]) -> str:
    site, path = address.groups()
    return site + path[len(path.rstrip(".,;:)")) :]
