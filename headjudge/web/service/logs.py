"""The service's log: JSON lines for faults, and for each request if enabled.

Lines contain nothing from the content of a request: routes stand for addresses, kinds for
clients, and exceptions are reduced to their type and traceback, without messages or values.
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
from flask import Response, request
from flask.globals import request_ctx
from structlog.typing import EventDict, Processor, WrappedLogger

from headjudge.web.service import clients, metrics, settings
from headjudge.web.service.application import NO_ID, Application, TimedRequest, request_id

LOG = "HEADJUDGE_LOG"
"""The setting for the content of the log: `faults`, or `requests` as well."""
ADDRESSES = "HEADJUDGE_LOG_ADDRESSES"
"""The setting for client addresses in lines on requests."""
CHOICES = ("faults", "requests")
CAUSES_MAX = 5
"""Maximum length of a chain of causes logged for one fault."""


def register(application: Application, environment: Mapping[str, str]) -> None:
    """Give each request an id, and log it if enabled; raises WrongSettings."""
    chosen = environment.get(LOG, "").strip() or CHOICES[0]
    if chosen not in CHOICES:
        raise settings.WrongSettings(f"{LOG} is one of {', '.join(CHOICES)}, not {chosen!r}.")
    with_addresses = settings.switch(environment, ADDRESSES)
    if chosen != "requests":
        return
    write = _writer()

    @application.after_request
    def log_request(response: Response) -> Response:
        line = _line(response, with_addresses=with_addresses)
        start = cast(TimedRequest, request_ctx.request).start_time
        response.call_on_close(
            lambda: write("request", **line, ms=round(1000 * (perf_counter() - start), 1))
        )
        return response


def processors() -> list[Processor]:
    """The structlog processors of a line."""
    return [
        _with_id,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        _without_contents,
    ]


def as_json(line: EventDict, default: Any = None, **_: Any) -> bytes:
    """A line as ASCII JSON: escapes protect terminals from control characters."""
    with suppress(TypeError):  # lone surrogates cannot be encoded in UTF-8
        text = orjson.dumps(line, default=default or repr)
        if text.isascii() and b"\x7f" not in text:
            return text
    return json.dumps(line, default=default or repr).replace("\x7f", "\\u007f").encode("ascii")


def trace_of(error: BaseException) -> list[str]:
    """The traceback of an exception and its causes, without their messages."""
    return [
        f"{frame.f_code.co_filename}:{number} {frame.f_code.co_name}"
        for cause in _chain(error)
        for frame, number in traceback.walk_tb(cause.__traceback__)
    ]


def _writer() -> Any:
    """Writes lines on requests, unbuffered, to standard error."""
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
    if with_addresses:
        line["address"] = request.remote_addr
    return line


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
    """The same lines for `logging`: for our modules, and for gunicorn."""

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
