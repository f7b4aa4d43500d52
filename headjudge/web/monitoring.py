"""What those who run the service see of it: metrics for Prometheus, and lines of a log.

Neither holds anything of the content of a request.
"""

from __future__ import annotations

import datetime
import json
import logging
import os
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from time import perf_counter
from typing import Any, cast

import structlog
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
from structlog.typing import EventDict, WrappedLogger
from werkzeug.routing import Rule

from headjudge.web import guards
from headjudge.web.http import NO_ID, Application, TimedRequest, request_id
from headjudge.web.operation import PLAIN, Operation

# The service's metrics for Prometheus; nothing about the content of decks.
#
# Labels are routes, methods, statuses and codes: their number does not grow with the requests.
# Several workers count in files of one folder (prometheus_client's multiprocess mode), and each
# reports the counts of all.

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


def register_metrics(application: Flask) -> None:
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
    counter, duration = _counters(*_named(timed_request), response.status_code)
    counter.inc()
    duration.observe(perf_counter() - timed_request.start_time)
    return response


def _named(timed_request: TimedRequest) -> tuple[str, str]:
    """The method and the route of a request, of few each."""
    rule: Rule | None = timed_request.url_rule
    method = timed_request.method if timed_request.method in METHODS else OTHER
    return method, rule.rule if rule else OTHER


@cache
def _verdicts(verdict: str) -> Counter:
    return VERDICTS.labels(verdict)


@cache
def _counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, str(status)), DURATION.labels(route)


# The service's log: JSON lines for faults, and for each request if enabled.
#
# Lines contain nothing from the content of a request: routes stand for addresses, kinds for
# clients, and exceptions are reduced to their type and traceback, without messages or values.

LOG = "HEADJUDGE_LOG"
"""The setting for the content of the log: `faults`, or `requests` as well."""
CHOICES = ("faults", "requests")
SERVER = "_granian"
QUIET = ("urllib3",)
"""Loggers that would reveal addresses in requests."""
CAUSES_MAX = 5
"""Maximum length of a chain of causes logged for one fault."""
FIELDS = ("method", "route", "status", "client", "ms")
"""Of the line of a request."""
request_log = logging.getLogger("headjudge.requests")


def register_logs(application: Application, environment: Mapping[str, str]) -> None:
    """Log faults, and each request if enabled; raises WrongSettings."""
    chosen = environment.get(LOG, "").strip() or CHOICES[0]
    if chosen not in CHOICES:
        raise guards.WrongSettings(f"{LOG} is one of {', '.join(CHOICES)}, not {chosen!r}.")
    lines = Lines()
    root = logging.getLogger()
    if not any(isinstance(handler.formatter, Lines) for handler in root.handlers):
        to_stderr = logging.StreamHandler()
        to_stderr.setFormatter(lines)
        root.addHandler(to_stderr)
    for handler in logging.getLogger(SERVER).handlers:
        handler.setFormatter(lines)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if chosen == "requests":
        request_log.setLevel(logging.INFO)

        @application.after_request
        def log_request(response: Response) -> Response:
            """Log a request as its answer begins; a streamed one is left to stream."""
            request_log.info("request", extra=_fields(response))
            return response


def as_json(line: EventDict, **_: Any) -> str:
    """A line as ASCII JSON: escapes protect terminals from control characters."""
    return json.dumps(line, default=repr).replace("\x7f", "\\u007f")


def trace_of(error: BaseException) -> list[str]:
    """The traceback of an exception and its causes, without their messages."""
    return [
        f"{frame.f_code.co_filename}:{number} {frame.f_code.co_name}"
        for cause in _chain(error)
        for frame, number in traceback.walk_tb(cause.__traceback__)
    ]


def _fields(response: Response) -> dict[str, Any]:
    """The fields of `FIELDS` of a request's line."""
    timed_request = cast(TimedRequest, request_ctx.request)
    method, route = _named(timed_request)
    return {
        "method": method,
        "route": route,
        "status": response.status_code,
        "client": guards.kind(timed_request),
        "ms": round(1000 * (perf_counter() - timed_request.start_time), 1),
    }


def _with_id(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    if (identifier := request_id.get()) != NO_ID:
        line.setdefault("request_id", identifier)
    return line


def _without_contents(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Replace the exception of a line by its type and traceback."""
    error_info = line.pop("exc_info", None)
    error = error_info[1] if isinstance(error_info, tuple) else error_info
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, BaseException):
        line["error"] = [type(cause).__qualname__ for cause in _chain(error)]
        line["trace"] = trace_of(error)
    return line


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(CAUSES_MAX):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


class Lines(logging.Formatter):
    """A line of JSON for each record of `logging`."""

    def __init__(self) -> None:
        super().__init__()
        self._rendered = structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(as_json),
            ],
            foreign_pre_chain=[
                _with_id,
                structlog.stdlib.ExtraAdder(FIELDS),
                structlog.stdlib.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
                _without_contents,
            ],
        )

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        return self._rendered.format(record)
