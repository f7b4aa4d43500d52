"""Event facts that follow from the policy in force.

Documents state them for each policy; a policy without such facts brings its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from formats.model import EventFact, OwnLimit, Policy
from messages import say

OWN_LIMITS: Mapping[OwnLimit, str] = {
    "none": say("no"),
    "every-deck": say("yes, for every deck"),
    "one-deck": say("yes, for one deck of the team only"),
}
FORBIDDEN = say("forbidden")


def with_policies(facts: Iterable[EventFact], policies: Iterable[Policy]) -> Iterator[EventFact]:
    """The facts of a team event, completed for the given policies.

    Facts whose id is a policy's end with it; a dated policy without any brings its own.
    """
    dated = {policy.id: policy for policy in policies if policy.life}
    facts = tuple(facts)
    worded = {fact.id for fact in facts} & dated.keys()
    for fact in facts:
        policy = dated.get(fact.id)
        ends = policy and policy.life and fact.life.end is None
        yield fact._replace(life=policy.life) if policy and policy.life and ends else fact
    if worded:
        for policy_id in dated.keys() - worded:
            yield from _facts_of(dated[policy_id], next(iter(facts)).event)


def _facts_of(policy: Policy, event: str) -> Iterator[EventFact]:
    values: dict[str, int | str | None] = {
        "team_copies_max": policy.copies_in_team,
        "same_card_in_two_decks": None if policy.titles_shared else FORBIDDEN,
        "restricted_per_team": 1 if policy.restricted_scope == "team" else None,
        "exempt": policy.exempt,
        "text_overrides_limit": OWN_LIMITS[policy.own_limit],
    }
    source = ", ".join(filter(None, (policy.source, policy.clause)))
    for parameter, value in values.items():
        if value is not None and policy.life:
            yield EventFact(policy.id, event, parameter, value, policy.life, source, "sure")
