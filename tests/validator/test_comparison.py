"""What is otherwise in one list than in another."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue
from validator import Decklist, Line
from validator.comparison import CopyChange, DeckComparison, compare
from validator.decks import Deck
from validator.model import Unreadable
from validator.report import digest
from validator.titles import resolve

NAMES = ("Opt", "opt", "Negate", "Blitzschlag", "Fire", "Fire // Ice", "No Such Card", "carpe diem")
SECTIONS = ("main", "sideboard", "planes")
LINES = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from(NAMES), st.sampled_from(SECTIONS)).map(
        lambda row: Line(*row)
    ),
    max_size=6,
)
TEAMS = st.lists(LINES, min_size=1, max_size=3)

Rows = list[Line]


def read(*lists: Rows, unreadable: str = "", is_pool: bool = False) -> tuple[Deck, ...]:
    unread = (Unreadable(99, unreadable),) if unreadable else ()
    return tuple(
        resolve(Decklist(tuple(rows), unread), None if is_pool else index, catalogue())
        for index, rows in enumerate(lists)
    )


def between(before: list[Rows], after: list[Rows]) -> DeckComparison:
    return compare(read(*before), read(*after))


@given(TEAMS)
def test_a_list_is_the_same_as_itself(team: list[Rows]) -> None:
    assert between(team, team) == DeckComparison((), is_read_alike=True)


@given(TEAMS, TEAMS)
def test_the_other_way_round_it_is_the_inverse(one: list[Rows], other: list[Rows]) -> None:
    back = [
        change._replace(before=change.after, after=change.before)
        for change in between(other, one).changes
    ]
    assert [*between(one, other).changes] == back


@given(LINES, st.randoms(use_true_random=False), st.data())
def test_order_and_splitting_lines_change_nothing(
    rows: Rows, random: Random, data: st.DataObject
) -> None:
    parted: Rows = []
    for line in rows:
        first = data.draw(st.integers(0, line.copies - 1))
        parted += [line._replace(copies=n) for n in (first, line.copies - first) if n]
    random.shuffle(parted)
    assert between([rows], [parted]).same


@given(LINES, LINES)
def test_lists_are_the_same_exactly_when_their_digests_are(one: Rows, other: Rows) -> None:
    (before,), (after,) = read(one), read(other)
    assert compare([before], [after]).same is (digest(before) == digest(after))


@given(TEAMS, TEAMS)
def test_the_changes_lead_from_one_to_the_other(one: list[Rows], other: list[Rows]) -> None:
    changes = between(one, other).changes
    assert all(change.before != change.after for change in changes)
    added = sum(change.after - change.before for change in changes)
    copies = [sum(line.copies for rows in team for line in rows) for team in (one, other)]
    assert added == copies[1] - copies[0]


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ([Line(4, "Opt")], [Line(1, "OPT"), Line(3, "Opt")], []),
        ([Line(1, "Ice")], [Line(1, "Fire // Ice")], []),
        ([Line(4, "Opt")], [Line(2, "Opt")], [(0, "main", "Opt", 4, 2)]),
        (
            [Line(4, "Opt")],
            [Line(3, "Opt"), Line(1, "Opt", "sideboard")],
            [(0, "main", "Opt", 4, 3), (0, "sideboard", "Opt", 0, 1)],
        ),
        (
            [Line(1, "Optt")],
            [Line(1, "Opt")],
            [(0, "main", "Opt", 0, 1), (0, "main", "Optt", 1, 0)],
        ),
    ],
)
def test_changes(before: Rows, after: Rows, changes: list[CopyChange]) -> None:
    assert [*between([before], [after]).changes] == changes


def test_a_deck_that_the_other_lacks_is_all_new() -> None:
    assert between([[]], [[], [Line(4, "Opt")]]).changes == ((1, "main", "Opt", 0, 4),)


def test_what_is_no_part_of_the_deck_is_not_compared() -> None:
    side = [Line(1, "Opt", "sideboard")]
    beside = [*side, Line(1, "Opt", "companion"), Line(4, "Negate", "maybeboard")]
    assert between([side], [beside]).same
    everything = compare(read(side), read(beside), leave_out=frozenset())
    assert [change.section for change in everything.changes] == ["companion", "maybeboard"]


def test_a_name_without_a_card_is_compared_wherever_it_stands() -> None:
    side = [Line(1, "Opt", "sideboard")]
    for section in ("maybeboard", "companion"):
        assert not between([side], [[*side, Line(1, "No Such Card", section)]]).same


def test_pools_have_one_section() -> None:
    before = read([Line(1, "Opt"), Line(1, "Opt", "sideboard")], is_pool=True)
    after = read([Line(3, "Opt")], is_pool=True)
    assert compare(before, after).changes == ((0, "pool", "Opt", 2, 3),)


def test_lists_that_cannot_be_read_alike_are_not_surely_the_same() -> None:
    opts = [Line(4, "Opt")]
    comparison = compare(read(opts), read(opts, unreadable="?? %%%"))
    assert (comparison.changes, comparison.same) == ((), False)
    broken = resolve(Decklist(tuple(opts), unread=("{",)), 0, catalogue())
    assert not compare(read(opts), [broken]).same
    again = compare(read(opts, unreadable="??  %%%"), read(opts, unreadable="?? %%%"))
    assert again.same
