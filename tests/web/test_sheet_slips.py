"""Result slips: the verdict in words, and a code that opens the same check."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import segno
from flask.testing import FlaskClient
from PIL import Image
from pypdf import PdfReader

from headjudge.web import question
from headjudge.web.fragments import FRAGMENT
from headjudge.web.schemas import team
from headjudge.web.sheets.slip import LONGEST, MASK, PIXELS, Code, code
from tests.web.papers import A_DAY, pages, printed, printed_together, reader

TEAM: dict[str, Any] = {
    "format": "modern",
    "as_of": A_DAY,
    "team": "Team Naturalize",
    "decks": [
        {"player": "Ada", "list": "4 Naturalize\n56 Forest"},
        {"player": "山田太郎", "list": "2 帰化\n58 Forest"},
    ],
}
SERVICE = "http://localhost/"


def code_of(asked: dict[str, Any]) -> Code | None:
    report = question.judge(team.load(team.TEAM, asked), question.today())
    return code(asked, report, SERVICE)


def unpacked(address: str) -> dict[str, Any]:
    """The request in an address, read as the page reads it."""
    packed = address.partition(f"#{FRAGMENT}")[2]
    stream = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    request: dict[str, Any] = json.loads(zlib.decompress(stream, -15))
    return request


def modules(picture: Image.Image) -> list[list[int]]:
    """The modules of a code in a picture, dark ones as 1, without the quiet zone."""
    grey = picture.convert("L")
    side = grey.width // PIXELS
    return [
        [int(grey.getpixel((x * PIXELS + 1, y * PIXELS + 1)) < 128) for x in range(4, side - 4)]  # type: ignore[operator]
        for y in range(4, side - 4)
    ]


def drawn_codes(document: PdfReader) -> list[list[list[int]]]:
    return [modules(image.image) for page in document.pages for image in page.images if image.image]


def test_a_slip_has_the_verdict_and_what_it_rests_on(client: FlaskClient) -> None:
    report = client.post("/v1/validate", json=TEAM).get_json()
    answer = printed(client, **TEAM, sheet="slip", event="Open", table="7")
    (page,) = pages(answer)
    for words in (
        "Team Naturalize", "Open", A_DAY, "7", "Not legal",
        "This team may not play these decks: 1 violation.",
        "6 copies of Naturalize in the team's combined decks, at most 4 are allowed.",
        "Remove 2 copies of Naturalize from either deck.", "Modern, Two-Headed Giant",
        "Max. 4 of each card per team", "Ada: 60 in the main deck", "山田太郎", "2024-08-26",
        "Opens this check",
    ):  # fmt: skip
        assert words in page
    assert "sha256" not in page
    information = reader(answer).metadata
    assert information
    assert information["/Keywords"] == report["ruleset"]["fingerprint"]


def test_a_slip_names_the_house_rules(client: FlaskClient) -> None:
    house = {"ban": ["Naturalize"], "restrict": ["Opt", "Shock"]}
    (page,) = pages(printed(client, **TEAM, house=house, sheet="slip"))
    assert "Banned here: Naturalize" in page
    assert "Restricted here, one copy in the team: Opt, Shock" in page
    assert "Allowed here" not in page


def test_the_code_that_is_drawn_opens_the_same_check(client: FlaskClient) -> None:
    (drawn,) = drawn_codes(reader(printed(client, **TEAM, sheet="slip")))
    made = code_of(TEAM)
    assert made
    assert made.address.startswith(f"{SERVICE}#{FRAGMENT}")
    expected = segno.make_qr(made.address, error="L", mask=MASK, boost_error=False)
    assert drawn == [[*row] for row in expected.matrix]
    assert unpacked(made.address) == TEAM
    undated = {name: value for name, value in TEAM.items() if name != "as_of"}
    made = code_of(undated)
    assert made
    assert unpacked(made.address) == undated | {"as_of": question.today().isoformat()}


def long_list(titles: list[str], comment: str = "") -> str:
    return "".join(f"1 {title} (M21) {number} {comment}\n" for number, title in enumerate(titles))


def test_long_lists_are_written_shorter_with_the_same_verdict(client: FlaskClient) -> None:
    titles = client.get("/v1/cards?q=s&limit=50").get_json()["titles"]
    titles += client.get("/v1/cards?q=m&limit=50").get_json()["titles"]
    noise = "".join(f"// {zlib.crc32(bytes([n]))} {n * n}\n" for n in range(250))
    asked = TEAM | {"decks": [{"player": "Ada", "list": long_list(titles) + noise}, {"list": ""}]}
    made = code_of(asked)
    assert made
    assert len(made.address) <= LONGEST
    opened = unpacked(made.address)
    assert opened != asked
    verdicts = [client.post("/v1/validate", json=one).get_json() for one in (asked, opened)]
    first, second = (
        sorted(
            (one["code"], one.get("card") or "", one.get("count") or 0) for one in v["violations"]
        )
        for v in verdicts
    )
    assert first == second
    assert [deck["digest"] for deck in verdicts[0]["decks"]] == [
        deck["digest"] for deck in verdicts[1]["decks"]
    ]


def test_what_fits_into_no_code_is_said(client: FlaskClient) -> None:
    titles = [
        title
        for letter in "abcdefghijklm"
        for title in client.get(f"/v1/cards?q={letter}&limit=50").get_json()["titles"]
    ]
    asked = TEAM | {"decks": [{"list": long_list(titles)}, {"list": "60 Forest"}]}
    assert code_of(asked) is None
    answer = printed(client, **asked, sheet="slip")
    assert "too long for a code" in pages(answer)[0]
    assert drawn_codes(reader(answer)) == []


def test_many_violations_stay_on_one_page(client: FlaskClient) -> None:
    words = "".join(f"1 no card {'x' * (number % 90)} {number}\n" for number in range(120))
    asked = TEAM | {"decks": [{"list": words}, {"list": words}]}
    for paper in ("a4", "letter"):
        (page,) = pages(printed(client, **asked, sheet="slip", paper=paper))
        assert "more violations." in page


def test_a_slip_has_no_address(client: FlaskClient) -> None:
    decks = [{"list": "1 The One Ring\n59 Forest"}, {"list": "60 Forest"}]
    (page,) = pages(printed(client, decks=decks, as_of="2026-01-10", sheet="slip"))
    assert "has been banned in Modern since 2024-12-16." in page
    assert "https:" not in page


def test_a_line_may_end_between_japanese_letters(client: FlaskClient) -> None:
    decks = [{"player": "Lucía Fernández de la Cruz", "list": "60 Forest\n\nSideboard\n3 Shock"}]
    answer = printed(client, "ja", decks=decks, structure="two-headed-giant", sheet="slip")
    lines = reader(answer).pages[0].extract_text().split("\n")
    assert any(line.startswith("Lucía Fernández de la Cruzのサイドボード") for line in lines)


def test_two_short_slips_share_a_page() -> None:
    texts = pages(printed_together([TEAM] * 5, sheet="slip"))
    assert [text.count("Opens this check") for text in texts] == [2, 2, 1]
