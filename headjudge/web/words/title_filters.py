"""Template filters for card titles: in the reader's language, with the English title."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Flask
from markupsafe import Markup, escape

import cards
from headjudge.web.service import languages
from validator import Notice, Violation

OF_FACTS = {"pt": "pt-BR"}
"""Language codes of the card facts, where they differ from those of the pages."""


def register(application: Flask) -> None:
    """Make the filters available to templates: `{{ title | card_title }}`."""
    application.add_template_filter(card_title)
    application.add_template_filter(with_local_title)
    application.add_template_global(scryfall)


def card_title(title: str) -> Markup:
    """A card's title from its English one: `稲妻 (Lightning Bolt)`, each part with its language.

    English only, if the reader's language is English or the facts have no translation. In
    attributes, options and the page's title: `{{ title | card_title | striptags }}`.
    """
    language = _language()
    if language == languages.ENGLISH:
        return escape(title)
    local = cards.catalogue().title_in(title, language)
    if local is None:
        return Markup('<bdi lang="en">{}</bdi>').format(title)
    both = '<bdi lang="{}">{}</bdi> <span class="english" lang="en">({})</span>'
    return Markup(both).format(language, local, title)


def scryfall(title: str) -> str:
    """The address of a card at Scryfall by its English title; pages only link to it."""
    return "https://scryfall.com/search?" + urlencode({"q": f'!"{title}"'})


def with_local_title(finding: Violation | Notice) -> Violation | Notice:
    """A violation with its card's title also in the reader's language; notices are unchanged."""
    if isinstance(finding, Notice) or finding.card is None:
        return finding
    local = cards.catalogue().title_in(finding.card, _language())
    return finding._replace(card=f"{local} ({finding.card})") if local else finding


def _language() -> str:
    """The language of this request, as a code of the card facts."""
    code = languages.language_code()
    return OF_FACTS.get(code, code)
