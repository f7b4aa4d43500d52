"""The impact of a banlist change or a rotation on teams."""

from typing import Annotated, NotRequired, TypedDict

from headjudge.documents.facts import BanlistDiff
from headjudge.documents.fields import Day, FormatId, Span, Structure
from headjudge.documents.reports import AppliedHouseRules, Violation
from headjudge.documents.sent import Id


class SetChange(TypedDict):
    """A set that enters a format, or leaves it."""

    code: Annotated[str, "The set's code."]
    name: Annotated[str, "The set's name."]
    day: Annotated[Day, "The first day with it, or without it."]


class FormatChanges(TypedDict):
    """The changes of a format between two days."""

    banlists: Annotated[
        list[BanlistDiff],
        "Changes of the format's list and, in Two-Headed Giant, of the list of all such events.",
    ]
    sets_in: Annotated[list[SetChange], "The sets that entered."]
    sets_out: Annotated[list[SetChange], "The sets that rotated out."]


class Cause(TypedDict):
    """A change that affects a team."""

    card: Annotated[str | None, "The title; null if it affects every card."]
    where: Annotated[str, "The format, banlist or policy that changed."]
    day: Annotated[Day, "The day of the change."]
    message: Annotated[str, "The change, as a sentence. Its words may change."]
    source: Annotated[str | None, "The announcement or rule; null if none is known."]


class Impact(TypedDict):
    """The impact of a change on a team."""

    before: Annotated[bool, "Whether the team may play these decks on the first day."]
    after: Annotated[bool, "The same on the second day."]
    touched: Annotated[bool, "Whether its faults on the second day differ from those on the first."]
    appearing: Annotated[list[Violation], "The faults only on the second day."]
    going: Annotated[list[Violation], "The faults only on the first day."]
    causes: Annotated[list[Cause], "The changes that caused it."]


class ImpactOnTeam(Impact):
    """The impact of a change on one team of a request."""

    id: NotRequired[Annotated[Id, "The `id` of the team, if one was sent."]]
    team: Annotated[str | None, "The team's name, as sent."]
    format: Annotated[FormatId, "The team's format."]
    also: NotRequired[
        Annotated[dict[str, Impact], "The same under the policies of `also`, by policy."]
    ]


class ImpactReport(Span):
    """The teams that a change affects, and how."""

    format: Annotated[FormatId, "The format that changes."]
    structure: Annotated[Structure, "The structure of the teams."]
    policy: Annotated[str, "The team policy, as requested."]
    format_changes: Annotated[FormatChanges, "The changes of the format."]
    teams_touched: Annotated[int, "The number of affected teams."]
    teams: Annotated[list[ImpactOnTeam], "The impact on each team, in the order of the request."]
    catalogue: Annotated[Day, "The date of the card facts."]
    fingerprint: Annotated[str, "A hash of all facts and rules that an answer depends on."]
    house: NotRequired[Annotated[AppliedHouseRules, "The house rules of the verdicts."]]
