"""What the contract says of a view, stated above it.

The view's name is the operation's id, the first paragraph of its docstring the summary, the second
one the description; path and method are those of the route.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from marshmallow import Schema

JSON = "application/json"
YAML = "application/yaml"
PLAIN = "text/plain"
PDF = "application/pdf"

OF_BODIES = (400, 413, 415, 422)
OF_LINKS = (502, 503, 504)
"""Statuses of requests whose links cannot be followed."""

Tag = Literal[
    "Teams", "Receipts", "Decklists", "Formats and banlists", "Policies and events", "Cards",
    "Limited", "Service",
]  # fmt: skip
View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Operation:
    """One method of one path; a decorator of its view, below that of the route."""

    tag: Tag
    answer: Any = None
    """The type of the answer; None where it is no JSON."""
    body: str | None = None
    """The name of the schema of what is sent; empty where it is no JSON."""
    query: type[Schema] | None = None
    description: str = ""
    """In place of the docstring's, where limits are named."""
    media_type: str = JSON
    """Of the answer, and of the body."""
    answered: str | None = None
    """The media type of the answer, where it is another than that of the body."""
    bare: str | None = None
    """The media type of another form of the answer, without what the schema has beside it."""
    problems: tuple[int, ...] | None = None
    """Statuses of problems, where they are not those of all bodies or all facts."""
    missing: Any = None
    """The type of the problem 404, where it says more than others."""
    is_kept: bool = False
    """Whether an answer that is no fact may be kept, and asked for again by its validators."""

    def __call__(self, view: View) -> View:
        """The view, on which this is noted."""
        vars(view)["operation"] = self
        return view
