"""Headers that keep an answer to itself: nothing from elsewhere, nothing told elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, Response, request

from web import settings

HSTS = "HEADJUDGE_HSTS"
"""The setting that says for how many seconds browsers ask by https alone; 0 says nothing."""
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
DOCUMENT = COMMON | {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}
"""Of what is no page."""
HEADERS = COMMON | {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def vary(response: Response, name: str) -> None:
    """Say that the answer may be another one where that header of the request is another."""
    # werkzeug's `response.vary` reads and writes a set for each name, on every answer.
    said = response.headers.get("Vary")
    if said is None:
        response.headers["Vary"] = name
    elif name not in said:
        response.headers["Vary"] = f"{said}, {name}"


def protect(response: Response) -> Response:
    """The response with the headers of a page; one that it has already is kept."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def register(application: Flask, environment: Mapping[str, str]) -> None:
    """Give every answer of an application headers; by https also that https is to stay."""
    seconds = settings.whole(environment, HSTS, A_YEAR, 0, 10 * A_YEAR)

    @application.after_request
    def kept(response: Response) -> Response:
        if seconds and request.is_secure:
            response.headers["Strict-Transport-Security"] = f"max-age={seconds}"
        if "Content-Security-Policy" not in response.headers:
            response.headers.extend(DOCUMENT)
        return response
