"""Cross-site requests: refused, unless their origins are listed.

Forms need no CSRF token: the service has no users, no cookies and no state, so a forged form
gains nothing that its sender could not send directly. It could still use a reader's browser to get
past a firewall, or at the cost of the reader's rate limit. Browsers state the origin of a form in
`Sec-Fetch-Site`, and those from other sites are refused; `Origin` is useless here, as pages are
sent with `Referrer-Policy: no-referrer`, which makes it null.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Request, Response, request

from headjudge.web.service import settings
from headjudge.web.service.application import API
from headjudge.web.service.problems import Problem
from messages import say

ORIGINS = "HEADJUDGE_ORIGINS"
"""The setting with the origins whose pages may use the API, or `*`."""
ANY = "*"
CONTRACT = "/openapi.yaml"
ALLOWED = "Accept, Accept-Language, Content-Type, If-None-Match, X-Request-ID"
"""Request headers allowed to pages."""
EXPOSED = (
    "ETag, Headjudge-Faults, Headjudge-Notices, RateLimit, RateLimit-Policy,"
    " Retry-After, X-Request-ID"
)
"""Response headers exposed to pages."""
A_DAY = "86400"


def register(
    application: Flask, environment: Mapping[str, str], pages: Iterable[Blueprint]
) -> None:
    """Let the listed origins use the API, and refuse foreign forms; raises WrongSettings."""
    for page in pages:
        application.before_request_funcs.setdefault(page.name, []).append(refuse_foreign_forms)
    origins = frozenset(map(_origin, settings.several(environment, ORIGINS)))
    if origins:
        application.after_request(lambda response: allow(request, response, origins))


def refuse_foreign_forms() -> None:
    """Raise Problem 403 for a form sent by a page of another site."""
    if request.method == "POST" and request.headers.get("Sec-Fetch-Site") == "cross-site":
        raise Problem(403, say("Another site has sent this form. Open it here and send it again."))


def allow(request: Request, response: Response, origins: frozenset[str]) -> Response:
    """Add the CORS headers if the API is used by a listed origin."""
    if not request.path.startswith((API, CONTRACT)):
        return response
    is_any = ANY in origins
    if not is_any:
        response.vary.add("Origin")
    origin = request.headers.get("Origin")
    if origin is None or not (is_any or origin in origins):
        return response
    response.headers["Access-Control-Allow-Origin"] = ANY if is_any else origin
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = ALLOWED
        response.headers["Access-Control-Max-Age"] = A_DAY
    else:
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
    return response


def _origin(text: str) -> str:
    """An origin in the form browsers send; raises WrongSettings."""
    if text == ANY:
        return text
    try:
        parts = urlsplit(text)
        is_valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_valid = False
    if not is_valid or text != f"{parts.scheme}://{parts.netloc}" or "@" in text:
        example = "https://events.example"
        raise settings.WrongSettings(f"{ORIGINS} lists origins such as {example}, not {text!r}.")
    return text.lower()
