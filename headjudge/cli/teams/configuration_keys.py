"""The keys of a configuration: their purpose, and how their values are parsed."""

import datetime
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from formats import HouseRules
from formats.house_rules import LISTS, OF_REQUESTS
from headjudge.cli.errors import CommandError
from headjudge.cli.files import real_path, root_of
from headjudge.cli.findings.codes import ADJUSTABLE
from headjudge.cli.teams.folders import short_path
from headjudge.cli.teams.settings import product_of
from headjudge.decklists import SYNTAXES
from validator import questions
from validator.notices import NOTICES
from validator.questions import InvalidQuestion as Fault

WARNING = "warning"


class Key(NamedTuple):
    """The purpose of a key, and the parser of its value, which raises InvalidQuestion."""

    purpose: str
    read: Callable[[Any, Path], Any]
    """Called with the value and the folder of the configuration."""


def read_text(value: Any, folder: Path) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise Fault("This must be a text.")
    return value


def read_texts(value: Any, folder: Path) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise Fault("This must be a text, or a list of texts.")
    return tuple(texts)


def read_day(value: Any, folder: Path) -> datetime.date:
    if type(value) is datetime.date:
        return value
    return questions.day(value if isinstance(value, str) else "")


def read_format(value: Any, folder: Path) -> str:
    return questions.find_format_id(read_text(value, folder))


def read_structure(value: Any, folder: Path) -> str:
    return questions.find_structure(read_text(value, folder))


def read_policy(value: Any, folder: Path) -> str:
    return questions.find_policy(read_text(value, folder))


def read_policies(value: Any, folder: Path) -> tuple[str, ...]:
    return tuple(map(questions.find_policy, read_texts(value, folder)))


def read_team_size(value: Any, folder: Path) -> int:
    if type(value) is not int:
        raise Fault("This must be a whole number.")
    if not 1 <= value <= questions.DECKS_MAX:
        raise Fault(f"A team has from 1 to {questions.DECKS_MAX} players.")
    return value


def read_product(value: Any, folder: Path) -> str:
    text = ",".join(read_texts(value, folder))
    product_of(text)
    return text


def read_syntax(value: Any, folder: Path) -> str:
    syntax = read_text(value, folder)
    questions.check_choice('There is no syntax "{text}".', syntax, tuple(SYNTAXES))
    return syntax


def read_notices(value: Any, folder: Path) -> tuple[str, ...]:
    codes = read_texts(value, folder)
    for code in codes:
        questions.check_choice(
            'There is no notice "{text}".', code, (*NOTICES, *ADJUSTABLE, WARNING)
        )
    return codes


def read_path(value: Any, folder: Path) -> str:
    """A path relative to the working directory, within the repository."""
    path = folder / read_text(value, folder)
    try:
        real_path(short_path(path), root_of(folder))
    except CommandError as error:
        raise Fault(str(error)) from None
    return short_path(path)


def read_paths(value: Any, folder: Path) -> tuple[str, ...]:
    return tuple(read_path(text, folder) for text in read_texts(value, folder))


def read_house(value: Any, folder: Path) -> str | HouseRules:
    if not isinstance(value, dict):
        return read_path(value, folder)
    for key in value:
        questions.check_choice(
            'There is no key of house rules here "{text}".', key, tuple(sorted(OF_REQUESTS))
        )
    names = {name: read_text(value[name], folder) for name in ("base", "name") if name in value}
    ban, allow, restrict = (read_texts(value.get(name, []), folder) for name in LISTS)
    return HouseRules(names.get("base"), ban, allow, restrict, names.get("name"))


SETTINGS: Mapping[str, Key] = MappingProxyType(
    {
        "format": Key("the play format, or the id of house rules", read_format),
        "as_of": Key("the day of the event (today in UTC)", read_day),
        "structure": Key(
            "`two-headed-giant`, `team-constructed`, `emperor` or `individual`", read_structure
        ),
        "policy": Key("the team construction rules", read_policy),
        "team_size": Key("players of a team, 1 to 8", read_team_size),
        "also": Key("further policies; the `json` report has a verdict under each", read_policies),
        "house": Key("house rules: the path of their file, or a table", read_house),
        "product": Key("boosters opened, in Limited: `DOM=8`, or a list of these", read_product),
        "syntax": Key("the syntax of the files (detected)", read_syntax),
        "fail-on": Key(
            "codes of notices that fail the run; `warning` stands for all warnings", read_notices
        ),
        "ignore": Key("codes of notices that are not reported", read_notices),
    }
)
"""Settings allowed globally, for a folder and for a team."""

OF_FILES: Mapping[str, Key] = MappingProxyType(
    {
        "include": Key("patterns, as in `.gitignore`, of the only files to read", read_texts),
        "exclude": Key("patterns of files and folders not to read", read_texts),
        "baseline": Key("the file of known faults", read_path),
    }
)
"""Keys allowed once per file."""

OF_TEAMS: Mapping[str, Key] = MappingProxyType(
    {
        "name": Key("the team's name", read_text),
        "decks": Key("the paths of its decks, in order", read_paths),
        "pool": Key("the path of its card pool", read_path),
    }
)
"""Additional keys of a `[[team]]`."""
