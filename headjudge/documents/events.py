"""Team policies, and the facts that an organizer announces for an event."""

from typing import Annotated, TypedDict

from headjudge.documents.fields import Day, FormatId, Life, Structure, Words


class CitedReading(TypedDict):
    """The reading of one of several conflicting documents."""

    text: Annotated[str, "Its reading."]
    source: Annotated[str, "The document, or several that agree."]


class Fact(Life):
    """A dated fact about a kind of event."""

    parameter: Annotated[str, "Its subject; never renamed."]
    event: Annotated[str | None, "The kind of event; null for a banlist."]
    section: Annotated[str, "The section of the announcement.", Words("fact-sections")]
    title: Annotated[str, "The parameter in words."]
    value: Annotated[
        int | None,
        "The number of a fact that has a `unit`; null if it is unknown, or if nothing is limited.",
    ]
    unit: Annotated[str | None, "The unit of the number; null for a fact in words.", Words("units")]
    text: Annotated[str | None, "The fact in words, if it has no `unit`; null if it is unknown."]
    sentence: Annotated[str, "The value as a sentence to announce. Its words may change."]
    source: Annotated[str | None, "The documents that state it; null if none does."]
    certainty: Annotated[str, "Its certainty: {certainties}.", Words("certainties")]
    note: Annotated[str | None, "A further note."]
    readings: Annotated[
        list[CitedReading], "The readings of documents that conflict in its period."
    ]
    settled: Annotated[str | None, "If they conflict: the reading used here, and the reason."]


class EventFacts(TypedDict):
    """The facts that an organizer announces for an event."""

    format: Annotated[FormatId, "The play format, or the kind of event."]
    structure: Annotated[Structure, "The structure of the teams."]
    team_size: Annotated[int, "Players of a team."]
    as_of: Annotated[Day, "The day of the event."]
    facts: Annotated[list[Fact], "One for each parameter, in the order of an announcement."]
    remarks: Annotated[
        list[str], "Sentences about all of them: questions that the documents at hand leave open."
    ]


class PolicySummary(Life):
    """A dated set of rules for building the decks of a team."""

    id: Annotated[str, "Its id in requests.", Words("policies")]
    name: Annotated[str, "Its rule, in words."]


class Policy(PolicySummary):
    """A team policy with its rules."""

    as_of: Annotated[Day, "The requested day."]
    stands_for: Annotated[str | None, "For `tournament`: the policy in force on that day."]
    dated: Annotated[
        list[PolicySummary], "For `tournament`: the policies that it stands for, by date."
    ]
    copies_in_team: Annotated[
        int | None,
        "The maximum copies of a title in the team's combined decks; null: no combined limit.",
    ]
    titles_shared: Annotated[bool, "Whether two decks of a team may contain the same title."]
    restricted_scope: Annotated[
        str,
        "The scope in which one copy of a restricted card is allowed.",
        Words("restricted-scopes"),
    ]
    own_limit: Annotated[
        str,
        "The scope in which a limit in a card's own text replaces the usual one.",
        Words("own-limits"),
    ]
    exempt: Annotated[str, "The exempt cards."]
    two_headed_giant_sideboard_max: Annotated[
        int, "Cards in a Two-Headed Giant Constructed sideboard."
    ]
    source: Annotated[str, "The document that states it."]
    clause: Annotated[str | None, "The place in the document."]
    facts: Annotated[
        list[Fact],
        "The facts about events in the policy's period; for `tournament`, and for a policy without"
        " dates, those of the day.",
    ]


class Policies(TypedDict):
    """All team policies."""

    policies: Annotated[list[PolicySummary], "The policies."]
