"""What all requests and answers have in common.

In this order: Flask as configured for the service, languages, JSON answers, problems (RFC 9457),
bodies, and answers that may be kept.
"""

from __future__ import annotations

import datetime
import errno
import hashlib
import json
import logging
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from http import HTTPStatus
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn
from urllib.parse import urlencode

import orjson
from babel.lists import format_list
from babel.support import Translations
from flask import Blueprint, Flask, Request, Response, has_request_context, request
from flask_babel import Babel
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept, MultiDict
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.http import parse_accept_header
from werkzeug.routing import MapAdapter

import messages
from headjudge import documents
from headjudge.web.limits import LIMITS
from messages import Language, Message, Word, in_language, say, say_list

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

# Flask, as configured for the service.

Headers = tuple[tuple[str, str], ...]
"""The headers of an answer, as in WSGI."""
API = "/v1/"
"""The path prefix of the API, whose answers are JSON."""
REQUEST_ID = "X-Request-ID"
NO_ID = "-"
request_id: ContextVar[str] = ContextVar("request_id", default=NO_ID)
"""The id of the current request: the client's, or a random one."""
is_id_sent: ContextVar[bool] = ContextVar("is_id_sent", default=False)
"""Whether the client sent it."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class TimedRequest(Request):
    """A request with its start time."""

    def __init__(
        self, environ: WSGIEnvironment, populate_request: bool = True, shallow: bool = False
    ) -> None:
        self.start_time = perf_counter()
        super().__init__(environ, populate_request, shallow)


class Answer(Response):
    """A response whose text may contain anything from a file or JSON."""

    def set_data(self, value: bytes | str) -> None:
        """Set the body; lone surrogates, possible in JSON, are replaced."""
        super().set_data(value.encode("utf-8", "replace") if isinstance(value, str) else value)


class Application(Flask):
    """Flask with a contextvars context for each request, including streamed answers."""

    request_class = TimedRequest
    response_class = Answer

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.usual_headers: Headers = ()
        """Added to every answer that does not set them."""
        self.https_headers: Headers = ()
        """The same for answers by https only."""

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request in a context of its own."""
        context = copy_context()
        return Pieces(context, context.run(self._answer, environ, start_response))

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        sent_id = environ.get("HTTP_X_REQUEST_ID", "")
        is_sent = _ID.fullmatch(sent_id) is not None
        identifier = sent_id if is_sent else f"{random.getrandbits(64):016x}"
        is_id_sent.set(is_sent)
        request_id.set(identifier)
        usual = self.usual_headers
        if environ["wsgi.url_scheme"] == "https":
            usual += self.https_headers

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            present = dict(headers)
            headers += [header for header in usual if header[0] not in present]
            headers.append((REQUEST_ID, identifier))
            return start_response(status, headers, *error)

        return super().wsgi_app(environ, start)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Match addresses by their path alone: no route or link depends on the host."""
        if request is None:
            return None
        return self.url_map.bind(
            "",
            script_name=request.root_path,
            url_scheme=request.scheme,
            default_method=request.method,
            path_info=request.path,
        )


class Pieces:
    """The pieces of an answer, each computed in the context of its request."""

    def __init__(self, context: Context, pieces: Iterable[bytes]) -> None:
        self._context = context
        self._pieces = pieces
        self._next = iter(pieces).__next__

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return self._context.run(self._next)

    def close(self) -> None:
        """Close the wrapped answer."""
        if close := getattr(self._pieces, "close", None):
            self._context.run(close)


# The languages of the service, and the choice of one for each request.

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
QUERY_MOST = 2_000
"""Bytes of a query that is repeated in the links to other languages."""
TRANSLATIONS = Path(messages.__file__).parent / "translations"
LIST_STYLES: dict[Word, Literal["standard", "or"]] = {"and": "standard", "or": "or"}
"""CLDR's names for the two kinds of lists."""


