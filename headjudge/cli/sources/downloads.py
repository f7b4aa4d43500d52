"""Downloads over HTTP, one at a time: resumable, and atomic.

Data is written to `NAME.part`, with a note on the version of the file beside it. Only a file with
the length stated by the server, and the expected digest, loses the `.part`. Interrupted downloads
are resumed (Range with If-Range, RFC 9110 13.1.5 and 14.2); earlier ones are revalidated
(If-None-Match, If-Modified-Since).
"""

from __future__ import annotations

import hashlib
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Self
from urllib.parse import urljoin, urlsplit

import requests
import urllib3
from urllib3.exceptions import MaxRetryError
from urllib3.util.retry import Retry

from cards import durable
from headjudge.cli.sources.notes import forget, note_of, read_note, write_note
from headjudge.cli.sources.progress import Progress
from headjudge.links.responses import retry_after

CHUNK = 1 << 14
"""Bytes; less than a chunk is lost if the server stops sending."""
RESERVE = 400 << 20
"""Bytes kept free on disk beside a download, for what is built from it."""
RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses after which a request may be retried (RFC 9110, RFC 6585, RFC 8470)."""
PACKED = (".gz", ".xz", ".bz2")
REDIRECTS = 5
ALTERED_TWICE = 2


class CannotDownload(Exception):
    """A file cannot be downloaded; the text is a sentence with the file and the reason."""


class _Transient(Exception):
    """An attempt failed temporarily."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait
        """The delay in seconds requested by the server."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Time limits in seconds, and numbers of attempts without progress."""

    connect: float = 10
    silence: float = 60
    """Maximum time without data."""
    total: float = 2 * 60 * 60
    attempts: int = 6
    backoff: float = 1
    longest_backoff: float = 60
    longest_wait: float = 300
    """A longer requested delay is reported to the user instead."""
    between: float = 0.1
    """Delay between requests: Scryfall asks for 50 to 100 ms."""


