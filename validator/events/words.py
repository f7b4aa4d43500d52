"""Display names of an event's parameters, and the sentences that announce their values."""

from __future__ import annotations

from typing import NamedTuple

from messages import Message, capitalise, say, say_list, template


class Wording(NamedTuple):
    """A parameter's display name, and a sentence template for its value."""

    title: str
    sentence: str


DECKS = say("Decks")
START = say("Before the first round")
MATCH = say("The match")
BACKGROUND = say("Background")

SECTIONS: dict[str, dict[str, Wording]] = {
    DECKS: {
        "banlist": Wording(
            say("Banned and restricted list"),
            template("The banned and restricted list is that of {value}."),
        ),
        "team_copies_max": Wording(
            say("Copies in the team"),
            template(
                "The team's combined decks hold at most {value} copies of a card, by English title."
            ),
        ),
        "same_card_in_two_decks": Wording(
            say("The same card in two decks"),
            template("The same card in two decks of a team: {value}."),
        ),
        "exempt": Wording(say("Exempt cards"), template("Exempt: {value}.")),
        "text_overrides_limit": Wording(
            say("Cards with a limit of their own"),
            template("A limit in a card's own text replaces the usual one: {value}."),
        ),
        "applies_when": Wording(
            say("When the team rule applies"), template("It applies when {value}.")
        ),
        "restricted_per_team": Wording(
            say("Restricted cards"),
            template("The whole team may play {value} copy of a restricted card."),
        ),
        "banned_in": Wording(say("Banned cards"), template("Banned in {value}.")),
        "extra_banned": Wording(
            say("Banned in every Two-Headed Giant Constructed event"),
            template("Also banned in Two-Headed Giant Constructed: {value}."),
        ),
        "extra_banned_formats": Wording(
            say("Formats that the rules name for it"),
            template("The rules name this list for {value}."),
        ),
        "main_min": Wording(
            say("Smallest main deck"), template("A main deck has at least {value} cards.")
        ),
        "main_max": Wording(say("Largest main deck"), template("Largest main deck: {value}.")),
        "copies_max": Wording(
            say("Copies in a Limited deck"), template("Copies of a card in a deck: {value}.")
        ),
        "free_lands": Wording(
            say("Lands added freely"), template("Added to the opened cards for free: {value}.")
        ),
        "side_max": Wording(say("Sideboard"), template("A sideboard has at most {value} cards.")),
        "side": Wording(say("Sideboard"), template("A sideboard has {value} cards.")),
        "sideboard": Wording(say("Sideboard"), template("{value}.")),
        "sideboard_counts_for_unified": Wording(
            say("Sideboards under the team rule"),
            template("Sideboards count under the team rule: {value}."),
        ),
        "every_card_assigned": Wording(
            say("Assigning the pool"), template("Every card of the pool is assigned {value}.")
        ),
        "exchange_between_matches": Wording(
            say("Exchange of cards between matches"),
            template("Players may exchange cards between matches at {value}."),
        ),
        "rebuild_between_rounds": Wording(
            say("Rebuilding between rounds"),
            template("Rebuilding decks between rounds is {value}."),
        ),
    },
    START: {
        "teams_min": Wording(say("Minimum teams"), template("At least {value} teams take part.")),
        "rounds_min": Wording(
            say("Minimum rounds"), template("At least {value} rounds are played.")
        ),
        "product": Wording(say("Recommended product"), template("Recommended: {value}.")),
        "picks": Wording(say("Picks in the draft"), template("A team picks {value}.")),
        "registration_minutes": Wording(
            say("Registration of the pool"), template("Registering the pool takes {value} minutes.")
        ),
        "construction_minutes": Wording(
            say("Deck construction"), template("Building the decks takes {value} minutes.")
        ),
        "construction_minutes_added_on_release_weekend": Wording(
            say("Release weekend"),
            template("On a release weekend, {value} minutes are added."),
        ),
        "construction_and_registration_minutes": Wording(
            say("Construction and registration"),
            template("Building and registering the decks takes {value} minutes."),
        ),
    },
    MATCH: {
        "seating": Wording(say("Seating"), template("{value}.")),
        "communication": Wording(say("Communication"), template("{value}.")),
        "starting_life": Wording(say("Starting life"), template("A team starts at {value} life.")),
        "commander_damage": Wording(
            say("Damage by a commander"),
            template("A team loses when one commander has dealt {value} combat damage to a head."),
        ),
        "player_life": Wording(say("Life"), template("Each player starts at {value} life.")),
        "range_of_influence": Wording(say("Range of influence"), template("{value}.")),
        "attacks": Wording(say("Attacks"), template("{value}.")),
        "deployment": Wording(say("Deploying creatures"), template("{value}.")),
        "team_loses": Wording(say("When a team loses"), template("{value}.")),
        "poison_to_lose": Wording(say("Poison"), template("Poison loses the game at {value}.")),
        "games": Wording(say("Games"), template("Games in a match: {value}.")),
        "round_minutes": Wording(say("Time of a round"), template("A round has {value} minutes.")),
        "extra_turns": Wording(
            say("Extra turns"), template("When time is over, {value} more turns are played.")
        ),
        "play_draw": Wording(say("Play or draw"), template("{value}.")),
        "first_turn_draw": Wording(say("First draw"), template("{value}.")),
        "free_mulligan": Wording(say("Free mulligan"), template("The {value} is free.")),
        "mulligan_kind": Wording(say("Mulligan"), template("{value}.")),
        "mulligan_order": Wording(say("Order of mulligans"), template("Mulligans: {value}.")),
        "player_drops": Wording(
            say("When a player drops"), template("When a player drops, {value}.")
        ),
    },
    BACKGROUND: {
        "more_than_two_heads": Wording(
            say("Teams of more than two heads"), template("There may be {value}.")
        ),
        "life_per_further_head": Wording(
            say("Life for each further head"),
            template("Each head beyond the second adds {value} life."),
        ),
        "poison_per_further_head": Wording(
            say("Poison for each further head"),
            template(
                "Each head beyond the second adds {value} poison counters to those that lose."
            ),
        ),
        "formats": Wording(say("Sanctioned formats"), template("Sanctioned are {value}.")),
        "sanctioned": Wording(say("Sanctioned"), template("Sanctioned: {value}.")),
    },
}
"""Parameters by section of an announcement, in reading order."""

