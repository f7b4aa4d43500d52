"""Who may ask what, and what browsers are told.

In this order: settings, security headers, requests of other sites, clients behind proxies, and rate
limits by address.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Request, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from headjudge.web.http import API, Application, Problem
from headjudge.web.pages import assets
from messages import say

if TYPE_CHECKING:
    from flask_limiter import Limiter, RequestLimit

# Parsing of environment variables: whole numbers and lists.


class WrongSettings(ValueError):
    """The value of a setting is invalid; the text is a sentence for the operator."""


def integer(environment: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    """The whole number in a setting, by default `usual`; raises WrongSettings."""
    text = environment.get(name, "").strip()
    if not text:
        return usual
    # int() would also accept "1_000" and digits of other scripts.
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
    if not least <= number <= most:
        raise WrongSettings(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return number


def several(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    """The items of a setting, separated by commas or spaces."""
    return tuple(environment.get(name, "").replace(",", " ").split())


# Security headers: load nothing from elsewhere, reveal nothing to elsewhere.

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


def register_headers(application: Application, environment: Mapping[str, str]) -> None:
    """Add the usual headers to all answers of an application; raises WrongSettings."""
    seconds = integer(environment, HSTS, A_YEAR, 0, 10 * A_YEAR)
    application.usual_headers = tuple(USUAL.items())
    application.https_headers = ((STAY, f"max-age={seconds}"),) if seconds else ()


# Cross-site requests: refused, unless their origins are listed.
#
# Forms need no CSRF token: the service has no users, no cookies and no state, so a forged form
# gains nothing that its sender could not send directly. It could still use a reader's browser to
# get past a firewall, or at the cost of the reader's rate limit. Browsers state the origin of a
# form in `Sec-Fetch-Site`, and those from other sites are refused; `Origin` is useless here, as
# pages are sent with `Referrer-Policy: no-referrer`, which makes it null.

ORIGINS = "HEADJUDGE_ORIGINS"
"""The setting with the origins whose pages may use the API, or `*`."""
ANY = "*"
CONTRACT = "/openapi.yaml"
ALLOWED = "Accept, Accept-Language, Content-Type, If-None-Match, X-Request-ID"
"""Request headers allowed to pages."""
EXPOSED = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
"""Response headers exposed to pages."""
A_DAY = "86400"


def register_origins(
    application: Flask, environment: Mapping[str, str], pages: Iterable[Blueprint]
) -> None:
    """Let the listed origins use the API, and refuse foreign forms; raises WrongSettings."""
    for page in pages:
        application.before_request_funcs.setdefault(page.name, []).append(refuse_foreign_forms)
    origins = frozenset(map(_origin, several(environment, ORIGINS)))
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
        raise WrongSettings(f"{ORIGINS} lists origins such as {example}, not {text!r}.")
    return text.lower()


# Identify clients: their address, behind trusted proxies, and their kind of program.

PROXIES = "HEADJUDGE_PROXIES"
"""The setting with the number of proxies in front of the service; no others are trusted."""
PROXIES_MAX = 10
KINDS = {
    "headjudge": "headjudge", "Mozilla/": "browser", "curl/": "curl", "python": "python",
    "node": "node", "Go-http-client/": "go", "kube-probe/": "probe", "Prometheus/": "prometheus",
}  # fmt: skip
"""Kinds of clients by the beginning of their User-Agent."""
OTHER = "other"
NETWORK = 64
"""Bits of an IPv6 address that identify a client, which may vary the rest."""


def register_proxies(application: Flask, environment: Mapping[str, str]) -> None:
    """Take client addresses and schemes from trusted proxies; raises WrongSettings."""
    if hops := integer(environment, PROXIES, 0, 0, PROXIES_MAX):
        application.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            application.wsgi_app, x_for=hops, x_proto=hops, x_host=0
        )


def network(request: Request) -> str:
    """The part of a client's address that identifies it: all of IPv4, the network of IPv6."""
    return _network(request.remote_addr or "")


@lru_cache(1024)
def _network(text: str) -> str:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:  # Unix sockets have none
        return "local"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, NETWORK), strict=False))
    return str(address)


