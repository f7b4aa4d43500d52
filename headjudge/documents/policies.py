"""Team policies."""

from typing import Annotated, TypedDict

from headjudge.documents.fields import Day, Life, Words


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


class Policies(TypedDict):
    """All team policies."""

    policies: Annotated[list[PolicySummary], "The policies."]
