"""A language without words: of each template only what fills it in is left.

So whatever English is left in a message is a value that no translator will see.
"""

from __future__ import annotations

import datetime
import http
import re
from collections.abc import Sequence
from functools import cache
from string import Formatter

import banlists
import cards
import formats
from headjudge.decklists import SYNTAXES
from headjudge.decklists.documents.tables import PROGRAMS
from messages import Word
from tests.fact_files import MIX_EVENTS
from validator.model import MAIN, PLATFORMS, SIDEBOARD
from validator.questions import STRUCTURES

OPEN, CLOSE, BETWEEN = "⟦", "⟧", "¦"
_POINTS = re.compile(r" [0-9]{1,2}\Z")
_COUNT = re.compile(r"\A[0-9]{1,4} ")
_COLORS = re.compile(r"[WUBRG]{1,5}")
_PLAIN = re.compile(
    r"[-+]?[0-9,.]+ ?|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9 +×]+ = [0-9]+|[-–—.,:;()“”\"' ]*"
)
"""Numbers, dates, sums and signs."""


class Wordless:
    """As `messages.Language` asks for one."""

    def text(self, template: str) -> str:
        """Only the places of the template."""
        names = [name for _, name, _, _ in Formatter().parse(template) if name]
        return OPEN + BETWEEN.join(f"{{{name}}}" for name in names) + CLOSE

    def plural(self, one: str, many: str, number: int) -> str:
        """Those of the template that fits."""
        return self.text(one if number == 1 else many)

    def join(self, items: Sequence[str], word: Word) -> str:
        """The items alone."""
        return OPEN + BETWEEN.join(items) + CLOSE


def is_whole(text: str) -> bool:
    """Whether all of the text was said by one message: nothing stands before or behind it."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == OPEN) - (letter == CLOSE)
        if depth == 0 and at < len(text) - 1:
            return False
    return text.startswith(OPEN) and depth == 0


def english(text: str, sent: str = "") -> list[str]:
    """What is left in a wordless text and neither a fact's own name nor a part of what was sent."""
    left = (one.strip() for one in re.split(f"[{OPEN}{CLOSE}{BETWEEN}]", text))
    return [one for one in left if not _is_name(one) and one not in sent]


def _is_name(text: str) -> bool:
    known = names()
    title_of_points = _COUNT.sub("", _POINTS.sub("", text))
    if (
        text in known
        or title_of_points in known
        or _COLORS.fullmatch(text)
        or _PLAIN.fullmatch(text)
        or "://" in text
    ):
        return True
    # Ids and titles stand in lists, too, and printings behind titles.
    title, mark, _ = text.partition(" (")
    listed = all(one in known or _PLAIN.fullmatch(one) for one in re.split("[,;] ", text))
    return listed or (bool(mark) and title in known)


@cache
def names() -> frozenset[str]:
    """What is called the same in every language: cards, sets, formats, ids, programs, sources."""
    facts = cards.catalogue()
    own = [*formats.ids(), *formats.policy_ids(), *banlists.ids()]
    lists = [banlists.at(one, datetime.date.max) for one in banlists.ids()]
    zones = [formats.load(format_id).command_zone for format_id in formats.ids()]
    sources = [
        *(one.source for list_id in banlists.ids() for one in banlists.announcements(list_id)),
        *(one.source or "" for version in lists for one in version.classes),
        *(mix.source for event in MIX_EVENTS for mix in formats.mixes(event)),
        *(fact.source for one in formats.structure_ids() for fact in formats.structure(one).facts),
        *(ban.source for zone in zones if zone for ban in (*zone.banned, *zone.banned_companions)),
    ]
    types = {" ".join((*card.types, *card.subtypes)) for card in map(facts.card, facts.titles())}
    return frozenset(
        {
            *facts.titles(),
            *facts.sets,
            *(one.name for one in facts.sets.values()),
            *types,
            *own,
            *(formats.load(one).name for one in formats.ids()),
            *(one.name for one in formats.policies()),
            *sources,
            *(part for source in sources for part in source.split("; ")),
            *PLATFORMS.values(),
            *PROGRAMS,
            *SYNTAXES,
            *(one.name for one in SYNTAXES.values()),
            *STRUCTURES,
            *formats.KINDS,
            MAIN,
            SIDEBOARD,
            *http.HTTPMethod,
        }
    )
