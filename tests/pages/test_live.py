"""The form with its script: checked while one types, completed, corrected, kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from tests.pages.browser import CHROMIUM, PHONE, editor, fill, text_area, visited, write

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

EVENT = {"format": "modern", "as_of": "2024-10-01"}
LEGAL = ["60 Forest", "60 Island"]
ILLEGAL = "This team may not play these decks: 1 violation."
UNKNOWN = "This team may not play these decks: 1 line not understood."
FINE = "This team may play these decks."
KEPT = """async text => {
  const kept = () => localStorage.getItem("headjudge-check") ?? "";
  for (let looks = 0; looks < 250 && !kept().includes(text); looks += 1) {
    await new Promise(done => setTimeout(done, 20));
  }
  return kept();
}"""
"""What the browser keeps of the form, once it keeps that text; after five seconds in any case."""


@pytest.fixture(scope="module")
def address(port: int) -> str:
    return f"http://127.0.0.1:{port}/"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The form in a browser of its own; at the end nothing may have been amiss."""
    with visited(browser, forgiven="Failed to load resource") as page:
        page.goto(address)
        yield page


@pytest.fixture
def context(page: Page) -> BrowserContext:
    return page.context


def spoken(page: Page, sentence: str) -> None:
    """Wait until the page has said it, to the ear and to the eye."""
    expect(page.get_by_role("status")).to_have_text(sentence)
    expect(page.locator("#bar")).to_contain_text(sentence)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def shown_at(page: Page) -> float:
    """How far from the top of the window the focused field is, in pixels."""
    return float(page.evaluate("document.activeElement.getBoundingClientRect().top"))


MESSY = (
    "Team Naturalize - Ann\n4x Delver of Secrets\n4 Ponder (M10) 68\n2 Lightening Helix\n",
    "Deck\n4 Naturalize\n3 Blitzschlag\n53 Forest\n\nSee you there!\n",
)


