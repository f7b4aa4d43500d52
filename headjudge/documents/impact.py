"""What a change of banlist or rotation does to teams."""

from typing import Annotated, NotRequired, TypedDict

from headjudge.documents.facts import BanlistDiff
from headjudge.documents.fields import Day, FormatId, Span, Structure
from headjudge.documents.reports import AppliedHouseRules, Violation
from headjudge.documents.sent import Id


class SetChange(TypedDict):
    """A set that comes into a format, or leaves it."""

    code: Annotated[str, "The set's code."]
    name: Annotated[str, "The set's name."]
    day: Annotated[Day, "The first day with it, or without it."]


class FormatChanges(TypedDict):
    """What changed in a format between two days."""

    banlists: Annotated[
        list[BanlistDiff],
        "What changed on the format's list and, in Two-Headed Giant, on that of all such events.",
    ]
    sets_in: Annotated[list[SetChange], "The sets that came in."]
    sets_out: Annotated[list[SetChange], "The sets that rotated out."]


class Cause(TypedDict):
    """A change that made a difference to a team."""

    card: Annotated[str | None, "The title that it is about; null if it affects every card."]
    where: Annotated[str, "The format, banlist or policy that changed."]
    day: Annotated[Day, "The day of the change."]
    message: Annotated[str, "What happened, as a sentence. Its words may change."]
    source: Annotated[str | None, "The announcement or rule; null where none is known."]


class Impact(TypedDict):
    """What a change does to a team."""

    before: Annotated[bool, "Whether the team may play these decks on the first day."]
    after: Annotated[bool, "The same on the second day."]
    touched: Annotated[bool, "Whether it has other faults on the second day than on the first."]
    appearing: Annotated[list[Violation], "Its faults on the second day alone."]
    going: Annotated[list[Violation], "Its faults on the first day alone."]
    causes: Annotated[list[Cause], "What made the difference."]


class ImpactOnTeam(Impact):
    """What a change does to one team."""

    id: NotRequired[Annotated[Id, "The `id` of the team, where one was sent."]]
    team: Annotated[str | None, "What the team calls itself, as sent."]
    format: Annotated[FormatId, "The format that the team plays."]
    also: NotRequired[
        Annotated[dict[str, Impact], "The same under the policies of `also`, by policy."]
    ]


class ImpactReport(Span):
    """Which teams a change touches, and how."""

    format: Annotated[FormatId, "The format that changes."]
    structure: Annotated[Structure, "How the teams play."]
    policy: Annotated[str, "The team policy, as asked for."]
    format_changes: Annotated[FormatChanges, "What changed in the format."]
    teams_touched: Annotated[int, "How many teams are touched."]
    teams: Annotated[list[ImpactOnTeam], "What changes for each team, in the order of the request."]
    catalogue: Annotated[Day, "The date of the card facts."]
    fingerprint: Annotated[str, "A hash of all facts and rules that an answer depends on."]
    house: NotRequired[Annotated[AppliedHouseRules, "The house rules of the verdicts."]]
