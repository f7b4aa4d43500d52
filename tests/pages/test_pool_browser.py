"""The pool page in a real browser: counted, built, checked and printed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.pages.browser import CHROMIUM, overflows, visited

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

EVENT = "event=two-headed-giant-sealed&as_of=2018-05-12"
LARGEST = 180
"""Cards of the largest pool."""


@pytest.fixture(scope="module")
def address(port: int) -> str:
    return f"http://127.0.0.1:{port}/pool"


@pytest.fixture(params=["desktop", "phone, no script"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(browser: Browser, kind: str) -> Iterator[Page]:
    with visited(browser, kind) as one:
        yield one


@pytest.fixture
def lively(browser: Browser) -> Iterator[Page]:
    """A page on a phone, with its script."""
    with visited(browser, "phone") as one:
        yield one


def count(page: Page, title: str) -> Locator:
    return page.get_by_label(f"Copies of {title}", exact=True)


def mover(page: Page, title: str, place: str) -> Locator:
    return page.locator(f'.held[data-title="{title}"] [data-to="{place}"]')


def build(page: Page) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name="Build the decks").click()


def fill_in(page: Page, cards: int) -> None:
    """Count so many cards, by typing what a judge would."""
    page.evaluate(
        """(cards) => {
            const fields = [...document.querySelectorAll(".set .card .count")];
            for (let i = 0; i < cards; i++) {
                const field = fields[(i * 37) % 150];
                field.value = Number(field.value) + 1;
            }
            fields[0].dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        cards,
    )


def copies_of_all(page: Page) -> dict[str, dict[str, int]]:
    """Copies of each title by place, as the page shows them."""
    found: dict[str, dict[str, int]] = page.evaluate(
        """() => {
            const rows = [...document.querySelectorAll(".held[data-title]")];
            const copies = (one) => [one.dataset.to, Number(one.querySelector("b").textContent)];
            const places = (row) => [...row.querySelectorAll("[data-to]")].map(copies);
            return Object.fromEntries(
                rows.map((row) => [row.dataset.title, Object.fromEntries(places(row))]));
        }"""
    )
    return found


def test_from_the_event_to_the_verdict(page: Page, address: str, kind: str) -> None:
    page.goto(address)
    assert not overflows(page)
    page.get_by_label("Date of the event").fill("2018-05-12")
    page.get_by_role("button", name="Sets", exact=True).click()
    with page.expect_navigation():
        page.get_by_role("button", name="8 DOM").click()
    assert not overflows(page)
    count(page, "Adamant Will").fill("2")
    page.get_by_text("Academy Drake").click()
    if "no script" in kind:  # the title leads to its count
        page.keyboard.type("1")
    build(page)
    assert not overflows(page)
    mover(page, "Adamant Will", "0").click()
    mover(page, "Academy Drake", "1").click()
    assert buttons_of(page, "Adamant Will") == ["Left 1", "A 1", "B"]
    page.locator("[name='b:0:Plains']").fill("39")
    page.locator("[name='b:1:Island']").fill("39")
    with page.expect_navigation():
        page.get_by_role("button", name="Check the decks").click()
    expect(page.locator("#verdict")).to_have_text("This team may play these decks.")
    assert buttons_of(page, "Adamant Will") == ["Left 1", "A 1", "B"]
    expect(page.locator("[data-main='1']")).to_have_text("40")
    assert not overflows(page)


def buttons_of(page: Page, title: str) -> list[str]:
    found = page.locator(f'.held[data-title="{title}"] [data-to]').all_inner_texts()
    return [text.strip() for text in found]


def test_counts_are_live(lively: Page, address: str) -> None:
    lively.goto(f"{address}?{EVENT}&product=8+DOM")
    lively.get_by_role("button", name="One more Adamant Will").click(click_count=3)
    lively.get_by_role("button", name="One fewer Adamant Will").click()
    lively.get_by_text("Academy Drake").click()
    expect(count(lively, "Adamant Will")).to_have_value("2")
    expect(lively.locator("[data-total]")).to_have_text("3")
    expect(lively.locator("[data-of-pile=white]")).to_have_text("2")
    expect(lively.locator("[data-of-class=common]")).to_have_text("3")
    lively.get_by_text("Academy Drake").click()
    expect(count(lively, "Academy Drake")).to_have_value("2")
    less = lively.get_by_role("button", name="One fewer Academy Drake")
    less.click(click_count=2)
    expect(count(lively, "Academy Drake")).to_have_value("")
    expect(less).to_be_hidden()  # until there is one
    lively.locator("#counted").get_by_text("2 cards").wait_for(state="attached")