def register_languages(application: Flask, pages: Iterable[Blueprint]) -> None:
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

    Browsers resolve it against the current path, so the requested path is never echoed. A page has
    nine such links and may be kept in memory, so a query longer than any of ours is left out.
    """
    is_ours = len(request.query_string) <= QUERY_MOST
    given = request.args.items(multi=True) if is_ours else ()
    parameters = [(name, value) for name, value in given if name != PARAMETER]
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


# JSON answers: compact, in the given order, ASCII only.

JSON = "application/json"

# ASCII escapes can represent lone surrogates, unlike UTF-8, and keep NDJSON on one line.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


def encode(document: Any) -> bytes:
    """The document as one line of JSON, with a line feed.

    orjson is ten times as fast, but rejects lone surrogates and integers of more than 64 bits,
    and does not escape non-ASCII text.
    """
    try:
        fast = orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        return f"{_encode(document)}\n".encode("ascii")
    return fast if fast.isascii() else _BEYOND_ASCII.sub(_escape, fast.decode()).encode("ascii")


def _escape(match: re.Match[str]) -> str:
    return _encode(match[0])[1:-1]


def answer(document: Any) -> Response:
    """A 200 response with a document without translatable messages."""
    return Answer([encode(document)], content_type=JSON)


def translated_answer(document: Any) -> Response:
    """A 200 response with the document, its messages in the language of the request."""
    return with_language(answer(translate(document)))


# Problem documents (RFC 9457) for all errors.

logger = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
TYPE_PREFIX = "/problems/"
"""Types are addresses within the service, of a page that explains them."""

FIELD_SHOWN = 200
"""Characters of the place of a fault that its sentence names."""


class Kind(NamedTuple):
    """A kind of problem."""

    id: str
    """The stable last part of the type."""
    title: str
    meaning: str
    """Its description in the contract and on the page of the type, in English."""


KINDS: Mapping[int, Kind] = {
    400: Kind("not-json", say("The body is not JSON"),
        "The body is not JSON, is nested too deeply, or ends too early."),
    403: Kind("cross-site", say("Another site has sent this form"),
        "A page of another site has sent a form of the pages; never under `/v1`."),
    404: Kind("not-found", say("There is nothing here"),
        "There is no such resource: no format, list, version or card of that name."),
    405: Kind("method-not-allowed", say("This resource does not support that method"),
        "The resource has no such method. `Allow` names those that it has."),
    413: Kind("too-large", say("The body is too large"),
        "The body, or a line of a batch, is over its limit."),
    415: Kind("media-type", say("The body is of another media type"),
        "The body is not declared as the media type that the resource takes."),
    422: Kind("schema", say("The request is not valid"),
        "The request is JSON, but not valid. `errors` has each fault with its code and a pointer"
        " to it."),
    429: Kind("too-many-requests", say("There were too many requests"),
        "There were more requests than the service allows: wait `Retry-After`."),
    500: Kind("internal", say("The service failed"),
        "The service failed, and logged it under `request_id`: tell its operator."),
    502: Kind("link", say("A list could not be fetched from its link"),
        "A site did not return the list at its link. `errors` points to each such link."),
    503: Kind("not-ready", say("The service is not ready"),
        "The service has no card facts at the moment, or is busy: try again."),
    504: Kind("link-timeout", say("A list was not fetched from its link in time"),
        "A site did not return the list at its link in time."),
}  # fmt: skip
"""The usual kind by status."""
LINKS_OFF = Kind(
    "links-off",
    say("This service fetches no lists by link"),
    "The service fetches no lists by link: send the text of the list.",
)
ALL_KINDS = (*KINDS.values(), LINKS_OFF)

DETAILS: Mapping[int, str] = {
    404: say("There is nothing at this address."),
    413: say("The body is larger than this address takes."),
}
"""Messages in place of Flask's descriptions."""


