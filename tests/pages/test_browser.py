"""The page in a real browser: at a desk and on a phone, with its script and without."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.browser import CHROMIUM, check, fill, overflows, text_area, visited

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

EVENT = {"format": "modern", "as_of": "2024-10-01"}
ILLEGAL = ["4 Naturalize\n56 Forest", "\n2 Naturalize\n58 Forest"]
TEXT = "item => item.querySelector('.text').textContent"


@pytest.fixture(params=["desktop", "phone, no script"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def script(kind: str) -> bool:
    return "no script" not in kind


@pytest.fixture
def page(browser: Browser, address: str, kind: str) -> Iterator[Page]:
    """The empty form; at the end nothing may have been amiss, nor asked of another site."""
    requests: list[str] = []
    with visited(browser, kind, forgiven="status of 4") as page:
        page.on("request", lambda request: requests.append(request.url))
        page.goto(address)
        yield page
    assert [url for url in requests if not url.startswith(address)] == []


def test_verdict_and_marked_line(page: Page, script: bool) -> None:
    assert not overflows(page)
    fill(page, EVENT, ILLEGAL)
    check(page)
    verdict = page.locator("#verdict")
    expect(verdict).to_have_text("This team may not play these decks: 1 violation.")
    expect(page.locator("#verdict")).to_be_focused()
    line = page.locator("#deck-2-line-2")
    text = "line => line.previousElementSibling.textContent" if script else TEXT
    assert line.evaluate(text) == "2 Naturalize"
    expect(page.locator("#deck-1-line-1")).to_contain_text("6 copies of Naturalize")
    assert page.locator(".box", has_text="6 copies of Naturalize").count() == 1
    expect(page.locator(".item.fault")).to_have_count(2)
    expect(text_area(page, "list-2")).to_have_value(ILLEGAL[1])
    page.get_by_role("link", name="Deck 2, line 2").first.click()
    if script:
        assert page.evaluate("String(getSelection())") == "2 Naturalize"
        expect(page.locator("#list-2")).to_be_focused()
    else:
        assert page.url.endswith("#deck-2-line-2")
    assert not overflows(page)


def test_three_lists_and_a_pool(page: Page, script: bool) -> None:
    assert page.locator("#limited").is_visible() is not script
    fill(page, {"structure": "team-constructed", "format": "sealed"}, [])
    if not script:
        page.get_by_role("button", name="Fit the lists").click()
    fill(page, {"pool": "1 Opt\n1 Shock"}, ["1 Opt\n39 Island", "40 Forest", "40 Plains"])
    check(page)
    expect(page.locator("#pool-list-line-2.fault")).to_be_visible()
    assert page.get_by_role("region", name="Deck 3").is_visible()
    assert not overflows(page)


def test_by_keyboard_alone(page: Page) -> None:
    expect(page.locator("#format")).to_be_focused()  # as soon as the page is drawn
    page.keyboard.type("Modern")
    for reached in ("team", "", "player-1", "list-1"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == reached
    page.keyboard.type("60 Forest")
    for reached in ("file-1", "player-2", "list-2"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == reached
    page.keyboard.type("60 Island")
    page.locator("button.main").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text("This team may play these decks.")
