"""Problem documents (RFC 9457) for all errors."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Literal, NamedTuple

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from headjudge import documents
from headjudge.web.service.application import is_id_sent, request_id
from headjudge.web.service.json_answers import encode
from headjudge.web.service.languages import translate, with_language
from headjudge.web.service.limits import LIMITS
from messages import say

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "/problems/"
"""Types are addresses within the service, of a page that explains them."""

FAULTS_SHOWN = LIMITS.faults
"""A request with more faults than this only gets the first ones."""


class Kind(NamedTuple):
    """A kind of problem."""

    id: str
    """The stable last part of the type."""
    title: str
    meaning: str
    """Its description in the contract and on the page of the type, in English."""


KINDS: Mapping[int, Kind] = {
    400: Kind("not-json", say("The body is not JSON"),
        "The body is not JSON, is nested too deeply, or ends too early."),
    403: Kind("cross-site", say("Another site has sent this form"),
        "A page of another site has sent a form of the pages; never under `/v1`."),
    404: Kind("not-found", say("There is nothing here"),
        "There is no such resource: no format, list, version or card of that name."),
    405: Kind("method-not-allowed", say("This resource does not support that method"),
        "The resource has no such method. `Allow` names those that it has."),
    413: Kind("too-large", say("The body is too large"),
        "The body, or a line of a batch, is over its limit."),
    415: Kind("media-type", say("The body is of another media type"),
        "The body is not declared as the media type that the resource takes."),
    422: Kind("schema", say("The request is not valid"),
        "The request is JSON, but not valid: unknown formats, dates or fields, wrong types, or more"
        " than a limit allows. `errors` has each fault with its code and a pointer to it."),
    429: Kind("too-many-requests", say("There were too many requests"),
        "There were more requests than the service allows: wait `Retry-After`."),
    500: Kind("internal", say("The service failed"),
        "The service failed, and logged it under `request_id`: tell its operator."),
    502: Kind("link", say("A list could not be fetched from its link"),
        "A site did not return the list at its link. `errors` points to each such link."),
    503: Kind("not-ready", say("The service is not ready"),
        "The service has no card facts at the moment, or is busy: try again."),
    504: Kind("link-timeout", say("A list was not fetched from its link in time"),
        "A site did not return the list at its link in time."),
}  # fmt: skip
"""The usual kind by status."""
LINKS_OFF = Kind(
    "links-off",
    say("This service fetches no lists by link"),
    "The service fetches no lists by link: send the text of the list.",
)
ALL_KINDS = (*KINDS.values(), LINKS_OFF)

DETAILS: Mapping[int, str] = {
    404: say(
        "The requested URL was not found on the server. If you entered the URL manually please"
        " check your spelling and try again."
    ),
    405: say("The method is not allowed for the requested URL."),
    413: say("The data value transmitted exceeds the capacity limit."),
}
"""Messages in place of Flask's descriptions."""


Part = Literal["body", "query", "header"]
"""A part of a request."""
NO_LINKS = say("This service does not fetch lists by link: send the text of the list.")
GIVEN_TWICE = say("This is given twice.")
FAULT_CODES = {
    NO_LINKS: "links-off",
    GIVEN_TWICE: "given-twice",
    "This field is required.": "required",
    "This may not be null.": "null",
    "There is no field of this name here.": "unknown-field",
    "This must be a real date as YYYY-MM-DD.": "no-date",
    "This must be true or false.": "wrong-type",
}
"""The stable codes of faults, by their message templates."""
FAULT_CODES_BY_BEGINNING = {
    "There is no ": "unknown-value",
    "No card is titled ": "unknown-card",
    "This must be a": "wrong-type",
}
OVER_LIMIT, NOT_ALLOWED = "over-limit", "not-allowed"
FAULT_WORDS = sorted(
    {*FAULT_CODES.values(), *FAULT_CODES_BY_BEGINNING.values(), OVER_LIMIT, NOT_ALLOWED}
)


class Fault(NamedTuple):
    """A fault in a request, with its JSON pointer (RFC 6901)."""

    pointer: str
    detail: str
    part: Part = "body"

    @property
    def code(self) -> str:
        """The kind of fault; never renamed."""
        sentence = getattr(self.detail, "template", self.detail)
        if code := FAULT_CODES.get(sentence):
            return code
        if "{most}" in sentence:
            return OVER_LIMIT
        codes = FAULT_CODES_BY_BEGINNING.items()
        return next((code for begin, code in codes if sentence.startswith(begin)), NOT_ALLOWED)


