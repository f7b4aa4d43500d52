"""Card titles as pages show them: in the reader's language, with the English title."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from flask import Flask
from markupsafe import Markup, escape

import cards
from headjudge.web.service import languages
from validator import Notice, Violation

OF_FACTS = {"pt": "pt-BR"}
"""What the card facts call a language, where it is not what pages call it."""


def register(application: Flask) -> None:
    """Let templates show titles: `{{ title | card_title }}`."""
    application.add_template_filter(card_title)
    application.add_template_filter(with_local_title)
    application.add_template_global(scryfall)


def card_title(title: str) -> Markup:
    """The card of that English title: `稲妻 (Lightning Bolt)`, each in an element of its language.

    English alone where the reader reads it, or where the facts have nothing else. In attributes,
    options and the page's title, which hold no elements: `{{ title | card_title | striptags }}`.
    """
    language = _language()
    if language == languages.ENGLISH:
        return escape(title)
    own = cards.catalogue().title_in(title, language)
    if own is None:
        return Markup('<bdi lang="en">{}</bdi>').format(title)
    both = '<bdi lang="{}">{}</bdi> <span class="english" lang="en">({})</span>'
    return Markup(both).format(language, own, title)


def scryfall(title: str) -> str:
    """The address of the card of that English title at Scryfall, which is only linked to."""
    return "https://scryfall.com/search?" + urlencode({"q": f'!"{title}"'})


def with_local_title(what: Violation | Notice) -> Violation | Notice:
    """A violation whose sentences name its card in the reader's language too; a notice as it is."""
    if isinstance(what, Notice) or what.card is None:
        return what
    own = cards.catalogue().title_in(what.card, _language())
    return replace(what, card=f"{own} ({what.card})") if own else what


def _language() -> str:
    """The language of this request, as the card facts call it."""
    code = languages.chosen()
    return OF_FACTS.get(code, code)
