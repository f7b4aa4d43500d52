"""Team policies, and what an organizer announces for an event."""

from typing import Annotated, TypedDict

from headjudge.documents.fields import Day, FormatId, Life, Structure, Words


class CitedReading(TypedDict):
    """What one document says where documents differ."""

    text: Annotated[str, "What it says."]
    source: Annotated[str, "The document, or several that agree."]


class Fact(Life):
    """A dated fact about a kind of event."""

    parameter: Annotated[str, "What it is about; never renamed."]
    event: Annotated[str | None, "The kind of event that it is kept about; null for a banlist."]
    section: Annotated[
        str, "The part of an announcement that it belongs to.", Words("fact-sections")
    ]
    title: Annotated[str, "The parameter in words."]
    value: Annotated[
        int | None,
        "The number, of a fact that has a `unit`; null where it is not known, and where nothing is"
        " limited.",
    ]
    unit: Annotated[str | None, "What the number counts; null of a fact in words.", Words("units")]
    text: Annotated[
        str | None, "The fact in words, where it has no `unit`; null where it is not known."
    ]
    sentence: Annotated[str, "The value as a sentence to announce. Its words may change."]
    source: Annotated[str | None, "The documents that say so; null where none does."]
    certainty: Annotated[str, "How sure it is: {certainties}.", Words("certainties")]
    note: Annotated[str | None, "What else there is to say."]
    readings: Annotated[list[CitedReading], "Where documents differ in its time: what each says."]
    settled: Annotated[str | None, "Where they differ: which of them is held here, and why."]


class EventFacts(TypedDict):
    """What an organizer announces for an event."""

    format: Annotated[FormatId, "The play format, or the kind of event."]
    structure: Annotated[Structure, "How the teams play."]
    team_size: Annotated[int, "Players of a team."]
    as_of: Annotated[Day, "The day of the event."]
    facts: Annotated[list[Fact], "One for each parameter, in the order of an announcement."]
    remarks: Annotated[
        list[str], "Sentences about all of them: what the documents at hand leave open."
    ]


class PolicySummary(Life):
    """A dated set of rules for building the decks of a team."""

    id: Annotated[str, "What requests call it.", Words("policies")]
    name: Annotated[str, "What it says, in words."]


class Policy(PolicySummary):
    """A team policy with its rules."""

    as_of: Annotated[Day, "The day that was asked about."]
    stands_for: Annotated[str | None, "Of `tournament`: the policy in force on that day."]
    dated: Annotated[
        list[PolicySummary], "Of `tournament`: the policies that it stands for by turns."
    ]
    copies_in_team: Annotated[
        int | None,
        "The most copies of a title in the team's combined decks; null: no combined limit.",
    ]
    titles_shared: Annotated[bool, "Whether two decks of a team may hold the same title."]
    restricted_scope: Annotated[
        str, "Where one copy of a restricted card is allowed.", Words("restricted-scopes")
    ]
    own_limit: Annotated[
        str, "Where a limit in a card's own text replaces the usual one.", Words("own-limits")
    ]
    exempt: Annotated[str, "Which cards are exempt."]
    two_headed_giant_sideboard_max: Annotated[
        int, "Cards in a Two-Headed Giant Constructed sideboard."
    ]
    source: Annotated[str, "The document that states it."]
    clause: Annotated[str | None, "Where in the document."]
    facts: Annotated[
        list[Fact],
        "The facts about events of the policy's time; of `tournament`, and of a policy without"
        " dates, those of the day.",
    ]


class Policies(TypedDict):
    """All team policies."""

    policies: Annotated[list[PolicySummary], "The policies."]
