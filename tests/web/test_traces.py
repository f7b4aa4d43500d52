"""Traces: spans as a collector receives them, and nothing of what was sent."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

pytest.importorskip("opentelemetry.sdk")

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from app import create_app
from headjudge.web.service import metrics, traces

SECRET = "Zzyzxsecret"
TEAM: dict[str, Any] = {
    "format": "modern", "as_of": "2024-10-01", "team": SECRET,
    "decks": [{"player": SECRET, "list": f"60 {SECRET}"}, {"list": "60 Island"}],
}  # fmt: skip
PARENT = "0af7651916cd43dd8448eb211c80319c"


class Collector:
    """Takes what is exported."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    def spans(self) -> list[Any]:
        found = []
        for body in self.bodies:
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                for scope in resource.scope_spans:
                    found.extend(scope.spans)
        return found


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """A collector on the loopback, to which this process exports."""
    collected = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            collected.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    monkeypatch.setenv(traces.ENDPOINT, f"http://127.0.0.1:{server.server_port}")
    traces.provider.cache_clear()
    try:
        yield collected
    finally:
        traces.provider().shutdown()
        traces.provider.cache_clear()
        traces.register(create_app(), {})
        server.shutdown()
        server.server_close()
        thread.join()


def test_the_spans_of_requests(collector: Collector) -> None:
    client = create_app().test_client()
    parent = {"traceparent": f"00-{PARENT}-b7ad6b7169203331-01", "User-Agent": SECRET}
    client.post("/v1/validate", json=TEAM, headers=parent).close()
    client.get(f"/v1/cards/{SECRET}?x={SECRET}").close()
    client.open(f"/{SECRET}", method="BREW").close()
    traces.provider().force_flush()
    spans = {span.name: span for span in collector.spans()}
    other = f"{metrics.OTHER} {metrics.OTHER}"
    asked = {"POST /v1/validate", "GET /v1/cards/<path:title>", other}
    assert {*spans} == {"read", "judge", *asked}
    judged = spans["POST /v1/validate"]
    assert judged.trace_id.hex() == PARENT
    assert spans["judge"].parent_span_id == spans["read"].parent_span_id == judged.span_id
    attributes = {one.key: one.value for one in judged.attributes}
    assert attributes["http.route"].string_value == "/v1/validate"
    assert attributes["http.response.status_code"].int_value == 200
    assert b"headjudge" in collector.bodies[0]
    assert not any(SECRET.encode() in body for body in collector.bodies)


def test_a_fault_tells_nothing(collector: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError(SECRET)

    monkeypatch.setattr("headjudge.web.inputs.question.validate", broken)
    client = create_app().test_client()
    assert client.post("/v1/validate", json=TEAM, buffered=True).status_code == 500
    traces.provider().force_flush()
    (span,) = [one for one in collector.spans() if one.name == "POST /v1/validate"]
    assert span.status.code == span.status.STATUS_CODE_ERROR
    assert not any(SECRET.encode() in body for body in collector.bodies)
