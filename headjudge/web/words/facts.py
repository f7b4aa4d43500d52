"""Words for what the facts hold: statuses, colors, rarities, card titles, with template filters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from flask import Flask
from markupsafe import Markup, escape

import cards
from headjudge.web import http
from headjudge.web.http import translate
from messages import Message, say
from validator import Notice, Violation

STATUSES: Mapping[str, Message] = {
    "unreleased": say("unreleased"),
    "not-legal": say("not legal"),
    "legal": say("legal"),
    "restricted": say("restricted"),
    "banned": say("banned"),
    "ended": say("ended"),
}
"""The status of a card in a format."""

COLORS: Mapping[str, Message] = {
    "white": say("White"),
    "blue": say("Blue"),
    "black": say("Black"),
    "red": say("Red"),
    "green": say("Green"),
    "multicolor": say("Multicolor"),
    "colorless": say("Colorless"),
    "land": say("Land"),
}
"""The piles of cards sorted by color, in order."""

TYPES: Mapping[str, Message] = {
    "Artifact": say("Artifact"),
    "Battle": say("Battle"),
    "Creature": say("Creature"),
    "Enchantment": say("Enchantment"),
    "Instant": say("Instant"),
    "Land": say("Land"),
    "Planeswalker": say("Planeswalker"),
    "Sorcery": say("Sorcery"),
}
"""Card types; those of other games have no translation."""

LEADS: Mapping[str, Message] = {
    "legendary-creature": say("a legendary creature"),
    "legendary-planeswalker": say("a legendary planeswalker"),
    "legendary-vehicle": say("a legendary Vehicle"),
    "legendary-spacecraft": say("a legendary Spacecraft with power and toughness"),
    "own-text": say("a card whose text says that it can be the commander"),
}
"""The kinds of cards that may be a commander."""

TITLE_RULES: Mapping[str, Message] = {
    "no-commander": say("Cannot be the commander"),
    "no-companion": say("Cannot be the companion"),
    "game-changer": say("Game Changers, which brackets count and no rule forbids"),
}
"""Rules for titles besides the banlist."""

RARITIES: Mapping[str, Message] = {
    "C": say("common"),
    "U": say("uncommon"),
    "R": say("rare"),
    "M": say("mythic"),
    "L": say("land"),
    "S": say("special"),
}
"""By the rarity letter of a printing."""


def type_words(types: Iterable[str]) -> str:
    """The types of a card in the reader's language."""
    return " ".join(str(translate(TYPES.get(card_type, card_type))) for card_type in types)


OF_FACTS = {"pt": "pt-BR"}
"""Language codes of the card facts, where they differ from those of the pages."""
_CODE = re.compile(r"`([^`]+)`")
_DAY = re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b")


def card_title(title: str) -> Markup:
    """A card's title from its English one: `稲妻 (Lightning Bolt)`, each part with its language.

    English only, if the reader's language is English or the facts have no translation. In
    attributes, options and the page's title: `{{ title | card_title | striptags }}`.
    """
    language = _language()
    if language == http.ENGLISH:
        return escape(title)
    local = cards.catalogue().title_in(title, language)
    if local is None:
        return Markup('<bdi lang="en">{}</bdi>').format(title)
    markup = '<bdi lang="{}">{}</bdi> <span class="english" lang="en">({})</span>'
    return Markup(markup).format(language, local, title)


def scryfall(title: str) -> str:
    """The address of a card at Scryfall by its English title; pages only link to it."""
    return "https://scryfall.com/search?" + urlencode({"q": f'!"{title}"'})


def card_link(title: str, text: str | None = None) -> Markup:
    """A link to a card at Scryfall, by default with its title as text, in a new tab.

    Many pages are answers to forms, which browsers only reload after confirmation.
    """
    link = '<a class="of-card" href="{}" target="_blank" rel="noreferrer">{}</a>'
    return Markup(link).format(scryfall(title), text or card_title(title))


def sentence_html(text: str, title: str | None = None) -> Markup:
    """The sentence with unbreakable days, and with a link on the first mention of that title.

    Titles are mentioned in the reader's language or in English.
    """
    if title:
        for mention in (_both_titles(title), title):
            if parts := _split(text, mention):
                before, after = parts
                return _days(before) + card_link(title, mention) + _days(after)
    return _days(text)


def _split(text: str, name: str) -> tuple[str, str] | None:
    """The text before and after the name as a word of its own: `X` is not in `XL`."""
    start = -1
    while (start := text.find(name, start + 1)) >= 0:
        end = start + len(name)
        neighbors = text[start - 1 : start] + text[end : end + 1]
        if not any(letter.isascii() and letter.isalnum() for letter in neighbors):
            return text[:start], text[end:]
    return None


def _days(text: str) -> Markup:
    return Markup(_CODE.sub(r"<code>\1</code>", _DAY.sub(r"<time>\g<0></time>", str(escape(text)))))


def with_local_title(finding: Violation | Notice) -> Violation | Notice:
    """A violation with its card's title also in the reader's language; notices are unchanged."""
    if isinstance(finding, Notice) or finding.card is None:
        return finding
    return finding._replace(card=_both_titles(finding.card))


def _both_titles(title: str) -> str:
    """The title in the reader's language before the English one, which may be all there is."""
    local = cards.catalogue().title_in(title, _language())
    return f"{local} ({title})" if local else title


def _language() -> str:
    """The language of this request, as a code of the card facts."""
    code = http.language_code()
    return OF_FACTS.get(code, code)


def register(application: Flask) -> None:
    """Make names and filters available to templates, such as `{{ title | card_title }}` and
    `{{ fact_words.STATUSES[status] | translated }}`."""
    for template_filter in (type_words, card_title, card_link, sentence_html, with_local_title):
        application.add_template_filter(template_filter)
    application.add_template_global(scryfall)
    application.jinja_env.globals["fact_words"] = {
        "TITLE_RULES": TITLE_RULES,
        "LEADS": LEADS,
        "STATUSES": STATUSES,
        "COLORS": COLORS,
        "RARITIES": RARITIES,
    }


_ADDRESS = re.compile(r"https?://([!-.0-~]++)([!-~]*+)")


def with_site_names(text: str) -> str:
    """The text with the names of sites in place of addresses."""
    return _ADDRESS.sub(_site, text)


def _site(address: re.Match[str]) -> str:
    site, path = address.groups()
    return site + path[len(path.rstrip(".,;:)")) :]
