"""`headjudge service receipt`: verify signed verdicts offline, and manage signing keys."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import formats
from formats import Format
from headjudge.cli.errors import CommandError, reason_of
from headjudge.cli.facts_in_force import add_facts
from headjudge.cli.files import (
    add_syntax,
    check_standard_input,
    display_name,
    read_bytes,
    read_decks,
    read_pool,
)
from headjudge.cli.house import house_rules
from headjudge.cli.options import read_day, today
from headjudge.cli.output import as_json
from headjudge.cli.terminal import answer_text, printable
from headjudge.documents.receipts import SignedVerdict, Statement
from headjudge.receipts import folder
from headjudge.receipts.keys import WrongKeys, key_set, read_public
from headjudge.receipts.signing import Verification, verify
from headjudge.receipts.statement import difference
from messages import sentences
from validator import read_alone
from validator.report import digest

EPILOG = """\
exit status: 0 the receipt is genuine (and matches the lists), or the keys are written or printed; 1
the receipt is not genuine, or is for other lists; 2 wrong usage (no such file, no key...).
"""
FIRST_DAY = "the first day on which the key signs (today in UTC)"
LAST_DAY = "the last day on which the key signed (today in UTC)"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge service receipt`."""
    command.description = "Verify signed verdicts offline, and manage signing keys."
    command.epilog = EPILOG
    commands = command.add_subparsers(metavar="COMMAND", required=True)
    _add_verify(commands.add_parser("verify", help="verify a receipt"))
    keygen = _with_folder(commands.add_parser("keygen", help="create a key in a folder"), _keygen)
    keygen.add_argument("--from", dest="day", metavar="YYYY-MM-DD", help=FIRST_DAY)
    retire = commands.add_parser("retire", help="delete a private key, keeping its public key")
    retire.add_argument("file", metavar="FILE", help="the private key: it is deleted")
    retire.add_argument("--on", dest="day", metavar="YYYY-MM-DD", help=LAST_DAY)
    retire.set_defaults(answer=_retire)
    _with_folder(commands.add_parser("keys", help="print the public keys of a folder"), _keys)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The answer's text and the exit code; raises CommandError."""
    answer: tuple[str, int] = options.answer(options)
    return answer


def _with_folder(
    command: argparse.ArgumentParser, answer: Callable[[argparse.Namespace], tuple[str, int]]
) -> argparse.ArgumentParser:
    command.add_argument("folder", metavar="FOLDER", help="where the service has its keys")
    command.set_defaults(answer=answer)
    return command


def _add_verify(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file", metavar="FILE", help="a receipt, or a report that has one; - is standard input"
    )
    command.add_argument(
        "decks", metavar="DECK", nargs="*", help="the decks that it should be about, in order"
    )
    command.add_argument(
        "--key", metavar="KEYS", required=True, help="public keys: a JSON Web Key Set, or PEM"
    )
    command.add_argument("--pool", metavar="FILE", help="the card pool that it should be about")
    add_syntax(command)
    add_facts(command)
    command.add_argument("--json", action="store_true", help="print the answer as the API gives it")
    command.set_defaults(answer=_verify)


def _verify(options: argparse.Namespace) -> tuple[str, int]:
    check_standard_input([options.file, *options.decks, *filter(None, [options.pool])])
    try:
        keys = read_public(read_bytes(options.key))
    except WrongKeys as error:
        raise CommandError(f"--key: {display_name(options.key)}: {error.message}") from None
    result = verify(_receipt(options.file), keys)
    other = _difference(result.statement, options) if result.statement else None
    document = {**result._asdict(), "same": None if other is None else not other}
    if other:
        document["because"] = sentences(result.because, other)
    text = answer_text(options, document, _lines(result, other))
    return text, 0 if result.valid and not other else 1


def _keygen(options: argparse.Namespace) -> tuple[str, int]:
    with _key_errors(options.folder):
        path, key = folder.create(Path(options.folder), read_day("--from", options.day) or today())
    return printable([path.as_posix(), f"  {key.id}"]), 0


def _retire(options: argparse.Namespace) -> tuple[str, int]:
    with _key_errors(options.file):
        path, key = folder.retire(Path(options.file), read_day("--on", options.day) or today())
    return printable([path.as_posix(), f"  {key.id}"]), 0


def _keys(options: argparse.Namespace) -> tuple[str, int]:
    with _key_errors(options.folder):
        public = folder.read(Path(options.folder)).public
    return as_json(key_set(public), indent=2), 0


@contextmanager
def _key_errors(name: str) -> Iterator[None]:
    """Report key errors of a file or folder as CommandError."""
    try:
        yield
    except FileExistsError as error:
        raise CommandError(f"{error.filename} is there already; a day has one key.") from None
    except WrongKeys as error:
        raise CommandError(error.message) from None
    except (OSError, ValueError) as error:  # ValueError: NUL in the name
        raise CommandError(f"{name} cannot be used: {reason_of(error)}.") from None


def _receipt(name: str) -> Any:
    """The receipt in a file, or in the report in it; raises CommandError."""
    text = read_bytes(name).decode("utf-8-sig", "replace").strip()
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):  # no JSON, so a receipt by itself
        return text
    return document.get("receipt") if isinstance(document, dict) else document


def _difference(statement: Statement, options: argparse.Namespace) -> str | None:
    """How the given lists differ from the receipt's; None if none are given."""
    if not options.decks and not options.pool:
        return None
    main_min = _format(statement["format"]).main_min
    decks = [deck for name in options.decks for deck in read_decks(name, options.syntax, main_min)]
    pool = read_pool(options.pool, options.syntax) if options.pool else None
    return difference(
        statement,
        [digest(deck) for deck in read_alone(*decks).decks] if decks else None,
        digest(read_alone(pool, is_pool=True).decks[0]) if pool else None,
    )


def _format(format_id: str) -> Format:
    """The format of a receipt, including house formats; raises CommandError."""
    house = house_rules(format_id, None)
    try:
        return house.format if house else formats.load(format_id)
    except formats.UnknownFormat as error:
        raise CommandError(f"The receipt's lists cannot be read: {error}") from None


def _lines(result: Verification, other: str | None) -> Iterator[str]:
    yield f"{'valid' if result.valid else 'not valid'}: {result.because}"
    statement = result.statement
    if statement is None:
        return
    event = (
        statement["format"],
        statement["structure"],
        statement["policy"],
        f"as of {statement['as_of']}",
    )
    yield f"  {', '.join(event)}: {_verdict(statement)}"
    for policy, verdict in statement["also"].items():
        yield f"  {policy}: {_verdict(verdict)}"
    for number, deck in enumerate(statement["decks"], 1):
        yield f"  deck {number}: {deck['digest']}"
    for name, value in (
        ("pool", statement["pool_digest"]),
        ("house", statement["house_digest"]),
        ("fingerprint", statement["fingerprint"]),
    ):
        if value:
            yield f"  {name}: {value}"
    if other is not None:
        yield other or "The lists are those of the receipt."


def _verdict(verdict: SignedVerdict) -> str:
    return "legal" if verdict["legal"] else f"not legal ({', '.join(verdict['codes'])})"
