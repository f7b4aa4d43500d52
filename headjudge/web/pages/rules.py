"""Pages on formats, banlists, cards and team policies: what may be played on a day."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for

import banlists
import cards
import formats
from banlists import Announcement
from cards import Card, Catalogue
from formats import Format
from headjudge.web import facts_in_force, http, question
from headjudge.web.api.facts import format_on, policy_on, structure_facts
from headjudge.web.limits import LIMITS
from headjudge.web.pages.page import Link, Missing, page, page_of, read_form_query, require_id
from headjudge.web.schemas import queries
from headjudge.web.words import choices
from headjudge.web.words.choices import Group
from messages import Message, say, say_list
from validator.house_rules import House
from validator.legality.history import Change, history
from validator.questions import DEFAULT_POLICY, shorten

blueprint = Blueprint("rules_pages", __name__)

CACHED_PAGES = 64
"""Cached pages of formats; the largest has some 100 KB."""
ALL_FORMATS = Link("/formats", say("All formats and banlists"))
ALL_POLICIES = Link("/policies", say("All team rules"))
ORDER = ("banned", "restricted", "legal", "not-legal", "unreleased", "ended")
"""Of statuses on the page of a card: what concerns a player first."""
KINDS = {"constructed": say("Constructed"), "limited": say("Limited")}
FOUND_MOST = 12
CANDIDATES = 60
"""Titles that are looked through for the best of what was typed."""


class FormatRow(NamedTuple):
    """A format in the overview, with its banlist of the day."""

    format: Format
    list: banlists.Version | None


class Turn(NamedTuple):
    """The announcements of a day for a list."""

    announcement: Announcement
    anchor: str
    changes: tuple[tuple[Message, tuple[str, ...]], ...]
    """Titles by new state."""


@blueprint.get("/formats")
def all_formats() -> Response:
    """All formats and banlists, with their lives."""
    today = question.today()
    groups = [(group.name, [_row(play, today) for play in group.formats]) for group in _groups()]
    return page("formats.html", is_dated=False, groups=groups, today=today)


@blueprint.get("/formats/<identifier>")
def format_page(identifier: str) -> Response:
    """A format on a day: its list and sets, its timeline, and a card's history in it."""
    query, language = request.query_string, http.language_code()
    text = _format_page(identifier, query, language, question.today(), cards.catalogue())
    return page_of(text, is_dated="as_of" in read_form_query(queries.FORMAT_PAGE))


@cards.catalogue_cache(CACHED_PAGES)
def _format_page(
    identifier: str, _query: bytes, _language: str, today: datetime.date, _facts: Catalogue
) -> str:
    """The page for a query, language, day and edition of the facts; raises Missing.

    It is the largest page, and the same for everyone.
    """
    format_id = require_id(
        identifier,
        tuple(sorted({*facts_in_force.ids(), *banlists.ids()})),
        ALL_FORMATS,
        heading=say("There is no such format"),
        sentence=lambda quoted: say("There is no format “{id}”.", id=quoted),
        name_of=lambda near: _play(near).name,
    )
    query = read_form_query(queries.FORMAT_PAGE)
    day = query.get("as_of") or today
    house = facts_in_force.houses().get(format_id)
    if house and "card" in query:
        raise _no_history(house)
    play = _play(format_id)
    card = _card(query, format_id) if "card" in query else None
    return render_template(
        "format.html",
        play=play,
        own=house,
        base=formats.load(house.base) if house and house.base else None,
        event_base=formats.load(play.base).name if play.base else None,
        facts=format_on(play, day) if format_id in facts_in_force.ids() else None,
        day=day,
        asked_day=query.get("as_of"),
        list=_list(format_id, day),
        structures=choices.STRUCTURES,
        turns=tuple(_turns(format_id)),
        card=card,
        changes=_changes(card, format_id),
        standing=_standing(card, format_id, day) if card else None,
        canonical=url_for(
            ".format_page",
            identifier=format_id,
            as_of=query.get("as_of"),
            card=card.title if card else None,
        ),
    )


