"""The operations of the API: what is asked where, and every way in which it is answered."""

from __future__ import annotations

from typing import NamedTuple

from web import batch, bodies, queries
from web.fields import Strict
from web.queries import NoQuery
from web.schemas import LINES_MAX

JSON = "application/json"
YAML = "application/yaml"
PLAIN = "text/plain"

TAGS = {
    "Teams": "What is asked about decks.",
    "Formats and banlists": "The facts that decks are judged by.",
    "Cards": "The card catalogue.",
    "Service": "The service itself.",
}


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

    @property
    def method(self) -> str:
        """The HTTP method, in lower case as OpenAPI has it."""
        return "get" if self.body is None else "post"


def _sent(path: str, id: str, summary: str, body: str, answer: str, description: str) -> Operation:
    return Operation(
        path, id, "Teams", summary, answer, description,
        body=body, problems=(400, 413, 415, 422), is_kept=False,
    )  # fmt: skip


def _fact(
    path: str, id: str, summary: str, answer: str, description: str = "",
    query: type[Strict] = NoQuery,
) -> Operation:  # fmt: skip
    problems = (404, 422) if "{" in path else (422,)
    return Operation(
        path, id, "Formats and banlists", summary, answer, description, query, problems=problems
    )


def _service(
    path: str, id: str, summary: str, answer: str | None, media_type: str = JSON,
    problems: tuple[int, ...] = (), *, is_kept: bool = False,
) -> Operation:  # fmt: skip
    return Operation(
        path, id, "Service", summary, answer,
        media_type=media_type, problems=problems, is_kept=is_kept,
    )  # fmt: skip


OPERATIONS = (
    _sent(
        "/v1/validate",
        "validate",
        "Judge a team's decks",
        "Team",
        "Report",
        "Answers 200 whenever the question could be asked, whether the team is legal or not. The"
        f" body may have {bodies.BODY_LIMIT // 1024} KiB, the lists together {LINES_MAX:,} lines.",
    ),
    Operation(
        "/v1/validate/batch",
        "validateBatch",
        "Teams",
        "Judge many teams in one call",
        None,
        "NDJSON in, NDJSON out. Each line of the body is a `BatchLine` and is answered by a"
        " `BatchAnswer`, in the same order. A line at fault never stops the rest; blank lines are"
        f" passed over. A line may have {batch.LINE_LIMIT // 1024 // 1024} MiB, the body any"
        " number of lines. A body with a Content-Length is read whole before the first answer; a"
        " chunked one is answered line by line, and its client must read while it writes.",
        body="",
        media_type=batch.MEDIA_TYPE,
        problems=(400, 415),
        is_kept=False,
    ),
    _sent(
        "/v1/decklists/parse",
        "parseDecklist",
        "Read one list",
        "SentDeck",
        "Reading",
        "Says which cards the list names and what could not be read; judges nothing.",
    ),
    _fact("/v1/formats", "listFormats", "All formats and kinds of events", "Formats"),
    _fact("/v1/formats/{id}", "getFormat", "A format on a day", "Format", query=queries.DayQuery),
    _fact("/v1/banlists", "listBanlists", "All banlists", "Banlists"),
    _fact(
        "/v1/banlists/{id}",
        "getBanlist",
        "A banlist on a day",
        "Banlist",
        "Answers for any day: before the format's life `version` is null, after it the last one"
        " is given, with `active` false.",
        query=queries.DayQuery,
    ),
    _fact(
        "/v1/banlists/{id}/versions",
        "listBanlistVersions",
        "The days on which a banlist changed",
        "BanlistVersions",
    ),
    _fact(
        "/v1/banlists/{id}/versions/{date}",
        "getBanlistVersion",
        "A version of a banlist",
        "Banlist",
    ),
    _fact(
        "/v1/banlists/{id}/diff",
        "diffBanlist",
        "What changed between two days",
        "BanlistDiff",
        "A title that went from banned to restricted, or back, stands under what it became.",
        query=queries.DiffQuery,
    ),
    _fact("/v1/policies", "listPolicies", "All team policies", "Policies"),
    _fact(
        "/v1/policies/{id}",
        "getPolicy",
        "A team policy",
        "Policy",
        "`tournament` stands for the dated policy in force on the day, and has its rules.",
        query=queries.DayQuery,
    ),
    _fact("/v1/violations", "listCodes", "The codes of violations and notices", "Codes"),
    Operation(
        "/v1/cards",
        "completeTitle",
        "Cards",
        "Complete a title",
        "Titles",
        "Titles that begin with what was typed, then titles with a later word that does.",
        query=queries.CompletionQuery,
    ),
    Operation(
        "/v1/cards/{title}",
        "getCard",
        "Cards",
        "What is known of a card",
        "Card",
        "Any spelling that a list may use is a title here, in any language that cards are printed"
        " in. Slashes in it need no encoding, and it is never redirected.",
        query=NoQuery,
        problems=(404, 422),
        not_found="UnknownCard",
    ),
    _service("/healthz", "getHealth", "Whether the process answers", "Health"),
    _service("/readyz", "getReadiness", "Whether the facts are open", "Readiness", problems=(503,)),
    _service("/metrics", "getMetrics", "Counts, in Prometheus's text format", None, PLAIN),
    _service("/openapi.yaml", "getContract", "This document", None, YAML, is_kept=True),
    _service("/openapi.json", "getContractAsJson", "This document as JSON", None, is_kept=True),
)
