"""`headjudge facts`: the facts in force, and whether they are consistent."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator
from typing import Any

import banlists
import banlists.checks
import banlists.documents
import formats
import formats.checks
from cards import Catalogue, catalogue, use
from cards.catalogue_file import NotACatalogue, open_catalogue
from cards.store import SHIPPED
from formats.checks import Fault
from headjudge.cli import facts_in_force
from headjudge.cli.errors import CommandError, reason_of
from headjudge.cli.options import add_day, read_day
from headjudge.cli.output import answer_text
from validator.fingerprint import fingerprint

Answer = tuple[dict[str, Any], list[str], int]
"""An answer as JSON, as lines of text, and the exit code."""
ONE_DAY = datetime.timedelta(days=1)
EPILOG = """\
Without a command, the days and versions of the facts are shown.
HEADJUDGE_FACTS is the folder of updated facts (headjudge/facts in the user's
data folder).

exit status: 0 no fault was found; 1 the facts have faults; 2 wrong usage.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge facts`."""
    command.description = "Show and check the facts, or return to those before an update."
    command.epilog = EPILOG
    command.set_defaults(answer=show, json=False)
    command.add_argument(
        "--previous", action="store_true", help="put the facts before these in force again"
    )
    _add_json(command)
    commands = command.add_subparsers(metavar="COMMAND")
    check_command = commands.add_parser(
        "check", help="check the facts, and show what the newest announcement does"
    )
    check_command.set_defaults(answer=check)
    add_day(check_command, "--effective", "show what takes effect on this day instead")
    _add_json(check_command)


def _add_json(command: argparse.ArgumentParser) -> None:
    # SUPPRESS: a subcommand's default would override an option before it.
    command.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON"
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The answer's text and the exit code (1 if the facts have faults)."""
    if options.previous:
        restore_previous()
    document, lines, code = options.answer(options)
    return answer_text(options, document, lines), code


def restore_previous() -> None:
    """Put the facts before an update in force again; raises CommandError."""
    folder = facts_in_force.folder()
    try:
        folder.restore_previous()
    except FileNotFoundError:
        raise CommandError(f"There are no facts before these in {folder.folder}.") from None
    except NotACatalogue as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{folder.folder} cannot be written: {reason_of(error)}.") from None
    use(folder.in_force().facts)


def show(_: argparse.Namespace) -> Answer:
    """The dates of all facts that answers depend on."""
    facts = catalogue()
    newest = {list_id: str(banlists.versions(list_id)[-1]) for list_id in announced_lists()}
    is_shipped = facts.path == SHIPPED
    document = {
        "cards_until": str(facts.as_of),
        "banlist_until": str(banlists.all_known_until() or "") or None,
        "shipped": is_shipped,
        "banlists": newest,
        "formats": list(formats.ids()),
        "policies": list(formats.policy_ids()),
        "fingerprint": fingerprint(facts),
    }
    lines = [
        f"cards until    {facts.as_of}  {sum(1 for _ in facts.titles()):,} cards,"
        f" {len(facts.sets):,} sets{', shipped' if is_shipped else ''}",
        f"banlist until  {banlists.all_known_until()}",
        *(f"  {day}  {list_id}" for list_id, day in newest.items()),
        f"formats        {len(formats.ids())}, with {len(formats.policy_ids())} team policies",
        f"fingerprint    {document['fingerprint']}",
    ]
    return document, lines, 0


def check(options: argparse.Namespace) -> Answer:
    """The faults of the facts and their files, or the effect of the newest announcement."""
    day = read_day("--effective", options.effective)
    document: dict[str, Any]
    if problems := [*_damages(), *faults(catalogue())]:
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
    """Files of facts that are damaged, including the shipped one."""
    current = facts_in_force.folder().current
    for path in (SHIPPED, current) if current.exists() else (SHIPPED,):
        try:
            open_catalogue(path)
        except NotACatalogue as error:
            yield Fault(str(path), "", "", str(error))


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
        changes = banlists.diff(list_id, day - ONE_DAY, day)
        for kind in ("banned", "restricted", "unbanned", "unrestricted"):
            if titles := getattr(changes, kind):
                yield f"  {kind}: {'; '.join(titles)}"
        if classes := [card_class.rule for card_class in changes.classes_added]:
            yield f"  classes added: {'; '.join(classes)}"
        sources = [block.source for block in _blocks(list_id) if block.effective == day]
        yield from (f"  source: {source}" for source in dict.fromkeys(sources))