Part = Literal["body", "query"]
"""A part of a request."""
FAULTS: Mapping[str, str] = {
    "required": "A field or a parameter is missing.",
    "null": "The value is null: leave the field out.",
    "unknown-field": "There is no field, or no parameter, of that name.",
    "wrong-type": "The value is of another type, such as a text in place of a number.",
    "unknown-value": "There is no format, policy, set or other thing of that name.",
    "unknown-card": "No card has that title.",
    "ambiguous-card": "Several cards have that title.",
    "no-date": "The value is not a real date as YYYY-MM-DD.",
    "out-of-range": "A number, a day or the length of an array is outside its bounds.",
    "over-limit": "A text or a list is longer than a limit of the service.",
    "wrong-character": "A text has NUL or half of a surrogate pair in it.",
    "given-twice": "A parameter, or a card of house rules, is given twice.",
    "not-allowed": "The value is not allowed together with the rest of the request.",
    "links-off": "The service fetches no lists by link.",
    "wrong-link": "The link is not to a list on one of the sites that the service knows.",
    "failed-link": "The site did not return the list, or the service is busy fetching others.",
}
"""The codes of faults in requests, never renamed, and when they are issued."""


class Reason(NamedTuple):
    """Why a value is refused: a code of `FAULTS`, and a sentence."""

    code: str
    detail: str


NO_LINKS = Reason(
    "links-off", say("This service does not fetch lists by link: send the text of the list.")
)
GIVEN_TWICE = Reason("given-twice", say("This is given twice."))


class Fault(NamedTuple):
    """A fault in a request, with its JSON pointer (RFC 6901)."""

    pointer: str
    detail: str
    code: str = "not-allowed"
    """One of `FAULTS`."""
    part: Part = "body"

    @classmethod
    def of(cls, reason: Reason, pointer: str, part: Part = "body") -> Fault:
        """The fault of a value at that place."""
        return cls(pointer, reason.detail, reason.code, part)

    @property
    def named(self) -> str:
        """The sentence with its field, for who reads it alone."""
        if not self.pointer:
            return self.detail
        field = self.pointer[1:]
        if len(field) > FIELD_SHOWN:
            field = f"{field[:FIELD_SHOWN]}…"
        return say("{field}: {fault}", field=field, fault=self.detail)


@dataclass(eq=False)
class Problem(Exception):
    """An error answered with a problem document; raised anywhere below a view."""

    status: int
    detail: str
    faults: Sequence[Fault] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: Kind | None = None
    """Overrides that of `KINDS`."""
    suggestions: Sequence[str] = ()
    """For a title that no card has: those that may have been meant, best first."""

    def as_dict(self) -> documents.Problem:
        """The problem document."""
        kind = self.kind or KINDS.get(self.status)
        document: documents.Problem = {
            "type": TYPE_PREFIX + (kind.id if kind else "http"),
            "title": kind.title if kind else HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": _summary(self.faults[0].named, len(self.faults))
            if self.faults
            else self.detail,
        }
        if self.faults:
            document["errors"] = [
                {
                    "code": fault.code,
                    "in": fault.part,
                    "pointer": fault.pointer,
                    "detail": fault.named,
                }
                for fault in self.faults[: LIMITS.faults]
            ]
        if self.suggestions:
            document["suggestions"] = list(self.suggestions)
        return document

    def _with_request_id(self) -> documents.Problem:
        """The document, with the request's id for server errors, or if the client sent one.

        A random id would give different bytes for the same answer.
        """
        document = self.as_dict()
        if is_id_sent.get() or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            document["request_id"] = request_id.get()
        return document

    def response(self) -> Response:
        """The problem as an HTTP response."""
        body = encode(translate(self._with_request_id()))
        return with_language(Response(body, self.status, self.headers, content_type=PROBLEM_JSON))


@dataclass(eq=False)
class NoFacts(Problem):
    """No reliable card facts are available at the moment."""

    status: int = HTTPStatus.SERVICE_UNAVAILABLE
    detail: str = say("The card facts cannot be opened.")
    headers: Mapping[str, str] = field(default_factory=lambda: {"Retry-After": "1"})


