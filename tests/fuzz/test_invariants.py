"""Each invariant holds, and is found to be broken where what keeps it is taken back.

So the fuzzer finds what once stopped the service (`growing` finds the rest: what took the square of
the time, for which `tests/fuzz/corpus/growing/` has the inputs).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from headjudge.web.pages.event import workbook_process
from tests.conftest import PATIENCE, ROOT
from tests.fuzz.invariants import within
from tests.fuzz.invariants.__main__ import broken_within, prepare

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
    "facts": {"cards.catalogue_files._is_sealed": sealed},
    "printed": {"headjudge.cli.output.escaped": same},
    "printed, commands": {"headjudge.cli.output.LEADING_COMMAND": re.compile(r"\A\Z(?!)")},
    "outside": {"headjudge.cli.files.real_path": lambda name, _=None: os.path.realpath(name)},
    "full": {"headjudge.cli.output.Guard._failing": lambda _: nullcontext()},
    "upload_name": {
        "headjudge.web.pages.event.view._attachment": lambda name: f"attachment; filename={name}"
    },
}
"""By invariant, what takes back its mend: what stands in its place."""


@pytest.fixture(scope="module", autouse=True)
def prepared() -> None:
    prepare()


@pytest.mark.parametrize("name", within.INVARIANTS)
def test_it_holds(name: str) -> None:
    assert [broken_within(within.INVARIANTS[name], text) for text in TEXTS] == [""] * len(TEXTS)


@pytest.mark.parametrize("name", UNMENDED)
def test_it_is_found_without_its_mend(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, instead in UNMENDED[name].items():
        monkeypatch.setattr(place, instead)
    check = within.INVARIANTS[name.partition(",")[0]]
    assert any(broken_within(check, text) for text in TEXTS)


GREEDY = """
import sys
from pathlib import Path
from headjudge.web.pages.event import workbooks
from tests.fuzz.invariants import within
from tests.fuzz.invariants.__main__ import broken_within, prepare

workbooks.PROCESS = Path(sys.argv[1])
prepare()
print(broken_within(within.INVARIANTS["workbook"], " " * 1_499))
"""


def test_a_greedy_reader_of_workbooks_is_found(tmp_path: Path) -> None:
    """In a process of its own: what it starts seems to have as much memory as it has itself."""
    program = Path(workbook_process.__file__).read_text("utf-8")
    greedy = tmp_path / "greedy.py"
    greedy.write_text(program.replace("MEMORY = 256 *", "MEMORY = 4096 *"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", GREEDY, str(greedy)], cwd=ROOT, timeout=PATIENCE, text=True,
        capture_output=True, check=True,
    )  # fmt: skip
    assert "kB for a workbook" in done.stdout
