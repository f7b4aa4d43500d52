"""axe-core finds nothing against any page: by day on a desk, by night on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.accessibility import VIEWS, complaints
from tests.pages.browser import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

CHECKLIST = "/pool?product=2+MAT&as_of=2023-06-01"
PAGES = [
    "/formats",
    "/formats/pioneer?as_of=2024-12-20&card=Oko,+Thief+of+Crowns",
    "/formats/two-headed-giant",
    "/policies/tournament",
    "/cards?card=Splinter+Twin&lang=de",
    "/events/sheet",
    "/events/sheet?format=modern&as_of=2024-10-01",
    "/events/sheet?format=nothing",
    "/pool",
    "/pool?product=nothing",
    "/nothing",
    "/formats/modren",
]
LARGE = [("light", "/policies"), ("phone", "/docs"), ("phone", "/formats/vintage?lang=ja")]
"""Pages of thousands of elements, each looked at in one way alone: axe-core takes its time."""
THIN = """most => {
  for (const one of document.querySelectorAll("main *")) {
    while (one.isConnected && one.children.length > most) one.lastElementChild.remove();
  }
}"""
MOST = 12
"""Rows of a table, items of a list, sections: what comes after them is made as they are."""


@pytest.fixture(params=VIEWS)
def view(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def page(browser: Browser, view: str) -> Iterator[Page]:
    one = browser.new_page(**VIEWS[view])
    yield one
    one.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_page(page: Page, port: int, path: str) -> None:
    page.goto(f"http://127.0.0.1:{port}{path}")
    assert complaints(page) == []


@pytest.mark.parametrize(("view", "path"), LARGE)
def test_a_large_page(page: Page, port: int, path: str) -> None:
    page.goto(f"http://127.0.0.1:{port}{path}")
    page.evaluate(THIN, MOST)
    assert complaints(page) == []


def test_the_steps_of_a_pool(page: Page, port: int) -> None:
    page.goto(f"http://127.0.0.1:{port}{CHECKLIST}&lang=ja")
    page.locator('[name="n:Nissa, Resurgent Animist"]').fill("2")
    for step in ("build", "checklist"):
        with page.expect_navigation():
            page.locator(f"button[value={step}]").last.click()
        assert complaints(page) == []


def test_a_fault_of_a_page_is_found(page: Page) -> None:
    page.set_content("<title>A page</title><main><h1>A page</h1><p>of <img src=x></main>")
    assert [one.partition(":")[0] for one in complaints(page)] == ["html-has-lang", "image-alt"]
