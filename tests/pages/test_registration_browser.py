"""A whole event in a real browser: uploaded, checked, filtered, opened, downloaded."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.accessibility import complaints
from tests.pages.browser import CHROMIUM, DESKTOP, overflows, visited
from tests.web.registrations.events import (
    MISSPELT,
    TOO_MANY,
    Rows,
    csv_of,
    google_form,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

TEAMS = 150
BROKEN = {
    7: {4: MISSPELT},
    20: {4: TOO_MANY},
    33: {6: ""},
    46: {4: "", 6: ""},
    59: {6: "https://example.org/decks/59"},
    72: {4: "what is this"},
    124: {2: '"><script>alert(1)</script>', 4: "-5 Opt"},
    137: {4: "9999 Mountain\n" * 2001},
}
"""By team, what stands in its cells; another row has a quotation mark that is never closed."""
OPEN = 140


@pytest.fixture(scope="module")
def address(port: int) -> str:
    return f"http://127.0.0.1:{port}/event"


@pytest.fixture(params=["desktop", "no script"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    with visited(browser, request.param) as one:
        yield one


def registrations() -> Rows:
    rows = google_form(TEAMS)
    for number, cells in BROKEN.items():
        for column, text in cells.items():
            rows[number][column] = text
    return rows


def file_of(rows: Rows) -> bytes:
    """The rows as CSV, one of them without its last quotation mark."""
    before, row, after = rows[:OPEN], rows[OPEN], rows[OPEN + 1 :]
    broken = csv_of([row]).rstrip().removesuffix(b'"') + b"\r\n"
    return csv_of(before) + broken + csv_of(after)


def upload(page: Page, address: str, data: bytes, name: str = "event.csv") -> None:
    """Choose the file and have it read, with the keyboard alone from there on."""
    page.goto(address)
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    with page.expect_navigation():
        page.locator("#file").press("Tab")
        page.keyboard.press("Enter")


def choose_again(page: Page, data: bytes | None = None, name: str = "event.csv") -> None:
    """Choose the file once more, where no script keeps it."""
    field = page.locator("#file-again")
    if data and field.is_visible():
        file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
        field.set_input_files(file)  # type: ignore[arg-type]


def check(page: Page, data: bytes | None = None, day: str = "2026-08-01") -> None:
    """Check all teams on a day; without a script the file is chosen once more."""
    choose_again(page, data)
    page.locator("#format").select_option("modern")
    page.locator("#as_of").fill(day)
    page.get_by_role("button", name="Check all teams").press("Enter")
    page.locator("#filters").wait_for()
    page.locator("#running").wait_for(state="hidden")


def assert_accessible(page: Page) -> None:
    """What axe-core finds is nothing, and the page is no wider than its window."""
    assert complaints(page) == []
    assert not overflows(page)


def assert_shown(page: Page, count: int) -> None:
    """The filter shows so many teams, as soon as the page has come to it."""
    expect(page.locator("#rows > li").filter(visible=True)).to_have_count(count)


def download(page: Page, kind: str, folder: Path) -> bytes:
    with page.expect_download() as started:
        page.locator(f"#downloads [value={kind}]").press("Enter")
    path = folder / started.value.suggested_filename
    started.value.save_as(path)
    return path.read_bytes()


def test_teams_of_which_some_are_broken(page: Page, address: str, tmp_path: Path) -> None:
    rows = registrations()
    upload(page, address, file_of(rows))
    expect(page.locator(".first-teams h3")).to_contain_text("150 teams")
    check(page, file_of(rows))
    assert_shown(page, TEAMS)
    for value, count in [
        ("legal", 141),
        ("illegal", 3),
        ("unasked", 2),
        ("no-list", 4),
    ]:
        tile = page.locator(f"#filters label.{value}")
        expect(tile.locator(".count")).to_have_text(str(count))
        tile.click()
        assert_shown(page, count)
    page.locator("#filters label.all").click()
    assert_shown(page, TEAMS)

    choose_again(page, file_of(rows))
    text = download(page, "csv", tmp_path).decode("utf-8-sig")
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert len(read) == TEAMS + 1
    assert [row[2] for row in read] == [row[2] for row in rows]
    wrong = [number for number, row in enumerate(read) if number and row[7] != "Legal"]
    assert wrong == sorted([*BROKEN, OPEN])
    assert "Lightnig Bolt" in read[7][8]
    assert "5 copies of Lightning Bolt" in read[20][8]
    assert "quotation mark" in read[OPEN][8]


def test_one_team_is_opened_in_the_page(browser: Browser, address: str) -> None:
    with visited(browser, "phone") as page:
        rows = google_form(4)
        rows[2][4] = TOO_MANY
        upload(page, address, csv_of(rows))
        assert_accessible(page)
        check(page)
        page.locator("#on-paper").evaluate("details => { details.open = true; }")
        assert_accessible(page)
        open_team(page, 2)
        expect(page).to_have_url(re.compile("#team-2$"))
        expect(page.locator("#team-2 #form")).to_contain_text("5 copies of Lightning Bolt")
        expect(page.locator("#team-2 summary").first).to_be_focused()
        assert_accessible(page)
        page.get_by_role("link", name="Next team").press("Enter")
        expect(page.locator("#team-3 #form #player-1")).to_have_value("Ann 3")
        expect(page).to_have_url(re.compile("#team-3$"))
        expect(page.locator("#open")).to_have_attribute("href", re.compile("#check="))
        page.go_back()
        expect(page.locator("#team-2 #form #player-1")).to_have_value("Ann 2")


def open_team(page: Page, number: int) -> None:
    """Open the row of a team, and wait for the answer about it."""
    page.locator(f"#team-{number} > details > summary").press("Enter")
    page.locator(f"#team-{number} .answer").wait_for()


def test_a_team_is_mended_in_its_row(browser: Browser, address: str, tmp_path: Path) -> None:
    with visited(browser, "desktop") as page:
        rows = google_form(5)
        rows[2][4], rows[4][4] = MISSPELT, TOO_MANY
        rows = [[*row, ("Notes", "", "and 4 Shock")[min(at, 2)]] for at, row in enumerate(rows)]
        upload(page, address, csv_of(rows))
        check(page)
        chips = page.locator("#team-2 > details > summary")
        expect(chips).to_contain_text("skipped: “4 Shock”")
        expect(chips).to_contain_text("unknown card “Lightnig Bolt”")
        page.locator("#filters label.illegal").click()
        open_team(page, 2)
        expect(page.locator("#written")).to_contain_text("The column “Notes” is not used")
        page.get_by_role("button", name="Replace with Lightning Bolt").click()
        expect(chips).to_be_visible()  # until another is opened
        expect(chips).to_have_text(re.compile("Legal.*skipped.*fixed here", re.DOTALL))
        expect(page.locator("#differences")).to_contain_text("Ann 2: − 4 Lightnig Bolt; + 4")
        expect(page.locator("#filters label.illegal .count")).to_have_text("1")
        page.locator("#status").select_option("asked")
        page.locator("#message > summary").click()
        page.locator("#message-language").select_option("de")
        expect(page.locator("#message-text")).to_contain_text("Hallo Ann 2, Ben 2")
        assert_accessible(page)
        page.locator("#note").fill("comes at ten")
        page.reload()  # at once, before the database has it
        expect(page.locator("#note")).to_have_value("comes at ten")
        expect(chips).to_contain_text("Asked")
        expect(page.locator("#message-language")).to_have_value("de")
        page.emulate_media(media="print")
        changes = "Fixed here, Ann 2: − 4 Lightnig Bolt; + 4 Lightning Bolt"
        expect(page.locator("#team-2 .said-of-it")).to_contain_text(changes)
        expect(page.locator("#team-4 .said-of-it")).to_contain_text("5 copies of Lightning Bolt")
        expect(page.locator("#team-4 .said-of-it")).to_be_visible()
        page.emulate_media(media="screen")
        text = download(page, "csv", tmp_path).decode("utf-8-sig")
        read = list(csv.reader(io.StringIO(text, newline="")))
        assert [read[2][8], *read[2][-3:]] == ["Legal", "Asked", "comes at ten", changes]
        with page.expect_download() as started:
            page.locator("#export").click()
        saved = tmp_path / "event.json"
        started.value.save_as(saved)
        remove(page)
        page.goto(address)
        page.locator("#file").set_input_files(saved)
        page.get_by_role("button", name="Read the file").click()
        page.locator("#downloads").wait_for()
        expect(chips).to_have_text(re.compile("Legal.*Asked.*fixed here", re.DOTALL))


def remove(page: Page) -> None:
    """Remove the event from the browser, which asks first."""
    page.get_by_role("button", name="Remove from this browser").click()
    page.locator("#sure-yes").click()
    expect(page.locator("#undo")).to_be_visible()


def test_a_newer_file_is_compared_with_the_last(browser: Browser, address: str) -> None:
    with visited(browser, "desktop") as page:
        rows = google_form(4)
        upload(page, address, csv_of(rows))
        check(page)
        expect(page).to_have_url(f"{address}#results")
        rows[2][4] = "4 Shock\n56 Mountain"
        rows[4][2] = "Team 9"
        upload(page, address, csv_of(rows))
        check(page)
        said = "Compared with the last file: 1 changed, 1 new, 1 gone. Gone: Team 4."
        expect(page.locator("#said")).to_have_text(said)
        page.locator("#filters label.added").click()
        assert_shown(page, 1)
        page.locator("#filters label.changed").click()
        assert_shown(page, 1)
        open_team(page, 2)
        expect(page.locator("#differences")).to_have_text(
            "Changed in this file, Ann 2: − 4 Lightning Bolt; + 4 Shock"
        )


def test_teams_are_found_and_put_in_order(browser: Browser, address: str) -> None:
    with visited(browser, "phone") as page:
        rows = google_form(6)
        rows[2][4] = rows[4][4] = "4 The One Ring\n56 Mountain"
        rows[5][2], rows[5][6] = f"The Two-Headed Tyrants of the Long Name {'x' * 40}", ""
        upload(page, address, csv_of(rows))
        page.locator("summary", has_text="Pairings").click()
        page.locator("#pairings").fill("10, Team 2\n9, Team 3, Team 4")
        check(page)
        assert not overflows(page)
        page.locator(".at-fault label", has_text="The One Ring").click()
        assert_shown(page, 2)
        page.locator("#filters label.all").click()
        page.locator("#find").fill("ben 4")
        assert_shown(page, 1)
        page.locator("#find").fill("")
        page.locator("#sort").select_option("table")
        names = page.locator("#rows .named strong").all_inner_texts()
        assert names[:3] == ["Team 3", "Team 4", "Team 2"]
        # The next team is one that the filter shows; the open one stays.
        open_team(page, 4)
        page.locator("#filters label.illegal").click()
        page.get_by_role("link", name="Next team").press("Enter")
        expect(page.locator("#team-2 #form #player-1")).to_have_value("Ann 2")
        page.locator("#filters .no-list").click()
        assert_shown(page, 1)


def expect_notes(page: Page, *notes: str) -> None:
    """The status of each team, and its note, as chips say them."""
    expect(page.locator("#rows .chip.own")).to_have_text(notes)


def test_another_event_begins_without_the_notes_of_the_last(browser: Browser, address: str) -> None:
    with visited(browser, "phone") as page:
        rows = google_form(3)
        rows[1][4] = MISSPELT
        upload(page, address, csv_of(rows))
        check(page, day="2026-08-01")
        expect(page).to_have_url(f"{address}#results")
        question = page.locator("#earlier")
        expect(question).to_be_hidden()
        open_team(page, 1)
        page.get_by_role("button", name="Replace with Lightning Bolt").click()
        expect(page.locator("#team-1 .state")).to_have_text("Legal")
        open_team(page, 2)
        page.locator("#note").fill("comes at ten")
        # The next week: the same teams in another event.
        upload(page, address, csv_of(rows))
        check(page, day="2026-08-08")
        expect_notes(page)
        expect(question).to_contain_text("event · Modern · 2026-08-01 · Two-Headed Giant")
        page.reload()
        expect(question).to_contain_text("knows 3 of these teams")
        assert_accessible(page)
        page.get_by_role("button", name="No, another event").click()
        page.reload()
        page.locator("#rows > li").first.wait_for()
        expect(question).to_be_hidden()
        # Another day of the first event: its notes are taken over, and what changed is said.
        rows[3][4] = "4 Shock\n56 Mountain"
        upload(page, address, csv_of(rows))
        check(page, day="2026-08-01")
        noted = ["fixed here", "comes at ten", "changed in this file"]
        expect(page.locator("#said")).to_contain_text("1 changed, 0 new, 0 gone")
        expect_notes(page, *noted)
        # The day was wrong: on its page it stays the same event.
        page.locator("#again > summary").click()
        page.locator("#as_of").fill("2026-08-15")
        page.get_by_role("button", name="Check all teams").press("Enter")
        page.locator("#running").wait_for(state="hidden")
        expect_notes(page, *noted)


def test_an_event_is_found_again(browser: Browser, address: str) -> None:
    with visited(browser, "phone") as page:
        rows = google_form(3)
        upload(page, address, csv_of(rows), "first.csv")
        page.locator("#event").fill("Sunday in Lyon")
        page.locator("#format").select_option("modern")
        page.locator("[name=role-0]").select_option("deck-name")
        page.get_by_role("button", name="Check all teams").press("Enter")
        expect(page).to_have_url(f"{address}#results")
        expect(page.locator("h1")).to_have_text("Sunday in Lyon")
        page.goto("about:blank")
        page.goto(address)
        line = page.locator("#event-lines li")
        expect(line).to_contain_text("Sunday in Lyon")
        expect(line).to_contain_text("3 teams")
        assert_accessible(page)
        # A newer file of the same form has its format and columns.
        rows.append([*rows[1]])
        rows[4][2:5] = ["team  1", "ANN 1", TOO_MANY]
        upload(page, address, csv_of(rows), "second.csv")
        expect(page.locator("#format")).to_have_value("modern")
        expect(page.locator("[name=role-0]")).to_have_value("deck-name")
        expect(page.locator("#event")).to_have_value("Sunday in Lyon")
        page.get_by_role("button", name="Check all teams").press("Enter")
        expect(page.locator("#said")).to_contain_text("1 changed, 0 new, 0 gone")
        page.goto("about:blank")
        page.goto(address)
        line.locator("a").click()
        assert_shown(page, 3)
        open_team(page, 1)
        expect(page.locator("#team-1 .chip.own")).to_have_text("changed in this file")


def test_without_a_connection_teams_are_read_and_noted(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    page = context.new_page()
    rows = google_form(3)
    rows[2][4] = TOO_MANY
    upload(page, address, csv_of(rows))
    check(page)
    context.set_offline(True)
    page.locator("#team-2 > details > summary").click()
    expect(page.locator("#state")).to_contain_text("There is no connection")
    expect(page.locator("#team-2 .said-of-it")).to_contain_text("5 copies of Lightning Bolt")
    expect(page.locator("#team-2 pre").first).to_have_text(TOO_MANY)
    page.locator("#note").fill("comes at ten")
    page.locator("#message > summary").click()
    expect(page.locator("#message-text")).to_contain_text("5 copies of Lightning Bolt")
    expect(page.locator("#team-2 .chip.own")).to_have_text("comes at ten")
    context.set_offline(False)
    expect(page.locator("#team-2 .answer")).to_be_visible()
    context.close()


def test_what_is_removed_stays_so_and_can_be_put_back(browser: Browser, address: str) -> None:
    with visited(browser, "desktop") as page:
        upload(page, address, csv_of(google_form(3)))
        check(page)
        open_team(page, 2)
        page.locator("#note").fill("comes at ten")  # is still to be kept
        page.get_by_role("button", name="Remove from this browser").click()
        page.locator("#sure-no").click()
        expect(page.locator("#sure")).to_be_hidden()
        page.locator("#note").fill("comes at eleven")
        remove(page)
        page.locator("#note").fill("comes at noon")  # is noted of an event that is gone
        page.wait_for_timeout(700)  # longer than what is kept later waits
        page.goto("about:blank")
        page.goto(address)
        expect(page.locator("#events")).to_be_hidden()
        upload(page, address, csv_of(google_form(3)))
        check(page)
        remove(page)
        page.locator("#undo button").click()
        expect(page.locator("#undo")).to_be_hidden()
        page.goto("about:blank")
        page.goto(address)
        expect(page.locator("#event-lines li")).to_have_count(1)


def test_a_message_is_worded_on_this_device(browser: Browser, address: str) -> None:
    with visited(browser, "desktop") as page:
        rows = google_form(3)
        rows[2][4], rows[3][6] = TOO_MANY, "same as last time"
        upload(page, address, csv_of(rows))
        check(page)
        open_team(page, 3)
        page.locator("#message > summary").click()
        text = page.locator("#message-text")
        expect(text).to_contain_text("Ben 3: you wrote “same as last time”; please send the list.")
        expect(text).not_to_contain_text("deadline")  # there is none yet
        page.locator("#deadline").fill("Friday")
        page.locator("#reply").fill("shop@example.org")
        expect(text).to_contain_text("to shop@example.org. The deadline is Friday.")
        open_team(page, 2)
        page.locator("#message > summary").click()
        page.locator("summary", has_text="Change the wording").click()
        page.locator("#template").fill("Dear {players}: {faults}")
        expect(text).to_contain_text("Dear Ann 2, Ben 2: - Ann 2, line 1: 5 copies")
        page.reload()
        page.locator("#message > summary").click()
        expect(text).to_contain_text("Dear Ann 2, Ben 2: - Ann 2, line 1: 5 copies")
        # Too long for a link: the message is copied.
        page.locator("summary", has_text="Change the wording").click()
        page.locator("#template").fill("{faults}" + "long " * 400)
        expect(page.locator("#too-long")).to_be_visible()
        expect(page.locator("#mail")).to_be_hidden()
        assert_accessible(page)


def test_another_language_changes_nothing_else(browser: Browser, address: str) -> None:
    with visited(browser, "desktop") as page:
        rows = google_form(3)
        rows[2][4] = MISSPELT
        upload(page, address, csv_of(rows))
        page.locator("[name=role-0]").select_option("deck-name")
        language(page, "Deutsch")
        expect(page.locator("#again-file")).to_be_hidden()
        expect(page.locator("[name=role-0]")).to_have_value("deck-name")
        page.locator("#format").select_option("modern")
        page.get_by_role("button", name="Alle Teams prüfen").click()
        expect(page).to_have_url(re.compile("#results$"))
        open_team(page, 2)
        page.get_by_role("button", name=re.compile("ersetzen$")).click()
        page.locator("#status").select_option("asked")
        expect(page.locator("#team-2 .state")).to_have_text("Legal")
        language(page, "日本語")
        expect(page.locator("#team-2 .state")).to_have_text("使用可")
        expect(page.locator("#rows .chip.own")).to_have_text(["問い合わせ済み", "ここで修正"])


def language(page: Page, name: str) -> None:
    """Read the page in another language."""
    page.locator(".languages summary").click()
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()
