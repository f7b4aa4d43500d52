"""Every site, a module each. To add one: a module, and its line in this table."""

from __future__ import annotations

from headjudge.links.site import Site
from headjudge.links.sites import (
    archidekt,
    deckstats,
    github,
    gitlab,
    melee,
    moxfield,
    mtggoldfish,
    tappedout,
)

SITES: tuple[Site, ...] = (
    moxfield.SITE,
    archidekt.SITE,
    mtggoldfish.SITE,
    tappedout.SITE,
    deckstats.SITE,
    melee.SITE,
    github.SITE,
    gitlab.SITE,
)
