"""What a change does to teams, as clients receive it."""

from __future__ import annotations

from typing import get_args

import formats
from headjudge.web.contract.facts import BanlistDiff
from headjudge.web.contract.fields import Answer, day, one, several, text, truth, whole
from headjudge.web.contract.reports import Violation
from validator.model import Structure


class SetChange(Answer):
    """A set that comes into a format, or leaves it."""

    code = text("The set's code.")
    name = text("The set's name.")
    day = day("The first day with it, or without it.")


class FormatChanges(Answer):
    """What changed in a format between two days."""

    banlists = several(
        "What changed on the format's list and, in Two-Headed Giant, on that of all such events.",
        BanlistDiff,
    )
    sets_in = several("The sets that came in.", SetChange)
    sets_out = several("The sets that rotated out.", SetChange)


class Cause(Answer):
    """A change that made a difference to a team."""

    card = text("The title that it is about; null where it is about all.", null=True)
    where = text("The format, banlist or policy that changed.")
    day = day("The day of the change.")
    message = text("What happened, as a sentence. Its words may change.")
    source = text("The announcement or rule; null where none is known.", null=True)


class ImpactOnTeam(Answer):
    """What a change does to one team."""

    team = text("What the team calls itself, as sent.", null=True)
    before = truth("Whether the team may play these decks on the first day.")
    after = truth("The same on the second day.")
    touched = truth("Whether it has other faults on the second day than on the first.")
    appearing = several("Its faults on the second day alone.", Violation)
    going = several("Its faults on the first day alone.", Violation)
    causes = several("What made the difference.", Cause)


class ImpactReport(Answer):
    """Which teams a change touches, and how."""

    format = text("The format that changes.", known=formats.ids())
    from_ = day("The day that is compared with.")
    to = day("The day that is compared.")
    structure = text("How the teams play.", known=get_args(Structure))
    policy = text("The team policy, as asked for.")
    changes = one(FormatChanges, "What changed in the format.")
    touched = whole("How many teams are touched.")
    teams = several("What changes for each team, in the order of the request.", ImpactOnTeam)
    catalogue = day("Of which day the card facts are.")
    fingerprint = text("A hash of all facts and rules that an answer depends on.")
