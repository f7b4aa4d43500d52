"""Headers that keep a page to itself: nothing from elsewhere, nothing told elsewhere."""

from __future__ import annotations

from flask import Response

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

HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
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
    """The response with these headers; one that it has already is kept."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
