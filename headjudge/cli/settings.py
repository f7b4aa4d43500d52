"""Settings of teams, merged from options, configurations and folders."""

import datetime
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import formats
from cards import catalogue
from formats import Format, HouseRules, WrongHouseRules
from headjudge.cli.errors import CommandError
from headjudge.cli.files import read_bytes
from headjudge.cli.options import TODAY
from validator import Event, questions
from validator import house_rules as house_files
from validator.case import default_policy
from validator.house_rules import House
from validator.limited.products import check_product, read_product

FOLDER = "HEADJUDGE_FORMATS"
"""The setting with a folder of house rules."""


class Settings(NamedTuple):
    """The settings of a team; None is unset."""

    format: str | None = None
    as_of: datetime.date | None = None
    structure: str | None = None
    policy: str | None = None
    team_size: int | None = None
    also: tuple[str, ...] | None = None
    house: str | HouseRules | None = None
    """The path of a file of house rules, or the rules themselves."""
    product: str | None = None
    syntax: str | None = None
    fail_on: tuple[str, ...] | None = None
    """Codes of notices that fail the run, or `warning` for all warnings."""
    ignore: tuple[str, ...] | None = None
    """Codes of notices that are not reported."""
    sources: tuple[str, ...] = ()
    """The files that the settings come from."""

    def over(self, below: "Settings") -> "Settings":
        """These settings, with unset ones taken from `below`."""
        values: dict[str, Any] = {
            name: value for name, value in self._asdict().items() if value is not None
        }
        return below._replace(**{**values, "sources": below.sources + self.sources})

    @property
    def sizes(self) -> tuple[int, ...]:
        """The allowed numbers of decks in a team."""
        if self.team_size:
            return (self.team_size,)
        return formats.structure(self._structure()).sizes

    @property
    def is_limited(self) -> bool:
        """Whether the decks are built from a card pool."""
        try:
            return play_format_of(self).kind == "limited"
        except CommandError:
            return False

    def _structure(self) -> str:
        try:
            of_format = play_format_of(self).structure
        except CommandError:
            of_format = None
        return self.structure or of_format or questions.DEFAULT_STRUCTURE


UNSET = Settings()


def play_format_of(settings: Settings) -> Format:
    """The play format, including those made by house rules; raises CommandError."""
    return _format_and_house(settings)[0]


def event_of(settings: Settings, today: datetime.date) -> Event:
    """The event of a team; raises CommandError with the key at fault."""
    play_format, house = _format_and_house(settings)
    try:
        key = "structure"
        structure = questions.structure_at(play_format, settings.structure)
        key = "team_size"
        questions.check_team_size(structure, settings.team_size)
    except questions.InvalidQuestion as error:
        raise CommandError(f"{key}: {error}") from None
    return Event(
        play_format.id,
        settings.as_of or today,
        structure,
        settings.policy or default_policy(play_format, structure),
        settings.team_size,
        product=product_of(settings.product or ""),
        also=settings.also or (),
        house=house,
    )


def product_of(text: str) -> Mapping[str, int]:
    """Parse a product such as `DOM=8`; raises InvalidQuestion."""
    product = read_product(text)
    check_product(product, catalogue())
    return product


def event_summary(event: Event, settings: Settings) -> str:
    """`modern, two-headed-giant, combined-four, as of 2026-11-21`, with the origin of the day."""
    day = "" if settings.as_of else f" ({TODAY})"
    # Policies only apply to teams.
    policy = "" if event.structure == "individual" else f"{event.policy}, "
    return f"{event.format}, {event.structure}, {policy}as of {event.as_of}{day}"


def _format_and_house(settings: Settings) -> tuple[Format, House | None]:
    return _resolve_format(settings.format, settings.house, (os.environ.get(FOLDER), os.getcwd()))


@lru_cache(maxsize=256)
def _resolve_format(
    format_id: str | None, house: str | HouseRules | None, place: tuple[str | None, str]
) -> tuple[Format, House | None]:
    """The format and house rules; `place` is a cache key, as they depend on its files."""
    if isinstance(house, HouseRules):
        return _of_table(format_id, house)
    rules = house_rules(format_id, house)
    if rules:
        return rules.format, rules
    try:
        return questions.find_format(format_id or ""), None
    except questions.InvalidQuestion as error:
        raise CommandError(f"--format: {error}") from None


def _of_table(format_id: str | None, table: HouseRules) -> tuple[Format, House]:
    base = format_id or table.base
    if base is None:
        raise CommandError("house: name the format that the house rules change.")
    try:
        play_format = questions.find_format(base)
        return play_format, questions.house_rules_at(play_format, table, catalogue())
    except WrongHouseRules as error:
        raise CommandError(f"house: {error}") from None
    except questions.InvalidQuestion as error:
        raise CommandError(f"format: {error}") from None


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
    return house_files.settle(formats.read_house_file(Path(file), data), catalogue())


def _of_folder(format_id: str | None) -> House | None:
    folder = os.environ.get(FOLDER)
    if not folder:
        return None
    houses = house_files.read_folder(Path(folder), catalogue())
    if format_id and format_id not in houses:
        questions.find_format(format_id, houses)
    return houses.get(format_id or "")
