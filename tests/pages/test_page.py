"""The page without a browser: what it answers to what is sent."""

from __future__ import annotations

import html
import io
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from headjudge.web import question
from headjudge.web.limits import LIMITS
from headjudge.web.pages.assets import STATIC
from tests.pages.markup import BROWSER, heading

EVENT = {"format": "modern", "as_of": "2024-10-01", "policy": "combined-four"}
LEGAL = ["60 Forest", "60 Island"]


ANSWERS = tomllib.loads(Path(__file__).with_name("answers.toml").read_text("utf-8"))["answer"]


def post(client: FlaskClient, lists: list[str], **values: Any) -> TestResponse:
    """The answer to the form with these lists."""
    return client.post("/", data=EVENT | {"list": lists} | values, headers=BROWSER)


def marked(response: TestResponse) -> dict[str, list[str]]:
    """The codes beside each line, by the line's anchor."""
    lines = re.findall(r'<li id="(\S+-line-\d+)"(.*?)</li>', response.text, re.DOTALL)
    found = {anchor: re.findall(r'data-code="(.*?)"', line) for anchor, line in lines}
    return {anchor: codes for anchor, codes in found.items() if codes}


def chosen(data: bytes, name: str) -> tuple[io.BytesIO, str]:
    """A file as a browser sends it; without a name where none was chosen."""
    return io.BytesIO(data), name


@pytest.mark.parametrize("row", ANSWERS, ids=[row["name"] for row in ANSWERS])
def test_what_is_answered(client: FlaskClient, row: dict[str, Any]) -> None:
    response = post(client, row["lists"], **row.get("form", {}))
    page = response.text
    assert response.status_code == row.get("status", 200)
    assert response.headers["Cache-Control"] == "no-store"
    assert heading(response) == row.get("verdict", heading(response))
    assert marked(response) == row.get("marked", marked(response))
    shown = page.partition('<section class="passing"')[0]
    assert [words for words in row.get("once", ()) if shown.count(words) != 1] == []
    assert [words for words in row.get("says", ()) if words not in page] == []
    assert [words for words in row.get("lacks", ()) if words in page] == []


def test_each_link_within_the_page_leads_somewhere(client: FlaskClient) -> None:
    response = post(client, ["4 Naturalize\n50 Forest\n???", "4 Naturalize", "1 Opt"], pool="4 Opt")
    links = re.findall(r'href="#([^"]+)"', response.text)
    anchors = re.findall(r'\bid="([^"]+)"', response.text)
    assert len(links) > 5
    assert set(links) <= set(anchors)
    assert len(set(anchors)) == len(anchors)


def test_a_summary_goes_by_deck_and_kind(client: FlaskClient) -> None:
    """The decks in their order and then what several have in common, whatever was found first."""
    lists = [
        "4 Naturalize\n56 Forest\n2 Foerst",
        "1 Naturalize\n1 Mox Diamond\n50 Forest\n\nSideboard\n1 Opt\n1 Shock\n1 Duress",
    ]
    page = post(client, lists, player=["Ann", ""]).text
    groups = re.search(r'<ul class="groups">.*?</ul>', page, re.S)
    assert groups
    assert re.findall(r'(?:class="name"|href="[^"]*"[^>]*)>([^<]+)', groups[0]) == [
        "Deck 1 (Ann)", "unknown card “Foerst”",
        "Deck 2", "8 short", "Sideboard not allowed: lines 6–8", "Mox Diamond not in Modern",
        "Together", "5 Naturalize",
    ]  # fmt: skip
    assert '<a href="#deck-1-line-3" data-area="list-1" data-line="3">' in groups[0]


def test_what_is_not_known_of_several_cards_is_told_once_a_list(client: FlaskClient) -> None:
    lists = ["1 Mox Jet\n1 Mox Ruby\n1 Mox Pearl\n57 Forest", "1 Black Lotus\n59 Forest"]
    page, *_ = post(client, lists, as_of="2099-01-01").text.split('id="copy-result"')
    assert page.count("has never been in Modern") == 4
    assert page.count("Cards printed after") == 2


def test_several_names_are_put_right_at_once(client: FlaskClient) -> None:
    lists = ["4 Lightening Helix\n56 Mountain", "4 Lightnin Strike\n56 Mountain"]
    page = post(client, lists)
    button = re.search(r'name="replace" value="(\[\[[^"]*)"', page.text)
    assert button
    mended = post(client, lists, replace=html.unescape(button[1]))
    assert heading(mended) == "This team may play these decks."
    assert "4 Lightning Helix\n" in mended.text


