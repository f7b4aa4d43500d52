"""What is worth knowing although it breaks no rule: one table, in the order of the report.

To add a notice: its definition in the module named after what it is about, and its name here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.case import Case
from validator.model import Notice
from validator.notices.decks import HARD_TO_SHUFFLE, SIDEBOARD_OF_ITS_DAY
from validator.notices.event import (
    CATALOGUE_OLDER,
    FORMATS_DIFFER,
    NOT_YET_SANCTIONED,
    POLICY_DIFFERS,
)
from validator.notices.kind import NoticeKind
from validator.notices.lists import (
    DECKS_SPLIT,
    DOCUMENT_BROKEN,
    LINE_IGNORED,
    LIST_FETCHED,
    NOT_WRITTEN,
    SIDEBOARD_GUESSED,
)
from validator.notices.pools import POOL_IMPROBABLE, POOL_INCOMPLETE
from validator.notices.products import POOL_ABSENT, PRODUCT_NOT_RECOMMENDED, PRODUCT_UNKNOWN
from validator.notices.titles import (
    PRINTING_UNKNOWN,
    TITLE_ASSUMED,
    TITLE_CORRECTED,
    TITLE_REBALANCED,
    TITLE_TRANSLATED,
    TOKEN_IGNORED,
)
from validator.rules.lists import decks_and_pool

TABLE: tuple[NoticeKind, ...] = (
    POLICY_DIFFERS,
    POOL_ABSENT,
    POOL_IMPROBABLE,
    POOL_INCOMPLETE,
    PRODUCT_UNKNOWN,
    PRODUCT_NOT_RECOMMENDED,
    HARD_TO_SHUFFLE,
    CATALOGUE_OLDER,
    TITLE_ASSUMED,
    TITLE_CORRECTED,
    TITLE_TRANSLATED,
    TITLE_REBALANCED,
    PRINTING_UNKNOWN,
    TOKEN_IGNORED,
    LINE_IGNORED,
    SIDEBOARD_GUESSED,
    LIST_FETCHED,
    DECKS_SPLIT,
    DOCUMENT_BROKEN,
    SIDEBOARD_OF_ITS_DAY,
    NOT_YET_SANCTIONED,
    NOT_WRITTEN,
    FORMATS_DIFFER,
)
NOTICES: Mapping[str, NoticeKind] = {kind.code: kind for kind in TABLE}
"""The notices by code."""

_CHECKS = [(kind.find, kind.of_limited) for kind in TABLE if kind.find]
_CHECKS_OF_CONSTRUCTED = tuple(find for find, of_limited in _CHECKS if not of_limited)
_CHECKS_OF_LIMITED = tuple(find for find, _ in _CHECKS)


def notices_of(case: Case) -> Iterator[Notice]:
    """All notices on a case: on the event, then on single lines."""
    for find in _CHECKS_OF_LIMITED if case.is_limited else _CHECKS_OF_CONSTRUCTED:
        yield from find(case)
    for deck in decks_and_pool(case):
        yield from deck.notices