@dataclass(eq=False)
class Problem(Exception):
    """An error answered with a problem document; raised anywhere below a view."""

    status: int
    detail: str
    faults: Sequence[Fault] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: Kind | None = None
    """Overrides that of `KINDS`."""

    def as_dict(self) -> documents.Problem:
        """The problem document."""
        kind = self.kind or KINDS.get(self.status)
        document: documents.Problem = {
            "type": TYPE_PREFIX + (kind.id if kind else "http"),
            "title": kind.title if kind else HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
        }
        if self.faults:
            document["errors"] = [
                {
                    "code": fault.code,
                    "in": fault.part,
                    "pointer": fault.pointer,
                    "detail": fault.detail,
                }
                for fault in self.faults[:FAULTS_SHOWN]
            ]
        return document

    def _with_request_id(self) -> documents.Problem:
        """The document, with the request's id for server errors, or if the client sent one.

        A random id would give different bytes for the same answer.
        """
        document = self.as_dict()
        if is_id_sent.get() or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            document["request_id"] = request_id.get()
        return document

    def response(self) -> Response:
        """The problem as an HTTP response."""
        body = encode(translate(self._with_request_id()))
        return with_language(Response(body, self.status, self.headers, content_type=MEDIA_TYPE))


@dataclass(eq=False)
class NoFacts(Problem):
    """No reliable card facts are available at the moment."""

    status: int = HTTPStatus.SERVICE_UNAVAILABLE
    detail: str = say("The card facts cannot be opened.")
    headers: Mapping[str, str] = field(default_factory=lambda: {"Retry-After": "1"})


def schema_problem(faults: Sequence[Fault]) -> Problem:
    """The 422 problem for the faults of a request, at least one."""
    first = faults[0].detail
    kind = LINKS_OFF if all(fault.detail == NO_LINKS for fault in faults) else None
    if len(faults) == 1:
        return Problem(422, first, faults, kind=kind)
    if len(faults) <= FAULTS_SHOWN:
        detail = say("{number} faults. The first: {first}", number=len(faults), first=first)
    else:
        detail = say(
            "{number} faults; the first {shown} are listed. The first: {first}",
            number=len(faults),
            shown=FAULTS_SHOWN,
            first=first,
        )
    return Problem(422, detail, faults, kind=kind)


def pointer(*tokens: str | int) -> str:
    """The JSON pointer of these tokens, escaped as in RFC 6901."""
    return "".join(f"/{str(token).replace('~', '~0').replace('/', '~1')}" for token in tokens)


def register(application: Flask, answer: Callable[[Problem], Response] = Problem.response) -> None:
    """Let the application answer every error with a problem, as a document or by `answer`."""

    def answer_http_error(error: HTTPException) -> Response | HTTPException:
        code = error.code or 500
        if code < 400:  # redirects are no problems
            return error
        # Only keep headers that help the client: Allow, Retry-After.
        headers = {k: v for k, v in error.get_headers() if k.lower() != "content-type"}
        detail = DETAILS.get(code) or error.description or HTTPStatus(code).phrase
        return answer(Problem(code, detail, headers=headers))

    def answer_unexpected_error(error: Exception) -> Response:
        # Flask does not log errors that have a handler.
        logger.error("unexpected error", exc_info=error)
        return answer(cause(error))

    application.register_error_handler(Problem, answer)
    application.register_error_handler(HTTPException, answer_http_error)
    application.register_error_handler(Exception, answer_unexpected_error)


UNEXPECTED = Problem(
    500, say("The service failed on this request; the fault is ours and was logged.")
)
NO_MEMORY = Problem(503, say("The service has no memory left: try again later."))
NO_ROOM = Problem(503, say("The service has no room left on its disk: try again later."))
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def cause(error: Exception) -> Problem:
    """The problem for an unexpected error, which may be a lack of memory or disk."""
    if isinstance(error, MemoryError):
        return NO_MEMORY
    return NO_ROOM if isinstance(error, OSError) and error.errno in FULL else UNEXPECTED
