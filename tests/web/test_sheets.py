"""Sheets as PDF: every card is on them, whatever was sent."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards import Catalogue
from headjudge.decklists.lines import headings
from headjudge.web import sheets
from headjudge.web.http import LocalLanguage
from headjudge.web.limits import LIMITS, Limits
from headjudge.web.sheets import ORDERS, PAPERS, SHEETS
from headjudge.web.sheets.canvas import PAPERS as SIZES
from headjudge.web.sheets.contents import PARTS, Part, last_name_first, last_name_letter
from headjudge.web.sheets.frame import OPEN, Heading, flow
from messages import say
from tests.web.papers import A_DAY, pages, printed, printed_together, reader
from validator.questions import DECKS_MAX

BURN = "4 Lightning Bolt\n4 Lava Spike\n40 Mountain\n2 Opt\n10 Snow-Covered Mountain\n"
WITH_SIDEBOARD = f"{BURN}\nSideboard\n3 Pyroblast\n1 Wear // Tear\n"
LISTS = ("registration", "checklist")
SENT = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
"""What requests may have."""
LONG_TITLE = (
    "Our Market Research Shows That Players Like Really Long Card Names So We Made this Card to"
    " Have the Absolute Longest Card Name Ever Elemental"
)


def one(list: str, player: str = "Ada Lovelace", **more: Any) -> dict[str, Any]:
    return {"structure": "individual", "decks": [{"player": player, "list": list}]} | more


@pytest.mark.parametrize("paper", PAPERS)
def test_a_registration_sheet_has_what_judges_look_for(client: FlaskClient, paper: str) -> None:
    asked = one(WITH_SIDEBOARD, team="The Analysts", event="Open", table="12", paper=paper)
    answer = printed(client, **asked)
    (page,) = pages(answer)
    for words in (
        "Deck registration sheet", "Open", "Lovelace, Ada", "The Analysts", A_DAY, "Modern",
        "Table", "12", "First letter of last name", "Main deck", "Basic lands", "Sideboard",
        "Page 1 of 1",
        "Total of the main deck", "Total of the sideboard", "Signature of the player", "Judge",
        "4 Lightning Bolt", "40 Mountain", "10 Snow-Covered Mountain", "3 Pyroblast",
        "1 Wear // Tear", "60", "Plains", "Island", "Swamp", "Forest",
    ):  # fmt: skip
        assert words in page
    box = reader(answer).pages[0].mediabox
    assert [float(side) / 72 * 25.4 for side in (box.width, box.height)] == pytest.approx(
        SIZES[paper], abs=0.1
    )


def test_each_player_has_a_sheet_in_one_file(client: FlaskClient) -> None:
    decks = [{"player": f"Player {name}", "list": BURN} for name in "ABCDEFGH"]
    assert len(decks) == DECKS_MAX
    texts = pages(printed(client, decks=decks, team_size=8))
    assert [re.findall("[A-H], Player", text)[:1] for text in texts] == [
        [f"{name}, Player"] for name in "ABCDEFGH"
    ]
    assert "8 of 8" in texts[-1]


def test_two_decks_of_a_team_share_a_check_list(client: FlaskClient) -> None:
    decks = [{"player": "Ada Lovelace", "list": WITH_SIDEBOARD}, {"player": "Bo", "list": BURN}]
    asked: dict[str, Any] = {
        "decks": decks,
        "team": "The Analysts",
        "table": "7",
        "sheet": "checklist",
    }
    (page,) = pages(printed(client, **asked, event="Open"))
    for words in ("Lovelace, Ada", "Bo", "The Analysts", "7", "Open", "3 Pyroblast", "/ 4"):
        assert words in page
    assert page.count("/ 60") == 2
    assert page.count("Main deck, found") == 2
    titles = client.get("/v1/cards?q=s&limit=50").get_json()["titles"]
    long = {"player": "Cy", "list": "".join(f"1 {title}\n" for title in titles)}
    texts = pages(printed(client, decks=[long, decks[1]], sheet="checklist"))
    assert ["Cy" in text for text in texts] == [True] * (len(texts) - 1) + [False]


def test_sheets_are_sorted_by_table_or_by_last_name() -> None:
    teams = [
        {"team": team, "table": table}
        | {"decks": [{"player": player, "list": BURN} for player in players]}
        for team, table, players in (
            ("North", "10", ("Ada Lovelace", "Bo Adams")), ("South", "9", ("Cy Young", "Di Bell")),
            ("East", "x", ("Eva Álvarez", "Flo Zapp")),
            ("West", "", ("", "Ed Cole")),
        )
    ]  # fmt: skip

    def order(words: str, **more: str) -> list[list[str]]:
        return [re.findall(words, text) for text in pages(printed_together(teams, **more))]

    assert order("North|South|West|East", sheet="checklist", sorted_by="table") == [
        ["South"], ["North"], ["East"], ["West"],
    ]  # fmt: skip
    names = "Adams, Bo|Álvarez, Eva|Bell, Di|Cole, Ed|Lovelace, Ada|Young, Cy|Zapp, Flo"
    first = [found[0] for found in order(f"(?:{names})", sorted_by="name")]
    assert first == [*names.split("|"), "Cole, Ed"]  # of the nameless player, the teammate


def test_deck_names_and_player_ids(client: FlaskClient) -> None:
    beside: dict[str, Any] = {"player_ids": ["", "123"], "deck_names": ["Burn"], "location": "Lyon"}
    first, second = pages(printed(client, decks=[{"list": BURN}] * 2, **beside))
    assert "Burn" in first
    assert "Lyon" in first
    assert "123" not in first
    assert "123" in second


@pytest.mark.parametrize(
    ("language", "translated"),
    [
        ("ja", "稲妻"), ("ko", "벼락"), ("ru", "Удар Молнии"), ("zh-Hans", "闪电击"),
        ("zh-Hant", "閃電擊"), ("de", "Blitzschlag"), ("pt-BR", "Raio"), ("fr", "Foudre"),
    ],
)  # fmt: skip
def test_titles_stand_beside_the_english_ones(
    client: FlaskClient, language: str, translated: str
) -> None:
    by_header = printed(client, language, **one(BURN))
    by_field = printed(client, **one(BURN), language=language, sheet="checklist")
    for answer in (by_header, by_field):
        (page,) = pages(answer)
        assert f"Lightning Bolt {translated}" in page


def test_unknown_cards_are_printed_as_written_and_marked(client: FlaskClient) -> None:
    for sheet in LISTS:
        (page,) = pages(printed(client, **one(f"{BURN}3 Lightnig Blot\n4 ???\n"), sheet=sheet))
        assert "3 Lightnig Blot ?" in page
        assert "Lines that could not be read ? 4 ???" in page
        assert "No card has this name" in page
    (page,) = pages(printed(client, **one(BURN)))
    assert "No card has this name" not in page


def test_all_teams_together_have_the_suggestions_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []

    def suggest(self: Catalogue, name: str, *_: object) -> tuple[str, ...]:
        searched.append(name)
        return ()

    monkeypatch.setattr(Catalogue, "suggest", suggest)
    lists = ["".join(f"1 Zzyzx {team} {card}\n" for card in range(60)) for team in range(4)]
    printed_together([one(list) for list in lists])
    assert len(searched) == LIMITS.suggestions


def test_copies_of_a_title_are_added_up(client: FlaskClient) -> None:
    (page,) = pages(printed(client, **one("2 Opt\n1 opt\n1 選択\n56 Island")))
    assert "4 Opt" in page


@pytest.mark.parametrize("section", ["Commander", "Sideboard", "Maybeboard", "Attractions"])
def test_every_section_is_there(client: FlaskClient, section: str) -> None:
    (page,) = pages(printed(client, **one(f"{BURN}\n{section}\n1 Negate\n")))
    assert section in page
    assert "1 Negate" in page


def test_sections_that_lists_name_have_their_words() -> None:
    assert {*headings.SECTIONS} <= {*PARTS}


def test_two_headed_giant_has_no_sideboard_unless_there_is_one(client: FlaskClient) -> None:
    decks = [{"list": BURN}, {"list": WITH_SIDEBOARD}]
    first, second = pages(printed(client, decks=decks))
    assert "Sideboard 4 cards" in second
    assert "Total of the sideboard" not in first


@pytest.mark.parametrize("order", ORDERS)
def test_a_check_list_is_sorted(client: FlaskClient, order: str) -> None:
    asked = one("4 Lightning Bolt\n4 Negate\n1 Counterspell\n51 Island", order=order)
    (page,) = pages(printed(client, **asked, sheet="checklist"))
    titles = re.findall("Lightning Bolt|Negate|Counterspell|Island", page)
    by_name = ["Counterspell", "Island", "Lightning Bolt", "Negate"]
    by_color = ["Counterspell", "Negate", "Lightning Bolt", "Island"]
    assert titles == (by_name if order == "name" else by_color)
    assert ("Blue 5 cards" in page) is (order == "color")
    assert "/ 51" in page
    assert "/ 60" in page
    assert "/ 4 " not in page  # four copies have a box each


@pytest.mark.parametrize(("titles", "sheets"), [(59, 1), (60, 2)])
def test_open_lines_make_room_before_a_second_page(
    client: FlaskClient, titles: int, sheets: int
) -> None:
    found = [client.get(f"/v1/cards?q={letter}&limit=50").get_json() for letter in "sa"]
    names = [name for answer in found for name in answer["titles"]][:titles]
    deck = "".join(f"1 {name}\n" for name in names) + "\nSideboard\n1 Negate\n"
    assert len(pages(printed(client, **one(deck)))) == sheets


def test_no_column_ends_with_a_heading() -> None:
    first, second = (Heading(Part(say(name), ())) for name in ("Main deck", "Sideboard"))
    columns = flow([first, OPEN, OPEN, second, OPEN], 4)
    assert columns == [[first, OPEN, OPEN], [second, OPEN]]
    assert flow([first, *[OPEN] * 4], 3) == [
        [first, OPEN, OPEN],
        [first._replace(again=True), OPEN, OPEN],
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", LISTS)
def test_long_lists_go_on_over_pages(client: FlaskClient, sheet: str, paper: str) -> None:
    titles = client.get("/v1/cards?q=s&limit=50").get_json()["titles"]
    titles += client.get("/v1/cards?q=a&limit=50").get_json()["titles"]
    titles += client.get("/v1/cards?q=t&limit=50").get_json()["titles"]
    wanted = sorted(set(titles))
    answer = printed(
        client, **one("\n".join(f"2 {title}" for title in wanted)), sheet=sheet, paper=paper
    )
    texts = pages(answer)
    assert len(texts) >= 2
    assert f"Page 2 of {len(texts)}" in texts[1]
    assert "Main deck, continued" in texts[1]
    read = " ".join(texts)
    assert [title for title in wanted if title not in read] == []


@pytest.mark.parametrize("sheet", LISTS)
@pytest.mark.parametrize("language", ["en", "ja", "ru"])
def test_long_titles_are_whole(client: FlaskClient, sheet: str, language: str) -> None:
    titles = (
        LONG_TITLE, "Asmoranomardicadaistinaculdacar", "Fable of the Mirror-Breaker",
        "Elbrus, the Binding Blade // Withengar Unbound", "The Ultimate Nightmare of Wizards of the"
        " Coast® Customer Service",
    )  # fmt: skip
    text = "".join(f"1 {title}\n" for title in titles)
    (page,) = pages(printed(client, language, **one(text), sheet=sheet))
    assert [title for title in titles if title not in page] == []
    assert "…" not in page


def test_long_lines_are_cut_with_a_note(client: FlaskClient) -> None:
    (page,) = pages(printed(client, **one(f"{BURN}1 {'x' * 1000}\n", "y" * 200)))
    assert re.search(r"x … \(\d+ more characters\)", page)
    assert "yyyy…" in page


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("list", ["", "\n", "Sideboard\n", "1 \U0001f600", "4 \x1b[31m", "3 שלום"])
def test_hardly_anything_is_a_sheet_too(client: FlaskClient, sheet: str, list: str) -> None:
    (page,) = pages(printed(client, **one(list, player=""), team=" ", sheet=sheet))
    assert page


@settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    text=st.text(SENT, max_size=400) | st.lists(st.text(SENT, max_size=90)).map("\n".join),
    name=st.text(SENT, max_size=LIMITS.label),
    sheet=st.sampled_from(SHEETS),
    paper=st.sampled_from(PAPERS),
)
def test_any_text_can_be_printed(
    client: FlaskClient, text: str, name: str, sheet: str, paper: str
) -> None:
    asked = one(text, player=name, team=name, event=name, table=name, sheet=sheet, paper=paper)
    assert len(reader(printed(client, "ja", **asked)).pages)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_same_request_gives_the_same_bytes(client: FlaskClient, sheet: str) -> None:
    asked = one(WITH_SIDEBOARD, sheet=sheet, event="Open")
    first, second = (printed(client, "ja", **asked).data for _ in range(2))
    assert first == second


@pytest.mark.parametrize("sheet", SHEETS)
def test_codes_are_not_printed(client: FlaskClient, sheet: str) -> None:
    asked = one("4 Oko, Thief of Crowns\n1 Nothing\n???\n" + WITH_SIDEBOARD)
    report = client.post("/v1/validate", json={"format": "modern", "as_of": A_DAY, **asked})
    codes = [violation["code"] for violation in report.get_json()["violations"]]
    assert len(set(codes)) > 2
    text = " ".join(pages(printed(client, **asked, sheet=sheet)))
    assert [words for words in ("sha256", *codes) if words in text] == []


def test_the_file_has_a_name(client: FlaskClient) -> None:
    def name(**asked: Any) -> str:
        answer = printed(client, **one("60 Forest"), **asked)
        return answer.headers["Content-Disposition"].partition("filename=")[2]

    assert name() == "registration.pdf"
    assert name(team="Zażółć / gęślą", sheet="slip") == "slip-Zazoc-gesla.pdf"
    assert name(event="東京\r\n2024") == "registration-2024.pdf"


@pytest.mark.parametrize(
    ("asked", "at"),
    [
        ({"sheet": "poster"}, "/sheet"),
        ({"paper": "a5"}, "/paper"),
        ({"order": "colour"}, "/order"),
        ({"language": "xx"}, "/language"),
        ({"event": 5}, "/event"),
        ({"table": None}, "/table"),
        ({"decks": []}, "/decks"),
        ({"unknown": 1}, "/unknown"),
    ],
)
def test_what_cannot_be_printed_is_said(
    client: FlaskClient, asked: dict[str, Any], at: str
) -> None:
    answer = printed(client, **one("60 Forest") | asked)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.get_json()["errors"]] == [at]


def test_pages_have_an_end(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "LIMITS", Limits(sheet_pages=3))
    answer = printed(client, decks=[{"list": "60 Forest"}] * 4, team_size=4)
    assert answer.status_code == 422
    assert "3 pages" in answer.get_json()["detail"]


def test_lines_have_an_end(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "LIMITS", Limits(sheet_lines=3))
    assert printed(client, decks=[{"list": "60 Forest"}] * 2).status_code == 200
    answer = printed(client, decks=[{"list": "59 Forest\n1 Opt"}] * 2)
    assert answer.status_code == 422
    assert "3 lines" in answer.get_json()["detail"]


@pytest.mark.parametrize(
    ("player", "letter"),
    [
        ("Ada Lovelace", "L"), ("Lovelace, Ada", "L"), ("Madonna", "M"), ("", ""), ("  ", ""),
        ("山田 太郎", "山"), ("김 민준", "김"), ("Łukasz Żak", "Ż"), ("anna øst", "Ø"), ("X 9", ""),
    ],
)  # fmt: skip
def test_the_letter_is_that_of_the_last_name(player: str, letter: str) -> None:
    assert last_name_letter(player) == letter


@pytest.mark.parametrize(
    ("player", "name"),
    [
        ("Karla Nakamura", "Nakamura, Karla"), ("Nakamura, Karla", "Nakamura, Karla"),
        ("Ludwig van Beethoven", "Beethoven, Ludwig van"), ("Madonna", "Madonna"), ("", ""),
        ("山田 太郎", "山田 太郎"), ("X 9", "X 9"),
    ],
)  # fmt: skip
def test_the_last_name_stands_first(player: str, name: str) -> None:
    assert last_name_first(player) == name


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pt"])
def test_no_label_breaks_within_a_word(client: FlaskClient, language: str) -> None:
    (page,) = pages(printed(client, language, **one(BURN)))
    for word in LocalLanguage(language).text("First letter of last name").split():
        assert word in page


def test_the_sheet_asks_for_the_sideboard_where_one_is_allowed(client: FlaskClient) -> None:
    team = [{"list": "60 Forest"}, {"list": WITH_SIDEBOARD}]
    for sheet in LISTS:
        texts = pages(printed(client, decks=team, sheet=sheet))
        found = [text.count("Sideboard, found") for text in texts]
        assert found == ([0, 1] if sheet == "registration" else [1])