WORDS = {parameter: words for section in SECTIONS.values() for parameter, words in section.items()}
SECTION_OF = {parameter: name for name, section in SECTIONS.items() for parameter in section}

UNITS = {
    "team_copies_max": "copies",
    "restricted_per_team": "copies",
    "copies_max": "copies",
    "main_min": "cards",
    "main_max": "cards",
    "side_max": "cards",
    "teams_min": "teams",
    "rounds_min": "rounds",
    "registration_minutes": "minutes",
    "construction_minutes": "minutes",
    "construction_minutes_added_on_release_weekend": "minutes",
    "construction_and_registration_minutes": "minutes",
    "round_minutes": "minutes",
    "extra_turns": "turns",
    "starting_life": "life",
    "player_life": "life",
    "life_per_further_head": "life",
    "commander_damage": "damage",
    "poison_to_lose": "counters a team",
    "poison_per_further_head": "counters",
}
"""The unit of each parameter whose value is a number; the values of all others are texts."""
UNITS_OF_VALUES = ("counters on one player",)
"""Units that are part of a value, as they changed."""

UNKNOWN = "unknown"
CERTAINTIES = {
    "sure": say("the documents say so"),
    "likely": say("the documents nearly say so"),
    "implied": say("it follows from what they say"),
    "not later than": say("in force by the first day, and perhaps before it"),
    "from memory": say("no document at hand says so"),
    "uncertain": say("the documents may be read otherwise"),
    "disputed": say("documents differ"),
    "superseded": say("superseded before it took effect"),
    UNKNOWN: say("no document at hand says anything of the day"),
}
"""The certainties of facts, with their meanings."""

SENTENCES: dict[tuple[str, int | str], str] = {
    ("same_card_in_two_decks", "forbidden"): say(
        "No two decks of a team may hold the same card, by English title."
    ),
    ("exempt", "basic supertype"): say("Cards with the basic supertype are exempt."),
    ("text_overrides_limit", "no"): say(
        "A limit in a card's own text is not named as an exception."
    ),
    ("text_overrides_limit", "yes, for the whole team"): say(
        "A limit in a card's own text replaces the usual one, for the whole team."
    ),
    ("text_overrides_limit", "yes, for every deck"): say(
        "A limit in a card's own text replaces the usual one, in every deck."
    ),
    ("text_overrides_limit", "yes, for one deck of the team only"): say(
        "A limit in a card's own text replaces the usual one, in one deck of the team only."
    ),
    ("restricted_per_team", 1): say("The whole team may play one copy of a restricted card."),
    ("banned_in", "any deck whose format bans the card"): say(
        "A card is banned in any deck whose format bans it."
    ),
    ("games", "1; drawn games do not count, the match goes on while time lasts"): say(
        "A match is one game; drawn games do not count, and it goes on while time lasts."
    ),
    ("free_mulligan", "first mulligan of each player to seven cards"): say(
        "Each player's first mulligan is to seven cards, and therefore free."
    ),
    ("main_max", "none"): say("There is no maximum main deck size."),
    ("copies_max", "none"): say("A deck may contain any number of copies of a card."),
    ("side_max", 0): say("There are no sideboards."),
    ("extra_banned", "none"): say("No further card is banned in Two-Headed Giant alone."),
    ("sideboard_counts_for_unified", "yes"): say(
        "Sideboards count with their decks in the team rule."
    ),
    ("sanctioned", "yes"): say("Two-Headed Giant is sanctioned here."),
    ("formats", "as before, and booster draft"): say(
        "Booster Draft is sanctioned besides the formats of before."
    ),
}
"""Values with their own sentences."""


def title(parameter: str) -> str:
    """The parameter's display name; its id if it has none."""
    return WORDS[parameter].title if parameter in WORDS else parameter.replace("_", " ")


def sentence(parameter: str, value: int | str) -> str:
    """The sentence that announces the value."""
    if whole := SENTENCES.get((parameter, value)):
        return whole
    value_words = value_in_words(value)
    if parameter not in WORDS:
        return say(
            "{parameter}: {value}.", parameter=capitalise(title(parameter)), value=value_words
        )
    words = WORDS[parameter].sentence
    if words.startswith("{value}") and isinstance(value_words, str):
        value_words = capitalise(value_words)
    return say(words, value=value_words)


def value_in_words(value: int | str) -> int | str:
    """A value for display; bars of an imported list of values become commas."""
    if isinstance(value, int | Message):
        return value
    return say_list(value.split("|")) if "|" in value else say(value)
