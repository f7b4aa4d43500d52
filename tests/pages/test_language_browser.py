"""Languages in a real browser: the reader's own, another by the switch, all of it by keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.browser import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

CHECKLIST = "/pool?product=8+DOM&as_of=2018-05-01"


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    one = browser.new_page(java_script_enabled=request.param)
    yield one
    one.close()


def language(page: Page) -> str | None:
    return page.locator("html").get_attribute("lang")


def switch(page: Page, role: str, name: str) -> None:
    page.locator(".languages summary").click()
    with page.expect_navigation():
        page.locator(".languages").locator("a" if role == "link" else "button").filter(
            has_text=name
        ).click()


def test_the_switch_keeps_the_page_and_stays_chosen(page: Page, address: str) -> None:
    page.goto(f"{address}/formats/modern?as_of=2024-12-20")
    switch(page, "link", "Deutsch")
    assert language(page) == "de"
    assert page.url == f"{address}/formats/modern?as_of=2024-12-20&lang=de"
    expect(page.locator("#banned + .titles").get_by_text("Chrommox (Chrome Mox)")).to_be_visible()
    with page.expect_navigation():
        page.locator(".ask button").click()
    assert language(page) == "de"
    with page.expect_navigation():
        page.locator('.top a[href^="/policies"]').click()
    assert page.url == f"{address}/policies?lang=de"
    switch(page, "link", "English")
    assert language(page) == "en"


def test_what_was_typed_is_there_in_the_other_language(page: Page, address: str) -> None:
    page.goto(f"{address}{CHECKLIST}")
    field = page.locator('[name="n:Adeliz, the Cinder Wind"]')
    field.fill("2")
    with page.expect_navigation():
        page.locator("button[value=build]").click()
    page.locator('[name="b:0:Island"]').fill("7")
    switch(page, "button", "日本語")
    assert language(page) == "ja"
    assert page.locator('[name="b:0:Island"]').input_value() == "7"
    with page.expect_navigation():
        page.locator(".go button[value=checklist]").click()
    assert language(page) == "ja"
    field.fill("3")
    switch(page, "button", "Français")
    assert (language(page), field.input_value()) == ("fr", "3")
