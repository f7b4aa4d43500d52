"""Validation of questions, shared by the API, the pages and the command line.

Each check raises `InvalidQuestion` with a sentence for the user.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import cast, get_args

import formats
from cards import Catalogue
from formats import Format, HouseFault, HouseRules, WrongHouseRules, house_rules
from messages import Message, MessageError, say, sentences, template
from validator.house_rules import House, settle
from validator.model import Structure

DECKS_MAX = 8
DEFAULT_STRUCTURE: Structure = "two-headed-giant"
DEFAULT_POLICY = "combined-four"
STRUCTURES: tuple[str, ...] = get_args(Structure)
NO_FORMAT = template('There is no format "{text}".')
NO_POLICY = template('There is no policy "{text}".')
NO_STRUCTURE = template('There is no structure "{text}".')
NO_DAY = say("This must be a real date as YYYY-MM-DD.")
NO_HOUSES: Mapping[str, House] = MappingProxyType({})

_ISO_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_LONGEST_QUOTE = 80
CACHED_DAYS = 1_024
_LIMITED_IN_CONSTRUCTED = template(
    "{format} is limited and {event} is constructed; one team plays one."
)
_CONSTRUCTED_IN_LIMITED = template(
    "{format} is constructed and {event} is limited; one team plays one."
)


class InvalidQuestion(MessageError):
    """A question with unknown names or an invalid combination.

    `message` is a sentence, and `code` the kind of fault, one of those of the API's requests.
    """

    def __init__(self, message: str, code: str = "not-allowed") -> None:
        super().__init__(message)
        self.code = code


def find_format_id(text: str, houses: Collection[str] = ()) -> str:
    """The id of the format of that id or name, in any case; else the text itself."""
    return text if text in houses else formats.find_id(text)


def find_list_id(text: str) -> str:
    """The id of the banlist of that id or name, in any case; else the text itself."""
    list_id = formats.find_id(text)
    return list_id if list_id in formats.ids() else formats.find_structure_id(text)


def find_format(text: str, houses: Mapping[str, House] = NO_HOUSES) -> Format:
    """The format, or kind of event, of that id or name; `houses` adds those of house rules."""
    text = find_format_id(text, houses)
    if text in houses:
        return houses[text].format
    try:
        return formats.load(text)
    except formats.UnknownFormat:
        if formats.find_structure_id(text) == "two-headed-giant":
            raise InvalidQuestion(
                say(
                    "two-headed-giant is a structure, not a format: name the format that the decks"
                    " are built for, such as modern."
                ),
                "unknown-value",
            ) from None
        check_choice(NO_FORMAT, text, (*formats.ids(), *houses))
        raise


def find_deck_format(
    text: str, event: Format, structure: Structure, houses: Mapping[str, House] = NO_HOUSES
) -> Format:
    """The own format of one deck at an event: no event kind, and of the same kind of play."""
    own = find_format(text, houses)
    if formats.structure(structure).one_game:
        raise InvalidQuestion(
            say("The team plays one game in one format, that of the event: leave this out.")
        )
    if text in houses and text != event.id:
        raise InvalidQuestion(
            say(
                "{format} has house rules, and cannot be the format of a deck at {event}.",
                format=text,
                event=event.id,
            )
        )
    if own.base:
        raise InvalidQuestion(
            say(
                "{format} is a kind of event; a deck's own format would be {base}.",
                format=text,
                base=own.base,
            )
        )
    if own.kind != event.kind:
        words = _LIMITED_IN_CONSTRUCTED if own.kind == "limited" else _CONSTRUCTED_IN_LIMITED
        raise InvalidQuestion(say(words, format=own.id, event=event.id))
    return own


def house_rules_at(event: Format, rules: HouseRules, facts: Catalogue) -> House:
    """The house rules for an event's format; raises InvalidQuestion or WrongHouseRules.

    Their base is the event's format, whether they name it or not.
    """
    if event.kind != "constructed":
        raise InvalidQuestion(house_rules.is_limited(event.id))
    if event.id not in formats.ids():
        raise InvalidQuestion(
            say("{format} has house rules already; name its base as the format.", format=event.id)
        )
    if rules.base not in (None, event.id):
        fault = house_rules.base_fault(rules.base or "") or say(
            "The event is played as {format}; house rules for it have that as their base.",
            format=event.id,
        )
        raise WrongHouseRules([HouseFault(("base",), fault)])
    return settle(rules._replace(base=event.id), facts)


def find_policy(text: str) -> str:
    """The id, checked, of a team policy."""
    check_choice(NO_POLICY, text, formats.policy_ids())
    return text


def find_structure(text: str) -> Structure:
    """The id of the structure of that id or name."""
    structure_id = formats.find_structure_id(text)
    check_choice(NO_STRUCTURE, structure_id, STRUCTURES)
    return cast(Structure, structure_id)


def structure_at(event: Format, structure: str | None) -> Structure:
    """The structure of an event: the requested one, that of the event kind, or the default."""
    structure = structure and formats.find_structure_id(structure)
    if event.structure and structure not in (None, event.structure):
        raise InvalidQuestion(
            say(
                "{format} is played as {structure}; leave this out.",
                format=event.id,
                structure=event.structure,
            )
        )
    if structure is None:
        return cast(Structure, event.structure or DEFAULT_STRUCTURE)
    return find_structure(structure)


def check_team_size(structure: str, team_size: int | None) -> None:
    """Check that the structure is played by teams of this size (CR 810.1, 810.11)."""
    if team_size is None:
        return
    if not 1 <= team_size <= DECKS_MAX:
        raise InvalidQuestion(
            say("A team has from 1 to {most} players.", most=DECKS_MAX), "out-of-range"
        )
    if structure == "individual" and team_size != 1:
        raise InvalidQuestion(say("An individual plays alone: this must be 1."))
    if structure == "two-headed-giant" and team_size < 2:
        raise InvalidQuestion(say("Two-Headed Giant is played by teams of at least 2."))


@lru_cache(CACHED_DAYS)
def day(text: str) -> datetime.date:
    """The date written as YYYY-MM-DD; no other form of ISO 8601 is accepted."""
    try:
        if re.fullmatch(_ISO_DAY, text):
            return datetime.date.fromisoformat(text)
    except ValueError:
        pass
    raise InvalidQuestion(NO_DAY, "no-date")


MOST_LISTED = 10
"""Words that are listed for one that is unknown; of more, the nearest one is enough."""


def check_choice(missing: str, text: str, words: tuple[str, ...]) -> None:
    """Check that the text is one of the words; `missing` is the message template if it is not.

    The template receives `{text}`. A suggestion is appended, and the words if they are few.
    """
    if text not in words:
        known = [say("There are: {known}.", known=", ".join(words))]
        few = known if len(words) <= MOST_LISTED else []
        raise InvalidQuestion(
            sentences(say(missing, text=shorten(text)), *closest(text, words), *few),
            "unknown-value",
        )


def closest(text: str, words: Iterable[str]) -> tuple[Message, ...]:
    """ "Did you mean" with the word nearest to the text, or nothing."""
    suggestion = nearest(text, words)
    return (say('Did you mean "{word}"?', word=suggestion),) if suggestion else ()


def nearest(text: str, words: Iterable[str]) -> str | None:
    """The word nearest to the text, if any is near."""
    from rapidfuzz import process  # only needed for suggestions

    choices = {word: word.lower() for word in words}
    suggestion = process.extractOne(shorten(text).lower(), choices, score_cutoff=60)
    return suggestion[2] if suggestion else None


def shorten(text: str) -> str:
    """The first 80 characters of the input, for error messages."""
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
