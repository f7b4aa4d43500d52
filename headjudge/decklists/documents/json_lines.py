"""The lines on which the objects of a JSON text begin, which Python's parser does not report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*+"?|([{}\n])', re.S)
"""An unclosed string extends to the end of the text, and is not scanned again."""


class JsonObject(dict[str, Any]):
    """An object of a document, with the line on which it begins."""

    line = 1


def lines_of_objects(text: str) -> Iterator[int]:
    """The line on which each object begins, from 1, in the order in which the objects end.

    `json.loads` calls its hooks in the same order. Only line feeds count as line ends.
    """
    number, begun = 1, []
    for token in _STRUCTURE.finditer(text):
        match token[1]:
            case "\n":
                number += 1
            case "{":
                begun.append(number)
            case "}" if begun:
                yield begun.pop()
