"""`headjudge facts show` and `check`: versions and consistency of the facts."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import banlists
import banlists.checks
import banlists.documents
import formats
import formats.checks
from cards import Catalogue, catalogue
from cards.catalogue_files import clear_verified
from cards.places import folder_of
from cards.store import SHIPPED
from formats.faults import Fault
from headjudge.cli import facts_in_force
from headjudge.cli.options import Answer, add_day, read_day
from headjudge.cli.terminal import changed_titles
from validator.fingerprint import fingerprint

ONE_DAY = datetime.timedelta(days=1)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge facts check`."""
    add_day(command, "--effective", "show what takes effect on this day instead")


def show(_: argparse.Namespace) -> Answer:
    """The dates of all facts that answers depend on."""
    facts = catalogue()
    newest = {list_id: str(banlists.versions(list_id)[-1]) for list_id in announced_lists()}
    is_shipped = facts.path == SHIPPED
    document = {
        "catalogue": {"as_of": str(facts.as_of), "digest": facts.digest, "shipped": is_shipped},
        "banlists": newest,
        "formats": list(formats.ids()),
        "policies": list(formats.policy_ids()),
        "fingerprint": fingerprint(facts),
    }
    lines = [
        f"catalogue    {facts.as_of}  {sum(1 for _ in facts.titles()):,} cards,"
        f" {len(facts.sets):,} sets",
        f"edition      {facts.id}{', shipped' if is_shipped else ''}",
        f"formats      {len(formats.ids())}, with {len(formats.policy_ids())} team policies",
        f"banlists     {max(newest.values())}",
        *(f"  {day}  {list_id}" for list_id, day in newest.items()),
        f"fingerprint  {document['fingerprint']}",
    ]
    return document, lines, 0


def check(options: argparse.Namespace) -> Answer:
    """The faults of the facts and their files, or the effect of the newest announcement."""
    day = read_day("--effective", options.effective)
    document: dict[str, Any]
    if problems := list(_damages()) or list(faults(catalogue())):
        document = {"faults": [fault._asdict() for fault in problems], "effective": None}
        count = f"{len(problems)} fault{'' if len(problems) == 1 else 's'}"
        return document, [*map(str, problems), f"{count} in the facts."], 1
    day = day or max(block.effective for name in announced_lists() for block in _blocks(name))
    list_ids = [
        name for name in announced_lists() if any(block.effective == day for block in _blocks(name))
    ]
    document = {
        "faults": [],
        "effective": str(day),
        "banlists": [
            banlists.documents.difference(list_id, day - ONE_DAY, day) for list_id in list_ids
        ],
    }
    return document, [*_effect(day, list_ids)], 0


def _damages() -> Iterator[Fault]:
    """Editions whose files do not match their digest, including the shipped one."""
    clear_verified()
    folder = folder_of(os.environ, sys.platform)
    editions = facts_in_force.editions(folder or Path(os.devnull))
    for fault in editions.faults():
        yield Fault(str(folder or ""), "", "", fault)


def faults(facts: Catalogue) -> Iterator[Fault]:
    """Inconsistencies of formats and banlists with these card facts."""
    titles = frozenset(facts.titles())
    problems = [*formats.checks.faults(titles, facts.sets)]
    # Banlists can only be checked against valid formats, and versions against valid banlists.
    problems = problems or [*banlists.checks.faults(titles)]
    yield from problems or banlists.checks.version_faults()


def announced_lists() -> list[str]:
    """The lists with at least one announcement."""
    return [list_id for list_id in banlists.ids() if banlists.announcements(list_id)]


def _blocks(list_id: str) -> tuple[banlists.Announcement, ...]:
    return banlists.announcements(list_id)


def _effect(day: datetime.date, list_ids: list[str]) -> Iterator[str]:
    yield "The facts hold together: formats/ and banlists/, titles, sets and dates."
    yield ""
    if not list_ids:
        yield f"Nothing takes effect on {day}."
        return
    yield f"On {day}"
    for list_id in list_ids:
        yield f"{list_id}:"
        yield from changed_titles([banlists.diff(list_id, day - ONE_DAY, day)])
        sources = [block.source for block in _blocks(list_id) if block.effective == day]
        yield from (f"  source: {source}" for source in dict.fromkeys(sources))
