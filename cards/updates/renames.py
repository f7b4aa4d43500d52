"""Find known titles that were renamed in a source."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from cards.titles import loosen
from cards.updates.spool import Spool


def find_renames(
    missing: Iterable[str], old_titles: Collection[str], spool: Spool, identities: Mapping[str, str]
) -> dict[str, str]:
    """The new title of each title in `missing` that was renamed.

    `old_titles` are all titles of the facts in force, `missing` those that the source lacks, and
    `identities` the Oracle IDs of known titles, if an earlier update stored them. A card was
    renamed if the ID is the same, if the old title is an alternative title of the new card, or
    if a new title only differs in spelling or in the back face.
    """
    by_identity: dict[str, str] = {}
    by_spelling: dict[str, str] = {}
    for title, identity in spool.titles():
        if identity:
            by_identity[identity] = title
        if title not in old_titles:
            by_spelling.setdefault(loosen(title), title)
            by_spelling.setdefault(loosen(_front(title)), title)
    by_alternative = dict(spool.alternatives())
    renames = {}
    for title in missing:
        new = (
            by_identity.get(identities.get(title, ""))
            or by_alternative.get(title)
            or by_spelling.get(loosen(title))
            or by_spelling.get(loosen(_front(title)))
        )
        if new:
            renames[title] = new
    return renames


def _front(title: str) -> str:
    return title.partition(" // ")[0]
