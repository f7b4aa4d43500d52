"""An operation of the API, as the contract tells of it."""

from __future__ import annotations

from typing import NamedTuple

from web.fields import Strict

JSON = "application/json"
YAML = "application/yaml"
PLAIN = "text/plain"


class Operation(NamedTuple):
    """One method of one path. `body` and `answer` name their schemas."""

    path: str
    id: str
    tag: str
    summary: str
    answer: str | None
    """None where the answer is no JSON."""
    description: str = ""
    query: type[Strict] | None = None
    body: str | None = None
    media_type: str = JSON
    """Of the answer, and of the body."""
    problems: tuple[int, ...] = (422,)
    not_found: str = "Problem"
    is_kept: bool = True
    """Whether an answer may be kept, and asked for again by its validators."""
    bare: str | None = None
    """The media type of another form of the answer, without what the schema has beside it."""

    @property
    def method(self) -> str:
        """The HTTP method, in lower case as OpenAPI has it."""
        return "get" if self.body is None else "post"