def schema_problem(faults: Sequence[Fault]) -> Problem:
    """The 422 problem for the faults of a request, at least one."""
    kind = LINKS_OFF if all(fault.code == NO_LINKS.code for fault in faults) else None
    return Problem(422, _summary(faults[0].detail, len(faults)), faults, kind=kind)


def _summary(first: str, number: int) -> str:
    """The sentences of so many faults as one."""
    if number == 1:
        return first
    if number <= LIMITS.faults:
        return say("{number} faults. The first: {first}", number=number, first=first)
    return say(
        "{number} faults; the first {shown} are listed. The first: {first}",
        number=number,
        shown=LIMITS.faults,
        first=first,
    )


def pointer(*tokens: str | int) -> str:
    """The JSON pointer of these tokens, escaped as in RFC 6901."""
    return "".join(f"/{str(token).replace('~', '~0').replace('/', '~1')}" for token in tokens)


def register_problems(
    application: Flask, answer: Callable[[Problem], Response] = Problem.response
) -> None:
    """Let the application answer every error with a problem, as a document or by `answer`."""

    def answer_http_error(error: HTTPException) -> Response | HTTPException:
        code = error.code or 500
        if code < 400:  # redirects are no problems
            return error
        # Only keep headers that help the client: Allow, Retry-After.
        headers = {k: v for k, v in error.get_headers() if k.lower() != "content-type"}
        detail = DETAILS.get(code) or error.description or HTTPStatus(code).phrase
        if isinstance(error, MethodNotAllowed):
            methods = sorted({*(error.valid_methods or ())} - {"HEAD", "OPTIONS"})
            detail = say(
                "This address takes {methods}, not {method}.",
                methods=say_list(methods),
                method=request.method[:20],
            )
        return answer(Problem(code, detail, headers=headers))

    def answer_unexpected_error(error: Exception) -> Response:
        # Flask does not log errors that have a handler.
        logger.error("unexpected error", exc_info=error)
        return answer(cause(error))

    application.register_error_handler(Problem, answer)
    application.register_error_handler(HTTPException, answer_http_error)
    application.register_error_handler(Exception, answer_unexpected_error)


UNEXPECTED = Problem(
    500, say("The service failed on this request; the fault is ours and was logged.")
)
NO_MEMORY = Problem(503, say("The service has no memory left: try again later."))
NO_ROOM = Problem(503, say("The service has no room left on its disk: try again later."))
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def cause(error: Exception) -> Problem:
    """The problem for an unexpected error, which may be a lack of memory or disk."""
    if isinstance(error, MemoryError):
        return NO_MEMORY
    return NO_ROOM if isinstance(error, OSError) and error.errno in FULL else UNEXPECTED


# Parsing of request bodies: limited in size, strict JSON only.

TOO_LARGE = say("A body may have at most {most} bytes.", most=LIMITS.body)
ENDED_EARLY = say("The body ended early.")


def read_json(environ: WSGIEnvironment) -> Any:
    """The JSON value of a request's body; raises Problem 400, 413 or 415."""
    expect_media_type(environ, (JSON,))
    return parse_json(read_body(environ, LIMITS.body, TOO_LARGE))


def read_body(environ: WSGIEnvironment, most: int, too_large: str) -> bytes:
    """The whole body of a request; raises Problem 400, or 413 beyond so many bytes."""
    length = _content_length(environ)
    if length is not None and length > most:
        raise Problem(413, too_large)
    if length is None and "wsgi.input_terminated" not in environ:
        length = 0  # a server that does not end the stream says how long it is
    left = most + 1 if length is None else length
    pieces: list[bytes] = []
    try:
        stream = environ["wsgi.input"]
        while left > 0 and (piece := stream.read(left)):
            pieces.append(piece)
            left -= len(piece)
    except Exception:  # servers differ in their errors for broken bodies
        raise Problem(400, ENDED_EARLY) from None
    if length is None and left <= 0:
        raise Problem(413, too_large)
    if length is not None and left > 0:
        raise Problem(400, ENDED_EARLY)
    return b"".join(pieces)


