"""The operations of the API: what is asked where, and every way in which it is answered."""

from __future__ import annotations

from headjudge.web import sheets
from headjudge.web.api import impact
from headjudge.web.api.batch import answers, lines
from headjudge.web.api.receipts import JWK_SET, WELL_KNOWN
from headjudge.web.contract.operation import PDF, PLAIN, YAML, Operation
from headjudge.web.contract.operation import fact as _fact
from headjudge.web.contract.operation import sent as _sent
from headjudge.web.contract.operation import service as _service
from headjudge.web.inputs import queries
from headjudge.web.inputs import sheets as sheet_schemas
from headjudge.web.inputs.lengths import LINES_MAX
from headjudge.web.service import json_bodies

OPERATIONS = (
    _sent(
        "/v1/validate",
        "validate",
        "Judge a team's decks",
        "Team",
        "Report",
        "Answers 200 whenever the question could be asked, whether the team is legal or not. The"
        f" body may have {json_bodies.BODY_LIMIT // 1024**2} MiB, the lists together {LINES_MAX:,}"
        " lines, or entries of JSON. With `receipt=true` the report has a receipt, which is signed;"
        " a service without keys answers 422.",
    )._replace(query=queries.ReceiptQuery),
    Operation(
        "/v1/validate/batch",
        "validateBatch",
        "Teams",
        "Judge many teams in one call",
        None,
        "NDJSON in, NDJSON out. Each line of the body is a `BatchLine` and is answered by a"
        " `BatchAnswer`, in the same order. A line at fault never stops the rest; blank lines are"
        f" passed over. A line may have {lines.LINE_LIMIT // 1024 // 1024} MiB, the body any"
        " number of lines. A body with a Content-Length is read whole before the first answer; a"
        " chunked one is answered line by line, and its client must read while it writes. With"
        " `receipt=true` each report has a receipt.",
        query=queries.ReceiptQuery,
        body="",
        media_type=answers.MEDIA_TYPE,
        problems=(400, 415, 422, 503),
        is_kept=False,
    ),
    _sent(
        "/v1/receipts/verify",
        "verifyReceipt",
        "Whether a receipt is what was signed",
        "SentReceipt",
        "Verification",
        "Answers 200 whatever is sent as the receipt: `valid` is true only where the statement is,"
        " member by member, what a key of this service signed. Decks and a pool that are sent with"
        " it are compared with those that it is about.",
        tag="Receipts",
    ),
    _service(
        WELL_KNOWN,
        "getReceiptKeys",
        "The public keys of receipts, as a JSON Web Key Set",
        "ReceiptKeys",
        JWK_SET,
        problems=(422, 503),
    )._replace(tag="Receipts", query=queries.NoQuery),
    _sent(
        "/v1/impact",
        "findImpact",
        "Which teams a change touches",
        "Impact",
        "ImpactReport",
        "Judges each team on both days: a change of banlist or rotation touches a team that has"
        f" other faults on the second than on the first. Up to {impact.TEAMS_MAX} teams, in"
        f" {json_bodies.BODY_LIMIT // 1024 // 1024} MiB.",
    ),
    _sent(
        "/v1/decklists/parse",
        "parseDecklist",
        "Read a text",
        "SentDeck",
        "Reading",
        "Says which syntax the text is in, which cards it names and what could not be read; judges"
        " nothing. A text may hold the lists of a whole team.",
        tag="Decklists",
    ),
    _sent(
        "/v1/decklists/convert",
        "convertDecklist",
        "Write a list in another syntax",
        "SentConversion",
        "Converted",
        "Titles are written as full English card titles, and as sent where they name no card, or"
        " several. With `Accept: text/plain`, or the media type of the syntax, the answer is the"
        " text alone, and `Headjudge-Faults` and `Headjudge-Notices` count what JSON would say;"
        " a text of several decks is 422 then.",
        tag="Decklists",
    )._replace(bare=PLAIN),
    _sent(
        "/v1/decklists/diff",
        "diffDecklists",
        "Compare two lists",
        "SentComparison",
        "Comparison",
        "By title, count and section, whatever the syntaxes, the languages and the order of the"
        " lines. Where the texts hold several decks, the first is compared with the first and so"
        " on.",
        tag="Decklists",
    ),
    _fact(
        "/v1/formats",
        "listFormats",
        "All formats and kinds of events",
        "Formats",
        "Those of house rules that the service was given have `house` true.",
    ),
    _fact(
        "/v1/formats/{id}",
        "getFormat",
        "A format on a day",
        "Format",
        "Its sizes, its legal sets and the version of its banlist.",
        query=queries.DayQuery,
    ),
    Operation(
        "/v1/formats/{id}/cards/{title}",
        "getCardHistory",
        "Formats and banlists",
        "A card's whole history in a format",
        "CardHistory",
        "Every day on which the card became legal, restricted, banned or neither, by announcement,"
        " by a set that came in or by rotation. Days to come are told as far as they are known."
        " Formats of house rules have no history.",
        query=queries.NoQuery,
        problems=(404, 422),
        not_found="UnknownCard",
    ),
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
    _fact(
        "/v1/policies",
        "listPolicies",
        "All team policies",
        "Policies",
        "With every dated fact about events.",
        tag="Policies and events",
    ),
    _fact(
        "/v1/policies/{id}",
        "getPolicy",
        "A team policy",
        "Policy",
        "`tournament` stands for the dated policy in force on the day, and has its rules.",
        query=queries.DayQuery,
        tag="Policies and events",
    ),
    _fact(
        "/v1/events/facts",
        "getEventFacts",
        "What an organizer announces for an event",
        "EventFacts",
        "One fact a parameter, each with its source and how sure it is. What no document at hand"
        " says is there as `unknown`; where documents differ, `readings` cites each of them.",
        query=queries.EventQuery,
        tag="Policies and events",
    ),
    _fact(
        "/v1/violations",
        "listCodes",
        "The codes of violations and notices",
        "Codes",
        "Each with the sentence that says when it is given.",
        tag="Teams",
    ),
    Operation(
        "/v1/cards",
        "completeTitle",
        "Cards",
        "Complete a title",
        "Titles",
        "Titles that begin with what was typed, then titles with a later word that does; those"
        " printed most come first. With a format, its legal titles come before all others.",
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
        query=queries.NoQuery,
        problems=(404, 422),
        not_found="UnknownCard",
    ),
    Operation(
        "/v1/products",
        "listProducts",
        "Limited",
        "The products recommended for an event, and what their boosters hold",
        "Products",
        "Another product is allowed. Where no mix is given for a set, the general rule holds.",
        query=queries.ProductsQuery,
    ),
    Operation(
        "/v1/products/checklist",
        "getChecklist",
        "Limited",
        "Every card that a pool may hold",
        "Checklist",
        "For the registration of a pool: by set, color, rarity and title.",
        query=queries.ChecklistQuery,
    ),
    _sent(
        "/v1/events/products",
        "compareProducts",
        "Compare the products of an event's teams",
        "EventProducts",
        "EventProductsAnswer",
        "Every team of an event opens the same. Names the teams that have other packs, or another"
        " number of cards, than most.",
        tag="Limited",
    )._replace(problems=(400, 413, 415, 422)),
    _sent(
        "/v1/pools/assign",
        "assignPool",
        "Build decks from a card pool",
        "PoolBuild",
        "PoolAssignment",
        "Moves copies between the pool and the decks, in the order of the moves. A move that cannot"
        " be made is told in `refused` and the others are made, so that no card is ever lost."
        " Nothing is kept: the lists of the answer are sent again with the next moves. The five"
        " basic lands come from the pool without end.",
        tag="Limited",
    ),
    _sent(
        "/v1/sheets",
        "printSheets",
        "Print sheets of decks and verdicts",
        "Sheets",
        None,
        "A PDF: deck registration sheets, check lists for deck checks, or result slips with a code"
        " that opens the check in the page of this service. Every card that was sent is on it; what"
        " names no card is printed as written and marked. The same request gives the same bytes, if"
        f" it names the day. Up to {sheet_schemas.TEAMS_MAX} teams in"
        f" {json_bodies.BODY_LIMIT // 1024 // 1024} MiB, and {sheets.PAGES_MAX:,} pages.",
    )._replace(answered=PDF),
    _service("/healthz", "getHealth", "Whether the process answers", "Health"),
    _service("/readyz", "getReadiness", "Whether the facts are open", "Readiness", problems=(503,)),
    _service("/metrics", "getMetrics", "Counts, in Prometheus's text format", None, PLAIN),
    _service("/openapi.yaml", "getContract", "This document", None, YAML, is_kept=True),
    _service("/openapi.json", "getContractAsJson", "This document as JSON", None, is_kept=True),
)
