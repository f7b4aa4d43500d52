"""Actions are pinned by their commits."""

from __future__ import annotations

import re

import pytest

from tests.ci.conftest import ROOT
from tools.repository import repository

FILES = [
    ROOT / "action.yml",
    ROOT / "docs" / "ci.md",
    *sorted((ROOT / "examples" / "ci").glob("*.yml")),
    *sorted((ROOT / ".github" / "workflows").glob("*.yml")),
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_actions_of_others_are_pinned_by_commit(file: object) -> None:
    uses = re.findall(r"^ *(?:- )?uses: (.+)$", file.read_text("utf-8"), re.M)  # type: ignore[attr-defined]
    for used in uses:
        own = re.fullmatch(rf"{repository()}@v\d+\.\d+\.\d+", used)
        assert own or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", used), used