@pytest.mark.parametrize(
    ("lists", "words", "mended"),
    [
        (["58 Forest\n2 Opt\n\n// mine\n\nSideboard\n// for later\n2 Shock\n1 Opt", "60 Island"],
         "Remove the sideboard", "58 Forest\n2 Opt\n\n// mine\n\n// for later"),
        (["60 Forest\n\n2 Shock", "60 Island"], "Remove the sideboard", "60 Forest\n"),
        (["60 Forest\nSB: 2 Shock", "60 Island"], "Remove the sideboard", "60 Forest"),
        (["3 Opt\n2x Opt # foil\n58 Island", "2 Opt\n58 Island"],
         "Deck 1: cut to 2", "2 Opt\n58 Island"),
        (["6 Opt\n56 Island", "60 Forest"], "Deck 1: cut to 4", "4 Opt\n56 Island"),
        (["Deck\n1 Opt\n60 Island", "4 Opt\n57 Forest"], "Deck 1: remove it", "Deck\n60 Island"),
        (["4 Opt\n57 Island", "1 Opt\n60 Forest"], "Deck 2: remove it", "4 Opt\n57 Island"),
    ],
)  # fmt: skip
def test_what_is_too_much_goes_with_one_click(
    client: FlaskClient, lists: list[str], words: str, mended: str
) -> None:
    page = post(client, lists)
    button = re.search(rf'name="replace" value="([^"]*)"[^>]*>{words}<', page.text)
    assert button
    again = post(client, lists, replace=html.unescape(button[1]))
    assert heading(again) == "This team may play these decks."
    assert f">\n{mended}</textarea>" in again.text


def test_a_file_takes_the_place_of_the_text(client: FlaskClient) -> None:
    files = [chosen(b"\xff\xfe" + "60 Forest".encode("utf-16-le"), "ann.dek"), chosen(b"", "")]
    response = post(client, ["60 Shock", "60 Island"], file=files)
    assert heading(response) == "This team may play these decks."
    assert ">\n60 Forest</textarea>" in response.text


def test_a_guessed_encoding_is_said(client: FlaskClient) -> None:
    file = chosen("60 Forêt\n".encode("cp1252"), "ann.txt")
    response = post(client, ["", "60 Island"], file=[file, chosen(b"", "")])
    assert "read as Windows-1252." in response.text
    assert response.text.count("read as Windows-1252.") == 1


@pytest.mark.parametrize("field", ["file", "pool_file"])
def test_a_file_that_is_no_text(client: FlaskClient, field: str) -> None:
    files = {field: [chosen(b"PK\0\1", "<b>deck.xlsx")]}
    response = post(client, ["60 Forest", "60 Island"], **files)
    assert response.status_code == 422
    name = {"file": "file-1", "pool_file": "pool_file"}[field]
    sentence = "“&lt;b&gt;deck.xlsx” is not a text file."
    assert f'<p class="fault" id="{name}-fault-1">{sentence}</p>' in response.text
    assert f'<a href="#{name}">{sentence}</a>' in response.text
    assert "60 Forest</textarea>" in response.text


@pytest.mark.parametrize(
    ("policy", "verdicts"),
    [
        ("combined-four", ["may play", "may not play"]),
        ("tournament", ["may not play", "may play"]),
        ("unified-2013", ["may play", "may not play"]),
        ("unified-2018", ["may not play"]),
    ],
)
def test_both_verdicts_where_they_differ(
    client: FlaskClient, policy: str, verdicts: list[str]
) -> None:
    response = post(client, ["2 Naturalize\n58 Forest"] * 2, policy=policy)
    sentence = r'(?:<h1[^>]*>|class="says">)This team (may(?: not)? play)'
    assert re.findall(sentence, response.text) == verdicts


def test_what_was_typed_stays(client: FlaskClient) -> None:
    lists = ["\n\n60 Forest\n", '60 Island\n"</textarea><script>alert(1)</script>']
    response = post(client, lists, player=["<b>Ann</b>", '"'], team="&amp;")
    areas = re.findall(r"<textarea[^>]* name=\"list\"[^>]*>\n(.*?)</textarea>", response.text, re.S)
    assert [html.unescape(area) for area in areas] == lists
    assert "<script>alert" not in response.text
    assert "<b>Ann" not in response.text
    assert 'value="&amp;amp;"' in response.text


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"format": ""}, "format", "Choose the format"),
        ({"format": "mordern"}, "format", "Did you mean"),
        ({"as_of": "2024-02-30"}, "as_of", "real date"),
        ({"structure": "pairs"}, "structure", "There is no structure"),
        ({"policy": "house"}, "policy", "There is no policy"),
        ({"format": "sealed", "product": "8 XXXX"}, "product", "There is no set"),
        ({"list": ["", " "]}, "list-1", "Paste a decklist here."),
        ({"list": ["x"] * 9}, "list-1", "1 to 8 decks"),
        ({"list": ["x\n" * 3000]}, "list-1", "lines together"),
    ],
)
def test_what_cannot_be_asked(
    client: FlaskClient, values: dict[str, Any], field: str, sentence: str
) -> None:
    response = post(client, values.pop("list", LEGAL), **values)
    assert response.status_code == 422
    assert heading(response) == "This cannot be checked yet"
    assert re.search(rf'<p class="fault" id="{field}-fault-1">[^<]*{sentence}', response.text)
    assert re.search(rf'id="{field}"[^>]* aria-describedby="[^"]*{field}-fault-1"', response.text)