class Downloads:
    """Downloads files into a folder. `user_agent` names the program, as required by Scryfall."""

    def __init__(
        self,
        folder: Path,
        *,
        user_agent: str,
        limits: Limits | None = None,
        progress: Progress | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._folder = folder
        self._limits = limits or Limits()
        self._progress = progress or Progress(quiet=True)
        self._sleep = sleep
        self._last_request = -float("inf")
        self._session = requests.Session()
        self._session.headers["User-Agent"] = user_agent

    def fetch(self, url: str, *, accept: str = "*/*", sha256: str | None = None) -> Path:
        """Download a file; raises CannotDownload, or OSError if the disk fails.

        `sha256` is the expected digest, in hexadecimal digits.
        """
        target = self._folder / _file_name(url)
        full = retries = Retry(
            self._limits.attempts - 1,
            backoff_factor=self._limits.backoff,
            backoff_max=self._limits.longest_backoff,
            backoff_jitter=self._limits.backoff,  # so that clients do not come at once
        )
        end = time.monotonic() + self._limits.total
        altered = 0
        while True:
            before = _size(_part(target))
            try:
                self._attempt(url, target, accept, end)
                if sha256 is None or sha256_of(target) == sha256.lower():
                    return target
                forget(target)
                altered += 1
                if altered == ALTERED_TWICE:
                    raise CannotDownload(f"{url} is altered: its SHA-256 is not the published one.")
                raise _Transient("it is altered")
            except _Transient as error:
                if _size(_part(target)) > before:
                    retries = full  # there was progress: start counting again
                retries = self._wait(retries, error, url, end)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def _wait(self, retries: Retry, error: _Transient, url: str, end: float) -> Retry:
        """Wait before the next attempt; returns the remaining retries, or raises CannotDownload."""
        failure = f"{url} cannot be downloaded: {error}."
        try:
            retries = retries.increment(error=error)
        except MaxRetryError:
            raise CannotDownload(failure) from None
        seconds = retries.get_backoff_time() if error.wait is None else error.wait
        if seconds > self._limits.longest_wait or time.monotonic() + seconds > end:
            raise CannotDownload(f"{failure} The server asks to wait {seconds:.0f} s.")
        self._progress.say(f"{urlsplit(url).netloc}: {error}; again in {seconds:.0f} s")
        self._sleep(seconds)
        return retries

    def _attempt(self, url: str, target: Path, accept: str, end: float) -> None:
        """A single request; raises CannotDownload for permanent failures, else `_Transient`."""
        part, note = _part(target), read_note(_part(target))
        resumed = note.resumption(_size(part)) if note and note.url == url else {}
        earlier = read_note(target) if target.exists() and not resumed else None
        conditions = earlier.conditions() if earlier and earlier.url == url else {}
        with self._answer(url, {"Accept": accept, **resumed, **conditions}) as response:
            status = response.status_code
            if status == HTTPStatus.NOT_MODIFIED and conditions:
                return
            if status == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE and resumed:
                forget(part)
                raise _Transient("it cannot be continued", 0)
            offset = _size(part) if status == HTTPStatus.PARTIAL_CONTENT else 0
            if status == HTTPStatus.PARTIAL_CONTENT and not _continues(response, offset):
                forget(part)
                raise _Transient("it is continued in another place", 0)
            _check_status(response, url)
            now = note_of(url, response.headers, offset)
            if offset == 0:
                part.unlink(missing_ok=True)
                write_note(part, now)
            self._check_room(now.length, offset)
            self._receive(response, part, offset, now.length, end)
        if now.length is not None and _size(part) != now.length:
            raise _Transient(f"{_size(part):,} of {now.length:,} bytes arrived")
        durable.move(part, target)
        write_note(target, now)
        forget(part)

    @contextmanager
    def _answer(self, url: str, headers: dict[str, str]) -> Iterator[requests.Response]:
        """A response with unread body; network failures are raised as `_Transient`."""
        encoding = "identity" if urlsplit(url).path.endswith(PACKED) else "gzip"
        headers = {"Accept-Encoding": encoding, **headers}
        try:
            with self._get(url, headers) as response:
                yield response
        except (requests.exceptions.SSLError, urllib3.exceptions.SSLError) as error:
            raise CannotDownload(f"{url} has no valid certificate: {_reason(error)}.") from None
        except (requests.ConnectionError, requests.Timeout, urllib3.exceptions.HTTPError) as error:
            raise _Transient(_reason(error)) from None
        except requests.RequestException as error:
            raise CannotDownload(f"{url} cannot be asked for: {_reason(error)}.") from None

    def _get(self, url: str, headers: dict[str, str]) -> requests.Response:
        """Follow redirects, but not from https to http."""
        for _ in range(REDIRECTS):
            pause = self._last_request + self._limits.between - time.monotonic()
            if pause > 0:
                self._sleep(pause)
            self._last_request = time.monotonic()
            response = self._session.get(
                url,
                headers=headers,
                stream=True,
                timeout=(self._limits.connect, self._limits.silence),
                allow_redirects=False,
            )
            if not response.is_redirect:
                return response
            response.close()
            target = urljoin(url, response.headers["Location"])
            if urlsplit(target).scheme != "https" and urlsplit(url).scheme == "https":
                raise CannotDownload(f"{url} leads to {target}, which is not secure.")
            url = target
        raise CannotDownload(f"{url} leads from one address to the next.")

    def _check_room(self, length: int | None, offset: int) -> None:
        free = shutil.disk_usage(self._folder).free
        need = (length or 0) - offset + RESERVE
        if free < need:
            raise CannotDownload(
                f"{self._folder} has {free >> 20:,} MB free, and {need >> 20:,} MB are needed."
            )

    def _receive(
        self, response: requests.Response, part: Path, offset: int, length: int | None, end: float
    ) -> None:
        name = part.name.removesuffix(durable.PART)
        with part.open("ab") as file, self._progress.bar(name, length, offset) as bar:
            # Undecoded: a partial file can only be resumed in the same content coding.
            for chunk in response.raw.stream(CHUNK, decode_content=False):
                file.write(chunk)
                bar(len(chunk))
                if time.monotonic() > end:
                    raise CannotDownload(
                        f"{response.url} takes longer than {self._limits.total / 60:.0f} minutes;"
                        " what has arrived is kept, and continued next time."
                    )


def _check_status(response: requests.Response, url: str) -> None:
    status = response.status_code
    if status in RETRYABLE:
        raise _Transient(f"it answers {status} {response.reason}", retry_after(response.headers))
    if status not in (HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT):
        raise CannotDownload(f"{url} answers {status} {response.reason}.")
    coding = response.headers.get("Content-Encoding", "identity").lower()
    if coding not in ("identity", "gzip", "x-gzip"):
        raise CannotDownload(f"{url} is sent as {coding}, which was not asked for.")


def _continues(response: requests.Response, offset: int) -> bool:
    first_byte = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
    return first_byte is not None and int(first_byte[1]) == offset


def _file_name(url: str) -> str:
    """A file name that is unique to the address and recognizable for people."""
    name = re.sub(r"[^A-Za-z0-9._-]", "_", Path(urlsplit(url).path).name) or "index"
    return f"{hashlib.sha256(url.encode()).hexdigest()[:8]}-{name[-80:]}"


def _part(target: Path) -> Path:
    return target.with_name(target.name + durable.PART)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def sha256_of(path: Path) -> str:
    """The digest of a file, in hexadecimal digits; OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _reason(error: BaseException) -> str:
    """The reason without class names and object addresses added by libraries."""
    text = str(error)
    for mark, words in (
        ("timed out", "it does not answer in time"),
        ("IncompleteRead", "it broke off"),
        ("Connection aborted", "it broke off"),
        ("Connection refused", "the connection is refused"),
        ("Connection reset", "it broke off"),
        ("resolve", "the host's name is not known"),
        ("Unable to connect to proxy", "the proxy cannot be reached"),
    ):
        if mark in text:
            return words
    return text.rstrip(".") or type(error).__name__
