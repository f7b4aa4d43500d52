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
from flask import Response
from flask.globals import request_ctx
from structlog.typing import EventDict, Processor, WrappedLogger

from headjudge.web.service import clients, metrics, settings
from headjudge.web.service.application import NO_ID, Application, TimedRequest, request_id

LOG = "HEADJUDGE_LOG"
"""The setting for the content of the log: `faults`, or `requests` as well."""
CHOICES = ("faults", "requests")
SERVER = "_granian"
QUIET = ("urllib3",)
"""Loggers that would reveal addresses in requests."""
CAUSES_MAX = 5
"""Maximum length of a chain of causes logged for one fault."""


def register(application: Application, environment: Mapping[str, str]) -> None:
    """Log faults, and each request if enabled; raises WrongSettings."""
    chosen = environment.get(LOG, "").strip() or CHOICES[0]
    if chosen not in CHOICES:
        raise settings.WrongSettings(f"{LOG} is one of {', '.join(CHOICES)}, not {chosen!r}.")
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
        write = _writer()

        @application.after_request
        def log_request(response: Response) -> Response:
            """Log a request as its answer begins; a streamed one is left to stream."""
            write("request", **_line(response))
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


def _line(response: Response) -> dict[str, Any]:
    timed_request = cast(TimedRequest, request_ctx.request)
    rule = timed_request.url_rule
    return {
        "request_id": request_id.get(),
        "method": timed_request.method if timed_request.method in metrics.METHODS else "other",
        "route": rule.rule if rule else metrics.OTHER,
        "status": response.status_code,
        "client": clients.kind(timed_request),
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
                structlog.processors.JSONRenderer(lambda line, **_: as_json(line).decode()),
            ],
            foreign_pre_chain=processors(),
        )

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        return self._rendered.format(record)
