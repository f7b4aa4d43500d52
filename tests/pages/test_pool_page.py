"""The pool page without a browser: each step as a form sends it."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from headjudge.web.limits import LIMITS
from headjudge.web.pages import pool
from headjudge.web.pages.pool import KINDS
from tests.pages.markup import BROWSER, heading
from validator.limited.pool_building import LEFT, bring

EVENT = {"event": "two-headed-giant-sealed", "as_of": "2018-05-12", "product": "8 DOM"}
QUERY = "/pool?event=two-headed-giant-sealed&as_of=2018-05-12"
POOL = "2 Adamant Will\n1 Academy Drake\n3 Shivan Fire"


def post(client: FlaskClient, **values: Any) -> TestResponse:
    return client.post("/pool", data=EVENT | values, headers=BROWSER)


def typed(response: TestResponse) -> dict[str, str]:
    """What the checklist has counted, by title."""
    found = re.findall(r'name="n:([^"]+)" value="([^"]+)"', response.text)
    return {html.unescape(title): count for title, count in found}


def decks(response: TestResponse) -> list[list[str]]:
    found = re.findall(r'<textarea name="deck"[^>]*>\n(.*?)</textarea>', response.text, re.DOTALL)
    return [html.unescape(text).split("\n") if text else [] for text in map(str.strip, found)]


def cells(response: TestResponse, title: str) -> list[int]:
    """Copies of a title by place: left first, then deck by deck."""
    found = re.findall(rf'aria-label="{title} to [^,]+, (\d+) there"', response.text)
    return [int(copies) for copies in found]


def faults(response: TestResponse) -> list[str]:
    (mend,) = re.findall(r'<section class="verdict mend".*?</section>', response.text, re.DOTALL)
    said = re.findall(r"<li>(.*?)</li>", mend)
    return [html.unescape(re.sub(r"<[^>]+>", "", one)) for one in said]


@pytest.mark.parametrize(
    ("event", "offered"),
    [
        ("two-headed-giant-sealed", "8 DOM"),
        ("two-headed-giant-draft", "6 DOM"),
        ("team-sealed-3", "12 DOM"),
        ("sealed", "6 DOM"),
        ("draft", "3 DOM"),
    ],
)
def test_products_are_offered_for_the_event(client: FlaskClient, event: str, offered: str) -> None:
    text = client.get(f"/pool?event={event}&as_of=2018-05-12", headers=BROWSER).text
    assert re.findall(r'name="offered" value="([^"]+)"', text)[0] == offered


@pytest.mark.parametrize("event", KINDS)
def test_each_event_has_its_checklist_and_its_decks(client: FlaskClient, event: str) -> None:
    sent = EVENT | {"event": event}
    assert client.get("/pool", query_string=sent, headers=BROWSER).status_code == 200
    assert len(decks(client.post("/pool", data=sent | {"pool": POOL}))) == KINDS[event].players
    assert client.post("/pool", data=sent | {"pool": POOL, "do": "check"}).status_code == 200


def test_the_checklist_is_sorted_as_judges_sort(client: FlaskClient) -> None:
    text = client.get(f"{QUERY}&product=8+DOM", headers=BROWSER).text
    rows = re.findall(
        r'data-pile="(\w+)" data-class="(\w+)">.*?class="title"[^>]*>([^<]+)<', text, re.DOTALL
    )
    assert len(rows) == 260
    assert rows[0] == ("white", "common", "Adamant Will")
    piles = list(dict.fromkeys(pile for pile, _, _ in rows))
    assert piles == [
        "white", "blue", "black", "red", "green", "multicolor", "colorless", "land",
    ]  # fmt: skip
    assert 'name="n:Island"' not in text
    assert "of 104 to 112" in text


def test_companions_are_folded_until_one_of_them_is_counted(client: FlaskClient) -> None:
    event = {"as_of": "2026-08-01", "product": "8 ECL"}
    assert '<details class="set companion none">' in post(client, do="count", **event).text
    counted = post(client, do="count", **event, **{"n:Condemn": "1"})
    assert '<details class="set companion" open>' in counted.text


def test_of_a_large_companion_only_what_is_counted_is_listed(client: FlaskClient) -> None:
    event = {"as_of": "2026-08-01", "product": "8 MKM"}
    listed = typed(post(client, do="count", **event, **{"n:Aven Surveyor": "1"}))
    assert listed == {"Aven Surveyor": "1"}
    assert post(client, do="count", **event).text.count('name="n:') < 500


def test_what_was_counted_comes_back(client: FlaskClient) -> None:
    counts = {"n:Adamant Will": "2", "n:Academy Drake": "1", "n:Shivan Fire": "0"}
    response = post(client, do="count", **counts)
    assert response.status_code == 200
    assert typed(response) == {"Adamant Will": "2", "Academy Drake": "1", "Shivan Fire": "0"}
    assert "<strong data-total>3</strong>" in response.text
    assert '<b data-of-pile="white">2</b>' in response.text
    assert '<b data-of-class="common">3</b>' in response.text


@pytest.mark.parametrize("number", ["x", "-1", "1.5", "10000", "٣", "9" * 50])
def test_a_count_that_is_no_number_is_told(client: FlaskClient, number: str) -> None:
    response = post(client, do="build", **{"n:Adamant Will": number})
    assert response.status_code == 422
    assert faults(response)[0].startswith("Adamant Will: “")
    assert typed(response) == {"Adamant Will": number}


def test_a_pasted_list_is_counted_besides(client: FlaskClient) -> None:
    pasted = "1 adamant will\nOpt\n2 Shivan Fire\n9 Island\n3 Nagate\n4 ?!\nrest on the photo"
    response = post(client, do="list", paste=pasted, **{"n:Adamant Will": "1"})
    assert response.status_code == 422
    assert typed(response) == {"Adamant Will": "2", "Opt": "1", "Shivan Fire": "2"}
    left = re.search(r'<textarea id="paste"[^>]*>\n(.*?)</textarea>', response.text, re.DOTALL)
    assert left
    assert left[1] == "3 Nagate\n4 ?!\nrest on the photo"
    assert len(faults(response)) == 3


def test_a_pool_of_no_product(client: FlaskClient) -> None:
    response = post(client, product="", do="build", paste="4 Naturalize\n1 Black Lotus")
    assert response.status_code == 200
    assert cells(response, "Naturalize") == [4, 0, 0]
    back = post(client, product="", do="checklist", pool="4 Naturalize\n1 Black Lotus")
    assert typed(back) == {"Naturalize": "4", "Black Lotus": "1"}
    assert "Cards of no set of the product" in back.text


def test_cards_are_moved_one_by_one_and_all(client: FlaskClient) -> None:
    response = post(client, pool=POOL, move="0|Shivan Fire")
    assert cells(response, "Shivan Fire") == [2, 1, 0]
    response = post(client, pool=POOL, deck=["1 Shivan Fire", ""], move="1|Shivan Fire", how="all")
    assert cells(response, "Shivan Fire") == [0, 0, 3]
    assert decks(response) == [[], ["3 Shivan Fire"]]
    assert 'value="1|Shivan Fire" data-to="1" class="has" autofocus' in response.text
    response = post(client, pool=POOL, deck=["", "3 Shivan Fire"], move="left|Shivan Fire")
    assert cells(response, "Shivan Fire") == [1, 0, 2]


@pytest.mark.parametrize("move", ["", "9|Shivan Fire", "0|Opt", "0|Island", "0", "|", "0|Nagate"])
def test_a_move_of_nothing_moves_nothing(client: FlaskClient, move: str) -> None:
    response = post(client, pool=POOL, deck=["1 Shivan Fire", ""], move=move)
    assert response.status_code == 200
    assert decks(response) == [["1 Shivan Fire"], []]


def test_decks_and_lands_go_back_to_the_checklist_and_return(client: FlaskClient) -> None:
    lands = {"b:0:Plains": "16", "b:1:Forest": "17"}
    sent = {"deck": ["1 Shivan Fire", "2 Adamant Will"], **lands}
    back = post(client, do="checklist", pool=POOL, **sent)
    assert typed(back) == {"Adamant Will": "2", "Academy Drake": "1", "Shivan Fire": "3"}
    assert decks(back) == [["1 Shivan Fire"], ["2 Adamant Will"]]
    assert re.findall(r'name="(b:\d:\w+)" value="(\d+)"', back.text) == [*lands.items()]
    counts = {f"n:{title}": count for title, count in typed(back).items()}
    again = post(client, do="build", **counts, **sent)
    assert cells(again, "Shivan Fire") == [2, 1, 0]
    assert '<b data-main="0">17</b> <span data-short="0">23 short</span>' in again.text


def test_the_decks_are_checked(client: FlaskClient) -> None:
    lands = {"b:0:Plains": "38", "b:1:Mountain": "37"}
    sent = {"pool": POOL, "deck": ["2 Adamant Will", "3 Shivan Fire"], "do": "check"}
    response = post(client, **sent, **lands)
    assert heading(response) == "This team may play these decks."
    response = post(client, **sent, **(lands | {"b:1:Mountain": "36"}))
    assert heading(response) == "This team may not play these decks: 1 violation."
    assert 'data-code="main-too-small"' in response.text
    response = post(client, **(sent | {"deck": ["2 Adamant Will", "4 Shivan Fire"]}), **lands)
    assert 'data-code="pool-exceeded"' in response.text


def test_team_sealed_has_sideboards(client: FlaskClient) -> None:
    event = {"event": "team-sealed-2", "pool": POOL, "as_of": "2018-05-12"}
    response = post(client, **event, deck=["", ""], move="1s|Shivan Fire", how="all")
    assert cells(response, "Shivan Fire") == [0, 0, 0, 0, 3]
    assert decks(response) == [[], ["Sideboard", "3 Shivan Fire"]]
    lands = {"b:0:Plains": "40", "b:1:Mountain": "40"}
    checked = post(client, **event, deck=["", "Sideboard\n3 Shivan Fire"], do="check", **lands)
    assert heading(checked) == "This team may not play these decks: 2 violations."
    assert checked.text.count('data-code="pool-unassigned"') == 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"event": "chess"}, "Choose the event."),
        ({"as_of": "2018-13-01"}, "This must be a real date as YYYY-MM-DD."),
        ({"product": "8 ZZZZ"}, 'There is no set "ZZZZ".'),
        ({"product": ", ".join(f"{n} DOM{n}" for n in range(1, 30))},
         "A product can have at most 20 kinds of packs."),
    ],
)  # fmt: skip
def test_an_event_that_does_not_exist(
    client: FlaskClient, wrong: dict[str, str], said: str
) -> None:
    for response in (
        client.get("/pool", query_string=EVENT | wrong, headers=BROWSER),
        post(client, **wrong),
    ):
        assert response.status_code == 422
        assert faults(response) == [said]


def test_a_checklist_needs_a_product(client: FlaskClient) -> None:
    response = client.get(f"{QUERY}&product=&list=1", headers=BROWSER)
    assert response.status_code == 422
    assert faults(response) == [
        "Enter which boosters were opened, or choose a recommended product."
    ]


def test_too_much_is_refused(client: FlaskClient) -> None:
    assert post(client, paste="x" * LIMITS.body).status_code == 413
    assert client.post("/pool", json={}, headers=BROWSER).status_code == 415


TITLES = ("Adamant Will", "Fire // Ice", "+2 Mace", "Erase (Not the Urza's Legacy One)", "X")


@pytest.mark.parametrize(
    "sent",
    [
        {f"n:Title {number}": "1" for number in range(LIMITS.lines + 1)},
        {f"b:0:Title {number}": "1" for number in range(LIMITS.lines + 1)},
        {"pool": "".join(f"1 Title {number}\n" for number in range(LIMITS.lines + 1))},
        {"paste": "1 Opt\n" * (LIMITS.lines + 1)},
        {"deck": ["1 Opt\n" * (LIMITS.lines // 2 + 1)] * 2},
    ],
    ids=lambda sent: next(iter(sent)),
)
def test_more_titles_than_a_list_may_have_lines_are_not_read(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, sent: dict[str, Any]
) -> None:
    def read(*_: Any, **__: Any) -> Any:
        raise AssertionError("a list was read")

    monkeypatch.setattr(pool, "resolve", read)
    monkeypatch.setattr("headjudge.decklists.read", read)
    for step in ("count", "list", "build", "checklist", "check"):
        response = post(client, do=step, **sent)
        assert response.status_code == 422
        assert "2000 lines together" in response.text.replace(",", "")


@given(
    counts=st.dictionaries(st.sampled_from(TITLES), st.integers(1, 5)),
    event=st.sampled_from(["two-headed-giant-sealed", "team-sealed-3", "sealed"]),
    moves=st.lists(st.tuples(st.sampled_from(TITLES), st.integers(0, 6), st.booleans())),
)
def test_no_step_of_the_form_loses_a_card(
    counts: dict[str, int], event: str, moves: list[tuple[str, int, bool]]
) -> None:
    form = pool.PoolForm(
        "2024-10-01", event, typed={title: str(number) for title, number in counts.items()}
    )
    places = [target.place for target in pool.targets(form.kind)]
    for title, number, is_all in moves:
        place = places[number % len(places)]
        before = form.assignment()
        built = bring(before, title, place, None if is_all else 1)
        there = (
            counts.get(title, 0)
            if is_all
            else min(counts.get(title, 0), before.copies(title, place) + 1)
        )
        assert built.copies(title, place) == there
        sent = MultiDict({"event": event, "pool": form.pool_text})
        sent.setlist("deck", list(form.with_decks(built).decks))
        form = pool.parse_form(sent, "2024-10-01")
        after = form.assignment()
        assert form.counts == counts
        assert Counter(after.left) + after.used == Counter(counts)
        assert all(after.copies(one, LEFT) == built.copies(one, LEFT) for one in counts)
