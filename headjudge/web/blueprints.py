"""The blueprints of the service: those of the API, and those of the pages."""

from __future__ import annotations

from headjudge.web.api import facts, limited, teams
from headjudge.web.pages import reference
from headjudge.web.pages import sheets as sheet_pages
from headjudge.web.pages.check import view as check
from headjudge.web.pages.event import view as event
from headjudge.web.pages.facts import formats, policies
from headjudge.web.pages.pool import view as pool

API = (
    teams.blueprint,
    facts.blueprint,
    limited.blueprint,
)
PAGES = (
    reference.blueprint,
    check.blueprint,
    formats.blueprint,
    policies.blueprint,
    event.blueprint,
    pool.blueprint,
    sheet_pages.blueprint,
)