def test_a_title_is_found_and_counted_by_keys_alone(lively: Page, address: str) -> None:
    lively.goto(f"{address}?{EVENT}&product=8+DOM")
    find = lively.get_by_label("Find a title")
    find.focus()
    lively.keyboard.type("shivan f")
    lively.keyboard.press("Enter")
    lively.keyboard.type("LLANOWAR")
    lively.keyboard.press("ArrowDown")
    lively.keyboard.press("Enter")
    lively.keyboard.press("Enter")
    lively.keyboard.press("Shift+Enter")
    expect(count(lively, "Shivan Fire")).to_have_value("1")
    expect(lively.locator("[data-total]")).to_have_text("2")
    expect(lively.locator(".card.found")).to_have_count(1)
    lively.keyboard.type("no such title")
    expect(lively.locator("#found")).to_have_text("No such title here.")


def test_cards_are_moved_by_keys_alone(lively: Page, address: str) -> None:
    lively.goto(f"{address}?{EVENT}&product=8+DOM")
    count(lively, "Adamant Will").fill("3")
    build(lively)
    mover(lively, "Adamant Will", "left").focus()
    lively.keyboard.press("a")
    lively.keyboard.press("Shift+B")
    assert copies_of_all(lively)["Adamant Will"] == {"left": 0, "0": 0, "1": 3}
    lively.keyboard.press("l")
    lively.keyboard.press("ArrowDown")
    lively.keyboard.press("Tab")
    lively.keyboard.press("Enter")
    assert copies_of_all(lively)["Adamant Will"] == {"left": 0, "0": 1, "1": 2}


def test_random_clicks_lose_no_card_and_a_reload_nothing(lively: Page, address: str) -> None:
    lively.goto(f"{address}?{EVENT}&product=8+DOM")
    fill_in(lively, LARGEST)
    build(lively)
    held = {title: sum(copies.values()) for title, copies in copies_of_all(lively).items()}
    assert sum(held.values()) == LARGEST
    chance = random.Random(7)
    for _ in range(150):
        place = chance.choice(["left", "0", "1"])
        is_all = chance.random() < 0.2
        move = mover(lively, chance.choice([*held]), place)
        move.dispatch_event("click", {"shiftKey": is_all})
    moved = copies_of_all(lively)
    assert {title: sum(copies.values()) for title, copies in moved.items()} == held
    sizes = {place: sum(copies[place] for copies in moved.values()) for place in ("left", "0", "1")}
    assert int(lively.locator("[data-left]").inner_text()) == sizes["left"]
    assert sum(sizes.values()) == LARGEST
    lively.reload()
    assert copies_of_all(lively) == moved
    with lively.expect_navigation():
        lively.get_by_role("button", name="Check the decks").click()
    assert copies_of_all(lively) == moved


def test_a_pool_is_restored_and_a_button_begins_another(lively: Page, address: str) -> None:
    checklist = f"{address}?{EVENT}&product=8+DOM"
    lively.goto(checklist)
    count(lively, "Adamant Will").fill("2")
    lively.goto(address)
    lively.goto(checklist)
    expect(count(lively, "Adamant Will")).to_have_value("2")
    count(lively, "Aesthir Glider").fill("1")
    lively.reload()
    expect(lively.locator("[data-total]")).to_have_text("3")
    lively.get_by_role("button", name="Start another pool").click()
    expect(lively.locator("[data-total]")).to_have_text("0")
    lively.reload()
    expect(lively.locator("[data-total]")).to_have_text("0")


def test_a_checklist_prints_on_one_page(browser: Browser, address: str) -> None:
    with visited(browser) as page:
        page.goto(f"{address}?{EVENT}&product=8+DOM")
        assert pages(page.pdf(format="Letter")) == 1
        fill_in(page, LARGEST)
        page.get_by_label("Only the counted titles").check()
        assert pages(page.pdf(format="Letter")) == 1
        build(page)
        assert pages(page.pdf(format="Letter")) == 1


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
