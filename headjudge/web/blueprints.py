"""The blueprints of the service: those of the API, and those of the pages."""

from __future__ import annotations

from headjudge.web.api import facts, limited, teams
from headjudge.web.pages import pool, reference, rules
from headjudge.web.pages import sheets as sheet_pages
from headjudge.web.pages.check import view as check
from headjudge.web.pages.event import view as event

API = (
    teams.blueprint,
    facts.blueprint,
    limited.blueprint,
)
PAGES = (
    reference.blueprint,
    check.blueprint,
    rules.blueprint,
    event.blueprint,
    pool.blueprint,
    sheet_pages.blueprint,
)
