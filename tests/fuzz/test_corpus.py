"""What fuzzing found worth keeping is answered, without what guides it."""

from __future__ import annotations

import pytest

from app import create_app
from tests.fuzz import folders
from tests.fuzz.entrances import ENTRANCES
from tests.fuzz.guided import KEPT_BYTES
from tests.fuzz.targets import TARGETS

KEPT_FILES = 200
"""Of a target: bodies have some seven for each of twenty entrances."""
CORPUS_MAX = 300_000
"""Bytes of all that is kept."""


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_kept_is_answered(target: str) -> None:
    kept = sorted(folders.committed(target).iterdir())
    assert 0 < len(kept) <= KEPT_FILES
    for file in kept:
        data = file.read_bytes()
        assert len(data) <= KEPT_BYTES
        TARGETS[target](data)


def test_what_is_kept_is_small() -> None:
    sizes = (file.stat().st_size for file in folders.CORPUS.rglob("*") if file.is_file())
    assert sum(sizes) <= CORPUS_MAX


def test_every_entrance_is_fuzzed() -> None:
    rules = create_app().url_map.iter_rules()
    assert {rule.rule for rule in rules if "POST" in (rule.methods or ())} <= {
        path for path, _ in ENTRANCES.values()
    }
