"""Elements of XML that others wrote, with their lines, and the place where it breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Element(NamedTuple):
    """The start of an element."""

    name: str
    attributes: dict[str, str]
    number: int
    """Its line, from 1."""
    text: str
    """The start tag as written on that line."""


class Broken(NamedTuple):
    """The place where a document becomes unreadable."""

    number: int
    text: str
    message: str
    rest: str
    """The text from that line on."""


Visitor = Callable[[Element, Sequence[Element]], None]
"""Called with an element and its ancestors, outermost first."""
