"""The page in a real browser: at a desk and on a phone, with its script and without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from headjudge.web.limits import LIMITS
from tests.pages.browser import CHROMIUM, DESKTOP, PHONE, check, fill, overflows, text_area

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

EVENT = {"format": "modern", "as_of": "2024-10-01"}
ILLEGAL = ["4 Naturalize\n56 Forest", "\n2 Naturalize\n58 Forest"]
DOZEN = [
    "4 Ponder\n4 Lightning Bolt\n2 Lightening Helix\n4 Lightnin Strike\n???\n4 Preordain\n"
    "27 Island\n18 Mountain\n\nSideboard\n1 Duress\n2 Negate",
    "2 Lightning Bolt\n1 Mox Diamond\n1 Umezawa's Jitte\n2 Foo Bar Baz\n1 Faithless Lootng\n"
    "51 Forest\n\nSideboard\n1 Opt\n4 Shock",
]
TEXT = "item => item.querySelector('.text').textContent"
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
LONGEST = "4 " + "Asmoranomardicadaistinaculdacar" * 5


class Visit:
    """A page, and what the browser had against it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.forgiven = "nothing"
        """The status of a page that is meant to be an error; the browser tells of each."""
        page.on("console", lambda said: self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))


VISITS: dict[str, tuple[ViewportSize, bool]] = {
    "desktop": (DESKTOP, True),
    "phone": (PHONE, True),
    "phone without script": (PHONE, False),
}


@pytest.fixture(params=VISITS)
def kind(request: pytest.FixtureRequest) -> tuple[ViewportSize, bool]:
    return VISITS[request.param]


@pytest.fixture
def script(kind: tuple[ViewportSize, bool]) -> bool:
    return kind[1]


@pytest.fixture
def visit(browser: Browser, address: str, kind: tuple[ViewportSize, bool]) -> Iterator[Visit]:
    """The empty form; at the end nothing may have been amiss."""
    viewport, script = kind
    page = browser.new_page(viewport=viewport, java_script_enabled=script, reduced_motion="reduce")
    one = Visit(page)
    page.goto(address)
    yield one
    assert [said for said in one.complaints if one.forgiven not in said] == []
    assert [url for url in one.requests if not url.startswith(address)] == []
    page.close()


def height(page: Page) -> float:
    return float(page.locator("html").evaluate("root => root.getBoundingClientRect().height"))


def test_verdict_and_marked_line(visit: Visit, script: bool) -> None:
    page = visit.page
    assert not overflows(page)
    fill(page, EVENT, ILLEGAL)
    check(page)
    verdict = page.locator("#verdict")
    assert verdict.inner_text() == "This team may not play these decks: 1 violation."
    assert page.evaluate("document.activeElement.id") == "verdict"
    line = page.locator("#deck-2-line-2")
    text = "line => line.previousElementSibling.textContent" if script else TEXT
    assert line.evaluate(text) == "2 Naturalize"
    assert "6 copies of Naturalize" in page.locator("#deck-1-line-1").inner_text()
    assert page.locator(".box", has_text="6 copies of Naturalize").count() == 1
    assert page.locator(".item.fault").count() == 2
    assert text_area(page, "list-2").input_value() == ILLEGAL[1]
    page.get_by_role("link", name="Deck 2, line 2").first.click()
    if script:
        assert page.evaluate("String(getSelection())") == "2 Naturalize"
        assert page.evaluate("document.activeElement.id") == "list-2"
    else:
        assert page.url.endswith("#deck-2-line-2")
    assert not overflows(page)


def test_findings_stand_close_to_their_lists(visit: Visit) -> None:
    """With a dozen findings the whole page is short."""
    page = visit.page
    is_phone = (page.viewport_size or DESKTOP)["width"] < 500
    fill(page, EVENT, DOZEN)
    check(page)
    assert page.locator(".box .finding").count() == 12
    assert height(page) < (4500 if is_phone else 2500)


def test_the_lists_begin_high_up(browser: Browser, address: str) -> None:
    """On a laptop with the empty form, and with a dozen findings above it."""
    page = browser.new_page(viewport=LAPTOP, reduced_motion="reduce")
    page.goto(address)
    for lists in ([], DOZEN):
        fill(page, EVENT | {"team": "Team Naturalize"}, lists)
        if lists:
            check(page)
        assert page.locator("#list-1").evaluate("area => area.getBoundingClientRect().top") < 400
    page.close()


