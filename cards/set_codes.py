"""Set codes in lists: those of the catalogue, and those of other programs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "set_codes.toml"


@cache
def _other_codes() -> Mapping[str, tuple[str, ...]]:
    origins = tomllib.loads(FILE.read_text("utf-8"))["origin"]
    return {code: tuple(sets) for origin in origins for code, sets in origin["codes"].items()}


def possible_sets(code: str) -> tuple[str, ...]:
    """The catalogue's codes that a written one may stand for, itself first."""
    code = code.upper()
    return (code, *_other_codes().get(code, ()))
