"""Team policies and facts about events as clients receive them."""

from __future__ import annotations

from typing import get_args

import formats
from formats.model import OwnLimit, RestrictedScope
from headjudge.web.contract.facts import first_day, last_day
from headjudge.web.contract.fields import Answer, any_of, day, several, text, texts, truth, whole
from validator.events import words
from validator.model import Structure


class CitedReading(Answer):
    """What one document says where documents differ."""

    value = text("What it says.")
    source = text("The document, or several that agree.")


class Fact(Answer):
    """A dated fact about a kind of event."""

    parameter = text("What it is about; never renamed.")
    event = text("The kind of event that it is kept about; null for a banlist.", null=True)
    section = text(
        "The part of an announcement that it belongs to.", known=map(str, words.SECTIONS)
    )
    title = text("The parameter in words.")
    value = any_of("Its value; null where it is not known.", ("integer", "string", "null"))
    sentence = text("The value as a sentence to announce. Its words may change.")
    source = text("The documents that say so; null where none does.", null=True)
    certainty = text(
        "How sure it is: "
        + "; ".join(f"`{word}`, {meaning}" for word, meaning in words.CERTAINTIES.items())
        + ".",
        known=words.CERTAINTIES,
    )
    from_ = first_day()
    until = last_day()
    note = text("What else there is to say.", null=True)
    readings = several("Where documents differ in its time: what each says.", CitedReading)
    settled = text("Where they differ: which of them is held here, and why.", null=True)


class EventFacts(Answer):
    """What an organizer announces for an event."""

    format = text("The play format, or the kind of event.", known=formats.ids())
    structure = text("How the teams play.", known=get_args(Structure))
    team_size = whole("Players of a team.")
    as_of = day("The day of the event.")
    facts = several("One for each parameter, in the order of an announcement.", Fact)
    remarks = texts("Sentences about all of them: what the documents at hand leave open.")


class PolicySummary(Answer):
    """A dated set of rules for building the decks of a team."""

    id = text("What requests call it.", known=formats.policy_ids())
    name = text("What it says, in words.")
    from_ = first_day()
    until = last_day()


class Policy(PolicySummary):
    """A team policy with its rules."""

    as_of = day("The day that was asked about.")
    stands_for = text("Of `tournament`: the policy in force on that day.", null=True)
    dated = several("Of `tournament`: the policies that it stands for by turns.", PolicySummary)
    copies_in_team = whole(
        "The most copies of a title in the team's combined decks; null: no combined limit.",
        null=True,
    )
    titles_shared = truth("Whether two decks of a team may hold the same title.")
    restricted_scope = text(
        "Where one copy of a restricted card is allowed.", known=get_args(RestrictedScope)
    )
    own_limit = text(
        "Where a limit in a card's own text replaces the usual one.", known=get_args(OwnLimit)
    )
    exempt = text("Which cards are exempt.")
    two_headed_giant_sideboard_max = whole("Cards in a Two-Headed Giant Constructed sideboard.")
    source = text("The document that states it.")
    clause = text("Where in the document.", null=True)
    facts = several(
        "The facts about events of the policy's time; of `tournament`, and of a policy without"
        " dates, those of the day.",
        Fact,
    )


class Policies(Answer):
    """All team policies, and all dated facts about events."""

    policies = several("The policies.", PolicySummary)
    facts = several("Every fact, by kind of event, parameter and date.", Fact)
