"""What is said of the service itself, and of requests that it cannot answer."""

from typing import Annotated, Literal, NotRequired, TypedDict

from headjudge.documents.fields import Day, Keyword, Words
from headjudge.documents.impact import ImpactReport
from headjudge.documents.reports import BatchReport
from headjudge.documents.sent import Id

FaultPlace = TypedDict(
    "FaultPlace",
    {"in": Annotated[Literal["body", "query", "header"], "The part of the request."]},
)


class RequestFault(FaultPlace):
    """One thing that is wrong in a request."""

    code: Annotated[str, "What kind of fault it is; never renamed.", Words("fault-codes")]
    pointer: Annotated[
        str,
        "The JSON pointer (RFC 6901) to it; of a query or header, `/` and the name.",
    ]
    detail: Annotated[str, "What is wrong, as a sentence. Its words may change."]


class Edition(TypedDict):
    """Card facts that are on the disk of the service."""

    fingerprint: Annotated[
        str, "The fingerprint of answers by these facts, by which requests may ask for them."
    ]
    edition: Annotated[str, "What these facts are called on the command line."]
    catalogue: Annotated[Day, "Their date."]


class Problem(TypedDict):
    """Why a request could not be answered."""

    type: Annotated[
        str,
        "What kind of problem it is, as the address of its page on the service; never renamed.",
        Words("problems"),
    ]
    title: Annotated[str, "The kind in words."]
    status: Annotated[int, "The HTTP status."]
    detail: Annotated[str, "The problem as a sentence. Its words may change."]
    errors: NotRequired[
        Annotated[
            list[RequestFault],
            "With status 422 each fault of the request, with 502 to 504 each link that failed.",
        ]
    ]
    request_id: NotRequired[
        Annotated[
            str,
            "The X-Request-ID of the answer, if the request named one, or if the service failed.",
        ]
    ]
    fingerprints: NotRequired[
        Annotated[
            list[Edition],
            "The facts that can be asked for, if there are none of the requested fingerprint.",
        ]
    ]


class UnknownCard(Problem):
    """There is no such card, or there are several."""

    suggestions: NotRequired[
        Annotated[list[str], "English titles that may have been meant, best first."]
    ]


class BatchAnswer(TypedDict):
    """The answer to one line of a batch: a report or a problem."""

    id: Annotated[Id | None, "The line's `id`, as sent."]
    line: Annotated[int, "The line of the body, from 1.", Keyword("minimum", 1)]
    status: Annotated[int, "The status that the line would have got by itself."]
    report: NotRequired[Annotated[BatchReport, "The report, with status 200."]]
    problem: NotRequired[Annotated[Problem, "The problem, with any other status."]]


class BatchImpact(TypedDict):
    """The answer to one line of a batch of changes: an impact or a problem."""

    id: Annotated[Id | None, "The line's `id`, as sent."]
    line: Annotated[int, "The line of the body, from 1.", Keyword("minimum", 1)]
    status: Annotated[int, "The status that the line would have got by itself."]
    impact: NotRequired[Annotated[ImpactReport, "Which teams are touched, with status 200."]]
    problem: NotRequired[Annotated[Problem, "The problem, with any other status."]]


class Code(TypedDict):
    """A stable code."""

    code: Annotated[str, "The code."]
    when: Annotated[str, "When it is given."]


class Codes(TypedDict):
    """The tables of codes."""

    violations: Annotated[list[Code], "What breaks a rule."]
    notices: Annotated[list[Code], "What is worth knowing."]


class Health(TypedDict):
    """The process answers."""

    status: Annotated[Literal["ok"], "How it is."]


class Readiness(TypedDict):
    """The facts are open."""

    status: Annotated[Literal["ready"], "How it is."]
    catalogue: Annotated[Day, "The date of the card facts."]
    in_force: Annotated[Edition, "The facts that answer requests which name none."]
    known: Annotated[list[Edition], "All facts that can be asked for, the newest first."]
    warnings: Annotated[
        list[str], "Why the facts in force are not the chosen ones, in English; empty if they are."
    ]
