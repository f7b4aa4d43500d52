"""Extraction of translatable texts from files of facts, for Babel.

babel.cfg names the files, and the keys of such texts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import IO, Any

NAMES = "|"
"""Separates several names; a value with it is not translated."""


def texts(
    file: IO[bytes], keywords: object, comment_tags: object, options: Mapping[str, str]
) -> Iterator[tuple[int, None, str, list[str]]]:
    """The texts of a TOML file under the keys of the option `keys`, as Babel asks for them."""
    keys = options["keys"].split()
    yield from ((1, None, text, []) for text in _texts(tomllib.load(file), keys))


def _texts(value: Any, keys: list[str]) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _texts(item, keys)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in keys and isinstance(item, str):
                if item and NAMES not in item and not item.isdecimal():
                    yield item
            else:
                yield from _texts(item, keys)
