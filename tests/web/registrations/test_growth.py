"""Reading an upload takes steps in proportion to its length, whatever is in it.

Steps are the instructions that Python executes: the same number on every machine. What runs within
one of them (a pattern, a sort of accents) is held by inputs on which anything but linear time would
never end; for those the time of computing is bounded, not the time of day.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import pytest

from headjudge.decklists.documents import tables
from headjudge.decklists.lines import headings
from headjudge.web.pages.event import card_rows, columns, entries, judging
from headjudge.web.pages.event import upload as uploads
from headjudge.web.pages.event.judging import Result
from headjudge.web.pages.event.upload import CannotBeRead
from headjudge.web.sheets.canvas import Canvas, Type
from tests.web.registrations.events import ANN, csv_of

EVENT = {"format": "modern", "structure": "team-constructed", "as_of": "2026-08-01", "policy": ""}
ROWS = 40
COMPUTING = 20.0
"""Seconds of computing after which something does not end."""
LONG = 99_000


def steps(work: Callable[[], object]) -> int:
    """How many instructions of Python are executed meanwhile."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def assert_linear(work: Callable[[int], Callable[[], object]], size: int = ROWS) -> None:
    """What `work` makes of a size takes twice the steps for twice of it, and no more."""
    once, twice, four = (steps(work(size * times)) for times in (1, 2, 4))
    assert four - twice <= 2.2 * (twice - once)


@contextmanager
def ends() -> Iterator[None]:
    """Fails what computes for longer than anything takes that reads its input once."""

    def fail(*_: object) -> None:
        raise AssertionError(f"{COMPUTING:.0f} seconds of computing are over")

    before = signal.signal(signal.SIGVTALRM, fail)
    signal.setitimer(signal.ITIMER_VIRTUAL, COMPUTING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def whole_way(name: str, data: bytes) -> None:
    """An upload through all that is done with it before and after its teams are judged."""
    upload = card_rows.with_lists(uploads.read(name, data))
    sheet = upload.sheets[0]
    guess = columns.guess_columns(sheet)
    for index in range(len(guess.roles)):
        columns.is_private(sheet, guess, index)
    found = [Result(one, "legal") for one in entries.entries(sheet, guess, EVENT)]
    table = list(judging.result_rows(sheet, guess, found, str))
    judging.as_csv(table, upload.delimiter)


def forms(rows: int, team: str = "Team") -> list[list[str]]:
    """A table of a row a team, all of one name."""
    header = ["Team", "First name", "Last name", "Decklist"]
    return [header, *([team, f"Ann {row}", "Of", ANN] for row in range(rows))]


KINDS: dict[str, Callable[[int], bytes]] = {
    "csv": lambda rows: csv_of(forms(rows)),
    "tsv": lambda rows: csv_of(forms(rows), "\t"),
    "wide.csv": lambda rows: csv_of([["Team", "Decklist", *["Player"] * 50]] + [[ANN] * 52] * rows),
    "blank.csv": lambda rows: csv_of([*forms(1), *[["", ""]] * rows]),
    # Quotation marks that are opened in each row, and that no row closes.
    "open.csv": lambda rows: b"Team,Decklist\n" + b'x","z\np,q\n' * rows,
    "all-open.csv": lambda rows: b"Team,Decklist\n" + b'x","z\n' * rows,
    "odd.csv": lambda rows: b"Team,Decklist\n" + b'x,"z\n' * rows,
}


@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_rows_take_twice_the_steps(kind: str) -> None:
    whole_way(f"event.{kind}", KINDS[kind](ROWS))
    made = {size * ROWS: KINDS[kind](size * ROWS) for size in (1, 2, 4)}
    assert_linear(lambda size: lambda: whole_way(f"event.{kind}", made[size]))


PIECES = ("// ", " ", "\t", "\n", "[", "(", "*", "1 ", "x", "SB:", "|", "】", "<!--", "<br", '"',
          ",", ";", "5", ".", "@", "a.", "__", " - ", "- ", "deck", "https://", "&#",
          "\u0315\u0316", "\u202e", "\0")  # fmt: skip


@pytest.mark.parametrize("piece", PIECES, ids=repr)
def test_repetition_in_a_cell_is_linear(piece: str) -> None:
    many = (piece * LONG)[:LONG]
    with ends(), suppress(CannotBeRead):
        for around in ("{}", "1 a{}b", "{}1 Opt", "4 Opt{}$", "4{}$", "a@{}@"):
            cell = around.format(many)
            tables.list_in(cell)
            tables.is_address(cell)
            whole_way("x.csv", csv_of([["Team", "Player", "List"], ["A", "B", cell]]))


@pytest.mark.parametrize("piece", PIECES, ids=repr)
def test_repetition_in_a_name_is_linear(piece: str) -> None:
    many = (piece * LONG)[:LONG]
    with ends(), suppress(CannotBeRead):
        header = [f"Team{many}x", many, f"deck{many}list", "Decklist"]
        whole_way("event.csv", csv_of([header, [f"A{many}a", many, f"B{many}b", ANN]]))
        tables.columns(["Count", "Name", many, f"a{many}b"])
        headings.owner(f"Player 1 {many[:40]}")


def test_accents_that_are_piled_up_are_not_put_in_order() -> None:
    piled = "a" + "\u0315" * LONG + "\u0316" * LONG
    with ends():
        tables.columns([piled, "Name"])
        canvas = Canvas("a4", None, "")
        canvas.page()
        canvas.wrap(piled, Type(9), 50)
        canvas.within(0, 10, 50, piled, Type(9))
        canvas.close()