@blueprint.get("/cards")
def card_page() -> Response:
    """The formats in which a card is legal on a day; of a part of a title, the cards with it."""
    query, today = read_form_query(queries.FORMAT_PAGE), question.today()
    # `q` is what people try who type the address.
    typed = query.get("card") or request.args.get("q", "")[: LIMITS.typed].strip()
    if not typed:
        return all_formats()
    day = query.get("as_of") or today
    found = _titles_with(typed)
    if len(found) > 1:
        values = {"typed": typed, "found": found, "day": day, "today": today}
        return page("cards.html", is_dated="as_of" in query, **values)
    card = _card(query | {"card": found[0] if found else typed})
    plays = [play for play in choices.deck_formats() if day in play.life]
    standings = [(play, _standing(card, play.id, day)) for play in plays]
    standings.sort(key=lambda one: ORDER.index(one[1].status if one[1] else "not-legal"))
    return page(
        "card.html",
        is_dated="as_of" in query,
        card=card,
        standings=standings,
        by_status=_by_status(standings),
        day=day,
        today=today,
        canonical=url_for(".card_page", card=card.title, as_of=query.get("as_of")),
    )


def _titles_with(typed: str) -> tuple[str, ...]:
    """The English titles that have it in them: as a word of its own first, then by printings.

    None if it names one card, in any spelling.
    """
    catalogue = cards.catalogue()
    match = catalogue.find(typed)
    if match.card:
        return ()
    word = re.compile(rf"\b{re.escape(typed)}\b", re.IGNORECASE)
    known = match.cards or filter(
        None, (catalogue.find(title).card for title in catalogue.complete(typed, CANDIDATES))
    )
    ranked = sorted(known, key=lambda card: (not word.search(card.title), -len(card.printings)))
    return tuple(card.title for card in ranked[:FOUND_MOST])


def _by_status(standings: Iterable[tuple[Format, Change | None]]) -> dict[str, list[str]]:
    """The names of the formats in which a card is banned, restricted or legal."""
    names: dict[str, list[str]] = {}
    for play, change in standings:
        if change:
            names.setdefault(change.status, []).append(play.name)
    return names


def _standing(card: Card, format_id: str, day: datetime.date) -> Change | None:
    """The last change of a card in a format up to a day."""
    until = (step for step in _changes(card, format_id) if step.day is None or step.day <= day)
    return max(until, key=lambda step: step.day or datetime.date.min, default=None)


@blueprint.app_template_filter()
def card_types(rule: str) -> str:
    """The types of a class of cards, in English."""
    return str(say_list(rule.removeprefix("type=").split("|"), "or"))


def _groups() -> Iterator[Group]:
    """All formats and event kinds, and lists without a format."""
    *played, older = choices.format_groups()
    kinds = choices.event_groups()[-1]
    extra = (list_id for list_id in banlists.ids() if list_id not in formats.ids())
    events = (*kinds.formats, *map(formats.of_list, extra))
    yield from (*played, *choices.house_groups(), Group(kinds.name, events), older)


def _row(play: Format, day: datetime.date) -> FormatRow:
    return FormatRow(play, _list(play.id, day))


def _play(format_id: str) -> Format:
    house = facts_in_force.houses().get(format_id)
    return house.format if house else formats.of_list(format_id)


def _list(format_id: str, day: datetime.date) -> banlists.Version | None:
    if house := facts_in_force.houses().get(format_id):
        return facts_in_force.banlist_at(house, day)
    return banlists.at(format_id, day) if format_id in banlists.ids() else None


