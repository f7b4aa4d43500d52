"""Contract metadata of views, as a decorator.

The view's name is the operation id; its docstring gives the summary (first paragraph) and the
description (second); path and method come from the route.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from marshmallow import Schema

JSON = "application/json"
YAML = "application/yaml"
PLAIN = "text/plain"

OF_BODIES = (400, 413, 415, 422)
OF_LINKS = (502, 503, 504)
"""Statuses of requests with links that cannot be followed."""

Tag = Literal[
    "Teams", "Decklists", "Formats and banlists", "Policies", "Cards",
    "Limited", "Service",
]  # fmt: skip
View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Operation:
    """One method of one path; a decorator of its view, below that of the route."""

    tag: Tag
    answer: Any = None
    """The type of the answer; None if it is not JSON."""
    body: str | None = None
    """The schema name of the request body; empty if it is not JSON."""
    lines: tuple[str, Any] | None = None
    """The schema name and the answer's type of each line, if body and answer are NDJSON."""
    query: Schema | None = None
    """The schema of the query; None if there is none."""
    description: str = ""
    """Overrides the docstring's, to state limits."""
    media_type: str = JSON
    """Of the answer, and of the body."""
    problems: tuple[int, ...] | None = None
    """Statuses of problems, if different from the defaults for bodies or facts."""
    is_kept: bool = False
    """Whether an answer other than facts is cacheable, with validators."""

    def __call__(self, view: View) -> View:
        """Attach the metadata to the view."""
        vars(view)["operation"] = self
        return view
