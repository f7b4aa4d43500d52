"""`headjudge facts`: which facts are there, and whether they hold together."""

from __future__ import annotations

import argparse
import datetime
import json
from collections.abc import Iterator
from typing import Any

import banlists
import banlists.checks
import banlists.documents
import formats
import formats.checks
from cards import catalogue
from cli.options import said_of
from cli.terminal import changed_titles, printable
from formats.faults import Fault
from validator import asking
from validator.fingerprint import fingerprint

EPILOG = """\
Without a command, the versions of the facts are shown.

exit status: 0 the answer is printed and no fault was found, 1 the facts have faults, 2 that
cannot be asked.
"""
ONE_DAY = datetime.timedelta(days=1)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge facts` takes."""
    command.description = "Show the versions of the facts, or check that they hold together."
    command.epilog = EPILOG
    command.set_defaults(answer=_show, json=False)
    _takes_json(command)
    commands = command.add_subparsers(metavar="COMMAND")
    show = commands.add_parser("show", help="the versions of the facts")
    show.set_defaults(answer=_show)
    _takes_json(show)
    check = commands.add_parser(
        "check", help="prove the facts, and show what the newest announcement does"
    )
    check.set_defaults(answer=_check)
    check.add_argument(
        "--effective", metavar="YYYY-MM-DD", help="show what takes effect on this day instead"
    )
    _takes_json(check)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The answer's text and the exit code (1 where the facts have faults)."""
    document, lines, code = options.answer(options)
    if options.json:
        return json.dumps(document, separators=(",", ":")) + "\n", code
    return printable(lines), code


def _takes_json(command: argparse.ArgumentParser) -> None:
    # Suppressed where it is absent, or a command would unset what stood before it.
    command.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON"
    )


Answer = tuple[dict[str, Any], list[str], int]
"""As JSON, as lines, and the exit code."""


def _show(_: argparse.Namespace) -> Answer:
    facts = catalogue()
    newest = {one: str(banlists.versions(one)[-1]) for one in _announced()}
    document = {
        "catalogue": {"as_of": str(facts.as_of), "digest": facts.digest},
        "banlists": newest,
        "formats": list(formats.ids()),
        "policies": list(formats.policy_ids()),
        "fingerprint": fingerprint(facts),
    }
    lines = [
        f"catalogue    {facts.as_of}  {sum(1 for _ in facts.titles()):,} cards,"
        f" {len(facts.sets):,} sets",
        f"formats      {len(formats.ids())}, with {len(formats.policy_ids())} team policies",
        f"banlists     {max(newest.values())}",
        *(f"  {day}  {one}" for one, day in newest.items()),
        f"fingerprint  {document['fingerprint']}",
    ]
    return document, lines, 0


def _check(options: argparse.Namespace) -> Answer:
    with said_of("--effective"):
        day = asking.day(options.effective) if options.effective else None
    document: dict[str, Any]
    if faults := list(_faults()):
        document = {"faults": [fault._asdict() for fault in faults], "effective": None}
        count = f"{len(faults)} fault{'' if len(faults) == 1 else 's'}"
        return document, [*map(str, faults), f"{count} in the facts."], 1
    day = day or max(one.effective for name in _announced() for one in _blocks(name))
    changed = [name for name in _announced() if any(one.effective == day for one in _blocks(name))]
    document = {
        "faults": [],
        "effective": str(day),
        "banlists": [banlists.documents.difference(one, day - ONE_DAY, day) for one in changed],
    }
    return document, [*_effect(day, changed)], 0


def _faults() -> Iterator[Fault]:
    facts = catalogue()
    titles = frozenset(facts.titles())
    found = [*formats.checks.faults(titles, facts.sets)]
    # A list is read beside its format, and its versions once both are in order.
    found = found or [*banlists.checks.faults(titles)]
    yield from found or banlists.checks.version_faults()


def _announced() -> list[str]:
    """The lists of which anything was ever announced."""
    return [one for one in banlists.ids() if banlists.announcements(one)]


def _blocks(list_id: str) -> tuple[banlists.Announcement, ...]:
    return banlists.announcements(list_id)


def _effect(day: datetime.date, changed: list[str]) -> Iterator[str]:
    yield "The facts hold together: formats/ and banlists/, titles, sets and dates."
    yield ""
    if not changed:
        yield f"Nothing takes effect on {day}."
        return
    yield f"On {day}"
    for list_id in changed:
        yield f"{list_id}:"
        yield from changed_titles([banlists.diff(list_id, day - ONE_DAY, day)])
        sources = [one.source for one in _blocks(list_id) if one.effective == day]
        yield from (f"  source: {source}" for source in dict.fromkeys(sources))
