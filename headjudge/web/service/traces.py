"""OpenTelemetry traces, if a collector is configured; nothing about the content of decks.

OTEL_EXPORTER_OTLP_ENDPOINT turns them on; OpenTelemetry's other variables apply as documented
there. Its packages (the extra `traces`) are only imported then.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, g, request

from headjudge.web.service import metrics
from headjudge.web.service.settings import WrongSettings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
NAME = "OTEL_SERVICE_NAME"
SERVICE = "headjudge"
PARENT = ("traceparent", "tracestate")
"""The headers with the caller's span (W3C Trace Context)."""
FAILED = 500

step: Callable[[str], AbstractContextManager[Any]] = nullcontext
"""A span for a step of a request; does nothing without traces."""


def register(application: Flask, environment: Mapping[str, str]) -> None:
    """Trace the requests of an application, if configured; raises WrongSettings."""
    global step
    step = nullcontext
    if not environment.get(ENDPOINT):
        return
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise WrongSettings(f"{ENDPOINT} needs more packages: install headjudge[traces].")
    step = _step
    application.before_request(_begin)
    application.after_request(_end)


def _step(name: str) -> AbstractContextManager[Any]:
    # An exception's message may contain parts of the request.
    return _tracer().start_as_current_span(
        name, record_exception=False, set_status_on_exception=False
    )


@cache
def provider() -> TracerProvider:
    """The span exporter, one per process, created at its first request as threads do not fork."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    name = Resource({"service.name": os.environ.get(NAME) or SERVICE})
    tracers = TracerProvider(resource=Resource.create().merge(name))
    tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return tracers


def _tracer() -> Tracer:
    return provider().get_tracer(SERVICE)


def _begin() -> None:
    from opentelemetry import context, trace
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    method = request.method if request.method in metrics.METHODS else metrics.OTHER
    route = request.url_rule.rule if request.url_rule else metrics.OTHER
    g.span = _tracer().start_span(
        f"{method} {route}",
        TraceContextTextMapPropagator().extract(
            {name: request.headers[name] for name in PARENT if name in request.headers}
        ),
        trace.SpanKind.SERVER,
        {"http.request.method": method, "http.route": route, "url.scheme": request.scheme},
    )
    # The context of the request ends with it, so it need not be detached.
    context.attach(trace.set_span_in_context(g.span))


def _end(response: Response) -> Response:
    from opentelemetry.trace import StatusCode

    span = g.pop("span", None)
    if span is not None:
        span.set_attribute("http.response.status_code", response.status_code)
        if response.status_code >= FAILED:
            span.set_status(StatusCode.ERROR)
        response.call_on_close(span.end)
    return response
