"""Headers that keep an answer to itself: nothing from elsewhere, nothing told elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from flask import Response

from headjudge.web.service import settings
from headjudge.web.service.application import Application, Headers

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

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


def vary(headers: Headers, name: str) -> None:
    """Have the headers say that the answer may be another one where that of the request is."""
    for place, (header, value) in enumerate(headers):
        if header == "Vary":
            headers[place] = (header, f"{value}, {name}")
            return
    headers.append(("Vary", name))


def protect(response: Response) -> Response:
    """The response with the headers of a page; one that it has already is kept."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def protect_form(response: Response, method: str) -> Response:
    """The same of a page with a form: a browser asks for it again, and keeps no answer to it."""
    response.headers["Cache-Control"] = "no-store" if method == "POST" else "no-cache"
    return protect(response)


def register(application: Application, environment: Mapping[str, str]) -> None:
    """Give every answer of an application the usual headers; WrongSettings."""
    seconds = settings.whole(environment, HSTS, A_YEAR, 0, 10 * A_YEAR)
    plain = tuple(USUAL.items())
    secure = (*plain, (STAY, f"max-age={seconds}")) if seconds else plain

    @application.tells.append
    def tell(environ: WSGIEnvironment, headers: Headers) -> None:
        said = {name for name, _ in headers}
        usual = secure if environ["wsgi.url_scheme"] == "https" else plain
        headers += [one for one in usual if one[0] not in said]