def kind(request: Request) -> str:
    """The kind of client program, from a short list."""
    agent = request.headers.get("User-Agent", "")
    return next((kind for begin, kind in KINDS.items() if agent.startswith(begin)), OTHER)


# Rate limits by address. Off unless RATE_LIMIT is set.
#
# Counts are kept in Redis if REDIS_URL is set, shared by all workers and replicas, else in the
# memory of each worker, which also takes over if Redis fails. The libraries are imported on use.

RATE, REDIS = "RATE_LIMIT", "REDIS_URL"
"""The settings: rates such as `100 per minute; 2000 per day`, and the Redis server."""
EXEMPT = frozenset({"api.get_health", "api.get_readiness", "metrics.get_metrics", assets.ENDPOINT})
"""Paths that are not limited: monitoring, and the files of pages."""
SCHEMES = frozenset({"redis", "rediss", "redis+unix"})
STRATEGY = "sliding-window-counter"
REDIS_SECONDS = 0.25
"""Seconds that Redis may take to answer; a request waits at most twice."""
SCOPE = "request"
"""All routes share one count."""


def register_rates(
    application: Flask, answer: Callable[[Problem], Response], environment: Mapping[str, str]
) -> None:
    """Refuse requests beyond the rate of a client; raises WrongSettings."""
    rate, redis = environment.get(RATE, "").strip(), environment.get(REDIS)
    if not rate:
        return
    _check(rate)
    if redis and urlsplit(redis).scheme not in SCHEMES:
        raise WrongSettings(f"{REDIS} is an address such as redis://host:6379/0, not {redis!r}.")
    limiter = _limiter(rate, redis)
    limiter.init_app(application)

    @application.errorhandler(429)
    def refuse(_: Exception) -> Response:
        window = limiter.current_limit
        assert window, "something was counted"
        stats = _stats(window)
        seconds = stats[1] if stats else window.limit.get_expiry()
        sentence = say(
            "There were more requests than {rate}. Wait {seconds} s.",
            rate=str(window.limit),
            seconds=seconds,
        )
        return answer(Problem(429, sentence, headers={"Retry-After": str(seconds)}))

    @application.after_request
    def add_headers(response: Response) -> Response:
        """Say the rates, and what is left (draft-ietf-httpapi-ratelimit-headers-10)."""
        if windows := limiter.current_limits:
            response.headers["RateLimit-Policy"] = ", ".join(
                f"{_name(window)};q={window.limit.amount};w={window.limit.get_expiry()}"
                for window in windows
            )
        window = limiter.current_limit
        if window and (stats := _stats(window)):
            left, seconds = stats
            response.headers["RateLimit"] = f"{_name(window)};r={left};t={seconds}"
        return response


def _limiter(rate: str, redis: str | None) -> Limiter:
    from flask_limiter import Limiter

    return Limiter(
        lambda: network(request),
        default_limits=[rate],
        default_limits_exempt_when=_is_exempt,
        request_identifier=lambda: SCOPE,
        strategy=STRATEGY,
        storage_uri=redis or "memory://",
        storage_options=_options() if redis else {},
        in_memory_fallback_enabled=bool(redis),
        swallow_errors=True,
        key_prefix="headjudge",
    )


def _options() -> dict[str, Any]:
    """Redis options: a single attempt, with a short timeout."""
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return {
        "socket_timeout": REDIS_SECONDS,
        "socket_connect_timeout": REDIS_SECONDS,
        "retry": Retry(NoBackoff(), 0),
    }


def _is_exempt() -> bool:
    return request.endpoint in EXEMPT or request.method == "OPTIONS"


def _check(rate: str) -> None:
    from limits import parse_many

    try:
        parse_many(rate)
    except ValueError:
        raise WrongSettings(f"{RATE} is a rate such as 100 per minute, not {rate!r}.") from None


def _name(window: RequestLimit) -> str:
    """The name of a rate in headers: its seconds."""
    return f'"{window.limit.get_expiry()}s"'


def _stats(window: RequestLimit) -> tuple[int, int] | None:
    """The remaining requests, and the seconds until the reset; None if unavailable."""
    try:
        return max(0, window.remaining), max(1, round(window.reset_at - time.time()))
    except Exception:  # Redis has failed since the request was counted
        return None
