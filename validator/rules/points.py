"""Formats in which strong cards cost points (Canadian Highlander)."""

from __future__ import annotations

from collections.abc import Iterator

from messages import say, say_short_list, template
from validator.case import Case
from validator.definition import example
from validator.rules.rule import Rule
from validator.violation import Source, Violation

POINTS_EXCEEDED: Rule[Case] = Rule(
    "points-exceeded",
    Source("the list of points in the format's file in formats/"),
    when=say("The cards of a deck cost more points than the format allows."),
    says=template(
        "The cards of {deck} have {count} points ({titles}), at most {limit} are allowed."
    ),
    fix=template("Replace some of these cards in {deck}."),
    explains=(
        "In Canadian Highlander some cards cost points, and a deck with its sideboard may have at"
        " most ten. House rules may have their own list of points."
    ),
    mend="Replace cards of the list until the points are within the limit.",
    example=example(
        "1 Ancestral Recall\n1 Black Lotus\n98 Island",
        format="canadian-highlander",
        as_of="2026-09-01",
        structure="individual",
    ),
)


@POINTS_EXCEEDED.rule
def points_exceeded(case: Case) -> Iterator[Violation]:
    # A deck and its sideboard together may have at most the format's number of points.
    for group in case.groups:
        points, limit = group.ruleset.format.points_on(case.day), group.ruleset.format.points_max
        if points is None or limit is None or not group.ruleset.is_active:
            continue
        for deck in group.decks:
            costly = [
                copies for title, copies in group.count([deck]).items() if title in points.titles
            ]
            count = sum(points.titles[copies.card.title] * copies.count for copies in costly)
            if count > limit:
                costs = [
                    f"{copies.card.title} {points.titles[copies.card.title]}" for copies in costly
                ]
                yield POINTS_EXCEEDED.violation(
                    Source(points.source, f"from {points.start}"),
                    count=count,
                    limit=limit,
                    places=[place for copies in costly for place in copies.places()],
                    titles=say_short_list(costs),
                    deck=deck.label,
                )
