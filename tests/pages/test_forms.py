"""From what is typed to the API's request, and from its faults back to the fields."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest
from werkzeug.datastructures import MultiDict

from headjudge.web.http import Fault
from headjudge.web.pages.check import form as forms
from headjudge.web.pages.check.form import Box, CheckForm, faults_by_field, request_of

TODAY = datetime.date(2026, 11, 21)
EMPTY = forms.blank_form(TODAY)


def typed(**values: str | list[str]) -> CheckForm:
    return forms.parse_form(MultiDict(values), MultiDict(), TODAY)


def test_the_empty_form_is_of_today_and_has_two_lists() -> None:
    assert EMPTY.as_of == "2026-11-21"
    assert EMPTY.boxes == (Box(), Box())


def test_the_request() -> None:
    form = typed(
        format="sealed", structure="team-constructed", as_of="2024-10-01", policy="tournament",
        team=" Team Naturalize ", team_size="2", player=["Ann", " "], list=["4 Opt\r\n", "1 Opt"],
        pool="5 Opt", product="8 DOM",
    )  # fmt: skip
    assert request_of(form) == {
        "format": "sealed",
        "structure": "team-constructed",
        "as_of": "2024-10-01",
        "policy": "tournament",
        "team": "Team Naturalize",
        "team_size": 2,
        "decks": [{"player": "Ann", "list": "4 Opt\n"}, {"list": "1 Opt"}],
        "pool": {"list": "5 Opt"},
        "product": {"DOM": 8},
    }


def test_house_rules_are_a_title_a_line() -> None:
    form = typed(format="legacy", house_ban="Opt\r\n\r\n Fire // Ice ", house_allow=" \n")
    assert request_of(form)["house"] == {"ban": ["Opt", "Fire // Ice"]}
    assert "house" not in request_of(typed(format="legacy"))


@pytest.mark.parametrize(
    ("pointer", "field"),
    [
        ("/house/restrict/0", "house_restrict"),
        ("/house/allow", "house_allow"),
        ("/house", "house_ban"),
        ("/house/base", "house_ban"),
    ],
)
def test_faults_of_house_rules_stand_at_their_list(pointer: str, field: str) -> None:
    assert list(faults_by_field([Fault(pointer, "Wrong.")], EMPTY)) == [field]


def test_what_is_left_empty_is_left_out() -> None:
    request = request_of(typed(list=["60 Forest", "", " "]))
    assert request.keys() == {"structure", "as_of", "decks"}
    assert request["decks"] == [{"list": "60 Forest"}]


@pytest.mark.parametrize(
    ("product", "boosters"),
    [
        ("", {}),
        ("DOM", {"DOM": 1}),
        ("8 dom", {"DOM": 8}),
        ("DOM 4, 4x M19; 10E x2", {"DOM": 4, "M19": 4, "10E": 2}),
        ("DOM: 4\r\nDOM 2", {"DOM": 6}),
        ("RAV=4, 1 rav:Tournament-Pack", {"RAV": 4, "RAV:tournament-pack": 1}),
        ("12 THS, 2 promos, promo", {"THS": 12, "promo": 3}),
        ("4 RAV:", {"4 RAV:": 1}),
        ("some boosters of it", {"some boosters of it": 1}),
    ],
)
def test_boosters(product: str, boosters: dict[str, int]) -> None:
    form = typed(format="sealed", product=product)
    assert request_of(form).get("product", {}) == boosters


@pytest.mark.parametrize(
    ("structure", "team_size", "lists"),
    [
        ("two-headed-giant", "", 2),
        ("two-headed-giant", "4", 4),
        ("team-constructed", "", 3),
        ("team-constructed", "2", 2),
        ("individual", "", 1),
        ("of no kind", "99", 2),
    ],
)
def test_lists_that_fit_the_event(structure: str, team_size: str, lists: int) -> None:
    assert len(replace(EMPTY, structure=structure, team_size=team_size).fit_boxes().boxes) == lists


def test_fitting_loses_no_list() -> None:
    form = typed(structure="individual", list=["60 Forest", "60 Island", ""])
    assert [box.list for box in form.fit_boxes().boxes] == ["60 Forest", "60 Island"]
    assert len(form.fit_boxes(at_least=99).boxes) == 8


def test_faults_stand_at_their_fields() -> None:
    pointers = ["/product/XXX", "/decks/1/player", "/format", "/decks", "/pool/list", "", "/as_of"]
    faults = [Fault(pointer, f"fault of {pointer}") for pointer in pointers]
    assert faults_by_field(faults, typed(format="x", list="y")) == {
        "": ["fault of "],
        "format": ["fault of /format"],
        "as_of": ["fault of /as_of"],
        "list-1": ["fault of /decks"],
        "player-2": ["fault of /decks/1/player"],
        "pool": ["fault of /pool/list"],
        "product": ["fault of /product/XXX"],
    }