def _turns(format_id: str) -> Iterator[Turn]:
    """The announcements for a list, newest first."""
    if format_id not in banlists.ids():
        return
    seen: Counter[str] = Counter()
    for announcement in reversed(banlists.announcements(format_id)):
        anchor = f"day-{announcement.effective}"
        seen[anchor] += 1
        anchor += f"-{seen[anchor]}" * (seen[anchor] > 1)
        changes = (
            (say("Banned"), announcement.banned),
            (say("Restricted"), announcement.restricted),
            (say("Neither banned nor restricted any more"), announcement.legal),
            (say("Left the format, and so the list"), announcement.lapsed),
        )
        said = tuple((words, titles) for words, titles in changes if titles)
        yield Turn(announcement, anchor, said)


def _changes(card: Card | None, format_id: str) -> tuple[Change, ...]:
    return history(card, format_id, cards.catalogue()) if card else ()


def _no_history(house: House) -> Missing:
    """The problem for a card history of house rules; links to their base."""
    base = formats.load(house.base) if house.base else house.format
    return Missing(
        404,
        say("House rules have no card history; the format that they change may have one."),
        heading=say("There is no such history"),
        back=Link(url_for(".format_page", identifier=base.id), base.name),
    )


def _card(query: Mapping[str, Any], format_id: str = "") -> Card:
    """The card of a query; raises Missing with suggestions.

    Their links lead to their histories in the format, or without one to their own pages.
    """
    catalogue, title = cards.catalogue(), query["card"]
    match = catalogue.find(title)
    if match.card:
        return match.card
    as_of, back = query.get("as_of"), ALL_FORMATS
    address = partial(url_for, ".card_page", as_of=as_of)
    if format_id:
        page_of_format = partial(url_for, ".format_page", identifier=format_id)
        address = partial(page_of_format, as_of=as_of, _anchor="card")
        back = Link(page_of_format(), formats.of_list(format_id).name)
    text = shorten(title)
    found = _titles_with(title)
    if match.cards:
        heading = say("Which card is meant?")
        detail = say("“{text}” is several cards.", text=text)
    elif found:
        heading = say("Which card is meant?")
        detail = say("These titles have “{text}” in them.", text=text)
    else:
        heading = say("There is no such card")
        detail = say("No card is titled “{text}”.", text=text)
    titles = found or catalogue.suggest(title)
    links = tuple(Link(address(card=name), name, is_card=True) for name in titles)
    raise Missing(404, detail, heading=heading, near=links, back=back)


@blueprint.get("/policies")
def all_policies() -> Response:
    """All policies, and how teams play today."""
    today = question.today()
    return page(
        "policies.html",
        is_dated=False,
        ruling=policy_on(formats.TOURNAMENT, today),
        usual=policy_on(DEFAULT_POLICY, today),
        policies=[policy_on(policy_id, today) for policy_id in formats.policy_ids()],
        structures=[(name, _facts(id, today)) for id, name in choices.STRUCTURES.items()],
        today=today,
        choices=choices,
    )


def _facts(structure_id: str, day: datetime.date) -> list[dict[str, Any]]:
    """How teams of a structure play on a day, with the kind of formats that a fact is for."""
    known = formats.structure(structure_id).facts_on(day, None)
    documents = structure_facts(None, day, structure_id)
    kinds = [KINDS.get(fact.kind or "") for fact in known]
    return [{**fact, "kind": kind} for fact, kind in zip(documents, kinds, strict=True)]


@blueprint.get("/policies/<identifier>")
def policy_page(identifier: str) -> Response:
    """A policy's rules."""
    policy_id = require_id(
        identifier,
        formats.policy_ids(),
        ALL_POLICIES,
        heading=say("There is no such policy"),
        sentence=lambda quoted: say("There is no policy “{id}”.", id=quoted),
        name_of=choices.policy_words,
    )
    query = read_form_query(queries.DAY)
    day = query.get("as_of") or question.today()
    policy = policy_on(policy_id, day)
    return page(
        "policy.html",
        is_dated="as_of" in query,
        policy=policy,
        hint=None if policy_id == formats.TOURNAMENT else formats.policy(policy_id).hint,
        canonical=url_for(".policy_page", identifier=policy_id, as_of=query.get("as_of")),
        day=day,
        choices=choices,
    )
