"""Where bodies are sent: every entrance of the service that takes one, and every address.

The first byte of an input says where the rest of it goes, as `ENTRANCES` has it. Each must be
answered by what the contract allows: no status of the service's own failing, JSON where JSON is
promised, and nothing logged as a fault.
"""

from __future__ import annotations

import io
import json
import logging
import re
import traceback
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any
from urllib.parse import quote_from_bytes

from werkzeug.test import Client, TestResponse

from app import create_app

JSON_TYPES = ("application/json", "application/problem+json")
LINES = "application/x-ndjson"
FORM = "application/x-www-form-urlencoded"
BOUNDARY = "fuzz"
FORM_KEY = re.compile(r'name="form_key" value="([^"]*)"')
"""Of the page that shows the columns of a file."""
AS_PAGE = {"Accept": "text/html"}
STEPS = ("check", "csv", "registration")
"""What an organizer asks of a file that was read."""

Entrance = Callable[[bytes], TestResponse]


class Unanswered(AssertionError):
    """The service did not answer as its contract says."""


class _Faults(logging.Handler):
    """Keeps the exceptions that the service logs, some of which it answers for with 200."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self.found.append(record.exc_info[1])


@cache
def _client() -> Client:
    """A client of the service, whose application fills its caches as a worker's does."""
    return Client(create_app())


@cache
def _faults() -> _Faults:
    faults = _Faults()
    logging.getLogger().addHandler(faults)
    return faults


def json_to(path: str, body: bytes) -> TestResponse:
    """The answer to a document."""
    return _client().post(path, data=body, content_type="application/json")


def lines_to(path: str, body: bytes) -> TestResponse:
    """The answer to lines of JSON, each of which is answered for."""
    response = _client().post(path, data=body, content_type=LINES)
    for line in response.text.splitlines() if response.status_code == 200 else ():
        if json.loads(line)["status"] >= 500:
            raise Unanswered(line)
    return response


def form_to(path: str, body: bytes) -> TestResponse:
    """The page that a form is answered with."""
    return _client().post(path, data=body, content_type=FORM, headers=AS_PAGE)


def parts_to(path: str, body: bytes) -> TestResponse:
    """The page that a form with files is answered with; the body is its parts, as they come."""
    content_type = f"multipart/form-data; boundary={BOUNDARY}"
    return _client().post(path, data=body, content_type=content_type, headers=AS_PAGE)


def file_to(field: str, others: Mapping[str, Any], path: str, body: bytes) -> TestResponse:
    """The page that is answered to a file."""
    sent = {**others, field: (io.BytesIO(body), "file")}
    return _client().post(path, data=sent, headers=AS_PAGE)


def event_of(path: str, body: bytes) -> TestResponse:
    """The last page of an event whose file this is: its columns, the verdicts, the results."""
    response = file_to("file", {"do": "columns"}, path, body)
    if found := FORM_KEY.search(response.text):
        for step in STEPS:
            _expect(response)
            sent = {"do": step, "format": "modern", "form_key": found[1]}
            response = file_to("file", sent, path, body)
    return response


def printed(path: str, body: bytes) -> TestResponse:
    """The sheets of a check that stands in a form."""
    return form_to(path, b"request=" + quote_from_bytes(body).encode())


def at_address(anywhere: str, body: bytes) -> TestResponse:
    """What is answered to an address, with its query."""
    path, _, query = body.partition(b"?")
    asked = quote_from_bytes(query, "&=+%")
    return _client().get("/" + quote_from_bytes(path), query_string=asked)


ENTRANCES: Mapping[bytes, tuple[str, Callable[[str, bytes], TestResponse]]] = {
    b"v": ("/v1/validate", json_to),
    b"b": ("/v1/validate/batch", lines_to),
    b"p": ("/v1/decklists/parse", json_to),
    b"a": ("/v1/pools/assign", json_to),
    b"f": ("/", form_to),
    b"m": ("/", parts_to),
    b"l": ("/", partial(file_to, "file", {"format": "modern", "list": "", "player": ""})),
    b"o": ("/", partial(file_to, "saved", {"do": "open"})),
    b"q": ("/pool", form_to),
    b"u": ("/event", event_of),
    b"w": ("/event", parts_to),
    b"t": ("/sheets", printed),
    b"g": ("any", at_address),
}
"""By the byte that names it: the path, and how the rest is sent there."""
_ORDER = tuple(ENTRANCES)


def send(data: bytes) -> None:
    """Send the rest of an input where its first byte says; raises Unanswered."""
    if not data:
        return
    named = data[:1] if data[:1] in ENTRANCES else _ORDER[data[0] % len(_ORDER)]
    path, how = ENTRANCES[named]
    faults = _faults()
    faults.found.clear()
    response = how(path, data[1:])
    for error in faults.found:
        story = "".join(traceback.format_exception(error))  # which atheris would leave out
        raise Unanswered(f"{path}: {story}") from error
    _expect(response)
    response.close()


def _expect(response: TestResponse) -> None:
    """Raise Unanswered for what is no answer."""
    status, kind = response.status_code, response.mimetype
    if status >= 500:
        raise Unanswered(f"status {status}: {response.text[:400]}")
    if response.request.path.startswith("/v1/") and status >= 400:
        if kind != JSON_TYPES[1] or json.loads(response.text)["status"] != status:
            raise Unanswered(f"status {status} as {kind}")
    elif kind in JSON_TYPES:
        json.loads(response.text)


def _parts(fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields as they are sent with files, as the page does."""
    return {**fields, "file": (io.BytesIO(b""), "")}
