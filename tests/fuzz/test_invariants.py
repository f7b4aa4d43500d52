"""Each invariant holds, and is found to be broken where what keeps it is taken back.

So the fuzzer finds what once stopped the service (`growing` finds the rest: what took the square of
the time, for which `tests/fuzz/corpus/growing/` has the inputs).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from headjudge.web.pages.event import workbook_process
from tests.fuzz.invariants import beside, within
from tests.fuzz.invariants.__main__ import broken_beside, broken_within, prepare
from tests.fuzz.invariants.beside import Service, serving

TEXTS = (
    "// " * 40, "\x1b[2J" * 20, "::error::a" * 5, "\r\nA: b" * 9, "10000 Opt\n" * 9, "9" * 6_000,
    "\ud800\x00" * 9, " " * 1_499,
)  # fmt: skip
"""Inputs made by repetition."""


def same(text: str) -> str:
    return text


def sealed(*_: object) -> bool:
    return True


UNMENDED: dict[str, dict[str, Any]] = {
    "digest": {"validator.report._rows_not_understood": lambda _: []},
    "edition": {"cards.catalogue_files._is_sealed": sealed},
    "printed": {"headjudge.cli.output.escaped": same},
    "printed, commands": {"headjudge.cli.output.BEGINNING": re.compile(r"\A\Z(?!)")},
    "outside": {"headjudge.cli.files.real_path": lambda name, _=None: os.path.realpath(name)},
    "full": {"headjudge.cli.output.Guard._failing": lambda _: nullcontext()},
    "upload_name": {
        "headjudge.web.pages.event.view._attachment": lambda name: f"attachment; filename={name}"
    },
    "settings": {"headjudge.web.server.__main__.check": lambda: None},
    "workbook": {},
}
"""By invariant, what takes back its mend: what stands in its place."""


@pytest.fixture(scope="module", autouse=True)
def prepared() -> None:
    prepare()


@pytest.mark.parametrize("name", within.INVARIANTS)
def test_it_holds(name: str) -> None:
    assert [broken_within(within.INVARIANTS[name], text) for text in TEXTS] == [""] * len(TEXTS)


@pytest.mark.parametrize("name", UNMENDED)
def test_it_is_found_without_its_mend(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for place, instead in UNMENDED[name].items():
        monkeypatch.setattr(place, instead)
    if name == "workbook":
        program = Path(workbook_process.__file__).read_text()
        greedy = tmp_path / "greedy.py"
        greedy.write_text(program.replace("MEMORY = 256 *", "MEMORY = 4096 *"))
        monkeypatch.setattr("headjudge.web.pages.event.workbooks.PROCESS", greedy)
    check = within.INVARIANTS[name.partition(",")[0]]
    assert any(broken_within(check, text) for text in TEXTS)


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with serving() as found:
        yield found


@pytest.mark.parametrize("name", beside.INVARIANTS)
def test_it_holds_for_others(name: str, service: Service) -> None:
    for text in TEXTS[:2]:
        assert broken_beside(beside.INVARIANTS[name], text, service) == ""


@pytest.mark.parametrize("name", beside.INVARIANTS)
def test_others_notice_what_is_taken_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "SECONDS", 4)
    with serving(f"tests.fuzz.invariants.unmended:{name}()") as unmended:
        assert broken_beside(beside.INVARIANTS[name], TEXTS[0], unmended)
