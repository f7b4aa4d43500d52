"""What the service is made of: the blueprints of the API, and those of the pages."""

from __future__ import annotations

from web import (
    api,
    event_facts,
    event_pages,
    format_pages,
    lists,
    pages,
    policy_pages,
    pool_pages,
    pools,
    products,
    receipts,
    reference,
    registration_pages,
    resources,
    sheet_api,
    sheet_pages,
)

API = (
    api.blueprint,
    lists.blueprint,
    resources.blueprint,
    event_facts.blueprint,
    products.blueprint,
    pools.blueprint,
    sheet_api.blueprint,
    receipts.blueprint,
)
PAGES = (
    reference.blueprint,
    pages.blueprint,
    format_pages.blueprint,
    policy_pages.blueprint,
    event_pages.blueprint,
    pool_pages.blueprint,
    registration_pages.blueprint,
    sheet_pages.blueprint,
)
