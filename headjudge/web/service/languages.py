"""The languages of the service, and the choice of one for each request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

from babel.lists import format_list
from babel.support import Translations
from flask import Blueprint, Flask, Response, has_request_context, request
from flask_babel import Babel
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

import messages
from headjudge.web.service.application import API
from messages import Language, Message, Word, in_language

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "pt": "Português",
    "ja": "日本語",
}
"""By code (BCP 47), each by its own name. The first is the language of the source messages."""
ENGLISH = next(iter(LANGUAGES))
PARAMETER = "lang"
"""The query parameter of pages that chooses the language, instead of Accept-Language."""
TRANSLATIONS = Path(messages.__file__).parent / "translations"
LIST_STYLES: dict[Word, Literal["standard", "or"]] = {"and": "standard", "or": "or"}
"""CLDR's names for the two kinds of lists."""


def register(application: Flask, pages: Iterable[Blueprint]) -> None:
    """Let the application answer in the language of the request."""
    for page in pages:
        application.after_request_funcs.setdefault(page.name, []).append(say_language)
    Babel(
        application,
        default_locale=ENGLISH,
        default_translation_directories=str(TRANSLATIONS),
        locale_selector=language_code,
    )
    application.jinja_env.policies["ext.i18n.trimmed"] = True
    application.add_template_global(language_code, "language")
    application.jinja_env.globals["languages"] = LANGUAGES
    application.add_template_global(to)
    application.add_template_global(language_of_address, "chosen_language")
    application.add_template_global(here_in)
    application.add_template_filter(translate, "translated")
    application.add_template_filter(facts_text)


def say_language(response: Response) -> Response:
    """Set Content-Language and Vary on a page."""
    if response.mimetype == "text/html":
        response.headers.setdefault("Content-Language", language_code())
        response.vary.add("Accept-Language")
    return response


def language_of_address() -> str | None:
    """The language chosen by the address of this request, if any."""
    if request.path.startswith(API):
        return None
    code = request.args.get(PARAMETER)
    return code if code in LANGUAGES else None


def language_code() -> str:
    """The language code of this request: by its address, else by Accept-Language."""
    if not has_request_context():
        return ENGLISH
    environ = request.environ
    accepted = _best(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    return accepted if environ["PATH_INFO"].startswith(API) else language_of_address() or accepted


@lru_cache(maxsize=256)
def _best(accepted: str) -> str:
    """The best match for an Accept-Language; `pt-BR` prefers Portuguese over English."""
    tags = (tag for tag, quality in parse_accept_header(accepted, LanguageAccept) if quality)
    codes = (tag.lower().partition("-")[0] for tag in tags)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def facts_text(text: str) -> str:
    """Text for pages: messages are translated, text of the facts is marked as English."""
    if isinstance(text, Message) or language_code() == ENGLISH:
        return str(translate(text))
    return Markup('<span lang="{}">{}</span>').format(ENGLISH, text)


def to(address: str) -> str:
    """The address of another page, keeping the language chosen by this address."""
    code = language_of_address()
    if code is None:
        return address
    path, mark, fragment = address.partition("#")
    joint = "&" if "?" in path else "?"
    return f"{path}{joint}{PARAMETER}={code}{mark}{fragment}"


def here_in(code: str | None) -> str:
    """The address of this page in that language, or without a choice: only a query.

    Browsers resolve it against the current path, so the requested path is never echoed.
    """
    parameters = [
        (name, value) for name, value in request.args.items(multi=True) if name != PARAMETER
    ]
    return f"?{urlencode([*parameters, *([(PARAMETER, code)] if code else [])])}"


def translate(value: Any) -> Any:
    """The value with all messages in the language of this request."""
    return translator_to(language_code())(value)


def translator_to(code: str) -> Callable[[Any], Any]:
    """`translate` for a language code; also works outside of requests."""
    if code == ENGLISH:
        return lambda value: value
    return partial(_translate_values, language=_load_language(code))


def current_language() -> Language | None:
    """The language of this request for translating messages; None for the source language."""
    code = language_code()
    return None if code == ENGLISH else _load_language(code)


def with_language(response: Response) -> Response:
    """Add the headers for content in the language of this request to a new response."""
    response.headers.add("Content-Language", language_code())
    response.headers.add("Vary", "Accept-Language")
    return response


def _translate_values(value: Any, *, language: Language) -> Any:
    if isinstance(value, dict):
        return {name: _translate_values(item, language=language) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_translate_values(item, language=language) for item in value]
    return in_language(value, language)


class LocalLanguage:
    """A language with its catalogue, as used by `messages`."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._catalogue = Translations.load(TRANSLATIONS, [code])

    def text(self, template: str) -> str:
        """The template in this language."""
        return str(self._catalogue.ugettext(template))

    def plural(self, singular: str, plural: str, number: int) -> str:
        """The plural form of the template for the number."""
        return str(self._catalogue.ungettext(singular, plural, number))

    def join(self, items: Sequence[str], word: Word) -> str:
        """The items joined as a list in this language."""
        return format_list(items, style=LIST_STYLES[word], locale=self._code)


@cache
def _load_language(code: str) -> LocalLanguage:
    return LocalLanguage(code)