@pytest.mark.parametrize(
    "data",
    [
        {"of": "another form"},
        {"format": "modern", "list": "\x00\u202e\ud7ff4 Opt\x0b\x85\u2028"},
        {"format": "modern", "list": "4 Opt", "as_of": "0001-01-01"},
        {"format": "modern", "list": "4 Opt", "as_of": "9999-12-31"},
        {"format": "modern", "list": "4 Opt", "team_size": "²", "product": "9999999 DOM"},
        {"format": "two-headed-giant", "list": "{{ 7 * 7 }}", "player": "%s"},
        {"format": "team-sealed", "structure": "individual", "list": "4 Opt"},
    ],
)
def test_whatever_is_sent_is_answered(client: FlaskClient, data: dict[str, str]) -> None:
    assert client.post("/", data=data).status_code in (200, 422)


@pytest.mark.parametrize("media_type", ["multipart/form-data", "multipart/form-data; boundary=é"])
def test_a_broken_form(client: FlaskClient, media_type: str) -> None:
    response = client.post("/", data=b"--x\r\n\xff", content_type=media_type)
    assert response.status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/nothing", 404, "Page not found"),
        ("GET", "/static/nothing.css", 404, "Page not found"),
        ("DELETE", "/", 405, "does not support that method"),
        ("POST", "/", 413, "These lists are too long"),
    ],
)
def test_errors_are_pages_for_people(
    client: FlaskClient, method: str, path: str, status: int, words: str
) -> None:
    data = {"list": "x" * LIMITS.body} if method == "POST" else None
    response = client.open(path, method=method, headers=BROWSER, data=data)
    assert response.status_code == status
    assert response.mimetype == "text/html"
    assert words in heading(response)
    assert ("Allow" in response.headers) is (status == 405)
    assert "Content-Security-Policy" in response.headers


