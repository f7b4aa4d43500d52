"""No page has a word that translators are not asked for."""

from __future__ import annotations

import io

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage

from app import create_app
from headjudge.web import blueprints
from tests.pages.markup import Form
from tests.pages.translating import LANGUAGE, untranslated

Sent = dict[str, str | list[str]]
BROWSER = {"Accept": "text/html", "Accept-Language": LANGUAGE}
ASKED: dict[str, list[str]] = {
    "/": ["/", "/?lang=ja"],
    "/event": ["/event", "/event?lang=ja"],
    "/formats": ["/formats"],
    "/formats/<identifier>": [
        "/formats/modern?as_of=2024-12-20",
        "/formats/modern?as_of=2024-12-20&card=Splinter+Twin",
        "/formats/standard?as_of=2004-05-01&card=Skullclamp",
        "/formats/vintage",
        "/formats/legacy?as_of=1990-01-01",
        "/formats/extended?card=Necropotence",
        "/formats/pauper",
        "/formats/two-headed-giant",
        "/formats/prerelease-sealed",
        "/formats/modern?card=Lightening+Bolt",
        "/formats/modern?as_of=soon",
        "/formats/modren",
    ],
    "/cards": [
        "/cards",
        "/cards?card=Splinter+Twin",
        "/cards?card=Lightening+Bolt",
        "/cards?card=Opt&as_of=soon",
    ],
    "/policies": ["/policies"],
    "/policies/<identifier>": [
        "/policies/tournament?as_of=2017-01-01",
        "/policies/combined-four",
        "/policies/unified-2005",
        "/policies/unified-2018",
        "/policies/unified",
    ],
    "/pool": [
        "/pool",
        "/pool?lang=ja",
        "/pool?product=8+DOM&as_of=2018-05-01",
        "/pool?product=4+RAV&as_of=2005-11-01&event=team-sealed-3",
        "/pool?event=two-headed-giant-draft&product=6+VOW&as_of=2022-01-01",
        "/pool?blank=1",
        "/pool?list=1",
        "/pool?event=none&product=many&as_of=soon",
    ],
    "/docs": ["/docs"],
    "/problems/<code>": ["/problems/schema", "/problems/none"],
    "/openapi.yaml": ["/openapi.yaml"],
}
"""By rule of each page that can be asked for: addresses that show all that it may say."""
CARD = "Adeliz, the Cinder Wind"
POOL: Sent = {"as_of": "2018-05-01", "product": "8 DOM", f"n:{CARD}": "2"}
DECKS: Sent = {"deck": [f"1 {CARD}", ""], "player": ["Ann", ""], "b:0:Island": "39"}
FOREST = "60 Forest"
EVENT: Sent = {"as_of": "2024-10-01", "format": "modern", "list": ["", ""]}
SEALED: Sent = EVENT | {"format": "sealed", "list": ["40 Forest", "40 Island"]}
REGISTRATIONS = "Team,Player,Decklist\nAces,Ann,60 Forest\nAces,Bob,60 Island\nJacks,Cy,\n"
SENT: dict[str, list[Sent]] = {
    "/": [
        {},
        EVENT,
        EVENT | {"list": [FOREST, FOREST]},
        EVENT | {"list": ["3 Naturalize\n57 Forest", "2 Naturalize\n57 Forest\n1 Lightening Bolt"]},
        EVENT | {"list": ["1 Black Lotus\n4 Splinter Twin\n???", "61 Forest\n1 Fire"]},
        EVENT | {"list": [FOREST, FOREST], "as_of": "2030-01-01", "policy": "tournament"},
        EVENT | {"list": ["https://example.com/deck", FOREST]},
        EVENT | {"list": [FOREST, FOREST], "structure": "team-constructed", "do": "update"},
        EVENT | {"do": "add-list"},
        EVENT | {"do": "open"},
        EVENT | {"list": [FOREST], "do": "clear"},
        EVENT | {"house_ban": "Forest\nForrest", "list": [FOREST, FOREST]},
        SEALED | {"pool": f"2 {CARD}\n1 Island", "product": "8 DOM"},
        SEALED | {"product": "8 DOMINARIA"},
    ],
    "/sheets": [{"request": "{}"}],
    "/pool": [
        POOL | {"do": "count"},
        POOL | {"do": "count", f"n:{CARD}": "many"},
        POOL | {"do": "list", "paste": "1 Befuddle\n1 Lightning Bolt\nBofuddle\n???"},
        POOL | {"do": "build"},
        POOL | {"do": "build", "event": "sealed"},
        POOL | {"do": "build", "event": "team-sealed-3"},
        POOL | DECKS | {"do": "update"},
        POOL | DECKS | {"do": "update", "b:1:Island": "0.5"},
        POOL | DECKS | {"move": f"0|{CARD}", "how": "all"},
        POOL | DECKS | {"move": "1|Lightning Bolt"},
        POOL | {"do": "build", "event": "none", "as_of": "soon", "product": "8 DOMINARIA"},
    ],
}
"""The same of each page that a form is sent to."""
TITLES = (
    CARD, "Island", "Forest", "Naturalisieren (Naturalize)", "Lightning Bolt", "Lightening Bolt",
    "Zwillingsspreißel (Splinter Twin)", "Splinter Twin", "Black Lotus", "Unlimited Edition",
    "Eighth Edition", "Naturalize",
)  # fmt: skip
"""Names of cards and sets, which sentences name."""
PROGRAMS = ("MTG Arena", "Magic Online .dek", "Magic Online", "Cockatrice .cod")
CELLS = (
    "Aces",
    "Ann",
    "Bob",
    "Jacks",
    "Cy",
    "Team",
    "Player",
    "Decklist",
    "event.csv",
    "Foo",
    "Bar",
)
SENT_AS_FILES = {"/event"}
"""Pages to which more is sent than a form's fields: a test of their own."""


