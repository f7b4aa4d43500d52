"""Elements of XML that others wrote, with their lines, and the place where it breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Element(NamedTuple):
    """The start of an element."""

    name: str
    attributes: dict[str, str]
    number: int
    """The line, from 1, on which it begins."""
    text: str
    """The start of the element as it stands on that line."""


class Broken(NamedTuple):
    """Where a document cannot be read any further."""

    number: int
    text: str
    message: str
    rest: str
    """The text from that line on."""


Visitor = Callable[[Element, Sequence[Element]], None]
"""Takes an element and those that it stands in, the outermost first."""
