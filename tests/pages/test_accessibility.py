"""axe-core finds nothing against any page: by day, by night, on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.accessibility import VIEWS, complaints
from tests.pages.browser import CHROMIUM, chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

PAGES = [
    "/formats",
    "/formats/modern?as_of=2024-12-20&card=Splinter+Twin",
    "/formats/vintage?lang=ja",
    "/formats/two-headed-giant",
    "/policies",
    "/policies/tournament",
    "/policies/unified-2018?lang=de",
    "/events/sheet",
    "/events/sheet?format=modern&as_of=2024-10-01",
    "/events/sheet?format=sealed&as_of=",
    "/events/sheet?format=nothing",
    "/pool",
    "/pool?product=nothing",
    "/pool?product=8+DOM&as_of=2018-05-01&lang=ja",
    "/docs",
    "/nothing",
    "/formats/modren",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(params=VIEWS)
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    one = browser.new_page(**VIEWS[request.param])
    yield one
    one.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_page(page: Page, port: int, path: str) -> None:
    page.goto(f"http://127.0.0.1:{port}{path}")
    assert complaints(page) == []
