"""The element of clients/js in a form of another site, in a real browser."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import ROOT
from tests.conftest import service as running_service
from tests.pages.accessibility import complaints
from tests.pages.browser import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

PACKAGE = ROOT / "clients" / "js"
SITE = """<!doctype html><html lang="{language}"><title>Register</title>
<main><h1>Register</h1><form>
<label for="ann">Ann</label><textarea id="ann" data-player="Ann"></textarea>
<label for="ben">Ben</label><textarea id="ben" data-player="Ben"></textarea>
<headjudge-check service="{service}" format="{game}" as-of="2024-10-01" for="ann ben">
</headjudge-check></form></main>
<script type="module" src="/element.js"></script>
<script src="/told.js"></script>"""
TOLD = """
told = [];
for (const name of ["headjudge-report", "headjudge-problem"])
  addEventListener(name, ({ type, detail }) => told.push([type, detail.legal ?? detail.name]));
"""
POLICY = "default-src 'none'; script-src 'self'; connect-src http://127.0.0.1:*"
"""What a strict site allows."""


class Quiet(SimpleHTTPRequestHandler):
    """A site that has the package beside a form, and logs nothing."""

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path not in ("/", "/told.js"):
            return super().do_GET()
        page = SITE.format_map(dict(parse_qsl(address.query))) if address.path == "/" else TOLD
        body = page.encode()
        kind = "text/html" if address.path == "/" else "text/javascript"
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The origin of a site that has the package."""
    handler = partial(Quiet, directory=PACKAGE)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def service(site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service that pages of the site may use."""
    log = tmp_path_factory.mktemp("server") / "log"
    with running_service(log, HEADJUDGE_ORIGINS=site) as running:
        yield f"http://127.0.0.1:{running.port}"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


def register(
    page: Page,
    site: str,
    service: str,
    game: str = "modern",
    language: str = "en",
    button: str = "Check the decks",
) -> None:
    """Open the site's form, fill it in and have it checked."""
    query = urlencode({"service": service, "game": game, "language": language})
    page.goto(f"{site}/?{query}")
    page.get_by_label("Ann").fill("56 Forest\n4 Naturalize")
    page.get_by_label("Ben").fill("58 Forest\n2 Naturalize")
    page.get_by_role("button", name=button).click()


def test_findings_stand_in_the_form_by_line(page: Page, site: str, service: str) -> None:
    register(page, site, service)
    expect(page.get_by_role("status")).to_have_text("This team may not play these decks.")
    expect(page.locator("[data-code=combined-copies]")).to_contain_text("Naturalize")
    ben = page.get_by_label("Ben")
    expect(ben).to_have_attribute("aria-invalid", "true")
    expect(ben).to_have_accessible_description(re.compile("Naturalize"))
    assert complaints(page) == []
    page.get_by_role("button", name="Ben, line 2").first.click()
    selected = "list => list.value.slice(list.selectionStart, list.selectionEnd)"
    assert ben.evaluate(selected) == "2 Naturalize"
    assert page.evaluate("told") == [["headjudge-report", False]]


def test_an_answer_goes_once_a_list_is_changed(page: Page, site: str, service: str) -> None:
    register(page, site, service)
    expect(page.get_by_role("listitem")).not_to_have_count(0)
    ben = page.get_by_label("Ben")
    ben.fill("60 Forest")
    expect(page.get_by_role("listitem")).to_have_count(0)
    expect(page.get_by_role("status")).to_be_empty()
    expect(ben).not_to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Check the decks").click()
    expect(page.get_by_role("status")).to_have_text("This team may play these decks.")


def test_findings_are_in_the_language_of_the_site(page: Page, site: str, service: str) -> None:
    register(page, site, service, language="de", button="Decks prüfen")
    finding = page.locator("[data-code=combined-copies]")
    expect(finding).to_contain_text("Exemplare")
    expect(finding).to_contain_text("Zeile")
    expect(page.get_by_role("status")).to_have_text("Dieses Team darf diese Decks nicht spielen.")


def test_warnings_and_faults_are_told_apart(page: Page, site: str, service: str) -> None:
    register(page, site, service)
    fault = page.locator("[data-code=combined-copies]")
    expect(fault).to_have_class("headjudge-fault")
    expect(fault).to_have_attribute("part", "fault")
    warning = page.locator("[data-code=policy-differs]")
    expect(warning).to_have_class("headjudge-warning")
    expect(page.get_by_role("status")).to_have_class("headjudge-illegal")


def test_a_problem_is_told(page: Page, site: str, service: str) -> None:
    register(page, site, service, game="mordern")
    expect(page.get_by_role("status")).to_contain_text("mordern")
    assert page.evaluate("told") == [["headjudge-problem", "Refused"]]


def test_a_service_that_does_not_know_the_site_is_no_crash(
    page: Page, site: str, port: int
) -> None:
    register(page, site, f"http://127.0.0.1:{port}")
    expect(page.get_by_role("status")).to_have_text(
        "The decks could not be checked. Try again later."
    )
    assert page.evaluate("told") == [["headjudge-problem", "TypeError"]]
