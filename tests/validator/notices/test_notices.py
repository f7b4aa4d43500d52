"""Notices: what is worth knowing although it breaks no rule, and when it is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator import Decklist, Event, Line, Notice, Place, validate

if TYPE_CHECKING:
    from tests.validator.conftest import Ask


def test_policy_differs_names_a_few_and_holds_all(ask: Ask) -> None:
    titles = ["Opt", "Negate", "Duress", "Shock", "Naturalize", "Divination", "Cancel"]
    deck = [f"1 {title}" for title in titles]
    notice = ask("modern", deck, deck).notices[0]
    assert notice.cards == tuple(sorted(titles))
    assert "and 2 more" in notice.message


def test_hard_to_shuffle_names_the_deck(ask: Ask) -> None:
    (notice,) = ask("modern", [], ["9999 Island"]).notices
    assert (notice.severity, notice.places) == ("warning", ((1, "main", None, None, None),))
    assert "deck 2 has 9999 cards" in notice.message


def test_the_notices_of_a_reader_are_placed_in_its_deck() -> None:
    guessed = Notice("sideboard-guessed", "warning", "So it was.", (Place(None, "sideboard", 3),))
    deck = Decklist((Line(60, "Island"),), notices=(guessed,))
    report = validate(Event("modern", "2024-10-01"), [Decklist((Line(60, "Island"),)), deck])
    assert report.notices[0].places == (Place(1, "sideboard", 3),)


def test_the_notice_on_policies_has_the_places(ask: Ask) -> None:
    (notice,) = ask("modern", ["1 Opt"], ["2 Opt"]).notices
    assert notice.code == "policy-differs"
    assert [(place.deck, place.copies) for place in notice.places] == [(0, 1), (1, 2)]
    assert "tournament rules of the day" in notice.message
