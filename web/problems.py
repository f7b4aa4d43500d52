"""Problem documents (RFC 9457) for everything that cannot be asked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, NamedTuple

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from web.answers import encode
from web.limits import LIMITS

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:headjudge:problem:"

FAULTS_SHOWN = LIMITS.faults
"""A request with more faults than this is told of the first ones only."""

KINDS: Mapping[int, tuple[str, str]] = {
    400: ("not-json", "The body is not JSON"),
    401: ("unauthorized", "The key is not known"),
    403: ("cross-site", "Another site has sent this form"),
    404: ("not-found", "There is nothing here"),
    405: ("method-not-allowed", "This resource has no such method"),
    408: ("timeout", "The request did not arrive in time"),
    413: ("too-large", "The body is too large"),
    414: ("address-too-long", "The address is too long"),
    415: ("media-type", "The body is of another media type"),
    422: ("schema", "The request cannot be asked"),
    429: ("too-many-requests", "There were too many requests"),
    431: ("headers-too-large", "The headers are too large"),
    500: ("internal", "The service failed"),
    502: ("link", "A list was not given under its link"),
    503: ("not-ready", "The service is not ready"),
    504: ("link-timeout", "A list was not given under its link in time"),
}
"""Of each status: the stable end of its type, and its title."""
TOO_SLOW = ("too-slow", "The request takes too long")
"""The same of a request with status 503 that another attempt would not help."""


class Fault(NamedTuple):
    """One thing that is wrong in a request, and the JSON pointer (RFC 6901) to it."""

    pointer: str
    detail: str


@dataclass(eq=False)
class Problem(Exception):
    """A request that cannot be asked; raised anywhere below a view."""

    status: int
    detail: str
    faults: Sequence[Fault] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: tuple[str, str] | None = None
    """Where it is not the one of `KINDS`."""

    def as_dict(self) -> dict[str, Any]:
        """The problem document."""
        known = self.kind or KINDS.get(self.status)
        kind, title = known or ("http", HTTPStatus(self.status).phrase)
        document: dict[str, Any] = {
            "type": TYPE_PREFIX + kind,
            "title": title,
            "status": self.status,
            "detail": self.detail,
        }
        if self.faults:
            document["errors"] = [fault._asdict() for fault in self.faults[:FAULTS_SHOWN]]
        return document

    def response(self) -> Response:
        """The problem as an HTTP response."""
        return Response(encode(self.as_dict()), self.status, self.headers, content_type=MEDIA_TYPE)


def schema_problem(faults: Sequence[Fault]) -> Problem:
    """The 422 problem for faults found in a request, at least one."""
    first = faults[0].detail
    if len(faults) == 1:
        return Problem(422, first, faults)
    shown = f"; the first {FAULTS_SHOWN} are listed" if len(faults) > FAULTS_SHOWN else ""
    return Problem(422, f"{len(faults)} faults{shown}. The first: {first}", faults)


def pointer(*tokens: str | int) -> str:
    """The JSON pointer of these tokens, escaped as RFC 6901 asks."""
    return "".join(f"/{str(token).replace('~', '~0').replace('/', '~1')}" for token in tokens)


def register(application: Flask, answer: Callable[[Problem], Response] = Problem.response) -> None:
    """Make the application answer every error as a problem, with a document or as `answer` does."""

    def from_http(error: HTTPException) -> Response | HTTPException:
        code = error.code or 500
        if code < 400:  # a redirect is no problem
            return error
        # Of the headers only those that say how to ask better: Allow, Retry-After.
        headers = {k: v for k, v in error.get_headers() if k.lower() != "content-type"}
        detail = error.description or HTTPStatus(code).phrase
        return answer(Problem(code, detail, headers=headers))

    def unexpected(error: Exception) -> Response:
        # Flask logs nothing once a handler takes an error, so it is logged here.
        logger.error("unexpected error", exc_info=error)
        return answer(UNEXPECTED)

    application.register_error_handler(Problem, answer)
    application.register_error_handler(HTTPException, from_http)
    application.register_error_handler(Exception, unexpected)


UNEXPECTED = Problem(500, "The service failed at this request; the fault is ours and was logged.")
