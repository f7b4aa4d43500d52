"""The event of the form in one line: everything but its format and the team."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from headjudge.web.pages.check.form import CheckForm
from headjudge.web.words import choices
from messages import say
from validator.questions import DEFAULT_STRUCTURE


def event_words(form: CheckForm, today: datetime.date) -> Iterator[str]:
    """The day, the structure, the team rule if there is one, and "House rules" if there are any.

    The page's script builds the same text when a field changes.
    """
    yield say("Today") if form.as_of == today.isoformat() else form.as_of
    yield choices.STRUCTURES.get(form.structure, choices.STRUCTURES[DEFAULT_STRUCTURE])
    if form.structure != "individual" and not choices.is_limited(form.format):
        rules = {rule.id: rule.name for rule in (*choices.policies(), *choices.dated_policies())}
        usual = choices.usual_policy(form.format_of(), form.structure)
        yield rules.get(form.policy, usual)
    if form.house_titles:
        yield say("House rules")
