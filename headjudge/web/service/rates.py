"""Rate limits by address. Off unless RATE_LIMIT is set.

Counts are kept in Redis if REDIS_URL is set, shared by all workers and replicas, else in the memory
of each worker, which also takes over if Redis fails. The libraries are imported on use.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask, Response, request

from headjudge.web.pages import assets
from headjudge.web.service import clients
from headjudge.web.service.problems import Problem
from headjudge.web.service.settings import WrongSettings
from messages import say

if TYPE_CHECKING:
    from flask_limiter import Limiter, RequestLimit

RATE, REDIS = "RATE_LIMIT", "REDIS_URL"
"""The settings: rates such as `100 per minute; 2000 per day`, and the Redis server."""
EXEMPT = frozenset({"api.get_health", "api.get_readiness", "metrics.get_metrics", assets.ENDPOINT})
"""Paths that are not limited: monitoring, and the files of pages."""
SCHEMES = frozenset({"redis", "rediss", "redis+unix"})
STRATEGY = "sliding-window-counter"
PATIENCE = 0.25
"""Seconds that Redis may take to answer; a request waits at most twice."""
SCOPE = "request"
"""All routes share one count."""


class Rates:
    """The rate limits of one application."""

    def __init__(self, rate: str, redis: str | None) -> None:
        """The rate of a client, and the address of Redis; raises WrongSettings."""
        _check(rate)
        if redis and urlsplit(redis).scheme not in SCHEMES:
            raise WrongSettings(
                f"{REDIS} is an address such as redis://host:6379/0, not {redis!r}."
            )
        self._limiter = _limiter(rate, redis)

    def register(self, application: Flask, answer: Callable[[Problem], Response]) -> None:
        """Limit the requests of an application."""
        self._limiter.init_app(application)
        application.register_error_handler(429, lambda _: answer(self._too_many()))
        application.after_request(self._add_headers)

    def _too_many(self) -> Problem:
        window = self._limiter.current_limit
        assert window, "something was counted"
        stats = _stats(window)
        seconds = stats[1] if stats else window.limit.get_expiry()
        sentence = say(
            "There were more requests than {rate}. Wait {seconds} s.",
            rate=str(window.limit),
            seconds=seconds,
        )
        return Problem(429, sentence, headers={"Retry-After": str(seconds)})

    def _add_headers(self, response: Response) -> Response:
        """Add the rate limit headers (draft-ietf-httpapi-ratelimit-headers-10)."""
        windows = self._limiter.current_limits
        if windows:
            response.headers["RateLimit-Policy"] = ", ".join(
                f"{_name(window)};q={window.limit.amount};w={window.limit.get_expiry()}"
                for window in windows
            )
        window = self._limiter.current_limit
        if window and (stats := _stats(window)):
            left, seconds = stats
            response.headers["RateLimit"] = f"{_name(window)};r={left};t={seconds}"
        return response


def register(
    application: Flask, answer: Callable[[Problem], Response], environment: Mapping[str, str]
) -> None:
    """Refuse requests beyond the rate; raises WrongSettings."""
    if rate := environment.get(RATE, "").strip():
        Rates(rate, environment.get(REDIS)).register(application, answer)


def _limiter(rate: str, redis: str | None) -> Limiter:
    from flask_limiter import Limiter

    return Limiter(
        lambda: clients.network(request),
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
        "socket_timeout": PATIENCE,
        "socket_connect_timeout": PATIENCE,
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
