"""The service's metrics for Prometheus; nothing about the content of decks.

Labels are routes, methods, statuses and codes: their number does not grow with the requests.
Several workers count in files of one folder (prometheus_client's multiprocess mode), and each
reports the counts of all.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator, Sequence
from functools import cache
from time import perf_counter
from typing import cast

from flask import Blueprint, Flask, Response
from flask.globals import request_ctx
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from werkzeug.routing import Rule

from headjudge.web.operation import PLAIN, Operation
from headjudge.web.service.application import TimedRequest

blueprint = Blueprint("metrics", __name__)

METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"})
OTHER = "other"
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The setting of prometheus_client with the folder in which several workers count."""
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


class FactsAge(Collector):
    """The days to which this worker's facts reach."""

    def __init__(self) -> None:
        self.cards_until: datetime.date | None = None
        self.banlist_until: datetime.date | None = None

    def collect(self) -> Iterator[Metric]:
        """The days as Unix time, once there are facts."""
        for name, day in (("cards", self.cards_until), ("banlist", self.banlist_until)):
            if day:
                midnight = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
                yield GaugeMetricFamily(
                    f"headjudge_{name}_until_timestamp_seconds",
                    f"The day to which the {name} facts in force reach, as Unix time.",
                    midnight.timestamp(),
                )


_facts = FactsAge()
_registry.register(_facts)
disable_created_metrics()  # type: ignore[no-untyped-call]


def register(application: Flask) -> None:
    """Count the requests of an application, and serve the metrics at `/metrics`."""
    application.register_blueprint(blueprint)
    application.after_request(_count)


def count_verdict(codes: Sequence[str]) -> None:
    """Count a judged team by the codes of its violations."""
    _verdicts("illegal" if codes else "legal").inc()
    for code in codes:
        VIOLATIONS.labels(code).inc()


def set_facts_dates(cards_until: datetime.date, banlist_until: datetime.date | None) -> None:
    """Report the days to which the facts in force reach."""
    _facts.cards_until, _facts.banlist_until = cards_until, banlist_until


@blueprint.get("/metrics")
@Operation("Service", media_type=PLAIN)
def get_metrics() -> Response:
    """Counts, in Prometheus's text format.

    Requests by route and status, the seconds that they took, and teams by their verdicts.
    """
    registry = _registry
    if FOLDER in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        registry.register(_facts)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _count(response: Response) -> Response:
    timed_request = cast(TimedRequest, request_ctx.request)
    rule: Rule | None = timed_request.url_rule
    route = rule.rule if rule else OTHER
    method = timed_request.method if timed_request.method in METHODS else OTHER
    counter, duration = _counters(method, route, response.status_code)
    counter.inc()
    duration.observe(perf_counter() - timed_request.start_time)
    return response


@cache
def _verdicts(verdict: str) -> Counter:
    return VERDICTS.labels(verdict)


@cache
def _counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, str(status)), DURATION.labels(route)
