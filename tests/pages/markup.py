"""Pages without a browser: what a form of theirs sends, and their heading."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

from werkzeug.test import TestResponse

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def heading(response: TestResponse) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", response.text)
    return html.unescape(found[1]) if found else ""


class Form(HTMLParser):
    """A form of a page as a browser without scripts has it."""

    def __init__(self, text: str, form_id: str) -> None:
        super().__init__()
        self.form: dict[str, str | None] = {}
        self.fields: dict[str, str] = {}
        self.buttons: list[str] = []
        self._id = form_id
        self._is_inside = False
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "form":
            self._is_inside = given.get("id") == self._id
            self.form = given if self._is_inside else self.form
        if not self._is_inside:
            return
        is_ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
        if tag == "input" and is_ticked:
            self.fields[name] = value
        elif tag == "select":
            self._select = name
        elif tag == "option" and ("selected" in given or self._select not in self.fields):
            self.fields[self._select] = value
        elif tag == "button":
            self.buttons.append(value)
