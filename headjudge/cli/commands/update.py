"""`headjudge update`: bring the facts up to date from MTGJSON."""

from __future__ import annotations

import argparse
import datetime
import hashlib
import re
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal

import formats
from cards import Catalogue, catalogue_file, mtgjson
from cards.additions import SeenRuling, SeenSet
from cards.catalogue_file import NotACatalogue, add, write_unsealed
from cards.mtgjson import Damaged
from cards.updates.merging import contents, merge
from cards.updates.review import Review, doubts, objections, review, too_few
from cards.updates.spool import Spool
from formats import toml_writer
from headjudge.cli import USER_AGENT
from headjudge.cli.commands.facts import faults
from headjudge.cli.errors import CommandError, reason_of
from headjudge.cli.facts_in_force import folder
from headjudge.cli.output import printable, tell
from messages import say_count
from validator.fingerprint import fingerprint_of
from validator.legality.published import Comparison, Difference, changed, compare

if TYPE_CHECKING:
    import requests

    from cards.in_force import FactsFolder

SOURCE = "MTGJSON"
ADDRESS = "https://mtgjson.com/api/v5/AllPrintings.json.gz"
EPILOG = """\
MTGJSON's AllPrintings is read as a stream, put onto the facts in force, and
compared with them. Facts with objections are not used; --accept overrules
mere doubts, such as a title that would vanish.
They are put in force by one rename, and those before them are kept. Whatever
goes wrong, the facts in force stay. Proxies are those of the environment
(HTTPS_PROXY).

exit status: 0 the facts are up to date; 1 there are objections to the new
facts, or --check found changes; 2 it could not be done (no network, no room,
a damaged file...).
"""
UNCHANGED = "The facts in force are unchanged."
TIMEOUT = 10, 60
"""Seconds to connect, and without data."""
ATTEMPTS = 4
RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses after which a request may be repeated (RFC 9110, RFC 6585, RFC 8470)."""
PIECE = 1 << 18
MANY_RULINGS = 30
"""More changes of one list at once are doubtful."""

Status = Literal["current", "updated", "would-update", "refused"]


class CannotDownload(Exception):
    """The file cannot be downloaded; the text is a sentence with the reason."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge update`."""
    command.description = "Bring the facts up to date from MTGJSON."
    command.epilog = EPILOG
    command.add_argument(
        "--check", action="store_true", help="show what would change, and put nothing in force"
    )
    command.add_argument(
        "--accept", action="store_true", help="use facts that are doubtful, after a look at them"
    )
    command.add_argument(
        "--from",
        dest="file",
        metavar="FILE",
        type=Path,
        help="read this AllPrintings instead of downloading it; may be compressed",
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The changes and the exit code; raises CommandError."""
    facts_folder = folder()
    try:
        with workplace(facts_folder.folder) as place:
            outcome = Update(facts_folder, place, options).run()
    except (CannotDownload, Damaged, NotACatalogue) as error:
        raise CommandError(f"{error} {UNCHANGED}") from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise CommandError(f"{where}{reason_of(error)}. {UNCHANGED}") from None
    except sqlite3.Error as error:
        raise CommandError(f"The new facts cannot be written: {error}. {UNCHANGED}") from None
    return printable(lines(outcome)), outcome.code


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts in force before and after, their differences, and what speaks against them."""

    status: Status
    as_of: datetime.date
    before: Catalogue
    after: Catalogue
    """In force now; the same as before if nothing was updated."""
    review: Review | None = None
    """None if nothing had to be read."""
    objections: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Titles that are kept although the source lacks them."""
    rulings: Mapping[str, Sequence[SeenRuling]] = field(default_factory=dict)
    """By format, the rulings that no facts had before."""
    sets: Mapping[str, Sequence[SeenSet]] = field(default_factory=dict)
    """By format, the sets that entered or left it."""
    differences: tuple[Difference, ...] = ()
    """Cards that the source has in another state, and that stay as they are here."""
    boosters: tuple[str, ...] = ()
    """The sets of whose boosters the contents are new."""

    @property
    def code(self) -> int:
        """The exit code."""
        return int(self.status in ("refused", "would-update"))


class Update:
    """An update of the facts in force, in a working folder."""

    def __init__(self, facts: FactsFolder, place: Path, options: argparse.Namespace) -> None:
        self._facts = facts
        self._folder = place
        self._options = options

    def run(self) -> Outcome:
        """Run the update; raises CannotDownload, Damaged, OSError or sqlite3.Error.

        On any error, even if the process is killed, the facts in force do not change.
        """
        before, _ = self._facts.in_force()
        digest = self._published_digest()
        source = fingerprint_of(digest)
        if source == before.source:
            return Outcome("current", before.as_of, before, before)
        path = self._file(digest)
        as_of = mtgjson.published(path)
        built = self._folder / "built.sqlite"
        against, kept, comparison = self._build(path, as_of, source, before, built)
        differences = review(before.path, built)
        rulings = changed(comparison.additions.rulings, before.additions.rulings)
        sets = changed(comparison.additions.sets, before.additions.sets)
        packs = tuple(
            code for code in comparison.additions.boosters if code not in before.additions.boosters
        )
        against += (*objections(differences), *map(str, faults(Catalogue(built))))
        doubtful = (*doubts(differences), *_many_rulings(rulings))
        status: Status = "updated"
        if against or (doubtful and not self._options.accept):
            status = "refused"
        elif self._options.check:
            is_same = differences.is_empty and not (rulings or sets or packs)
            status = "current" if is_same else "would-update"
        after = before
        if status == "updated":
            self._facts.replace(built)
            after, _ = self._facts.in_force()
        return Outcome(
            status, as_of, before, after, differences, against, doubtful, kept,
            rulings, sets, comparison.differences,
            packs,
        )  # fmt: skip

    def _build(
        self, path: Path, as_of: datetime.date, source: str, before: Catalogue, built: Path
    ) -> tuple[tuple[str, ...], tuple[str, ...], Comparison]:
        """Write the new catalogue.

        Returns objections to the source, titles that are kept, and the rulings of the day.
        """
        old = before.path
        with Spool(self._folder / "spool.sqlite") as spool:
            tell(f"reading {path.name}, of {as_of}")
            for card_set in mtgjson.sets(path):
                with _errors_in_records(path):
                    mtgjson.check(card_set)
                    titles = set()
                    for sighting in mtgjson.of_set_cards(card_set, as_of):
                        titles.add(sighting.card.title)
                        spool.add(sighting)
                    spool.add_set(mtgjson.of_set(card_set, len(titles)))
                    spool.add_boosters(mtgjson.sheet_cards(card_set), mtgjson.boosters(card_set))
            against = _shares(old, spool)
            merged = merge(catalogue_file.read(old), spool, as_of, source)
            write_unsealed(merged.facts, built)
            tell("comparing formats and banlists")
            comparison = compare(
                spool.legalities(), as_of, SOURCE, Catalogue(built), before.additions
            )
            known = {code for code in merged.sets if _has_known_boosters(code)}
            packs = contents(spool, f"{SOURCE}, {as_of}", known)
            comparison = comparison._replace(additions=packs.added_to(comparison.additions))
            add(comparison.additions, built)
        return against, merged.kept, comparison

    def _published_digest(self) -> str:
        """The SHA-256 of the file to read: the published one, or that of the given file."""
        if not self._options.file:
            with _get(f"{ADDRESS}.sha256") as response:
                return _digest_in(response.text[:200], response.url)
        with self._options.file.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        beside = self._options.file.with_name(f"{self._options.file.name}.sha256")
        if beside.exists() and _digest_in(beside.read_text("ascii", "replace"), beside) != digest:
            raise Damaged(f"{self._options.file} is altered: its SHA-256 is not in {beside.name}.")
        return digest

    def _file(self, digest: str) -> Path:
        """The file with that SHA-256, downloaded unless it is given."""
        if self._options.file:
            return Path(self._options.file)
        path = self._folder / "AllPrintings.json.gz"
        for attempt in range(ATTEMPTS):
            tell(f"downloading {ADDRESS}")
            try:
                if _download(ADDRESS, path) == digest:
                    return path
                reason = "its SHA-256 is not the published one"
            except CannotDownload as error:
                if attempt == ATTEMPTS - 1:
                    raise
                reason = str(error)
            tell(reason)
        raise CannotDownload(f"{ADDRESS}: {reason}.")


def _download(url: str, path: Path) -> str:
    """Download a file; returns its SHA-256."""
    import requests
    import urllib3

    digest = hashlib.sha256()
    with _get(url) as response, path.open("wb") as file:
        try:
            # Undecoded: the digest is that of the compressed file.
            for piece in response.raw.stream(PIECE, decode_content=False):
                digest.update(piece)
                file.write(piece)
        except (requests.RequestException, urllib3.exceptions.HTTPError) as error:
            raise CannotDownload(f"{url} broke off: {error}.") from None
    return digest.hexdigest()


@contextmanager
def _get(url: str) -> Iterator[requests.Response]:
    """A successful response with unread body; raises CannotDownload."""
    import requests
    from requests.adapters import HTTPAdapter
    from urllib3.util.retry import Retry

    retries = Retry(ATTEMPTS, backoff_factor=1, status_forcelist=RETRYABLE, raise_on_status=False)
    with requests.Session() as session:
        session.headers.update({"User-Agent": USER_AGENT, "Accept-Encoding": "identity"})
        for scheme in ("https://", "http://"):
            session.mount(scheme, HTTPAdapter(max_retries=retries))
        try:
            with session.get(url, stream=True, timeout=TIMEOUT) as response:
                if response.url.partition(":")[0] != url.partition(":")[0]:
                    raise CannotDownload(f"{url} leads to {response.url}.")
                if response.status_code != requests.codes.ok:
                    raise CannotDownload(f"{url} answers {response.status_code} {response.reason}.")
                yield response
        except requests.RequestException as error:
            raise CannotDownload(f"{url} cannot be downloaded: {error}.") from None


def _digest_in(text: str, place: object) -> str:
    """The SHA-256 at the beginning of a text, as `sha256sum` writes it."""
    if not (match := re.match(r"\s*([0-9a-fA-F]{64})\b", text)):
        raise CannotDownload(f"{place} is not a SHA-256 digest.")
    return match[1].lower()


@contextmanager
def _errors_in_records(path: Path) -> Iterator[None]:
    """Report records in another format as Damaged."""
    try:
        yield
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise Damaged(
            f"{path.name} has a record that is not in MTGJSON's form: {error!r}."
        ) from None


def _many_rulings(rulings: Mapping[str, Sequence[SeenRuling]]) -> Iterator[str]:
    """Doubts about formats in which too much changes at once."""
    for format_id, changes in rulings.items():
        if len(changes) > MANY_RULINGS:
            yield f"{len(changes)} rulings of {format_id} change at once."


def _has_known_boosters(code: str) -> bool:
    """Whether our files know what the ordinary boosters of a set hold."""
    booster = formats.shipped_booster(code)
    return booster is not None and booster.certainty != "guess"


def _shares(old: Path, spool: Spool) -> tuple[str, ...]:
    """Objections to a source with far fewer cards or printings than the facts in force."""
    cards = printings = 0
    for card in catalogue_file.read(old).cards:
        cards += 1
        printings += len({code for code, _ in card.printings})
    faults_of_size = (
        too_few("cards", cards, len(spool)),
        too_few("printings", printings, spool.printings()),
    )
    return tuple(fault for fault in faults_of_size if fault)


@contextmanager
def workplace(folder: Path) -> Iterator[Path]:
    """A working folder within the folder of facts, locked; raises OSError or CommandError."""
    place = folder / "update"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "update.lock").open("ab") as lock:
        try:
            _lock(lock)
        except OSError:
            raise CommandError(f"Another update is under way in {folder}.") from None
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        try:
            yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)


def _lock(file: BinaryIO) -> None:
    """Lock the file until it is closed or the process ends; OSError if it is locked."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lines(outcome: Outcome) -> Iterator[str]:
    """The result for people."""
    if outcome.review:
        yield f"MTGJSON's AllPrintings of {outcome.as_of}"
        yield from _differences(outcome.review)
        yield from _lists(outcome)
    if outcome.kept:
        yield ""
        of_cards = say_count(len(outcome.kept), "{number} card", "{number} cards")
        yield f"Not in the source, but kept: {of_cards}"
        yield from (f"  {title}" for title in outcome.kept)
    yield ""
    yield from _verdict(outcome)


def _verdict(outcome: Outcome) -> Iterator[str]:
    now = f"the facts of {outcome.after.as_of}"
    match outcome.status:
        case "current":
            yield f"Nothing new. In force: {now}."
        case "updated":
            yield (
                f"In force: {now}. `headjudge facts --previous` returns to those of"
                f" {outcome.before.as_of}."
            )
        case "would-update":
            yield f"There are no objections. In force, as before: {now}."
        case "refused":
            against = (*outcome.objections, *outcome.doubts)
            yield f"{say_count(len(against), '{number} objection', '{number} objections')}:"
            yield from (f"  {reason}" for reason in against)
            yield f"In force, as before: {now}."
            if not outcome.objections:
                yield "If everything is right, --accept uses the new facts."


def _differences(review: Review) -> Iterator[str]:
    for name, entries in review.differences.items():
        yield from _section(name, entries)
    if review.is_empty:
        day = "" if review.old == review.new else f" but the day: {review.old} is now {review.new}"
        yield f"Nothing differs{day}."


def _lists(outcome: Outcome) -> Iterator[str]:
    """The rulings and sets of formats that were seen, with the lines that state them in files."""
    for format_id, rulings in outcome.rulings.items():
        lines = (f"{ruling.title}: {ruling.status}, seen {ruling.seen}" for ruling in rulings)
        yield from _section(f"{format_id}, seen at {SOURCE}", lines)
        for block in _blocks(rulings):
            yield f"  banlists/{format_id}.toml, until the announcement is known:"
            yield from (f"    {line}" for line in block.splitlines())
    for format_id, sets in outcome.sets.items():
        entries = [f"{_row(seen)}," for seen in sets]
        yield from _section(f"{format_id}, sets, in formats/{format_id}.toml", entries)
    yield from _section("boosters", outcome.boosters)
    of_formats = Counter((one.format, one.ours, one.theirs) for one in outcome.differences)
    yield from _section(
        f"different at {SOURCE}, and left as it is here",
        (
            f"{format_id}: {say_count(count, '{number} card', '{number} cards')} {ours} here,"
            f" {theirs} there"
            for (format_id, ours, theirs), count in of_formats.items()
        ),
    )


def _blocks(rulings: Sequence[SeenRuling]) -> Iterator[str]:
    """The blocks of a banlist that state these rulings, in TOML."""
    by_day: dict[datetime.date, dict[str, list[str]]] = {}
    for ruling in rulings:
        by_day.setdefault(ruling.seen, {}).setdefault(ruling.status, []).append(ruling.title)
    for day, titles in sorted(by_day.items()):
        yield toml_writer.block("announcement", {"seen": day, "source": SOURCE, **titles})


def _row(seen: SeenSet) -> str:
    row: dict[str, toml_writer.Scalar] = {"code": seen.code, "from": seen.start}
    if seen.end:
        row["until"] = seen.end
    return toml_writer.row(row)


def _section(name: str, entries: Iterable[str]) -> Iterator[str]:
    if lines := list(entries):
        yield ""
        yield f"{name}: {len(lines):,}"
        yield from (f"  {line}" for line in lines)
