"""What a client of the service raises."""

from __future__ import annotations

from headjudge.documents import Problem


class ServiceError(Exception):
    """There is no answer; the text is a sentence that says why."""


class Unreachable(ServiceError):
    """The service did not answer, or what answered is no Headjudge."""


class Refused(ServiceError):
    """The service answered with a problem document: this cannot be asked, or not now."""

    def __init__(self, problem: Problem, request_id: str | None = None) -> None:
        super().__init__(problem["detail"])
        self.request_id = request_id
        """What the service's log calls the request; None where the answer did not say."""
        self.problem = problem
        """The document (RFC 9457): `type` to switch on, `errors` with a pointer to each fault."""

    @property
    def status(self) -> int:
        """The HTTP status: 4xx the request is at fault, 429 and 5xx the service could not."""
        return self.problem["status"]
