"""Sheets of paper in a real browser: asked for as a person does, and read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pypdf import PdfReader

from tests.pages.browser import CHROMIUM, check, fill, visited, write
from tests.pages.test_registration_browser import check as check_all
from tests.pages.test_registration_browser import upload
from tests.web.registrations.events import TOO_MANY, csv_of, google_form

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

EVENT = {"format": "modern", "as_of": "2024-10-01", "team": "Team 森"}
LISTS = ["4 Lightning Bolt\n2 Naturalize\n54 Forest", "3 帰化\n57 Forest"]
ILLEGAL = "This team may not play these decks: 1 violation."
SHEETS = {"registration": "Deck registration sheet", "checklist": "Deck check sheet"}


@pytest.fixture(scope="module")
def address(port: int) -> str:
    return f"http://127.0.0.1:{port}/"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with visited(browser) as one:
        yield one


def printed(page: Page, button: Locator) -> PdfReader:
    """The document that the button opens in a new tab, as the service sent it."""
    documents: list[bytes] = []

    def look(route: Route) -> None:
        answer = route.fetch()
        assert answer.headers["content-type"] == "application/pdf", answer.text()
        documents.append(answer.body())
        route.fulfill(response=answer)

    # The viewer of the browser asks for pieces of its own, by addresses that are not HTTP's.
    page.context.route(lambda url: url.startswith("http") and not url.endswith(".js"), look)
    with page.expect_popup() as tab:
        button.press("Enter")
    while not documents:
        page.wait_for_timeout(50)
    tab.value.close()
    page.context.unroute_all()
    return PdfReader(BytesIO(documents[0]))


def texts(document: PdfReader) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in document.pages]


def test_the_sheets_of_a_team(page: Page, address: str) -> None:
    page.goto(address)
    fill(page, EVENT, LISTS)
    check(page)
    page.locator("#on-paper summary").press("Enter")
    sheets = page.locator("#sheets")
    sheets.get_by_label("Event").fill("Ann’s Open")
    sheets.get_by_label("Table").fill("12")
    sheets.get_by_label("Card titles").select_option("ja")
    sheets.get_by_label("Paper").select_option("letter")
    for sheet, heading in SHEETS.items():
        document = printed(page, sheets.locator(f"[value={sheet}]"))
        first, *others = texts(document)
        assert len(others) == (sheet == "registration")
        for words in (heading, "Ann’s Open", "12", "Team 森", "Lightning Bolt 稲妻"):
            assert words in first
        assert "Naturalize 帰化" in (first, *others)[-1]
        assert [float(side) for side in document.pages[0].mediabox[2:]] == [612, 792]
    sheets.get_by_label("Card titles").select_option("en")
    (first,) = texts(printed(page, sheets.get_by_role("button", name="Deck check sheets")))
    assert "稲妻" not in first


def test_what_was_typed_of_sheets_stays(page: Page, address: str) -> None:
    """While lists change, and for the next team; the table is that of one."""
    page.goto(address)
    fill(page, EVENT, LISTS)
    page.locator("#on-paper summary").press("Enter")
    page.locator("#sheets-event").fill("Ann’s Open")
    page.locator("#sheets-location").fill("Lyon")
    page.locator("#sheets-table").fill("12")
    page.locator("#sheets-language").select_option("ko")
    write(page, "list-2", "60 Forest")
    expect(page.locator("#verdict")).to_have_text("This team may play these decks.")

    def typed() -> list[str]:
        fields = page.locator("#sheets :is(input:not([type=hidden]), select)")
        return [field.input_value() for field in fields.all()]

    assert typed() == ["Ann’s Open", "Lyon", "12", "ko", "name", "a4"]
    page.get_by_role("button", name="Clear the lists").click()
    expect(page.locator("#sheets")).to_have_count(0)
    fill(page, {}, LISTS)
    page.locator("#sheets").wait_for(state="attached")
    assert typed() == ["Ann’s Open", "Lyon", "", "ko", "name", "a4"]
    page.reload()
    page.locator("#sheets").wait_for(state="attached")
    assert typed() == ["Ann’s Open", "Lyon", "", "ko", "name", "a4"]


def test_the_sheets_are_those_of_the_teams_shown(page: Page, address: str) -> None:
    rows = google_form(4)
    rows[2][4] = rows[4][4] = TOO_MANY
    upload(page, f"{address}event", csv_of(rows))
    check_all(page)
    page.locator("#filters label.illegal").click()
    page.locator("#sort").select_option("name")
    page.get_by_text("Print", exact=True).click()
    paper = page.locator("#on-paper")
    lists = texts(printed(page, paper.get_by_role("button", name="Deck check sheets")))
    assert [re.findall(r"Team \d", text) for text in lists] == [["Team 2"], ["Team 4"]]
    slips = " ".join(texts(printed(page, paper.get_by_role("button", name="Result slips"))))
    assert re.findall(r"Team \d", slips) == ["Team 2", "Team 4"]
