"""Schemas of queries."""

from __future__ import annotations

import re
from typing import Any

from flask import current_app, request
from marshmallow import ValidationError, validates_schema

import banlists
import formats
from headjudge.web.http import read_query
from headjudge.web.limits import LIMITS
from headjudge.web.operation import Operation
from headjudge.web.schemas.fields import (
    BANLISTS,
    FORMATS,
    LIMITED_FORMATS,
    Day,
    Id,
    Integer,
    Query,
    SetCodes,
    Text,
    choice,
    fault_of,
    find_format,
    means,
    refused,
    valid,
)
from headjudge.web.schemas.team import check_format, load, structure_faults, structure_field
from messages import say, template
from validator import questions

NO_BANLIST = template('There is no banlist "{text}".')
PARTS = ("cards",)
"""Optional parts of a report."""
PAGES_MAX = 1_000


class IntegerText(Integer):
    """A whole number from 1 as written in a query: 4, but neither 04 nor 4.0."""

    def read(self, value: Any) -> int | None:
        """The number in the text; None if it is none."""
        return int(value) if re.fullmatch(r"-?(0|[1-9][0-9]{0,9})", value) else None


def _check_length(text: str) -> None:
    if not 1 <= len(text) <= LIMITS.typed:
        sentence = say("This must have from 1 to {most} characters.", most=LIMITS.typed)
        raise refused("out-of-range", sentence)


class NoQuery(Query):
    """The query of a resource that takes none."""


class ReportQuery(Query):
    """The query of a verdict."""

    include = Text(
        validate=choice(template('There is no part "{text}" to include.'), PARTS),
        metadata=means(
            "With `cards` each deck of the report has its cards as they were read.", enum=PARTS
        ),
    )


class DayQuery(Query):
    """The query of what depends on a day."""

    as_of = Day(metadata=means("The day of the facts; today (UTC) without it."))


class ChangesQuery(Query):
    """The query of banlist changes."""

    since = Day(
        required=True,
        metadata=means("The first day on which the facts learnt of a change; it is included."),
    )
    page = IntegerText(
        PAGES_MAX,
        load_default=1,
        metadata=means("The page, from 1; `next_page` names the next one."),
    )
    format = Id(
        questions.find_list_id,
        validate=choice(NO_BANLIST, banlists.ids()),
        metadata=means("The id of one banlist; all lists without it.", **BANLISTS),
    )


class FormatPageQuery(DayQuery):
    """The query of a format's page: a day, and a card whose history is shown."""

    card = Text(validate=_check_length, metadata=means("A card title in any spelling of a list."))


class CompletionQuery(DayQuery):
    """The query of a completion; the day is that of the format."""

    q = Text(
        required=True,
        validate=_check_length,
        metadata=means(
            "The text typed so far: the beginning of a title, or of a word in it.",
            minLength=1,
            maxLength=LIMITS.typed,
        ),
    )
    limit = IntegerText(
        LIMITS.completions,
        load_default=10,
        metadata=means("The maximum number of titles."),
    )
    format = Id(
        find_format,
        validate=valid(check_format),
        metadata=means(
            "The play format, or the kind of event, whose legal titles come first.", **FORMATS
        ),
    )


class ProductsQuery(DayQuery):
    """The query of the products that are recommended for an event."""

    format = Id(
        find_format,
        load_default="sealed",
        metadata=means(
            "The Limited format, or the kind of event.",
            **LIMITED_FORMATS,
            default="sealed",
        ),
    )
    structure = structure_field()
    team_size = IntegerText(questions.DECKS_MAX, metadata=means("Players of the team."))
    set = SetCodes(1, metadata=means("A set's code: only mixes with boosters of it."))

    @validates_schema
    def check_event(self, query: dict[str, Any], **_: Any) -> None:
        """The event must exist, and be one of Limited."""
        if fault := fault_of(questions.find_format, query["format"]):
            raise ValidationError([fault], "format")
        event = formats.load(query["format"])
        if event.kind != "limited":
            sentence = say("{format} is played without boosters.", format=event.id)
            raise refused("not-allowed", sentence, "format")
        if faults := structure_faults(event, query):
            raise ValidationError(faults)


class ChecklistQuery(DayQuery):
    """The query of the checklist of a product."""

    sets = SetCodes(
        LIMITS.checklist_sets,
        required=True,
        metadata=means("The codes of the sets, separated by commas."),
    )


NONE = NoQuery()
REPORT = ReportQuery()
DAY = DayQuery()
CHANGES = ChangesQuery()
FORMAT_PAGE = FormatPageQuery()
PRODUCTS = ProductsQuery()
CHECKLIST = ChecklistQuery()
COMPLETION = CompletionQuery()


def read() -> dict[str, Any]:
    """The query of this request by the schema of its operation, which may take none.

    Raises Problem 422.
    """
    assert request.endpoint
    operation: Operation = vars(current_app.view_functions[request.endpoint])["operation"]
    return load(operation.query or NONE, read_query(request.args))
