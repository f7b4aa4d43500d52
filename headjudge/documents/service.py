"""The state of the service, problems, and the answers of batches."""

from typing import Annotated, Literal, NotRequired, TypedDict

from headjudge.documents.fields import Day, Id, Keyword, Words
from headjudge.documents.reports import Report

FaultPlace = TypedDict(
    "FaultPlace",
    {"in": Annotated[Literal["body", "query", "header"], "The part of the request."]},
)


class RequestFault(FaultPlace):
    """A fault in a request."""

    code: Annotated[str, "The kind of fault; never renamed.", Words("fault-codes")]
    pointer: Annotated[
        str,
        "The JSON pointer (RFC 6901) to it; for a query or header, `/` and the name.",
    ]
    detail: Annotated[str, "The fault, as a sentence. Its words may change."]


class Problem(TypedDict):
    """The reason why a request could not be answered."""

    type: Annotated[
        str,
        "The kind of problem, as the address of its page on the service; never renamed.",
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


class UnknownCard(Problem):
    """There is no such card, or there are several."""

    suggestions: NotRequired[
        Annotated[list[str], "English titles that may have been meant, best first."]
    ]


class BatchAnswer(TypedDict):
    """The answer to one line of a batch: a report or a problem."""

    id: NotRequired[Annotated[Id, "The line's `id`, if it has one."]]
    line: Annotated[int, "The line of the body, from 1.", Keyword("minimum", 1)]
    status: Annotated[int, "The status of the line as a request of its own."]
    report: NotRequired[Annotated[Report, "The report, with status 200."]]
    problem: NotRequired[Annotated[Problem, "The problem, with any other status."]]


class Code(TypedDict):
    """A stable code."""

    code: Annotated[str, "The code; of a problem the last part of its `type`."]
    kind: Annotated[Literal["violation", "notice", "problem"], "What has it."]
    when: Annotated[str, "The case in which it is issued."]


class Codes(TypedDict):
    """The codes of violations, notices and problems."""

    codes: Annotated[list[Code], "The codes, by kind."]


class ListVersion(TypedDict):
    """The version of a banlist that is in force today, and how far it is known."""

    version: Annotated[Day | None, "The day since which it is in force; null before any."]
    until: Annotated[Day | None, "The day to which the list is known; null if it is not said."]


class Facts(TypedDict):
    """The facts that answers depend on. The entity tag is the fingerprint."""

    fingerprint: Annotated[
        str, "A hash of all facts and rules: another one may mean another verdict."
    ]
    cards_until: Annotated[Day, "The day of the card facts."]
    banlists: Annotated[dict[str, ListVersion], "The lists by id."]


class Health(TypedDict):
    """The process answers."""

    status: Annotated[Literal["ok"], "The state."]


class Readiness(TypedDict):
    """The facts are open."""

    status: Annotated[Literal["ready"], "The state."]
    cards_until: Annotated[Day, "The day of the card facts."]
    banlist_until: Annotated[Day | None, "The day to which the lists in force are known."]
    fingerprint: Annotated[str, "The fingerprint of the facts, as in reports."]
    warnings: Annotated[
        list[str], "Why the facts in force are not the chosen ones, in English; empty if they are."
    ]
