"""The service's metrics for Prometheus; nothing about the content of decks.

Workers count in memory, and each reports the counts of all (`counts`). Labels are routes, methods,
statuses and codes: their number does not grow with the requests.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cache
from time import perf_counter
from typing import cast

from flask import Blueprint, Flask, Response
from flask.globals import request_ctx
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from werkzeug.routing import Rule

from headjudge.web.operation import PLAIN, Operation
from headjudge.web.service.application import TimedRequest
from headjudge.web.service.counts import Sharing

blueprint = Blueprint("metrics", __name__)

METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"})
OTHER = "other"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)

_registry = CollectorRegistry()
REQUESTS = Counter(
    "headjudge_requests",
    "Requests by method, route and status.",
    ("method", "route", "status"),
    registry=_registry,
)
DURATION = Histogram(
    "headjudge_request_seconds",
    "Seconds until the answer began, by route.",
    ("route",),
    buckets=SECONDS,
    registry=_registry,
)
VERDICTS = Counter(
    "headjudge_verdicts",
    "Teams judged, by verdict.",
    ("verdict",),
    registry=_registry,
)
VIOLATIONS = Counter(
    "headjudge_violations",
    "Violations found, by code.",
    ("code",),
    registry=_registry,
)
DROPPED = Counter(
    "headjudge_connections_dropped",
    "Connections that were ended before their request had arrived, by what was late.",
    ("late",),
    registry=_registry,
)
FACTS = Gauge(
    "headjudge_facts_timestamp_seconds",
    "The day of the card facts in force, as Unix time; that of the worker that has the oldest.",
    registry=_registry,
)
_sharing = Sharing(_registry)
_all_workers = CollectorRegistry()
_all_workers.register(_sharing)


def register(application: Flask) -> None:
    """Count the requests of an application, and serve the metrics at `/metrics`."""
    application.register_blueprint(blueprint)
    application.after_request(_count)


def count_verdict(codes: Sequence[str]) -> None:
    """Count a judged team by the codes of its violations."""
    _verdicts("illegal" if codes else "legal").inc()
    for code in codes:
        VIOLATIONS.labels(code).inc()
    _note()


def count_dropped(late: str) -> None:
    """Count a connection closed because no request came in time."""
    DROPPED.labels(late).inc()
    _note()


def set_facts_date(day: datetime.date) -> None:
    """Report the date of the facts in force."""
    FACTS.set(datetime.datetime.combine(day, datetime.time(), datetime.UTC).timestamp())


@blueprint.get("/metrics")
@Operation("Service", media_type=PLAIN)
def get_metrics() -> Response:
    """Counts, in Prometheus's text format.

    Requests by route and status, the seconds that they took, and the work that waits.
    """
    return Response(generate_latest(_all_workers), content_type=CONTENT_TYPE_LATEST)


def _count(response: Response) -> Response:
    timed_request = cast(TimedRequest, request_ctx.request)
    rule: Rule | None = timed_request.url_rule
    route = rule.rule if rule else OTHER
    method = timed_request.method if timed_request.method in METHODS else OTHER
    counter, duration = _counters(method, route, response.status_code)
    counter.inc()
    _note()
    duration.observe(perf_counter() - timed_request.start_time)
    return response


def _note() -> None:
    """Schedule an update of the shared counts; once for several counts in a row."""
    if not _sharing.changed.is_set():
        _sharing.note()


@cache
def _verdicts(verdict: str) -> Counter:
    return VERDICTS.labels(verdict)


@cache
def _counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, str(status)), DURATION.labels(route)
