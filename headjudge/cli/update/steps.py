"""The steps of an update; only the last one changes the facts in force."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cards import Catalogue, stored
from cards.editions import Edition, Editions
from cards.updates.merging import Merged, merge
from cards.updates.review import Review, objections, review, too_few
from cards.updates.spool import Spool
from cards.writing import write
from headjudge.cli.facts.proof import faults
from headjudge.cli.sources.progress import Progress
from headjudge.cli.sources.release import Release
from headjudge.cli.update.workplace import Workplace

Status = Literal["current", "updated", "would-update", "refused"]
SMALL = 4 << 20
"""Bytes; downloads up to this size are kept, to be revalidated by the next update."""


@dataclass(frozen=True, slots=True)
class UpdateOutcome:
    """The facts in force before and after, their differences, and objections to the new facts."""

    status: Status
    release: Release
    before: Edition
    after: Edition
    """In force now; the same as before if nothing was updated."""
    review: Review | None = None
    """None if nothing had to be read."""
    objections: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Titles that are kept although the source lacks them."""

    @property
    def code(self) -> int:
        """The exit code."""
        return 1 if self.status == "refused" else 0


class Update:
    """An update of a folder of editions from a release."""

    def __init__(
        self,
        all_editions: Editions,
        place: Workplace,
        progress: Progress,
        options: argparse.Namespace,
    ) -> None:
        self._editions = all_editions
        self._place = place
        self._progress = progress
        self._options = options
        self._state = place.state()

    def run(self, release: Release) -> UpdateOutcome:
        """Run the update; raises CannotDownload, Damaged, OSError or sqlite3.Error.

        On any error, even if the process is killed, the facts in force do not change.
        """
        before = self._editions.in_force()
        if self._is_in_force(release, before.id):
            return UpdateOutcome("current", release, before, before)
        merged, reasons = self._build(release, before.path)
        differences = review(before.path, self._place.built)
        reasons += objections(differences, self._options.accept_vanished)
        reasons += map(str, faults(Catalogue(self._place.built)))
        if reasons or self._options.check:
            status: Status = "refused" if reasons else "would-update"
            return UpdateOutcome(
                status, release, before, before, differences, tuple(reasons), merged.kept
            )
        after = before
        if differences.old != differences.new or not differences.is_empty:
            after = self._editions.use(self._editions.add(self._place.built).id)
        self._remember(self._mark(release, after.id) | {"identities": self._identities})
        status = "updated" if after.id != before.id else "current"
        return UpdateOutcome(status, release, before, after, differences, kept=merged.kept)

    def _remember(self, state: dict[str, object]) -> None:
        """Record what was processed; without it, the next update reads everything again."""
        try:
            self._place.remember(state)
            self._place.forget_downloads(SMALL)
        except OSError as error:  # the facts are in force; only the record is lost
            self._progress.say(f"the record of this update cannot be written: {error}")

    def _build(self, release: Release, old: Path) -> tuple[Merged, list[str]]:
        """Read the release and write the catalogue; returns the merged facts and the objections."""
        with Spool(self._place.spool) as spool:
            release.gather(spool, stored.read(old), self._progress.say)
            reasons = _shares(old, spool)
            self._progress.say("putting it onto the facts in force")
            merged = self._merge(release, spool, old, ())
            if merged.vanished and self._options.keep_vanished:
                keep = frozenset(merged.vanished).difference(self._options.accept_vanished)
                merged = self._merge(release, spool, old, keep)
            write(merged.facts, self._place.built)
            self._identities = {identity: title for title, identity in spool.titles() if identity}
        return merged, reasons

    def _merge(self, release: Release, spool: Spool, old: Path, keep: Collection[str]) -> Merged:
        identities = self._state.get("identities") or {}
        by_title = {title: identity for identity, title in identities.items()}
        return merge(
            stored.read(old), spool, release.as_of, identities=by_title, keep=frozenset(keep)
        )

    def _is_in_force(self, release: Release, edition: str) -> bool:
        """Whether the last update used this release, and its facts are in force."""
        mark = self._mark(release, edition)
        return {key: self._state.get(key) for key in mark} == mark

    def _mark(self, release: Release, edition: str) -> dict[str, object]:
        return {
            "source": release.source,
            "release": release.name,
            "as_of": str(release.as_of),
            "languages": self._options.languages,
            "edition": edition,
        }


def _shares(old: Path, spool: Spool) -> list[str]:
    """Objections to a source with far fewer cards or printings than the facts in force."""
    cards = printings = 0
    for card in stored.read(old).cards:
        cards += 1
        printings += len({code for code, _ in card.printings})
    faults_of_size = (
        too_few("cards", cards, len(spool)),
        too_few("printings", printings, spool.printings()),
    )
    return [fault for fault in faults_of_size if fault]
