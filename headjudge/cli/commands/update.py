"""`headjudge update`: update the card facts from Scryfall or MTGJSON."""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from cards.catalogue_files import NotAnEdition
from cards.sources.streams import Damaged
from cards.sources.terms import LANGUAGES
from headjudge.cli import USER_AGENT
from headjudge.cli.errors import CommandError, reason_of
from headjudge.cli.facts_in_force import editions
from headjudge.cli.options import add_day, name_option, read_day
from headjudge.cli.terminal import answer_text
from validator import questions

if TYPE_CHECKING:
    from cards.editions import Editions
    from headjudge.cli.update.steps import UpdateOutcome

EPILOG = """\
What is downloaded is read as a stream, put onto the facts in force, and compared with them. Only
facts against which nothing speaks are put in force, by one rename; those before them are kept, and
`headjudge facts rollback` returns to them. Whatever goes wrong, the facts in force stay.

Proxies are those of the environment (HTTPS_PROXY, NO_PROXY). A download that was broken off is
continued by the next update.

exit status: 0 the facts are up to date, or with --check could be brought up to date, 1 something
speaks against the new facts, 2 it could not be done (no network, no room, a damaged file...).
"""
SOURCES = ("scryfall", "mtgjson")
ALL = "all"
UNCHANGED = "The facts in force are unchanged."


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge update`."""
    command.description = "Bring the card facts up to date from Scryfall or MTGJSON."
    command.epilog = EPILOG
    command.add_argument(
        "--source", choices=SOURCES, default=SOURCES[0], help="whose facts (scryfall)"
    )
    command.add_argument(
        "--languages",
        metavar="CODES",
        help=f"translated titles in these, by commas: {', '.join(LANGUAGES)}, or all"
        " (scryfall: none, as they take a larger file; mtgjson: all)",
    )
    command.add_argument(
        "--check", action="store_true", help="show what would change, and put nothing in force"
    )
    command.add_argument(
        "--from",
        dest="files",
        metavar="FILE",
        nargs="+",
        type=Path,
        help="read these files of a source instead of downloading them",
    )
    add_day(command, "--as-of", "the day of the files, if they do not state it")
    command.add_argument(
        "--url", metavar="URL", help="another address of the source, such as a mirror's"
    )
    command.add_argument(
        "--accept-vanished",
        metavar="TITLE",
        action="append",
        default=[],
        help="let this title vanish; may be repeated",
    )
    command.add_argument(
        "--keep-vanished",
        action="store_true",
        help="keep the cards that the source lacks, as they are in force",
    )
    command.add_argument("--folder", metavar="DIR", type=Path, help="where the facts are kept")
    command.add_argument("--quiet", action="store_true", help="say nothing of what is under way")
    command.add_argument("--json", action="store_true", help="print the answer as JSON")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The changes and the exit code (1 if there are objections); raises CommandError."""
    # Late: no other command needs an HTTP client.
    from headjudge.cli.sources.downloads import CannotDownload
    from headjudge.cli.update import answer

    all_editions = editions(options.folder)
    try:
        outcome = _update(options, all_editions)
    except (CannotDownload, Damaged, NotAnEdition) as error:
        raise CommandError(f"{error} {UNCHANGED}") from None
    except (OSError, sqlite3.Error) as error:
        raise CommandError(f"{_reason(error)} {UNCHANGED}") from None
    return answer_text(options, answer.document(outcome), answer.lines(outcome)), outcome.code


def _update(options: argparse.Namespace, all_editions: Editions) -> UpdateOutcome:
    from headjudge.cli.sources import local, mtgjson, scryfall
    from headjudge.cli.sources.downloads import Downloads
    from headjudge.cli.sources.progress import Progress
    from headjudge.cli.update.steps import Update
    from headjudge.cli.update.workplace import Workplace

    languages = _languages(options)
    as_of = read_day("--as-of", options.as_of)
    if as_of and not options.files:
        raise CommandError("--as-of is the day of files, which --from names.")
    place, progress = Workplace(all_editions.folder), Progress(quiet=options.quiet)
    with place.alone():
        update = Update(all_editions, place, progress, options)
        if options.files:
            return update.run(local.release(options.files, as_of, languages))
        with Downloads(place.downloads, user_agent=USER_AGENT, progress=progress) as downloads:
            source = {"scryfall": scryfall, "mtgjson": mtgjson}[options.source]
            address = (options.url or source.ADDRESS).rstrip("/")
            return update.run(source.release(downloads, address, languages))


def _languages(options: argparse.Namespace) -> frozenset[str] | None:
    """The languages of translated titles, None for all; CommandError for an unknown one."""
    if options.languages is None:
        return frozenset() if options.source == "scryfall" and not options.files else None
    languages = frozenset(options.languages.split(","))
    if languages == {ALL}:
        return None
    with name_option("--languages"):
        for language in sorted(languages):
            questions.check_choice('There is no language "{text}".', language, LANGUAGES)
    return languages


def _reason(error: Exception) -> str:
    """The message of a disk or database error, as a sentence."""
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{reason_of(error)}."
    return f"The new facts cannot be written: {error}."
