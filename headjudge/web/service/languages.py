"""The languages that the service speaks, and which of them a request is answered in."""

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
"""By code (BCP 47), each by its own name. The first is the one that messages are written in."""
ENGLISH = next(iter(LANGUAGES))
PARAMETER = "lang"
"""The parameter of a page's address that chooses; without it Accept-Language does."""
TRANSLATIONS = Path(messages.__file__).parent / "translations"
LIST_STYLES: dict[Word, Literal["standard", "or"]] = {"and": "standard", "or": "or"}
"""What CLDR calls the two kinds of lists."""


def register(application: Flask, pages: Iterable[Blueprint]) -> None:
    """Let the application answer in the language that a request asks for."""
    for page in pages:
        application.after_request_funcs.setdefault(page.name, []).append(say_language)
    Babel(
        application,
        default_locale=ENGLISH,
        default_translation_directories=str(TRANSLATIONS),
        locale_selector=chosen,
    )
    application.jinja_env.policies["ext.i18n.trimmed"] = True
    application.add_template_global(chosen, "language")
    application.jinja_env.globals["languages"] = LANGUAGES
    application.add_template_global(to)
    application.add_template_global(language_of_address, "language_asked")
    application.add_template_global(here_in)
    application.add_template_filter(translated)
    application.add_template_filter(as_written)


def say_language(response: Response) -> Response:
    """The response; of a page its language, and that it is another one for other readers."""
    if response.mimetype == "text/html":
        response.headers.setdefault("Content-Language", chosen())
        response.vary.add("Accept-Language")
    return response


def language_of_address() -> str | None:
    """The language that the address of this request chooses, if it does."""
    if request.path.startswith(API):
        return None
    code = request.args.get(PARAMETER)
    return code if code in LANGUAGES else None


def chosen() -> str:
    """The code of the language of this request: as its address says, or as the client accepts."""
    if not has_request_context():
        return ENGLISH
    environ = request.environ
    accepted = _best(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    return accepted if environ["PATH_INFO"].startswith(API) else language_of_address() or accepted


@lru_cache(maxsize=256)
def _best(accepted: str) -> str:
    """The best language of an Accept-Language; `pt-BR` is Portuguese, before English is."""
    tags = (tag for tag, quality in parse_accept_header(accepted, LanguageAccept) if quality)
    codes = (tag.lower().partition("-")[0] for tag in tags)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def as_written(text: str) -> str:
    """A text that pages show: a message translated, and one of the facts as the English it is."""
    if isinstance(text, Message) or chosen() == ENGLISH:
        return str(translated(text))
    return Markup('<span lang="{}">{}</span>').format(ENGLISH, text)


def to(address: str) -> str:
    """The address of another page, in the language that was chosen by the address of this one."""
    code = language_of_address()
    if code is None:
        return address
    path, mark, fragment = address.partition("#")
    joint = "&" if "?" in path else "?"
    return f"{path}{joint}{PARAMETER}={code}{mark}{fragment}"


def here_in(code: str | None) -> str:
    """The address of this page in that language, or in the reader's: its query alone.

    A browser completes it, so that no path that was asked for leads elsewhere.
    """
    parameters = [
        (name, value) for name, value in request.args.items(multi=True) if name != PARAMETER
    ]
    return f"?{urlencode([*parameters, *([(PARAMETER, code)] if code else [])])}"


def translated(value: Any) -> Any:
    """The value with every message in it in the language of this request."""
    return translator()(value)


def translator() -> Callable[[Any], Any]:
    """What `translated` does, for answers that are made when the request is over."""
    return translator_to(chosen())


def translator_to(code: str) -> Callable[[Any], Any]:
    """The same for the language of that code, in a process that answers no request."""
    return _as_it_is if code == ENGLISH else partial(_translated, language=_spoken(code))


def spoken() -> Language | None:
    """The language of this request, to say messages in; None where they are in it already."""
    code = chosen()
    return None if code == ENGLISH else _spoken(code)


def marked(response: Response, code: str | None = None) -> Response:
    """A new response, whose words are in the language of this request, with the headers for that.

    `code` is that language, for whoever has asked for it already.
    """
    response.headers.add("Content-Language", code or chosen())
    response.headers.add("Vary", "Accept-Language")
    return response


def _as_it_is(value: Any) -> Any:
    return value


def _translated(value: Any, *, language: Language) -> Any:
    if isinstance(value, dict):
        return {name: _translated(item, language=language) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_translated(item, language=language) for item in value]
    return in_language(value, language)


class Spoken:
    """A language with its catalogue, as messages ask for it."""

    def __init__(self, code: str) -> None:
        """The language of that code."""
        self._code = code
        self._catalogue = Translations.load(TRANSLATIONS, [code])

    def text(self, template: str) -> str:
        """The template in this language."""
        return str(self._catalogue.ugettext(template))

    def plural(self, singular: str, plural: str, number: int) -> str:
        """The template that fits the number."""
        return str(self._catalogue.ungettext(singular, plural, number))

    def listed(self, items: Sequence[str], word: Word) -> str:
        """The items as this language lists them."""
        return format_list(items, style=LIST_STYLES[word], locale=self._code)


@cache
def _spoken(code: str) -> Spoken:
    return Spoken(code)
