"""House rules on the command line: from a file given in a configuration, or from a folder."""

from __future__ import annotations

import os
from pathlib import Path

import cards
import formats
from formats import WrongHouseRules
from headjudge.cli.errors import CommandError
from headjudge.cli.files import read_bytes
from validator import house_rules as house
from validator import questions
from validator.house_rules import House

FOLDER = "HEADJUDGE_FORMATS"
"""The setting with a folder of house rules."""


def house_rules(format_id: str | None, file: str | None) -> House | None:
    """The house rules in effect, None if there are none; raises CommandError.

    `format_id` is the requested format, `file` a file of house rules.
    """
    try:
        rules = _of_file(file) if file else _of_folder(format_id)
    except WrongHouseRules as error:
        raise CommandError(*error.sentences) from None
    except questions.InvalidQuestion as error:
        raise CommandError(f"--format: {error}") from None
    except OSError as error:
        where = f"house: {file}" if file else f"{FOLDER}: {os.environ[FOLDER]}"
        raise CommandError(f"{where} cannot be read: {error.strerror or error}.") from None
    if rules is None and format_id is None:
        raise CommandError("--format: name the format that is played.")
    if file and rules and format_id not in (None, rules.format.id, rules.base):
        raise CommandError(f"--format: {file} changes {rules.base}, not {format_id}.")
    return rules


def _of_file(file: str) -> House:
    try:
        data = read_bytes(file)
    except CommandError as error:
        raise CommandError(f"house: {error}") from None
    return house.settle(formats.read_house_file(Path(file), data), cards.catalogue())


def _of_folder(format_id: str | None) -> House | None:
    folder = os.environ.get(FOLDER)
    if not folder:
        return None
    houses = house.read_folder(Path(folder), cards.catalogue())
    if format_id and format_id not in houses:
        questions.find_format(format_id, houses)
    return houses.get(format_id or "")
