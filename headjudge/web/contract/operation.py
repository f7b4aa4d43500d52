"""What the contract says of an operation, and the kinds of operations that are alike."""

from __future__ import annotations

from typing import NamedTuple

from headjudge.web.inputs.fields import Strict
from headjudge.web.inputs.queries import NoQuery

JSON = "application/json"
YAML = "application/yaml"
PLAIN = "text/plain"
PDF = "application/pdf"
OF_LINKS = (502, 503, 504)
"""Statuses of requests whose links cannot be followed."""


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
    answered: str | None = None
    """The media type of the answer, where it is another than that of the body."""

    @property
    def statuses(self) -> tuple[int, ...]:
        """Every status of a problem that may be answered; these are of all operations alike."""
        api = (401, 429) if self.path.startswith("/v1/") else ()
        body = (408, 503) if self.body is not None else ()
        return tuple(sorted({*self.problems, *api, *body, 500}))

    @property
    def method(self) -> str:
        """The HTTP method, in lower case as OpenAPI has it."""
        return "get" if self.body is None else "post"


def sent(
    path: str, id: str, summary: str, body: str, answer: str | None, description: str,
    tag: str = "Teams",
) -> Operation:  # fmt: skip
    """What is asked by a body, and answered anew each time."""
    return Operation(
        path, id, tag, summary, answer, description,
        body=body, problems=(400, 413, 415, 422, *OF_LINKS), is_kept=False,
    )  # fmt: skip


def fact(
    path: str, id: str, summary: str, answer: str, description: str = "",
    query: type[Strict] = NoQuery, tag: str = "Formats and banlists",
) -> Operation:  # fmt: skip
    """What is a fact, and may be kept."""
    problems = (404, 422) if "{" in path else (422,)
    return Operation(path, id, tag, summary, answer, description, query, problems=problems)


def service(
    path: str, id: str, summary: str, answer: str | None, media_type: str = JSON,
    problems: tuple[int, ...] = (), *, is_kept: bool = False,
) -> Operation:  # fmt: skip
    """What is about the service itself."""
    return Operation(
        path, id, "Service", summary, answer,
        media_type=media_type, problems=problems, is_kept=is_kept,
    )  # fmt: skip
