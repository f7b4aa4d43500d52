"""What the service writes of itself: JSON, a line for each request (where wanted) and each fault.

No line holds anything of what a request says: routes stand for addresses, kinds for clients, and
of an exception its type and where it was raised, but neither its message nor any value.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from time import perf_counter
from typing import Any, cast

import orjson
import structlog
from flask import Response, g, request
from flask.globals import request_ctx
from structlog.typing import EventDict, Processor, WrappedLogger

from headjudge.web.service import clients, metrics, settings
from headjudge.web.service.application import NO_ID, Application, TimedRequest, request_id

LOG = "HEADJUDGE_LOG"
"""The setting that says what is written: `faults`, or `requests` as well."""
ADDRESSES = "HEADJUDGE_LOG_ADDRESSES"
"""The setting that says whether lines of requests name the addresses of clients."""
CHOICES = ("faults", "requests")
CAUSES_MAX = 5
"""Exceptions that caused each other, of one fault."""


def register(application: Application, environment: Mapping[str, str]) -> None:
    """Give each request of an application an id, and write a line of it; WrongSettings."""
    chosen = environment.get(LOG, "").strip() or CHOICES[0]
    if chosen not in CHOICES:
        raise settings.WrongSettings(f"{LOG} is one of {', '.join(CHOICES)}, not {chosen!r}.")
    with_addresses = settings.switch(environment, ADDRESSES)
    write = _writer() if chosen == "requests" else None

    if write is None:
        return

    @application.after_request
    def log_request(response: Response) -> Response:
        line = _line(response, with_addresses=with_addresses)
        begun = cast(TimedRequest, request_ctx.request).begun
        response.call_on_close(
            lambda: write("request", **line, ms=round(1000 * (perf_counter() - begun), 1))
        )
        return response


def processors() -> list[Processor]:
    """How a line is made of what is said, whoever says it."""
    return [
        _with_id,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        _without_contents,
    ]


def as_json(line: EventDict, default: Any = None, **_: Any) -> bytes:
    """A line as JSON in ASCII: escapes stand for what could rewrite a terminal that shows it."""
    with suppress(TypeError):  # a lone surrogate, which UTF-8 cannot hold
        text = orjson.dumps(line, default=default or repr)
        if text.isascii() and b"\x7f" not in text:
            return text
    return json.dumps(line, default=default or repr).replace("\x7f", "\\u007f").encode("ascii")


def trace_of(error: BaseException) -> list[str]:
    """Where an exception was raised, and those that caused it; nothing of what they say."""
    return [line for cause in _chain(error) for line in _frames(cause)]


def _writer() -> Any:
    """What writes the line of a request, at once and to standard error."""
    logger = structlog.wrap_logger(
        structlog.BytesLogger(sys.stderr.buffer),
        processors=[*processors(), structlog.processors.JSONRenderer(as_json)],
        cache_logger_on_first_use=True,
    )
    return logger.bind().info


def _line(response: Response, *, with_addresses: bool) -> dict[str, Any]:
    rule = request.url_rule
    method = request.method if request.method in metrics.METHODS else metrics.OTHER
    line: dict[str, Any] = {
        "request_id": request_id.get(),
        "method": method,
        "route": rule.rule if rule else metrics.OTHER,
        "status": response.status_code,
        "bytes": response.calculate_content_length(),
        "client": clients.kind(request),
    }
    if key := g.get("api_key"):
        line["key"] = key.name
    if with_addresses:
        line["address"] = request.remote_addr
    return line


def _with_id(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    if (identifier := request_id.get()) != NO_ID:
        line.setdefault("request_id", identifier)
    return line


def _without_contents(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """The line with the type and the trace of its exception in place of the exception."""
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


def _frames(error: BaseException) -> Iterator[str]:
    for frame, line in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        yield f"{code.co_filename}:{line} {code.co_name}"


class Lines(logging.Formatter):
    """The same lines of what is said by `logging`: by modules of ours, and by gunicorn."""

    def __init__(self) -> None:
        super().__init__()
        self._rendered = structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(lambda line, **_: as_json(line).decode()),
            ],
            foreign_pre_chain=processors(),
        )

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        return self._rendered.format(record)
