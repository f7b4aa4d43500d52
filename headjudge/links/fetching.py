"""A hardened fetcher: one list, from an allowed host, within bounds.

https only; names are resolved once, to public addresses only, and exactly the checked address is
contacted (`network.Direct`); redirects are followed by hand, each checked like the first address.
No cookies, no credentials, and no proxy unless configured.
"""

from __future__ import annotations

import datetime
import gzip
import io
import re
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from http import HTTPStatus
from threading import Lock, Thread
from time import monotonic
from typing import NamedTuple, TypeVar
from urllib.parse import urljoin

import requests
import urllib3
from urllib3.exceptions import InvalidHeader, ProtocolError
from urllib3.util.retry import Retry

from headjudge.links.address import Address, LinkError, Refused, TooSlow, WrongAddress, read
from headjudge.links.network import Direct, Endpoint, Network
from messages import say

SECONDS = 5.0
"""For the whole fetch: name resolution, redirects, a retry, the last byte."""
REDIRECTS_MAX = 3
ENDPOINTS_MAX = 3
"""Maximum endpoints of a host tried: the first may be in an unreachable network (IPv6)."""
CONNECT_SECONDS = 2.0
PAUSE = 0.5
"""Seconds before the single retry, if the site states none."""
BUSY = (429, 500, 502, 503, 504)
REDIRECTS = (301, 302, 303, 307, 308)

T = TypeVar("T")


class Answer(NamedTuple):
    """The answer of a site."""

    body: bytes
    media_type: str
    at: datetime.datetime
    """When it was fetched, in UTC."""


class Fetcher:
    """Fetches from the given hosts. Thread-safe."""

    def __init__(
        self,
        hosts: frozenset[str],
        agent: str,
        network: Network | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """`agent` is the User-Agent; `network` and `seconds` are replaced in tests."""
        self._hosts = hosts
        self._agent = agent
        self._network = network or Network()
        self._cache = Cache()
        self._seconds = seconds

    def fetch(self, source: Address, accept: str, until: float | None = None) -> Answer:
        """Fetch an address, until the given time of `time.monotonic`.

        Raises WrongAddress, Refused or TooSlow.
        """
        deadline = time.monotonic() + self._seconds
        until = deadline if until is None else min(deadline, until)
        if kept := self._cache.find(str(source)):
            return kept
        try:
            return self._answer(source, self._retry(source, accept, until))
        except (TimeoutError, requests.Timeout, urllib3.exceptions.TimeoutError) as error:
            raise _too_slow(source) from error
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError) as error:
            if time.monotonic() >= until:
                raise _too_slow(source) from error
            sentence = say("{host} cannot be reached, or broke off its answer.", host=source.host)
            raise Refused(sentence) from error

    def _answer(self, source: Address, response: Response) -> Answer:
        """The list in the response, which is kept if it may be; raises WrongAddress or Refused."""
        if response.status != HTTPStatus.OK:
            raise refusal(source.host, response)
        answer = Answer(response.body, response.media_type, datetime.datetime.now(datetime.UTC))
        self._cache.store(str(source), answer, response.headers)
        return answer

    def _retry(self, source: Address, accept: str, until: float) -> Response:
        """The response, on a second attempt if the site is busy and time allows."""
        response = self._follow(source, accept, until)
        if response.status not in BUSY:
            return response
        retry_after = response.retry_after
        pause = PAUSE if retry_after is None else retry_after
        if time.monotonic() + pause >= until:
            return response
        time.sleep(pause)
        return self._follow(source, accept, until)

    def _follow(self, source: Address, accept: str, until: float) -> Response:
        """The response at the end of the redirects."""
        address = source
        for _ in range(REDIRECTS_MAX + 1):
            response = self._request(address, accept, until)
            location = response.headers.get("Location")
            if response.status not in REDIRECTS or not location:
                return response
            address = self._redirect_target(address, location)
        raise Refused(say("{host} redirects too often.", host=source.host))

    def _redirect_target(self, address: Address, location: str) -> Address:
        """The target of a redirect; raises Refused if it may not be fetched."""
        with suppress(WrongAddress, ValueError):
            target = read(urljoin(str(address), location))
            if target.host in self._hosts:
                return target
        raise Refused(
            say("{host} redirects to a site from which no lists are fetched.", host=address.host)
        )

    def _request(self, address: Address, accept: str, until: float) -> Response:
        """The response to a single request, from the first reachable endpoint."""
        if address.host not in self._hosts:
            raise WrongAddress(say("Lists from {host} are not fetched.", host=address.host))
        *others, last = self._endpoints(address.host, until)
        for endpoint in others:
            with suppress(requests.ConnectionError):
                return self._send(address, endpoint, accept, until)
        return self._send(address, last, accept, until)

    def _endpoints(self, host: str, until: float) -> Sequence[Endpoint | None]:
        """The endpoints of the host; None stands for the proxy. Raises Refused."""
        if self._network.proxies:
            return [None]
        try:
            endpoints = _call_with_timeout(lambda: self._network.resolve(host), until)
        except TimeoutError:
            raise
        except OSError as error:
            sentence = say("{host} was not found: there may be no network connection.", host=host)
            raise Refused(sentence) from error
        if not endpoints or not all(map(self._network.may_reach, endpoints)):
            raise Refused(say("{host} has an address that is not public.", host=host))
        return endpoints[:ENDPOINTS_MAX]

    def _send(
        self, address: Address, endpoint: Endpoint | None, accept: str, until: float
    ) -> Response:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        host = address.host
        with _Session() as session:
            session.trust_env = False  # no proxies, .netrc or certificates from the environment
            session.proxies = dict(self._network.proxies)
            session.mount("https://", Direct(host, endpoint, until))
            with session.get(
                str(address),
                headers={
                    "Host": host,
                    "User-Agent": self._agent,
                    "Accept": f"{accept}, */*;q=0.1",
                    "Accept-Encoding": "gzip",
                },
                timeout=(min(left, CONNECT_SECONDS), left),
                verify=self._network.verify,
                allow_redirects=False,
                stream=True,
            ) as response:
                return read_response(host, response)


