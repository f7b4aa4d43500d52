"""Headers that keep an answer to itself: nothing from elsewhere, nothing told elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from flask import Flask, Response

from web import settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HSTS = "HEADJUDGE_HSTS"
"""The setting that says for how many seconds browsers ask by https alone; 0 says nothing."""
STAY = "Strict-Transport-Security"
A_YEAR = 31_536_000

POLICY = {
    "default-src": "'none'",
    "style-src": "'self'",
    "script-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}

COMMON = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
USUAL = COMMON | {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
"""Of what is no page, and is not said to be kept."""
HEADERS = COMMON | {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def vary(response: Response, name: str) -> None:
    """Say that the answer may be another one where that header of the request is another."""
    # werkzeug's `response.vary` reads and writes a set for each name.
    said = response.headers.get("Vary")
    if said is None:
        response.headers["Vary"] = name
    elif name not in said:
        response.headers["Vary"] = f"{said}, {name}"


def varied(headers: Iterable[tuple[str, str]], name: str) -> list[tuple[str, str]]:
    """The headers of an answer that say so as well."""
    others: list[tuple[str, str]] = []
    names: list[str] = []
    for header, value in headers:
        if header == "Vary":
            names.append(value)
        else:
            others.append((header, value))
    return [*others, ("Vary", ", ".join([*names, name]))]


def protect(response: Response) -> Response:
    """The response with the headers of a page; one that it has already is kept."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


class Usual:
    """The application, whose answers have these headers where they say nothing else."""

    def __init__(self, application: WSGIApplication, seconds: int) -> None:
        """By https they also say that it is to stay, for so many seconds."""
        self._application = application
        self._plain = tuple(USUAL.items())
        self._secure = (*self._plain, (STAY, f"max-age={seconds}")) if seconds else self._plain

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        usual = self._secure if environ["wsgi.url_scheme"] == "https" else self._plain

        def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            said = {name for name, _ in headers}
            missing = (one for one in usual if one[0] not in said)
            return start_response(status, [*headers, *missing], *error)

        return self._application(environ, begin)


def register(application: Flask, environment: Mapping[str, str]) -> None:
    """Give every answer of an application the usual headers; WrongSettings."""
    seconds = settings.whole(environment, HSTS, A_YEAR, 0, 10 * A_YEAR)
    application.wsgi_app = Usual(application.wsgi_app, seconds)  # type: ignore[method-assign]
