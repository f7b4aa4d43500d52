"""Which sets a code in a list means: the catalogue's codes, and those of other programs."""

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
    """The codes of the catalogue that the written one may stand for, itself first."""
    code = code.upper()
    return (code, *_other_codes().get(code, ()))
