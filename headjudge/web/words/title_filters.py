"""Template filters for card titles, in the reader's language with the English one, and for
sentences that name cards and days."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from flask import Flask
from markupsafe import Markup, escape

import cards
from headjudge.web import http
from validator import Notice, Violation

OF_FACTS = {"pt": "pt-BR"}
"""Language codes of the card facts, where they differ from those of the pages."""
_DAY = re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b")


def register(application: Flask) -> None:
    """Make the filters available to templates: `{{ title | card_title }}`."""
    application.add_template_filter(card_title)
    application.add_template_filter(card_link)
    application.add_template_filter(sentence_html)
    application.add_template_filter(with_local_title)
    application.add_template_global(scryfall)


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
    return Markup(_DAY.sub(r"<time>\g<0></time>", str(escape(text))))


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
