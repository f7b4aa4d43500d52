"""Errors raised by the clients of the service."""

from __future__ import annotations

from headjudge.documents import Problem


class ServiceError(Exception):
    """There is no answer; the text is a sentence with the reason."""


class Unreachable(ServiceError):
    """The service did not answer, or the answer is not from a Headjudge."""


class Refused(ServiceError):
    """The service answered with a problem document: invalid request, or try later."""

    def __init__(self, problem: Problem, request_id: str | None = None) -> None:
        super().__init__(problem["detail"])
        self.request_id = request_id
        """The request's id in the service's log; None if the answer has none."""
        self.problem = problem
        """The document (RFC 9457): `type` to switch on, `errors` with a pointer to each fault."""

    @property
    def status(self) -> int:
        """The HTTP status: 4xx for invalid requests; 429 and 5xx if the service cannot answer."""
        return self.problem["status"]
