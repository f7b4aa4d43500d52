"""What each parameter of an event is called, and the sentence that announces its value."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """The title of a parameter, and its sentence as a template with the value."""

    title: str
    sentence: str


DECKS = "Decks"
START = "Before the first round"
MATCH = "The match"
BACKGROUND = "Background"

SECTIONS: dict[str, dict[str, Words]] = {
    DECKS: {
        "banlist": Words(
            "Banned and restricted list",
            "The banned and restricted list is that of {value}.",
        ),
        "team_copies_max": Words(
            "Copies in the team",
            "The team's combined decks hold at most {value} copies of a card, by English title.",
        ),
        "same_card_in_two_decks": Words(
            "The same card in two decks", "The same card in two decks of a team: {value}."
        ),
        "exempt": Words("Exempt from it", "Exempt are {value}."),
        "text_overrides_limit": Words(
            "Cards with a limit of their own",
            "A limit in a card's own text replaces the usual one: {value}.",
        ),
        "applies_when": Words("When the team rule applies", "It applies when {value}."),
        "restricted_per_team": Words(
            "Restricted cards", "Of a restricted card the whole team may play {value} copy."
        ),
        "banned_in": Words("Banned cards", "Banned in {value}."),
        "extra_banned": Words(
            "Banned in every Two-Headed Giant Constructed event",
            "Banned besides, in Two-Headed Giant Constructed alone: {value}.",
        ),
        "extra_banned_formats": Words(
            "Formats that the rules name for it", "The rules name this list for {value}."
        ),
        "main_min": Words("Smallest main deck", "A main deck has at least {value} cards."),
        "main_max": Words("Largest main deck", "Largest main deck: {value}."),
        "copies_max": Words("Copies in a Limited deck", "Copies of a card in a deck: {value}."),
        "free_lands": Words("Lands added freely", "Added freely to the cards opened: {value}."),
        "side_max": Words("Sideboard", "A sideboard has at most {value} cards."),
        "side": Words("Sideboard", "A sideboard has {value} cards."),
        "sideboard": Words("Sideboard", "{value}."),
        "sideboard_counts_for_unified": Words(
            "Sideboards under the team rule", "Sideboards count under the team rule: {value}."
        ),
        "every_card_assigned": Words(
            "Assigning the pool", "Every card of the pool is assigned {value}."
        ),
        "exchange_between_matches": Words(
            "Exchange of cards between matches",
            "Players may exchange cards between matches at {value}.",
        ),
        "rebuild_between_rounds": Words(
            "Rebuilding between rounds", "Building the decks anew between rounds is {value}."
        ),
    },
    START: {
        "teams_min": Words("Fewest teams", "At least {value} teams take part."),
        "rounds_min": Words("Fewest rounds", "At least {value} rounds are played."),
        "product": Words("Recommended product", "Recommended: {value}."),
        "picks": Words("Picks in the draft", "A team picks {value}."),
        "registration_minutes": Words(
            "Registration of the pool", "Registering the pool takes {value} minutes."
        ),
        "construction_minutes": Words(
            "Deck construction", "Building the decks takes {value} minutes."
        ),
        "construction_minutes_added_on_release_weekend": Words(
            "Release weekend", "On the weekend of a release {value} minutes are added to it."
        ),
        "construction_and_registration_minutes": Words(
            "Construction and registration",
            "Building and registering the decks takes {value} minutes.",
        ),
    },
    MATCH: {
        "seating": Words("Seating", "{value}."),
        "communication": Words("Communication", "{value}."),
        "starting_life": Words("Starting life", "A team starts at {value} life."),
        "poison_to_lose": Words("Poison", "Poison loses the game at {value}."),
        "games": Words("Games", "Games in a match: {value}."),
        "round_minutes": Words("Time of a round", "A round has {value} minutes."),
        "extra_turns": Words("Extra turns", "When time is over, {value} more turns are played."),
        "play_draw": Words("Play or draw", "{value}."),
        "first_turn_draw": Words("First draw", "{value}."),
        "free_mulligan": Words("Free mulligan", "The {value} is free."),
        "mulligan_kind": Words("Mulligan", "{value}."),
        "mulligan_order": Words("Order of mulligans", "Mulligans: {value}."),
        "player_drops": Words("When a player drops", "When a player drops, {value}."),
    },
    BACKGROUND: {
        "more_than_two_heads": Words("Teams of more than two heads", "There may be {value}."),
        "life_per_further_head": Words(
            "Life for each further head", "Each head beyond the second adds {value} life."
        ),
        "poison_per_further_head": Words(
            "Poison for each further head",
            "Each head beyond the second adds {value} poison counters to those that lose.",
        ),
        "formats": Words("Sanctioned formats", "Sanctioned are {value}."),
        "sanctioned": Words("Sanctioned", "Sanctioned: {value}."),
    },
}
"""By section of an announcement, its parameters in the order in which they are read out."""

WORDS = {parameter: words for section in SECTIONS.values() for parameter, words in section.items()}
SECTION_OF = {parameter: name for name, section in SECTIONS.items() for parameter in section}

UNKNOWN = "unknown"
CERTAINTIES = {
    "sure": "the documents say so",
    "likely": "the documents nearly say so",
    "implied": "it follows from what they say",
    "not later than": "in force by the first day, and perhaps before it",
    "from memory": "no document at hand says so",
    "uncertain": "the documents may be read otherwise",
    "disputed": "documents differ",
    "superseded": "overtaken before it was in force",
    UNKNOWN: "no document at hand says anything of the day",
}
"""How sure a fact is, and what that means."""

SENTENCES: dict[tuple[str, int | str], str] = {
    ("same_card_in_two_decks", "forbidden"): (
        "No two decks of a team may hold the same card, by English title."
    ),
    ("exempt", "basic supertype"): "Exempt are cards with the basic supertype.",
    ("text_overrides_limit", "no"): "A limit in a card's own text is not named as an exception.",
    ("text_overrides_limit", "yes, for the whole team"): (
        "A limit in a card's own text replaces the usual one, for the whole team."
    ),
    ("text_overrides_limit", "yes, for every deck"): (
        "A limit in a card's own text replaces the usual one, in every deck."
    ),
    ("text_overrides_limit", "yes, for one deck of the team only"): (
        "A limit in a card's own text replaces the usual one, in one deck of the team only."
    ),
    ("restricted_per_team", 1): "Of a restricted card the whole team may play one copy.",
    ("banned_in", "any deck whose format bans the card"): (
        "A card is banned in any deck whose format bans it."
    ),
    ("games", "1; drawn games do not count, the match goes on while time lasts"): (
        "A match is one game; drawn games do not count, and it goes on while time lasts."
    ),
    ("free_mulligan", "first mulligan of each player to seven cards"): (
        "The first mulligan of each player is to seven cards, and so free."
    ),
    ("main_max", "none"): "There is no largest main deck.",
    ("copies_max", "none"): "A deck may hold any number of copies of a card.",
    ("side_max", 0): "There are no sideboards.",
    ("extra_banned", "none"): "No further card is banned in Two-Headed Giant alone.",
    ("sideboard_counts_for_unified", "yes"): "Sideboards count with their decks in the team rule.",
    ("first_turn_draw", "undecided"): "Who of the first team draws is not settled.",
    ("sanctioned", "yes"): "Two-Headed Giant is sanctioned here.",
    ("formats", "as before, and booster draft"): (
        "Booster Draft is sanctioned besides the formats of before."
    ),
}
"""Where a value reads better in a sentence of its own."""


def title(parameter: str) -> str:
    """What a parameter is called; its id where it has no words."""
    return WORDS[parameter].title if parameter in WORDS else parameter.replace("_", " ")


def sentence(parameter: str, value: int | str) -> str:
    """The sentence that announces a value."""
    if whole := SENTENCES.get((parameter, value)):
        return whole
    template = (
        WORDS[parameter].sentence if parameter in WORDS else f"{title(parameter)}: {{value}}."
    )
    said = template.format(value=_spoken(value))
    return said[0].upper() + said[1:]


def _spoken(value: int | str) -> int | str:
    """A list of the facts, which stands with bars, as people write it."""
    if isinstance(value, int) or "|" not in value:
        return value
    *others, last = value.split("|")
    return f"{', '.join(others)} and {last}"
