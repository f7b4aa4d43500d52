"""A source of files on the loopback that answers rightly, or as badly as it is told to."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[["Handler", "File"], None]
STALL = 10  # seconds; longer than any client of the tests waits
SLICE = 1 << 14


@dataclass
class File:
    """What is to be had at a path."""

    body: bytes
    etag: str | None = '"one"'
    last_modified: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Source:
    """The files by path, what was asked for, and how the next requests for a path are answered."""

    files: dict[str, File] = field(default_factory=dict)
    mishaps: dict[str, list[Answer]] = field(default_factory=dict)
    """By path; each answers one request, and after the last one all goes well."""
    requests: list[tuple[str, Message]] = field(default_factory=list)
    url: str = ""

    def asked(self, path: str) -> list[Message]:
        """The headers of each request for a path."""
        return [headers for asked, headers in self.requests if asked == path]


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    source: Source

    def do_GET(self) -> None:
        """Answer as told, else as HTTP has it."""
        path = self.path.partition("?")[0]
        self.source.requests.append((path, self.headers))
        file = self.source.files.get(path)
        mishaps = self.source.mishaps.get(path)
        if file is None:
            self.send_error(404)
        elif mishaps:
            mishaps.pop(0)(self, file)
        else:
            well(self, file)

    def begin(self, status: int, length: int | None, headers: Mapping[str, str] = {}) -> None:
        """The head of an answer."""
        self.send_response(status)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: tests look at `requests`."""


def _validators(file: File) -> dict[str, str]:
    named = {"ETag": file.etag, "Last-Modified": file.last_modified}
    return {**file.headers, **{name: value for name, value in named.items() if value}}


def well(handler: Handler, file: File) -> None:
    """As RFC 9110 has it: 304 where nothing changed, 206 for the rest of the same version."""
    asked = handler.headers
    if file.etag and asked.get("If-None-Match") == file.etag:
        handler.begin(304, None, _validators(file))
        return
    start = re.match(r"bytes=(\d+)-$", asked.get("Range", ""))
    if start and asked.get("If-Range") in (file.etag, file.last_modified):
        first, size = int(start[1]), len(file.body)
        if first >= size:
            handler.begin(416, 0, {"Content-Range": f"bytes */{size}"})
            return
        place = {"Content-Range": f"bytes {first}-{size - 1}/{size}", **_validators(file)}
        handler.begin(206, size - first, place)
        handler.wfile.write(file.body[first:])
        return
    handler.begin(200, len(file.body), _validators(file))
    handler.wfile.write(file.body)


def status(code: int, **headers: str) -> Answer:
    """A status, and headers with `_` for `-`."""

    def answer(handler: Handler, file: File) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        handler.begin(code, 0, named)

    return answer


def cut_off(after: int) -> Answer:
    """The connection ends after so many bytes."""

    def answer(handler: Handler, file: File) -> None:
        handler.begin(200, len(file.body), _validators(file))
        handler.wfile.write(file.body[:after])
        handler.close_connection = True

    return answer


def stalled(after: int) -> Answer:
    """Nothing more comes after so many bytes, and the connection stays open."""

    def answer(handler: Handler, file: File) -> None:
        handler.begin(200, len(file.body), _validators(file))
        handler.wfile.write(file.body[:after])
        handler.wfile.flush()
        handler.server.stalled.wait(STALL)  # type: ignore[attr-defined]
        handler.close_connection = True

    return answer


def dripping(pause: float) -> Answer:
    """A slice at a time."""

    def answer(handler: Handler, file: File) -> None:
        handler.begin(200, len(file.body), _validators(file))
        for start in range(0, len(file.body), SLICE):
            handler.wfile.write(file.body[start : start + SLICE])
            handler.wfile.flush()
            time.sleep(pause)

    return answer


def lying(length: int) -> Answer:
    """Another length than the file has, and the connection ends with the file."""

    def answer(handler: Handler, file: File) -> None:
        handler.begin(200, length, _validators(file))
        handler.wfile.write(file.body[:length])
        handler.close_connection = True

    return answer


def altered(handler: Handler, file: File) -> None:
    """The same length, and other bytes."""
    handler.begin(200, len(file.body), _validators(file))
    handler.wfile.write(bytes(byte ^ 1 for byte in file.body))


def misplaced(handler: Handler, file: File) -> None:
    """Another part than was asked for."""
    size = len(file.body)
    handler.begin(206, size, {"Content-Range": f"bytes 0-{size - 1}/{size}", **_validators(file)})
    handler.wfile.write(file.body)


def moved(to: str) -> Answer:
    """A redirect."""
    return status(302, Location=to)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: clients that go away are what is tested."""


@contextmanager
def serving(source: Source) -> Iterator[Source]:
    """The source at a port of the loopback."""
    handler = type("ItsHandler", (Handler,), {"source": source})
    server = _Server(("127.0.0.1", 0), handler)
    server.stalled = threading.Event()  # type: ignore[attr-defined]
    source.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield source
    finally:
        server.stalled.set()  # type: ignore[attr-defined]
        server.shutdown()
        server.server_close()
        thread.join()
