"""JSON documents of formats, policies and cards."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Literal

import banlists
import cards
import formats
from cards import Card
from formats import Format, Period
from headjudge import documents
from headjudge.web import facts_in_force
from headjudge.web.http import ALL_KINDS
from headjudge.web.words.facts import RARITIES
from validator.fingerprint import fingerprint
from validator.notices import NOTICES
from validator.rules import VIOLATIONS


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


def codes() -> documents.Codes:
    """All codes of violations, notices and problems, and when they are issued."""
    tables: Mapping[Literal["violation", "notice", "problem"], Mapping[str, str]] = {
        "violation": {code: rule.when for code, rule in VIOLATIONS.items()},
        "notice": {code: kind.when for code, kind in NOTICES.items()},
        "problem": {kind.id: kind.meaning for kind in ALL_KINDS},
    }
    return {
        "codes": [
            {"code": code, "kind": kind, "when": when}
            for kind, table in tables.items()
            for code, when in table.items()
        ]
    }


def facts(today: datetime.date) -> documents.Facts:
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


def life(period: Period | None) -> documents.Life:
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
