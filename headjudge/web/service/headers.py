"""Security headers: load nothing from elsewhere, reveal nothing to elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response

from headjudge.web.service import settings
from headjudge.web.service.application import Application

HSTS = "HEADJUDGE_HSTS"
"""The setting with the max-age of HSTS in seconds; 0 sends no header."""
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

IMAGES = f"img-src {POLICY['img-src']}"
"""The directive on the sources of images; a setting may add one."""

COMMON = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
USUAL = COMMON | {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
"""Headers of answers that are not pages and not cacheable."""
HEADERS = COMMON | {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def protect(response: Response) -> Response:
    """Add the headers of a page, except for those already set."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def protect_form(response: Response, method: str) -> Response:
    """The same for a page with a form: browsers revalidate it, and do not store its answers."""
    response.headers["Cache-Control"] = "no-store" if method == "POST" else "no-cache"
    return protect(response)


def register(application: Application, environment: Mapping[str, str]) -> None:
    """Add the usual headers to all answers of an application; raises WrongSettings."""
    seconds = settings.integer(environment, HSTS, A_YEAR, 0, 10 * A_YEAR)
    application.usual_headers = tuple(USUAL.items())
    application.https_headers = ((STAY, f"max-age={seconds}"),) if seconds else ()