class _Session(requests.Session):
    """Disables redirects entirely; requests would still read their bodies without bounds."""

    def get_redirect_target(self, resp: requests.Response) -> None:
        """No target."""


def _call_with_timeout(call: Callable[[], T], until: float) -> T:
    """Run a function; raises TimeoutError if it takes longer.

    The system's resolver has no time-out of its own.
    """
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(call())
        except Exception as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future.result(max(0.0, until - time.monotonic()))


def _too_slow(source: Address) -> TooSlow:
    return TooSlow(say("{host} did not answer in time.", host=source.host))


# Responses: bodies within bounds, and errors for those without a list


BYTES_MAX = 2_000_000
"""Maximum size of a body, both compressed and decompressed."""
GONE = (401, 404, 410)
"""Statuses for missing and for private decks."""


class Response(NamedTuple):
    """A complete response; without a body unless the status is 200."""

    status: int
    headers: Mapping[str, str]
    """Case-insensitive."""
    body: bytes

    @property
    def media_type(self) -> str:
        """In lower case, without parameters; empty if absent."""
        return self.headers.get("Content-Type", "").partition(";")[0].strip().lower()

    @property
    def retry_after(self) -> float | None:
        """The seconds in Retry-After; None if absent or unreadable."""
        return retry_after(self.headers)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of Retry-After, which may be a date (RFC 9110, 10.2.3); None if unreadable."""
    try:
        return Retry().parse_retry_after(headers["Retry-After"])
    except (KeyError, InvalidHeader, ValueError, OverflowError):
        return None


def read_response(host: str, response: requests.Response) -> Response:
    """Read the response's body; raises Refused if it is too large."""
    body = b""
    if response.status_code == HTTPStatus.OK:
        # One byte more than allowed shows that the body is too large; reading until nothing is left
        # detects truncation.
        try:
            while piece := response.raw.read(BYTES_MAX + 1 - len(body), decode_content=False):
                body += piece
        except ValueError as error:  # urllib3 takes any number for the size of a chunk
            raise ProtocolError(str(error)) from None
        encoding = response.headers.get("Content-Encoding", "identity").strip().lower()
        if encoding in ("gzip", "x-gzip"):
            body = _decompress(host, body)
        elif encoding not in ("identity", ""):
            raise _broken(host)
        if len(body) > BYTES_MAX:
            raise _too_large(host)
        if not body:  # also if the response ends within its headers
            raise Refused(say("{host} sent an empty answer.", host=host))
    return Response(response.status_code, response.headers, body)


