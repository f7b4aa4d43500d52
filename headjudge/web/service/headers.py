"""Headers that keep an answer to itself: nothing from elsewhere, nothing told elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response

from headjudge.web.service import settings
from headjudge.web.service.application import Application

HSTS = "HEADJUDGE_HSTS"
"""The setting that says for how many seconds browsers ask by https alone; 0 says nothing."""
STAY = "Strict-Transport-Security"
A_YEAR = 31_536_000

POLICY = {
    "default-src": "'none'",
    "style-src": "'self'",
    "script-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
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
    seconds = settings.integer(environment, HSTS, A_YEAR, 0, 10 * A_YEAR)
    application.usual_headers = tuple(USUAL.items())
    application.https_headers = ((STAY, f"max-age={seconds}"),) if seconds else ()