def test_a_fault_of_ours_is_a_page_too(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(question, "report_on", broken)
    response = post(client, LEGAL)
    assert response.status_code == 500
    assert heading(response) == "Headjudge could not do this"
    assert "secret" not in response.text


def test_static_files_stay_as_long_as_their_address(client: FlaskClient) -> None:
    addresses = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/").text))
    assert {address.partition("?")[0] for address in addresses} == {
        "/static/form.js", "/static/headings.woff2", "/static/mark.svg", "/static/style.css",
    }  # fmt: skip
    (font,) = [address for address in addresses if "headings" in address]
    assert f'url("{font.removeprefix("/static/")}")' in (STATIC / "style.css").read_text("utf-8")
    assert (STATIC / "headings.woff2").stat().st_size < 60_000
    for address in addresses:
        with client.get(address) as response:
            assert response.status_code == 200
            assert "immutable" in response.headers["Cache-Control"]
        with client.get(address, headers={"If-None-Match": response.headers["ETag"]}) as again:
            assert again.status_code == 304
        with client.get(re.sub("[0-9a-f]{16}", "0", address)) as another:
            assert another.headers["Cache-Control"] == "no-cache"


def test_lists_are_not_logged(
    application: Flask, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        post(client, ["60 Forest // a secret brew", "???"])
    assert "secret brew" not in caplog.text


def live(client: FlaskClient, lists: list[str], **values: Any) -> TestResponse:
    """The answer to the form's script."""
    return post(client, lists, do="answer", **values)


def test_the_script_gets_the_answer_alone(client: FlaskClient) -> None:
    response = live(client, LEGAL)
    assert response.status_code == 200
    assert response.text.lstrip().startswith('<div data-into="answer">')
    assert 'data-said="This team may play these decks."' in response.text
    assert "autofocus" not in response.text
    assert 'id="form"' not in response.text


@pytest.mark.parametrize("lists", [["60 Forest", ""], ["", "60 Forest"], ["60 Forest"]])
def test_the_script_hears_of_no_incomplete_list(client: FlaskClient, lists: list[str]) -> None:
    response = live(client, lists)
    assert (response.status_code, response.data) == (204, b"")
    assert post(client, lists).status_code == 200


def test_the_script_hears_what_cannot_be_asked(client: FlaskClient) -> None:
    response = live(client, LEGAL, as_of="soon")
    assert response.status_code == 422
    assert 'data-kind="mend"' in response.text
    assert "role=" not in response.text


def suggestions(response: TestResponse) -> list[str]:
    """What the buttons that put titles in place of names send."""
    found = re.findall(
        r'<button form="form" name="replace" value="([^"]+)"[^>]*>Replace', response.text
    )
    return [*map(html.unescape, found)]


TYPOS = [
    "4 Lightening Helix (RAV) 213 *F* # four",
    "SB: 2x Lightening Helix",
    "- 3 Lightening Helix",
    "Lightening Helix x4",
    "\t1\tLightening Helix\t",
]


@pytest.mark.parametrize("line", TYPOS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_suggestion_changes_nothing_else_of_its_line(
    client: FlaskClient, line: str, end: str
) -> None:
    text = f"// mine{end}{line}{end}60 Mountain{end}"
    values = suggestions(post(client, [text, "60 Island"]))
    page = post(client, [text, "60 Island"], replace=values[0])
    areas = re.findall(r'name="list"[^>]*>\n(.*?)</textarea>', page.text, re.S)
    assert html.unescape(areas[0]) == text.replace("Lightening", "Lightning").replace("\r", "")


@pytest.mark.parametrize(
    "text",
    [
        '{"main": [{"name": "Lightening Helix", "count": 4}, {"name": "Mountain", "count": 56}]}',
        "Count,Name\n4,Lightening Helix\n56,Mountain\n",
        '<Deck><Cards Quantity="4" Sideboard="false" Name="Lightening Helix"/></Deck>',
    ],
)
def test_a_suggestion_is_applied_in_documents(client: FlaskClient, text: str) -> None:
    values = suggestions(post(client, [text, "60 Island"]))
    for value in values[:1]:
        page = post(client, [text, "60 Island"], replace=value)
        areas = re.findall(r'name="list"[^>]*>\n(.*?)</textarea>', page.text, re.S)
        assert html.unescape(areas[0]) == text.replace("Lightening", "Lightning")


def test_a_suggestion_in_the_pool(client: FlaskClient) -> None:
    sent = {"format": "sealed", "pool": "1 Opt\n1 Shokc\n"}
    lists = ["1 Opt\n39 Island", "40 Forest"]
    (value, *_) = suggestions(post(client, lists, **sent))
    page = post(client, lists, **sent, replace=value)
    assert ">\n1 Opt\n1 Shock\n</textarea>" in page.text


@pytest.mark.parametrize(
    "value",
    [
        "", "{", "7", "[]", "[0, 2, 3, 4, 5]", '[0, 1, 0, "60 For", 7]',
        '[9, 1, 0, "60 Forest", ""]', '[null, 1, 0, "60 Forest", ""]', '[0, 0, 0, "60 Forest", ""]',
        '[0, 1, -1, "60 Forest", ""]', '[0, 1, 0, "60 Forest\\n\\n", ""]',
        '[0, 9, 0, "60 Forest", ""]', '[0, 1, 0, "", "4 Opt"]',
        '[0, 1, 0, "60 Forest", "", "x"]', "[" * 9999,
    ],
)  # fmt: skip
def test_a_suggestion_that_fits_nothing_changes_nothing(client: FlaskClient, value: str) -> None:
    response = post(client, LEGAL, replace=value)
    assert heading(response) == "This team may play these decks."
    assert ">\n60 Forest</textarea>" in response.text


def test_decks_as_text_have_their_english_titles(client: FlaskClient) -> None:
    response = post(client, ["4 lightning bolt\n56 森", "60 Islnd"])
    copies = re.findall(r'id="copy-\d" rows="10" readonly>\n(.*?)</textarea>', response.text, re.S)
    assert copies[0] == "4 Lightning Bolt\n56 Forest\n"
    assert copies[1] == "60 Islnd\n"


def test_the_result_as_text(client: FlaskClient) -> None:
    text = html.unescape(post(client, ["60 Forest", "59 Island"], team="Team X").text)
    result = re.search(r'id="copy-result"[^>]*>\n(.*?)</textarea>', text, re.S)
    assert result
    assert result[1].splitlines()[:2] == [
        "Team X",
        "This team may not play these decks: 1 violation.",
    ]
    assert "(Deck 2)" in result[1]
