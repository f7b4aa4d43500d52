"""Facts and their documents: formats, banlists, policies, cards, and the table of codes."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Literal

from flask import Blueprint, Response

import banlists
import banlists.documents
import cards
import formats
from cards import Card
from formats import Format, Period
from headjudge import documents
from headjudge.web import facts_in_force, question
from headjudge.web.http import (
    ALL_KINDS,
    FAULTS,
    Problem,
    answer,
    cached,
    translated_answer,
)
from headjudge.web.operation import Operation
from headjudge.web.schemas import queries
from headjudge.web.words.facts import RARITIES
from messages import say
from messages.fields import Life
from validator import legality_at
from validator.fingerprint import fingerprint
from validator.notices import NOTICES
from validator.questions import (
    NO_FORMAT,
    NO_POLICY,
    InvalidQuestion,
    check_choice,
    find_format_id,
    find_list_id,
    shorten,
)
from validator.rules import VIOLATIONS

blueprint = Blueprint("resources", __name__, url_prefix="/v1")


@blueprint.get("/formats")
@Operation("Formats and banlists", documents.Formats)
def list_formats() -> Response:
    """All formats and kinds of events.

    Those of the service's house rules have `is_house_format` true.
    """
    queries.read()
    play_formats = map(facts_in_force.load, facts_in_force.ids())
    return _answer({"formats": [*map(format_summary, play_formats)]})


@blueprint.get("/formats/<identifier>")
@Operation("Formats and banlists", documents.Format, query=queries.DAY)
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
    return _translated_answer(format_on(play_format, as_of), is_dated)


@blueprint.get("/banlists")
@Operation("Formats and banlists", banlists.documents.Banlists, query=queries.DAY)
def list_banlists() -> Response:
    """All banlists.

    Each with its version on a day.
    """
    as_of, is_dated = _day()
    summaries = [banlists.documents.summary(list_id, as_of) for list_id in banlists.ids()]
    return _answer({"as_of": as_of.isoformat(), "banlists": summaries}, is_dated)


@blueprint.get("/banlists/changes")
@Operation("Formats and banlists", banlists.documents.BanlistChanges, query=queries.CHANGES)
def list_banlist_changes() -> Response:
    """Banlist changes since a day.

    The versions of all lists, or of one, by the day on which these facts learnt of them, future
    ones included.
    """
    query = queries.read()
    lists = (query["format"],) if "format" in query else banlists.ids()
    return _answer(banlists.documents.changes_since(query["since"], lists, query["page"]))


@blueprint.get("/banlists/<identifier>")
@Operation("Formats and banlists", banlists.documents.Banlist, query=queries.DAY)
def get_banlist(identifier: str) -> Response:
    """A banlist on a day.

    Of any day: before the format's life `version` is null; after it `active` is false.
    """
    list_id = _banlist_id(identifier)
    as_of, is_dated = _day()
    return _answer(banlists.documents.list_on(list_id, as_of), is_dated)


@blueprint.get("/banlists/<identifier>/versions")
@Operation("Formats and banlists", banlists.documents.BanlistVersions)
def list_banlist_versions(identifier: str) -> Response:
    """The days on which a banlist changed.

    Oldest first.
    """
    list_id = _banlist_id(identifier)
    queries.read()
    return _answer(banlists.documents.all_versions(list_id))


@blueprint.get("/policies")
@Operation("Policies", documents.Policies)
def list_policies() -> Response:
    """All team policies.

    Each with the days on which tournaments used it.
    """
    queries.read()
    policies = [policy_summary(policy_id) for policy_id in formats.policy_ids()]
    return _translated_answer({"policies": policies})


@blueprint.get("/policies/<identifier>")
@Operation("Policies", documents.Policy, query=queries.DAY)
def get_policy(identifier: str) -> Response:
    """A team policy.

    `tournament` stands for the dated policy in force on the day, and has its rules.
    """
    policy_id = _check_id(NO_POLICY, identifier, formats.policy_ids())
    as_of, is_dated = _day()
    return _translated_answer(policy_on(policy_id, as_of), is_dated)


@blueprint.get("/cards")
@Operation("Cards", documents.Titles, query=queries.COMPLETION)
def complete_title() -> Response:
    """Complete titles as they are typed.

    Titles that begin with the text, then those with a later word that does; the most printed come
    first. With a format, its legal titles precede all others. The text may begin with a count.
    """
    query, facts = queries.read(), cards.catalogue()
    is_legal = None
    if "format" in query:
        is_legal = legality_at(question.event_of(query, question.today()), facts)
    titles = facts.complete(query["q"], query["limit"], is_legal)
    return _answer({"titles": list(titles)}, is_dated="as_of" in query or is_legal is None)


# Titles contain slashes: the path converter takes them as part of the title.
@blueprint.get("/cards/<path:title>")
@Operation("Cards", documents.Card)
def get_card(title: str) -> Response:
    """The facts about a card.

    The title may have any spelling that is accepted in lists, in any language. Slashes in it need
    no encoding.
    """
    queries.read()
    return _answer(card_document(_card(title)))


@blueprint.get("/codes")
@Operation("Service", documents.Codes)
def list_codes() -> Response:
    """The codes of violations, notices, problems and faults of requests.

    Each with a sentence on when it is issued.
    """
    queries.read()
    return _translated_answer(all_codes())


@blueprint.get("/facts")
@Operation("Service", documents.Facts)
def get_facts() -> Response:
    """The fingerprint of all facts, and how far they reach.

    Ask once a day with the entity tag of the last answer. When the fingerprint changed, judge all
    stored teams anew, and compare `legal`.
    """
    queries.read()
    document = facts_today(question.today())
    return cached(answer(document), is_dated=False, tag=document["fingerprint"])


def _answer(document: Mapping[str, object], is_dated: bool = True) -> Response:
    return cached(answer(document), is_dated=is_dated)


def _translated_answer(document: Mapping[str, object], is_dated: bool = True) -> Response:
    return cached(translated_answer(document), is_dated=is_dated)


def _day() -> tuple[datetime.date, bool]:
    """The requested day, and whether the request names one."""
    query = queries.read()
    return query.get("as_of") or question.today(), "as_of" in query


def _card(title: str) -> Card:
    """The card of a title, in any spelling accepted in lists; raises Problem 404."""
    match = cards.catalogue().find(title)
    if match.card:
        return match.card
    if match.cards:
        suggestions = tuple(card.title for card in match.cards)
        detail = say('"{title}" is several cards.', title=shorten(title))
    else:
        suggestions = cards.catalogue().suggest(title)
        detail = say('No card is titled "{title}".', title=shorten(title))
    raise Problem(404, detail, suggestions=suggestions)


def _banlist_id(identifier: str) -> str:
    return _check_id(queries.NO_BANLIST, find_list_id(identifier), banlists.ids())


def _check_id(missing: str, identifier: str, ids: tuple[str, ...]) -> str:
    """The id, checked; raises Problem 404, whose message begins with the template `missing`."""
    try:
        check_choice(missing, identifier, ids)
    except InvalidQuestion as error:
        raise Problem(404, error.message) from None
    return identifier


def format_summary(play_format: Format) -> documents.FormatSummary:
    """A format in an overview."""
    return {
        "id": play_format.id,
        "name": play_format.name,
        "kind": play_format.kind,
        **life(play_format.life),
        "base": play_format.base,
        "structure": play_format.structure,
        "is_house_format": play_format.id in facts_in_force.houses(),
    }


def format_on(play_format: Format, as_of: datetime.date) -> documents.Format:
    """A format in full on a day."""
    return {
        **format_summary(play_format),
        "as_of": as_of.isoformat(),
        "active": as_of in play_format.life,
        "main_min": play_format.main_min,
        "main_max": play_format.main_max,
        "sideboard_max": play_format.sideboard_max,
        "copies_max": play_format.copies_max,
        "singleton": play_format.singleton,
        "has_commanders": play_format.command_zone is not None,
        "policy": play_format.policy,
        "card_pool": play_format.pool,
        "sets": _sets_on(play_format, as_of) if play_format.pool == "sets" else None,
        "always_legal": sorted(play_format.always_legal),
        "title_rules": [
            {
                "name": row.title,
                "effect": row.rule,
                "since": iso(row.since),
                "source": row.source,
            }
            for row in formats.listed_titles(play_format, as_of)
        ],
        "banlist": _banlist_version(play_format, as_of),
        "facts": structure_facts(play_format, as_of),
        "notes": play_format.notes,
        **_house_rules(play_format.id),
    }


def policy_summary(policy_id: str) -> documents.PolicySummary:
    """A policy in an overview."""
    return {
        "id": policy_id,
        "name": formats.policy_name(policy_id),
        **life(_period(policy_id)),
    }


def policy_on(policy_id: str, as_of: datetime.date) -> documents.Policy:
    """A policy in full on a day; `tournament` has the rules of the policy it stands for."""
    policy = formats.resolve_policy(policy_id, as_of)
    is_tournament = policy_id == formats.TOURNAMENT
    dated = [policy_summary(dated.id) for dated in formats.policies() if dated.life]
    return {
        **policy_summary(policy_id),
        "as_of": as_of.isoformat(),
        "stands_for": policy.id if is_tournament else None,
        "dated": dated if is_tournament else [],
        "copies_in_team": policy.copies_in_team,
        "titles_shared": policy.titles_shared,
        "restricted_scope": policy.restricted_scope,
        "own_limit": policy.own_limit,
        "exempt": policy.exempt,
        "two_headed_giant_sideboard_max": policy.two_headed_giant_sideboard_max,
        "source": policy.source,
        "clause": policy.clause,
    }


def structure_facts(
    play_format: Format | None, as_of: datetime.date, structure_id: str | None = None
) -> list[documents.StructureFact]:
    """How teams play a format, or any, on a day, by structure; `structure_id` leaves out others."""
    only = structure_id or (play_format and play_format.structure)
    return [
        {
            "structure": each,
            "about": fact.about,
            "title": formats.TOPICS[fact.about],
            "value": fact.value,
            **life(fact.life),
            "source": fact.source,
        }
        for each in ([only] if only else formats.structure_ids())
        for fact in formats.structure(each).facts_on(as_of, play_format)
    ]


def card_document(card: Card) -> documents.Card:
    """All facts of the catalogue about a card."""
    return {
        "name": card.title,
        "faces": list(card.faces),
        "alternative_titles": list(card.alternative_titles),
        "translations": dict(cards.catalogue().titles_of(card.title)),
        "layout": card.layout,
        "supertypes": list(card.supertypes),
        "types": list(card.types),
        "subtypes": list(card.subtypes),
        "mana_value": card.mana_value,
        "colors": list(card.colors or ""),
        "copy_limit": None if card.copy_limit == "any" else card.copy_limit,
        "any_number": card.copy_limit == "any",
        "status": card.status,
        "printings": [
            {"set": code, "name": cards.catalogue().sets[code].name, "rarity": RARITIES[rarity]}
            for code, rarity in card.printings
        ],
    }


def all_codes() -> documents.Codes:
    """All codes of violations, notices, problems and faults, and when they are issued."""
    tables: Mapping[Literal["violation", "notice", "problem", "fault"], Mapping[str, str]] = {
        "violation": {code: rule.when for code, rule in VIOLATIONS.items()},
        "notice": {code: kind.when for code, kind in NOTICES.items()},
        "problem": {kind.id: kind.meaning for kind in ALL_KINDS},
        "fault": FAULTS,
    }
    return {
        "codes": [
            {"code": code, "kind": kind, "when": when}
            for kind, table in tables.items()
            for code, when in table.items()
        ]
    }


def facts_today(today: datetime.date) -> documents.Facts:
    """What answers of today depend on."""
    catalogue = cards.catalogue()
    return {
        "fingerprint": fingerprint(catalogue),
        "cards_until": catalogue.as_of.isoformat(),
        "banlists": {
            list_id: {
                "version": iso(banlists.at(list_id, today).effective),
                "until": iso(banlists.known_until(list_id)),
            }
            for list_id in banlists.ids()
        },
    }


def life(period: Period | None) -> Life:
    """The first day of a period, and the first day after it."""
    return {
        "from": iso(period.start if period else None),
        "until": iso(period.end if period else None),
    }


def iso(day: datetime.date | None) -> str | None:
    """The day as YYYY-MM-DD."""
    return day.isoformat() if day else None


def _period(policy_id: str) -> Period | None:
    return None if policy_id == formats.TOURNAMENT else formats.policy(policy_id).life


def _sets_on(play_format: Format, as_of: datetime.date) -> list[documents.LegalSet]:
    sets = cards.catalogue().sets
    return [
        {"code": code, "name": sets[code].name, **life(period)}
        for code, period in play_format.sets_on(as_of).items()
    ]


def _banlist_version(play_format: Format, as_of: datetime.date) -> str | None:
    if play_format.kind != "constructed":
        return None
    house = facts_in_force.houses().get(play_format.id)
    list_id = house.base if house else play_format.id
    return iso(banlists.at(list_id, as_of).effective) if list_id else None


def _house_rules(format_id: str) -> documents.OwnRules:
    """The house rules of a format, with titles sorted; empty if it has none."""
    house = facts_in_force.houses().get(format_id)
    if house is None:
        return {}
    return {
        "house_rules": {
            "base": house.base,
            "ban": sorted(house.ban),
            "allow": sorted(house.allow),
            "restrict": sorted(house.restrict),
            "digest": house.digest,
        }
    }