def test_two_messy_lists_take_one_key_and_two_pastes(page: Page, context: BrowserContext) -> None:
    """The format has the cursor; what is pasted while no list has it goes into the next one."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("m")
    for number, text in enumerate(MESSY, 1):
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        page.keyboard.press("Control+v")
        expect(text_area(page, f"list-{number}")).to_have_value(text)
    chips = page.locator("#answer .groups")
    expect(chips).to_contain_text("Ponder banned")
    expect(chips).to_contain_text("unknown card “Lightening Helix”")


def test_checked_while_one_types(page: Page, address: str) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    write(page, "list-1", "60 Forest\n")
    page.locator("#format").select_option("modern")
    page.locator("#list-2").click()
    before = shown_at(page)
    page.keyboard.type("60 Island\n")  # on the next line no title is begun, nor offered over a list
    spoken(page, FINE)
    expect(page.locator("#list-2")).to_be_focused()
    assert abs(shown_at(page) - before) < 2
    page.keyboard.type("1 The One Ringg\n")
    spoken(page, UNKNOWN)
    expect(text_area(page, "list-2")).to_have_value("60 Island\n1 The One Ringg\n")
    assert [url for url in sent if not url.startswith(address)] == []
    expect(page.locator("#bar")).not_to_be_visible()  # the verdict itself is in view
    page.set_viewport_size(PHONE)
    page.mouse.wheel(0, 2000)
    page.locator("#bar a").click()
    expect(page.locator("#verdict")).to_be_focused()


def test_an_unfinished_form_is_left_in_peace(page: Page) -> None:
    """What lacks is said quietly, a format with the way to it; nothing is guessed."""
    expect(page.locator("#bar")).to_be_hidden()
    write(page, "list-1", "60 Forest")
    page.get_by_role("link", name="Choose the format, and the check begins.").click()
    expect(page.locator("#format")).to_be_focused()
    page.locator("#format").select_option("modern")
    expect(page.locator("#bar")).to_contain_text("as soon as all lists of the team are there")
    expect(page.locator("#verdict")).to_have_count(0)
    fill(page, {}, LEGAL)
    spoken(page, FINE)
    write(page, "list-2", "")
    expect(page.locator("#verdict")).to_have_count(0)


def test_without_the_service_the_text_stays(
    page: Page, context: BrowserContext, address: str
) -> None:
    context.route(address, lambda route: route.abort())
    fill(page, EVENT, LEGAL)
    expect(page.locator("#bar")).to_contain_text("could not be checked as you typed")
    expect(page.locator("#verdict")).to_have_count(0)
    context.unroute(address)
    with page.expect_navigation():
        page.get_by_role("button", name="Check the decks").click()
    expect(page.locator("#verdict")).to_have_text(FINE)


def test_without_a_connection_no_verdict_stays(page: Page, context: BrowserContext) -> None:
    fill(page, EVENT, LEGAL)
    spoken(page, FINE)
    context.set_offline(True)
    write(page, "list-2", "59 Island")
    expect(page.locator("#bar")).to_contain_text("There is no connection.")
    expect(page.locator("#verdict")).to_have_count(0)
    page.get_by_role("button", name="Check the decks").click()
    expect(text_area(page, "list-2")).to_have_value("59 Island")
    context.set_offline(False)
    spoken(page, ILLEGAL)


def test_nothing_is_asked_while_a_word_is_composed(page: Page) -> None:
    fill(page, EVENT, LEGAL)
    spoken(page, FINE)
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    editor(page, "list-2").press("ControlOrMeta+End")
    page.keyboard.press("Enter")
    keys = page.context.new_cdp_session(page)
    keys.send("Input.imeSetComposition", {"text": "も", "selectionStart": 1, "selectionEnd": 1})
    page.wait_for_timeout(800)
    assert sent == []
    keys.send("Input.insertText", {"text": "森"})
    expect(page.locator(".box").nth(1)).to_contain_text("is Forest in English")


def test_a_title_is_completed_by_keyboard(page: Page) -> None:
    area = editor(page, "list-1")
    area.click()
    page.keyboard.type("4 lightning hel")
    titles = page.get_by_role("listbox", name="Card titles")
    expect(titles.get_by_role("option")).to_have_text(["Lightning Helix"])
    expect(text_area(page, "list-1")).to_have_value("4 lightning hel")
    expect(page.get_by_role("status")).to_have_text("One title; choose it with the arrow keys.")
    page.keyboard.press("ArrowDown")
    active = area.get_attribute("aria-activedescendant")
    assert titles.locator(f"#{active}").get_attribute("aria-selected") == "true"
    page.keyboard.press("Enter")
    expect(text_area(page, "list-1")).to_have_value("4 Lightning Helix")
    expect(titles).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(text_area(page, "list-1")).to_have_value("4 lightning hel")
    expect(page.locator("#list-1")).to_be_focused()


def test_completion_is_never_in_the_way(page: Page) -> None:
    area = editor(page, "list-1")
    titles = page.get_by_role("listbox", name="Card titles")
    area.click()
    page.keyboard.type("4 lightning bo")
    expect(titles).to_be_visible()
    page.keyboard.press("Enter")
    page.keyboard.type("SB: 2 lightning bo")
    expect(titles).to_be_visible()
    expect(text_area(page, "list-1")).to_have_value("4 lightning bo\nSB: 2 lightning bo")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(titles).to_be_hidden()
    page.keyboard.type("l")
    expect(titles).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("#file-1")).to_be_focused()
    expect(titles).to_be_hidden()
    write(page, "list-1", "")
    area.focus()
    page.keyboard.type("// 4 lightning bo")
    page.wait_for_timeout(400)
    expect(titles).to_be_hidden()


def test_a_suggestion_is_applied_with_one_click_and_undone(page: Page) -> None:
    text = "4 Lightening Helix (RAV) 213 # four of them\n56 Mountain"
    mended = text.replace("Lightening", "Lightning")
    whole = "56 Forest\n4 Opt\n\nSideboard\n2 Shock\n1 Opt"
    fill(page, EVENT, [text, whole])
    page.get_by_role("button", name="Remove the sideboard").click()
    spoken(page, UNKNOWN)
    page.get_by_role("button", name="Replace with Lightning Helix").first.click()
    spoken(page, FINE)
    expect(page.locator("#verdict")).to_be_focused()
    expect(text_area(page, "list-1")).to_have_value(mended)
    expect(text_area(page, "list-2")).to_have_value("56 Forest\n4 Opt\n\n")
    page.locator("#list-2").focus()
    page.keyboard.press("Control+z")  # what was changed last, in whichever list
    expect(text_area(page, "list-1")).to_have_value(text)
    page.keyboard.press("Control+z")
    expect(text_area(page, "list-2")).to_have_value(whole)
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+Shift+z")
    expect(text_area(page, "list-1")).to_have_value(mended)
    spoken(page, FINE)


def test_findings_stand_below_their_lines(page: Page) -> None:
    fill(page, EVENT, ["60 Forest\n4 Foerst\n4 Forest", "60 Island"])
    spoken(page, UNKNOWN)
    marked = page.locator(".cm-line.fault")
    expect(marked).to_have_text("4 Foerst")
    expect(page.locator(".cm-content #deck-1-line-2")).to_be_visible()
    page.get_by_role("link", name="unknown card “Foerst”").click()
    expect(page.locator("#list-1")).to_be_focused()  # with the line selected
    page.keyboard.type("4 Forest")
    spoken(page, FINE)
    expect(marked).to_have_count(0)
    expect(page.locator("#deck-1-line-2")).to_have_count(0)


def test_a_reload_loses_nothing(page: Page) -> None:
    words = page.locator("#more-event > summary")
    expect(words).to_have_text("Today · Two-Headed Giant · Max. 4 of each card per team")
    fill(page, {"format": "sealed"}, [])
    expect(words).to_have_text("Today · Two-Headed Giant")
    event = {"structure": "team-constructed", "format": "modern", "policy": "tournament"}
    lists = ["60 Forest", "60 Island", "60 Swamp\n"]
    fill(page, event | {"as_of": "2024-10-01"}, [])
    told = words.inner_text()
    fill(page, {"team": "Team Naturalize"}, lists)
    page.locator("#player-2").fill("Ben")
    page.reload()
    for number, text in enumerate(lists, 1):
        expect(text_area(page, f"list-{number}")).to_have_value(text)
    expect(page.locator("#player-2")).to_have_value("Ben")
    expect(words).to_have_text(told)
    expect(words).to_contain_text("2024-10-01")
    expect(words).to_contain_text("Tournament rules of the day")
    spoken(page, FINE)
    words.click()
    page.locator("#house > summary").click()
    editor(page, "house_ban").press_sequentially("Optt\n")
    expect(words).to_have_text(f"{told} · House rules")


@pytest.mark.parametrize("kept", ["{", '[["list"]]', '[["format", "gone"], ["x", "y"]]'])
def test_whatever_is_kept_the_form_works(page: Page, kept: str) -> None:
    page.evaluate("kept => localStorage.setItem('headjudge-check', kept)", kept)
    page.evaluate(
        "window.addEventListener('pagehide', (event) => event.stopImmediatePropagation())"
    )
    page.goto("about:blank")
    page.go_back()
    fill(page, EVENT, LEGAL)
    spoken(page, FINE)


def test_the_lists_are_cleared_and_brought_back(page: Page) -> None:
    fill(page, EVENT | {"team": "Team Naturalize"}, LEGAL)
    spoken(page, FINE)
    page.get_by_role("button", name="Clear the lists").click()
    assert text_area(page, "list-1").input_value() == page.locator("#team").input_value() == ""
    expect(page.locator("#format")).to_have_value("modern")
    expect(page.locator("#verdict")).to_have_count(0)
    page.get_by_role("button", name="Bring my lists back").click()
    expect(text_area(page, "list-2")).to_have_value("60 Island")
    spoken(page, FINE)


def test_a_file_that_is_too_large_is_told(page: Page) -> None:
    file = FilePayload(name="ann.txt", mimeType="text/plain", buffer=b"1 Forest\n" * 200_000)
    page.locator("#file-1").set_input_files(file)
    page.wait_for_timeout(800)  # longer than the form waits for another key
    spoken(page, "All lists of a team together may have at most 1 MiB.")


def test_a_file_is_dropped_onto_a_box(page: Page) -> None:
    fill(page, EVENT, ["60 Forest"])
    drop = """area => {
      const files = new DataTransfer();
      files.items.add(new File(["60 Island\\n"], "ben.txt"));
      for (const type of ["dragover", "drop"]) {
        area.dispatchEvent(new DragEvent(type, { bubbles: true, dataTransfer: files }));
      }
    }"""
    page.locator("#list-2").evaluate(drop)
    expect(text_area(page, "list-2")).to_have_value("60 Island\n")
    spoken(page, FINE)
    expect(text_area(page, "list-1")).to_have_value("60 Forest")


def test_a_deck_has_a_format_of_its_own(page: Page) -> None:
    expect(page.locator(".own").first).to_be_hidden()
    fill(page, {"structure": "emperor"}, [])
    expect(page.locator(".own").first).to_be_hidden()
    fill(page, {"structure": "team-constructed"} | EVENT, [])
    fill(page, {}, ["60 Forest", "60 Island", "4 Black Lotus\n56 Swamp"])
    own = page.get_by_role("group", name="Deck 3")
    own.get_by_text("A format of its own").click()
    own.get_by_label("Format of deck 3").select_option("vintage")
    spoken(page, "This team may not play these decks: 1 violation.")
    expect(page.locator("#answer")).to_contain_text("restricted")


def test_decks_are_copied_as_text(page: Page, context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    fill(page, EVENT, ["4 lightning bolt\n56 森", "60 Island"])
    spoken(page, FINE)
    page.get_by_text("Copy as text").click()
    page.get_by_role("button", name="Copy this deck").first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.replace("\r", "").endswith("4 Lightning Bolt\n56 Forest\n")
    page.get_by_role("button", name="Copy the result").click()
    assert page.evaluate("navigator.clipboard.readText()").startswith(FINE)