def test_a_long_list_does_not_make_the_page_longer(visit: Visit, script: bool) -> None:
    """What is amiss at its end is one press away all the same."""
    page = visit.page
    fill(page, EVENT, ["\n".join(["1 Forest"] * 249 + ["1 Foerst"]), "60 Island"])
    check(page)
    assert height(page) < 3500
    page.get_by_role("link", name="unknown card “Foerst”").click()
    expect(page.locator("#deck-1-line-250")).to_be_in_viewport()
    if script:
        assert page.evaluate("document.activeElement.id") == "list-1"


def test_a_few_tabs_lead_to_the_first_list(visit: Visit) -> None:
    """From the page as it opens, by its own order and no link that skips."""
    page = visit.page
    expect(page.locator("#format")).to_be_focused()
    tabs = 0
    while page.evaluate("document.activeElement.id") != "list-1" and tabs < 20:
        page.keyboard.press("Tab")
        tabs += 1
    assert tabs <= 6
    page.keyboard.type("60 Forest")
    assert text_area(page, "list-1").input_value() == "60 Forest"
    order = "[tabindex]:not([tabindex='-1'], [tabindex='0'])"
    assert page.locator(order).count() == 0


def test_three_lists_and_a_pool(visit: Visit, script: bool) -> None:
    page = visit.page
    assert page.locator("#limited").is_visible() is not script
    fill(page, {"structure": "team-constructed", "format": "sealed"}, [])
    if not script:
        page.get_by_role("button", name="Fit the lists").click()
    fill(page, {"pool": "1 Opt\n1 Shock"}, ["1 Opt\n39 Island", "40 Forest", "40 Plains"])
    check(page)
    assert page.locator("#pool-list-line-2.fault").is_visible()
    assert page.get_by_role("region", name="Deck 3").is_visible()
    assert not overflows(page)


def test_by_keyboard_alone(visit: Visit) -> None:
    page = visit.page
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
    assert page.locator("#verdict").inner_text() == "This team may play these decks."


def test_a_list_from_a_file(visit: Visit, tmp_path: Path, script: bool) -> None:
    file = tmp_path / "ann.txt"
    file.write_text("4 Naturalize\n56 Forest\n", encoding="utf-16")
    page = visit.page
    fill(page, EVENT, ["", "2 Naturalize\n58 Forest"])
    page.get_by_label("a file for deck 1").set_input_files(file)
    if script:
        page.locator("#deck-1").wait_for()
        assert text_area(page, "list-1").input_value() == "4 Naturalize\n56 Forest\n"
    assert not overflows(page)
    check(page)
    assert page.locator(".item.fault").count() == 2
    assert text_area(page, "list-1").input_value() == "4 Naturalize\n56 Forest\n"
    assert (page.locator("#deck-1 .read-as").text_content() or "").startswith(
        "Read as Plain text: "
    )
    assert not overflows(page)


def test_a_file_that_is_no_list(visit: Visit, tmp_path: Path, script: bool) -> None:
    visit.forgiven = "status of 422"
    file = tmp_path / "deck.xlsx"
    file.write_bytes(b"PK\0\1")
    page = visit.page
    fill(page, EVENT, ["60 Forest", "60 Island"])
    page.locator("#file-2").set_input_files(file)
    if script:
        page.locator("#verdict").wait_for()
    else:
        check(page)
    page.get_by_role("link", name="“deck.xlsx” is not a text file.").click()
    assert page.url.endswith("#file-2")
    assert text_area(page, "list-2").input_value() == "60 Island"


def test_lists_that_are_too_long_are_not_lost(visit: Visit, script: bool) -> None:
    page = visit.page
    visit.forgiven = "status of 413"
    fill(page, EVENT, ["x" * LIMITS.body])
    check(page)
    assert page.get_by_role("heading", level=1).inner_text() == "These lists are too long"
    page.go_back()
    assert len(text_area(page, "list-1").input_value()) == LIMITS.body