def refusal(host: str, response: Response) -> LinkError:
    """The error for a status other than 200."""
    status = response.status
    if status in GONE:
        return WrongAddress(say("{host} has no deck at this address, or it is private.", host=host))
    if status == HTTPStatus.FORBIDDEN:
        return Refused(
            say(
                "{host} refuses this program, or the deck is private (403): export the list there"
                " and send its text.",
                host=host,
            )
        )
    wait = response.retry_after
    seconds = None if wait is None else max(1, round(wait))
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return Refused(
            say("{host} is getting too many requests at the moment (429).", host=host), seconds
        )
    return Refused(say("{host} answered with status {status}.", host=host, status=status), seconds)


def _decompress(host: str, body: bytes) -> bytes:
    """Decompress gzip, member by member, up to one byte more than allowed."""
    if len(body) > BYTES_MAX:
        raise _too_large(host)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as file:
            return file.read(BYTES_MAX + 1)
    except (OSError, EOFError, zlib.error):
        raise _broken(host) from None


def _too_large(host: str) -> Refused:
    return Refused(
        say(
            "The answer of {host} is larger than {most} MB, too large for a decklist.",
            host=host,
            most=BYTES_MAX // 1_000_000,
        )
    )


def _broken(host: str) -> Refused:
    return Refused(say("The answer of {host} cannot be decompressed.", host=host))


# A cache of answers in memory, for as long as the sites allow


KEPT_BYTES_MAX = 8_000_000
"""Of all bodies together; least recently used ones are dropped."""
KEPT_SECONDS_MAX = 3_600
"""Maximum lifetime in seconds, even if the site allows more."""


class Cache:
    """Answers by address. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._entries: OrderedDict[str, tuple[Answer, float]] = OrderedDict()
        """Each with the time of the clock at which it is dropped."""
        self._lock = Lock()

    def find(self, address: str) -> Answer | None:
        """The cached answer of this address, if any."""
        with self._lock:
            self._drop_expired()
            if address not in self._entries:
                return None
            self._entries.move_to_end(address)
            return self._entries[address][0]

    def store(self, address: str, answer: Answer, headers: Mapping[str, str]) -> None:
        """Replace the cached answer, or drop it, as the headers demand (RFC 9111, 3).

        `headers` must be case-insensitive.
        """
        lifetime = min(_lifetime(headers), KEPT_SECONDS_MAX)
        with self._lock:
            self._entries.pop(address, None)
            if lifetime > 0:
                self._entries[address] = answer, self._clock() + lifetime
            self._drop_expired()

    def _drop_expired(self) -> None:
        now = self._clock()
        for address, (_, end) in [*self._entries.items()]:
            if end <= now:
                del self._entries[address]
        while sum(len(answer.body) for answer, _ in self._entries.values()) > KEPT_BYTES_MAX:
            self._entries.popitem(last=False)


def directives(header: str) -> dict[str, str]:
    """The directives of a Cache-Control header, with their values."""
    pairs = re.findall(r'([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;]+)))?', header)
    return {name.lower(): quoted or plain for name, quoted, plain in pairs}


def _lifetime(headers: Mapping[str, str]) -> int:
    """The freshness lifetime in seconds stated by the site; no heuristics."""
    allowed = directives(headers.get("Cache-Control", ""))
    # The cache is shared by all users of the service, so private answers are not stored.
    if allowed.keys() & {"no-store", "no-cache", "private"} or "*" in headers.get("Vary", ""):
        return 0
    seconds = allowed.get("s-maxage") or allowed.get("max-age") or ""
    return _integer(seconds) - _integer(headers.get("Age", ""))


def _integer(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
