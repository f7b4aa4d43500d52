"""A real browser on the real service: Debian's Chromium, driven by playwright.

Its headless shell, which takes half of the time, or the whole of it where that is missing.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from tests.conftest import PATIENCE

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: ViewportSize = {"width": 1200, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}

PASTE = """(field, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const options = { clipboardData, bubbles: true, cancelable: true };
  field.dispatchEvent(new ClipboardEvent("paste", options));
}"""

UNFOLD = """field => {
  const folded = "details:not([open])";
  const opened = [];
  for (let one = field.closest(folded); one; one = one.parentElement.closest(folded)) {
    one.open = true;
    opened.push(one);
  }
  return opened;
}"""
"""Opens what the field is folded into, and gives that."""

expect.set_options(timeout=1000 * PATIENCE)  # milliseconds; of its own accord it waits for 5 s


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


class visited:
    """A page in a context of its own, so that nothing of another is stored there.

    At the end the browser may have nothing against it, but that an answer asks for something to be
    mended, which it tells of each.
    """

    def __init__(
        self, browser: Browser, kind: str = "desktop", forgiven: str = "422", **context: Any
    ) -> None:
        self.forgiven = forgiven
        self.complaints: list[str] = []
        self.context = browser.new_context(
            viewport=PHONE if "phone" in kind else DESKTOP,
            java_script_enabled="no script" not in kind,
            reduced_motion="reduce",
            **context,
        )

    def __enter__(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda said: self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def __exit__(self, *error: object) -> None:
        self.context.close()
        if not any(error):
            assert [said for said in self.complaints if self.forgiven not in said] == []


def fill(page: Page, event: Mapping[str, str], lists: Sequence[str]) -> None:
    """Fill the form in: the event's fields by name, then one list a player.

    What is folded is opened for it, and folded again.
    """
    for name, value in event.items():
        field = page.locator(f"[name={name}]")
        opened = field.evaluate_handle(UNFOLD)
        match field.evaluate("field => field.tagName"):
            case "SELECT":
                field.select_option(value)
            case "TEXTAREA":
                write(page, name, value)
            case _:
                field.fill(value)
        opened.evaluate("all => all.forEach((one) => { one.open = false; })")
    for number, text in enumerate(lists, 1):
        write(page, f"list-{number}", text)


def write(page: Page, area: str, text: str) -> None:
    """Write a list in place of what is there: pasted into its editor, if scripts run."""
    field = page.locator(f"#{area}")
    if not runs_scripts(page):
        field.fill(text)
        return
    field = editor(page, area)
    field.focus()
    field.press("ControlOrMeta+a")
    field.press("Delete")
    field.evaluate(PASTE, text)
    field.blur()


def runs_scripts(page: Page) -> bool:
    return bool(page.evaluate("matchMedia('(scripting: enabled)').matches"))


def editor(page: Page, area: str) -> Locator:
    """The editor of a text area, once it has come."""
    field = page.locator(f"#{area}")
    expect(field).to_have_class(re.compile("cm-content"))
    return field


def text_area(page: Page, area: str) -> Locator:
    """The text area whose value the form sends, which may stand behind its editor."""
    return page.locator(f"textarea:is(#{area}, #text-of-{area})")


def check(page: Page) -> None:
    """Send the form, and wait for the page that answers it, with its editors if scripts run."""
    with page.expect_navigation():
        page.get_by_role("button", name="Check the decks").click()
    if page.locator("#list-1").count() and runs_scripts(page):
        editor(page, "list-1")


def overflows(page: Page) -> bool:
    """Whether the page is wider than the window; a wide table scrolls by itself."""
    return bool(page.locator("html").evaluate("root => root.scrollWidth > root.clientWidth"))
