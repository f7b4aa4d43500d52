"""Lists in the manner of forums, mails, tables, chats, programs and scanned sheets.

Each row of `lists/manners.jsonl` has a list in one manner and one language, and the copies that its
sections hold.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cards import catalogue
from headjudge.decklists import read_team

ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "lists" / "manners.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


@pytest.mark.parametrize("manner", sorted({row["manner"] for row in ROWS}))
def test_the_counts_come_back(manner: str) -> None:
    for row in ROWS:
        if row["manner"] != manner:
            continue
        (deck,) = read_team(row["text"])
        copies: Counter[str] = Counter()
        for line in deck.lines:
            copies[line.section] += line.copies
            assert len(catalogue().find(line.name).cards) == 1, row["text"]
        assert copies == +Counter(main=row["main"], sideboard=row["side"]), row["text"]
        assert not deck.unreadable, row["text"]
