"""The buttons that print the sheets of a check, and what they give."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask, render_template
from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.test import TestResponse

from tests.pages.markup import Form

CHECK = {
    "format": "modern",
    "as_of": "2024-10-01",
    "team": "“Quotes” & <tags>",
    "decks": [{"player": "Ada", "list": "4 Lightning Bolt\n56 Mountain"}, {"list": "60 Forest"}],
}


@pytest.fixture
def buttons(application: Flask) -> Form:
    with application.test_request_context("/"):
        return Form(render_template("sheets_form.html", asked=CHECK), "sheets")


def sent(client: FlaskClient, buttons: Form, accept: str = "en", **typed: Any) -> TestResponse:
    return client.post(
        buttons.form["action"] or "",
        data=buttons.fields | typed,
        content_type=buttons.form["enctype"],
        headers={"Accept": "text/html", "Accept-Language": accept},
    )


def text(response: TestResponse) -> str:
    assert response.status_code == 200, response.text
    reader = PdfReader(BytesIO(response.data))
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def test_the_form_holds_the_check(buttons: Form) -> None:
    assert json.loads(buttons.fields["request"]) == CHECK
    assert buttons.form["method"] == "post"
    assert buttons.form["target"] == "_blank"
    assert buttons.buttons == ["registration", "checklist", "slip"]


def test_every_button_prints(client: FlaskClient, buttons: Form) -> None:
    words = {
        "registration": "Deck registration sheet",
        "checklist": "Deck check sheet",
        "slip": "This team may play these decks.",
    }
    for sheet in buttons.buttons:
        printed = text(sent(client, buttons, sheet=sheet, event="Open", table="7"))
        for expected in (words[sheet], "“Quotes” & <tags>", "Open", "7"):
            assert expected in printed


def test_titles_are_those_of_the_readers_language(application: Flask, client: FlaskClient) -> None:
    with application.test_request_context("/", headers={"Accept-Language": "ja"}):
        buttons = Form(render_template("sheets_form.html", asked=CHECK), "sheets")
    printed = text(sent(client, buttons, "ja", sheet="registration", paper="letter"))
    assert "Lightning Bolt 稲妻" in printed


def test_the_address_chooses_a_language_before_the_browser(
    application: Flask, client: FlaskClient
) -> None:
    for language, title in (("pt", "Raio"), ("en", "Lightning Bolt")):
        with application.test_request_context(f"/?lang={language}"):
            buttons = Form(render_template("sheets_form.html", asked=CHECK), "sheets")
        printed = text(sent(client, buttons, "ja", sheet="checklist"))
        assert title in printed
        assert "稲妻" not in printed


def test_titles_are_of_the_language_that_is_chosen(client: FlaskClient, buttons: Form) -> None:
    assert buttons.fields["language"] == "en"
    printed = text(sent(client, buttons, "de", sheet="checklist", language="pt-BR"))
    assert "Lightning Bolt Raio" in printed


@pytest.mark.parametrize("check", ["", "[]", "{", '{"format": "modern"}', "\ud800"])
def test_what_is_no_check_gets_a_page_that_says_so(client: FlaskClient, check: str) -> None:
    response = client.post(
        "/sheets",
        data={"request": check.encode("utf-8", "replace"), "sheet": "slip"},
        content_type="multipart/form-data",
        headers={"Accept": "text/html"},
    )
    assert response.status_code in (400, 422)
    assert response.mimetype == "text/html"


def test_what_is_no_form_is_refused(client: FlaskClient) -> None:
    assert client.post("/sheets", json=CHECK).status_code == 415
    assert client.get("/sheets").status_code == 405