def rules(application: Flask, method: str) -> set[str]:
    """Where pages are asked for by that method."""
    names = {blueprint.name for blueprint in blueprints.PAGES}
    return {
        rule.rule
        for rule in application.url_map.iter_rules()
        if rule.endpoint.split(".")[0] in names
        and method in (rule.methods or ())
        and not rule.endpoint.endswith((".static", ".script"))
    }


@pytest.mark.parametrize(("method", "pages"), [("GET", ASKED), ("POST", SENT)])
def test_no_page_escapes(method: str, pages: dict[str, object]) -> None:
    assert rules(create_app(), method) - SENT_AS_FILES == pages.keys() - SENT_AS_FILES


@pytest.mark.parametrize("address", [one for rule, all_ in ASKED.items() for one in all_])
def test_a_page_has_no_untranslated_text(client: FlaskClient, address: str) -> None:
    response = client.get(address, headers=BROWSER)
    assert response.status_code in (200, 404, 422)
    if response.mimetype == "text/html":
        assert response.headers["Content-Language"] == LANGUAGE
        assert untranslated(response.text) == []


@pytest.mark.parametrize(
    ("address", "form"), [(rule, form) for rule, forms in SENT.items() for form in forms]
)
def test_an_answer(client: FlaskClient, address: str, form: Sent) -> None:
    kind = "application/x-www-form-urlencoded" if address == "/pool" else "multipart/form-data"
    response = client.post(address, data=form, headers=BROWSER, content_type=kind)
    assert response.status_code in (200, 400, 422)
    assert untranslated(response.text, *TITLES, *PROGRAMS) == []


@pytest.mark.parametrize("table", [REGISTRATIONS, REGISTRATIONS + '"', "Foo\nBar\n", ""])
def test_a_whole_event(client: FlaskClient, table: str) -> None:
    file = FileStorage(io.BytesIO(table.encode()), "event.csv")
    columns = client.post("/event", data={"file": file, "do": "columns"}, headers=BROWSER)
    assert untranslated(columns.text, *TITLES, *CELLS) == []
    fields = Form(columns.text, "columns").fields | {
        "format": "modern",
        "as_of": "2024-10-01",
        "do": "check",
    }
    results = client.post(
        "/event", data=fields, headers=BROWSER, content_type="multipart/form-data"
    )
    assert results.status_code in (200, 422)
    assert untranslated(results.text, *TITLES, *CELLS, *PROGRAMS) == []


@pytest.mark.parametrize(
    ("method", "address", "status"), [("GET", "/nothing", 404), ("PUT", "/pool", 405)]
)
def test_a_problem(client: FlaskClient, method: str, address: str, status: int) -> None:
    response = client.open(address, method=method, headers=BROWSER)
    assert response.status_code == status
    assert untranslated(response.text) == []
