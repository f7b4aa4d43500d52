"""Lookup resources: formats, banlists, policies, cards and the table of codes."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request
from marshmallow import Schema

import banlists.documents
import cards
import formats
from cards import Card
from headjudge import documents
from headjudge.web import facts_in_force
from headjudge.web.api import fact_documents
from headjudge.web.http import Problem, answer, cached, read_query, translated_answer
from headjudge.web.inputs import queries, question
from headjudge.web.inputs.team import load
from headjudge.web.operation import Operation
from messages import say
from validator import legality_at
from validator.questions import (
    NO_FORMAT,
    NO_POLICY,
    InvalidQuestion,
    check_choice,
    find_format_id,
    find_list_id,
    shorten,
)

blueprint = Blueprint("resources", __name__, url_prefix="/v1")


@dataclass(eq=False)
class UnknownCard(Problem):
    """No card, or more than one, has the requested title."""

    suggestions: tuple[str, ...] = ()

    def as_dict(self) -> documents.UnknownCard:
        """The problem document with the suggested titles, best first."""
        return {**super().as_dict(), "suggestions": list(self.suggestions)}


@blueprint.get("/formats")
@Operation("Formats and banlists", documents.Formats)
def list_formats() -> Response:
    """All formats and kinds of events.

    Those of the service's house rules have `is_house_format` true.
    """
    _query(queries.NONE)
    play_formats = map(facts_in_force.load, facts_in_force.ids())
    return _answer({"formats": [*map(fact_documents.format_summary, play_formats)]})


@blueprint.get("/formats/<identifier>")
@Operation("Formats and banlists", documents.Format, query=queries.DayQuery)
def get_format(identifier: str) -> Response:
    """A format on a day.

    Its sizes, its legal sets and the version of its banlist.
    """
    play_format = facts_in_force.load(
        _check_id(
            NO_FORMAT, find_format_id(identifier, facts_in_force.houses()), facts_in_force.ids()
        )
    )
    as_of, is_dated = _day()
    return _translated_answer(fact_documents.format_on(play_format, as_of), is_dated)


@blueprint.get("/banlists")
@Operation("Formats and banlists", documents.Banlists, query=queries.DayQuery)
def list_banlists() -> Response:
    """All banlists.

    Each with its version on a day.
    """
    as_of, is_dated = _day()
    summaries = [banlists.documents.summary(list_id, as_of) for list_id in banlists.ids()]
    return _answer({"as_of": as_of.isoformat(), "banlists": summaries}, is_dated)


@blueprint.get("/banlists/changes")
@Operation("Formats and banlists", documents.BanlistChanges, query=queries.ChangesQuery)
def list_banlist_changes() -> Response:
    """Banlist changes since a day.

    The versions of all lists, or of one, by the day on which these facts learnt of them, with the
    titles that each changed, including announcements for future days. Whether a stored team is
    still legal is asked by `/v1/facts` and the batch.
    """
    query = _query(queries.CHANGES)
    lists = (query["format"],) if "format" in query else banlists.ids()
    return _answer(banlists.documents.changes_since(query["since"], lists, query["page"]))


@blueprint.get("/banlists/<identifier>")
@Operation("Formats and banlists", documents.Banlist, query=queries.DayQuery)
def get_banlist(identifier: str) -> Response:
    """A banlist on a day.

    Answers for any day: before the format's life `version` is null; after it the last version is
    returned with `active` false.
    """
    list_id = _banlist_id(identifier)
    as_of, is_dated = _day()
    return _answer(banlists.documents.list_on(list_id, as_of), is_dated)


@blueprint.get("/banlists/<identifier>/versions")
@Operation("Formats and banlists", documents.BanlistVersions)
def list_banlist_versions(identifier: str) -> Response:
    """The days on which a banlist changed.

    Each with its day, oldest first; the list of any other day is that of the version before it.
    """
    list_id = _banlist_id(identifier)
    _query(queries.NONE)
    return _answer(banlists.documents.all_versions(list_id))


@blueprint.get("/policies")
@Operation("Policies", documents.Policies)
def list_policies() -> Response:
    """All team policies.

    Each with the days on which tournaments used it.
    """
    _query(queries.NONE)
    policies = [fact_documents.policy_summary(policy_id) for policy_id in formats.policy_ids()]
    return _translated_answer({"policies": policies})


@blueprint.get("/policies/<identifier>")
@Operation("Policies", documents.Policy, query=queries.DayQuery)
def get_policy(identifier: str) -> Response:
    """A team policy.

    `tournament` stands for the dated policy in force on the day, and has its rules.
    """
    policy_id = _check_id(NO_POLICY, identifier, formats.policy_ids())
    as_of, is_dated = _day()
    return _translated_answer(fact_documents.policy_on(policy_id, as_of), is_dated)


@blueprint.get("/cards")
@Operation("Cards", documents.Titles, query=queries.CompletionQuery)
def complete_title() -> Response:
    """Complete titles as they are typed.

    Titles that begin with the text, then titles with a later word that begins with it; those
    printed most often come first. With a format, its legal titles come before all others. The text
    may begin with a count.
    """
    query, facts = _query(queries.COMPLETION), cards.catalogue()
    is_legal = None
    if "format" in query:
        is_legal = legality_at(question.event_of(query, question.today()), facts)
    titles = facts.complete(query["q"], query["limit"], is_legal)
    return _answer({"titles": list(titles)}, is_dated="as_of" in query or is_legal is None)


# Titles contain slashes: the path converter takes them as part of the title.
@blueprint.get("/cards/<path:title>")
@Operation("Cards", documents.Card, missing=documents.UnknownCard)
def get_card(title: str) -> Response:
    """The facts about a card.

    The title may have any spelling that is accepted in lists, in any language that cards are
    printed in. Slashes in it need no encoding, and it is never redirected.
    """
    _query(queries.NONE)
    return _answer(fact_documents.card_document(_card(title)))


@blueprint.get("/codes")
@Operation("Service", documents.Codes)
def list_codes() -> Response:
    """The codes of violations, notices and problems.

    Each with a sentence on when it is issued.
    """
    _query(queries.NONE)
    return _translated_answer(fact_documents.codes())


@blueprint.get("/facts")
@Operation("Service", documents.Facts)
def get_facts() -> Response:
    """The fingerprint of all facts, and how far they reach.

    Ask once a day with the entity tag of the last answer. When the fingerprint changed, judge all
    stored teams anew, and compare `legal`: whatever was learnt, of whichever day, is in it.
    """
    _query(queries.NONE)
    document = fact_documents.facts(question.today())
    return cached(answer(document), is_dated=False, tag=document["fingerprint"])


def _answer(document: Mapping[str, object], is_dated: bool = True) -> Response:
    return cached(answer(document), is_dated=is_dated)


def _translated_answer(document: Mapping[str, object], is_dated: bool = True) -> Response:
    return cached(translated_answer(document), is_dated=is_dated)


def _day() -> tuple[datetime.date, bool]:
    """The requested day, and whether the request names one."""
    query = _query(queries.DAY)
    return query.get("as_of") or question.today(), "as_of" in query


def _query(schema: Schema) -> dict[str, Any]:
    return load(schema, read_query(request))


def _card(title: str) -> Card:
    """The card of a title, in any spelling accepted in lists; raises UnknownCard."""
    match = cards.catalogue().find(title)
    if match.card:
        return match.card
    if match.cards:
        suggestions = tuple(card.title for card in match.cards)
        detail = say('"{title}" is several cards.', title=shorten(title))
    else:
        suggestions = cards.catalogue().suggest(title)
        detail = say('No card is titled "{title}".', title=shorten(title))
    raise UnknownCard(404, detail, suggestions=suggestions)


def _banlist_id(identifier: str) -> str:
    return _check_id(queries.NO_BANLIST, find_list_id(identifier), banlists.ids())


def _check_id(missing: str, identifier: str, ids: tuple[str, ...]) -> str:
    """The id, checked; raises Problem 404, whose message begins with the template `missing`."""
    try:
        check_choice(missing, identifier, ids)
    except InvalidQuestion as error:
        raise Problem(404, error.message) from None
    return identifier
