"""What has arrived of an HTTP request: enough to give it to a thread, or not yet.

Only how long a request is, is told here; whether it is one is gunicorn's to say.
"""

from __future__ import annotations

import re
from typing import Literal

KEPT = 64 * 1024
"""Bytes of a body that are awaited before a thread is given to it; no team's lists have more."""
HEAD_MAX = 64 * 1024
"""Bytes of a head."""

Stage = Literal["head", "body", "whole", "long", "huge"]
"""What is missing: the head's end, or the body's. Nothing of a request that is whole; of one with
a long body, or one of unknown length, the body is read while it is answered. A huge head has no
end within the limit."""

_END = b"\r\n\r\n"
_FIELD = re.compile(
    rb"\r\n(content-length|transfer-encoding|expect)[ \t]*:[ \t]*([^\r\n]*)", re.IGNORECASE
)


class Arrival:
    """The bytes of a request as they come."""

    __slots__ = ("_searched", "_wanted", "data", "stage")

    def __init__(self) -> None:
        self.data = bytearray()
        self.stage: Stage = "head"
        self._searched = 0
        self._wanted = 0

    def take(self, piece: bytes) -> None:
        """Take what has come."""
        self.data += piece
        if self.stage == "head":
            self._look_for_the_end()
        if self.stage == "body" and len(self.data) >= self._wanted:
            self.stage = "whole"

    def _look_for_the_end(self) -> None:
        end = self.data.find(_END, self._searched)
        if end < 0:
            self._searched = max(0, len(self.data) - len(_END) + 1)
            if len(self.data) > HEAD_MAX:
                self.stage = "huge"
            return
        length = _length(bytes(self.data[:end]))
        if length is None or length > KEPT:
            self.stage = "long"
        else:
            self._wanted = end + len(_END) + length
            self.stage = "body"


def _length(head: bytes) -> int | None:
    """The bytes of the body that a head announces; None where they are not to be awaited."""
    length = 0
    for name, value in _FIELD.findall(head):
        # A client that expects 100 sends nothing until it is told to go on.
        if name.lower() != b"content-length" or not value.isdigit() or len(value) > 18:
            return None
        length = int(value)
    return length