def _content_length(environ: WSGIEnvironment) -> int | None:
    """The Content-Length, None without one; raises Problem 400 if it is no number of bytes."""
    text = environ.get("CONTENT_LENGTH", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise Problem(400, say("The Content-Length is not a number of bytes."))
    return int(text)


def read_query(parameters: MultiDict[str, str]) -> dict[str, str]:
    """The parameters of a query; raises Problem 422 for repeated ones."""
    repeated = sorted(name for name, values in parameters.lists() if len(values) > 1)
    if repeated:
        raise schema_problem([Fault.of(GIVEN_TWICE, pointer(name), "query") for name in repeated])
    return parameters.to_dict()


def expect_media_type(environ: WSGIEnvironment, accepted: tuple[str, ...]) -> None:
    """Raise Problem 415 unless the body has one of these types and no content encoding."""
    media_type = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if media_type not in accepted:
        wanted, found = say_list(accepted, "or"), media_type[:80]
        raise Problem(
            415,
            say("The Content-Type must be {wanted}, not {found}.", wanted=wanted, found=found)
            if found
            else say("The Content-Type must be {wanted}, and none was given.", wanted=wanted),
        )
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise Problem(415, say("The body must be sent without a Content-Encoding."))


def parse_json(body: bytes) -> Any:
    """The value of a JSON text in UTF-8 (with an optional byte order mark); raises Problem 400.

    Besides malformed text it rejects: NaN and infinities, duplicate names in an object, nesting
    beyond the limit, and numbers of more than 4300 digits.
    """
    try:
        value = _decoder.decode(body.decode().removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        detail = say("The body is not UTF-8: byte {number} is wrong.", number=error.start)
        raise Problem(400, detail) from None
    except json.JSONDecodeError as error:
        detail = say(
            "The body is not JSON: {reason} (line {line}, column {column}).",
            reason=error.msg,
            line=error.lineno,
            column=error.colno,
        )
        raise Problem(400, detail) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # int() limits the number of digits
        raise Problem(400, say("The body has a number with too many digits.")) from None
    if body.count(b"[") + body.count(b"{") > LIMITS.nesting and _depth(value) > LIMITS.nesting:
        raise _too_deep()
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        times = Counter(name for name, _ in pairs)
        name = json.dumps(next(name for name, number in times.items() if number > 1)[:80])
        detail = say("The body gives the name {name} twice in one object.", name=name)
        raise Problem(400, detail)
    return members


def _constant(name: str) -> NoReturn:
    raise Problem(400, say("The body is not JSON: {name} is no JSON number.", name=name))


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def _too_deep() -> Problem:
    return Problem(400, say("The body is nested deeper than {most} levels.", most=LIMITS.nesting))


def _depth(value: Any) -> int:
    """The nesting depth of arrays and objects."""
    level, depth = [value], 0
    while level := [part for part in level if isinstance(part, dict | list)]:
        depth += 1
        level = [item for part in level for item in (part.values() if type(part) is dict else part)]
    return depth


# Cacheable answers: entity tags, lifetimes, and 304 for unchanged content.
#
# All other answers are not cacheable: see `headers.USUAL`.

FRESH = datetime.timedelta(hours=1)
"""Freshness of facts of a named day."""
FRESH_TODAY = datetime.timedelta(minutes=5)
"""Freshness of today's facts: at midnight (UTC) the day changes."""


def cached(response: Response, *, is_dated: bool = True, tag: str | None = None) -> Response:
    """The response with validator and lifetime, or 304 if the client has the same content.

    `is_dated` is false if the answer depends on the current day. The entity tag is the given
    one or a hash of the bytes, so it covers facts, question and program alike. There is no
    Last-Modified: a correction to a list, or an announcement deployed later on its day, has no
    newer date.
    """
    response.set_etag(tag or hashlib.sha256(response.get_data()).hexdigest()[:32])
    response.cache_control.public = True
    fresh = FRESH if is_dated else FRESH_TODAY
    response.cache_control.max_age = int(fresh.total_seconds())
    response.make_conditional(request)
    return response
