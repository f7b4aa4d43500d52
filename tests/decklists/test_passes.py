"""The passes of reading: their names, their page, and what each line says of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import decklists
from headjudge.cli.main import main
from headjudge.decklists import passes
from headjudge.decklists.lines.items import Kind
from headjudge.decklists.passes import PASSES

PAGE = Path(__file__).parents[2] / "docs" / "syntaxes.md"


def test_the_page_has_the_passes_in_their_order() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|", PAGE.read_text(encoding="utf-8"), re.M)
    names = [each.__name__.replace("_", "-") for each in PASSES]
    assert [row for row in rows if row in names] == names


LISTS = {
    "signs": ("+4 Opt\n+4 Shock\n+52 Island", 1),
    "section-of-line": ("4 Opt\n20 Island\nSideboard: 2 Shock\n1 Negate", 3),
    "costs": ("Negate 1U\nOpt U\nCancel 1UU\nPyramids 6", 4),
    "numbering": ("1. Opt\n2. Shock\n3. Negate", 3),
    "mentions": ("4 Opt\n4 Shock\n4 Negate\n4 Cancel\n4 Duress\nTried: Ponder, Opt", 6),
    "counts-apart": ("Opt\n4\nIsland\n56", 1),
    "words-behind": ("4 Opt the best of all cantrips\n4 Shock\n4 Negate\n48 Island", 1),
    "full-sections": ("Sideboard (1)\n1 Negate\nLands\n4 Opt\n55 Island", 3),
    "breaks": ("4 Lightning Bolt, 4 Goblin\nGuide, 4 Lava Spike, 20 Mountain", 2),
    "joins": ("4\nOpt\n4 Shock\n4 Negate", 1),
    "headings-in-words": ("4 Opt\n20 Island\nand my sideboard\n2 Shock", 3),
    "columns": ("Main\tSideboard\n4 Opt\t2 Negate", 2),
    "totals": ("Burn (8)\n4 Shock\n4 Lightning Bolt\nLands (4)\n4 Mountain", 1),
    "footers": ("4 Opt\n20 Island\nMain deck (24)\n2 Shock\n1 Negate\nSideboard (3)", 6),
    "prose": ("We came in third\n4 Opt\n56 Island", 1),
    "nothing-is-lost": ("4xx Opt\n56 Island", 1),
    "line": ("4 Opt\n56 Island", 2),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_line_knows_the_pass_that_decided_it(name: str) -> None:
    text, line = LISTS[name]
    assert decklists.explain(text)[line - 1].by == name


ROWS = (Path(__file__).parent / "lists" / "read.jsonl").read_text("utf-8").splitlines()
LINES = sorted({line for row in ROWS for line in json.loads(row).get("text", "").split("\n")})


@given(st.lists(st.sampled_from(LINES), max_size=20).map("\n".join))
def test_a_pass_that_a_list_does_not_run_would_change_nothing(text: str) -> None:
    told = decklists.explain(text)
    with patch.object(passes, "PASSES", dict.fromkeys(PASSES, frozenset(Kind))):
        assert decklists.explain(text) == told


def test_the_command_shows_each_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.txt"
    path.write_text("My deck\n4 Opt\n56 Island", encoding="utf-8")
    assert main(["explain", "--list", str(path)]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"1 +prose +prose +My deck", shown)
    assert re.search(r"2 +line +card: 4 Opt \(main\) +4 Opt", shown)
    assert main(["explain", "--list", str(path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["line"], row["kind"], row["by"]) for row in rows] == [
        (1, "prose", "prose"), (2, "card", "line"), (3, "card", "line"),
    ]  # fmt: skip
    assert main(["explain", "--list", str(tmp_path / "none.txt")]) == 2
