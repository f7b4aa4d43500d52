"""A hardened fetcher: one list, from an allowed host, within bounds.

https only; names are resolved once, to public addresses only, and exactly the checked address is
contacted (`network.Direct`); redirects are followed by hand, each checked like the first address.
No cookies, no credentials, and no proxy unless configured.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from http import HTTPStatus
from threading import Thread
from typing import NamedTuple, TypeVar
from urllib.parse import urljoin

import requests
import urllib3
from requests.structures import CaseInsensitiveDict

from headjudge.links.address import Address, read
from headjudge.links.cache import Cache, Entry
from headjudge.links.errors import Refused, TooSlow, WrongAddress
from headjudge.links.network import Direct, Endpoint, Network
from headjudge.links.responses import Response, read_response, refusal
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
    """When it was fetched, or last confirmed by its site, in UTC."""


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
        entry = self._cache.find(str(source))
        if entry and self._cache.is_fresh(entry):
            return Answer(entry.body, entry.media_type, entry.at)
        headers = {"Accept": f"{accept}, */*;q=0.1", **(entry.validators if entry else {})}
        try:
            return self._answer(source, self._retry(source, headers, until), entry)
        except (TimeoutError, requests.Timeout, urllib3.exceptions.TimeoutError) as error:
            raise _too_slow(source) from error
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError) as error:
            if time.monotonic() >= until:
                raise _too_slow(source) from error
            sentence = say("{host} cannot be reached, or broke off its answer.", host=source.host)
            raise Refused(sentence) from error

    def _answer(self, source: Address, response: Response, entry: Entry | None) -> Answer:
        """Interpret the response together with the cache entry, which it may confirm."""
        now = datetime.datetime.now(datetime.UTC)
        headers = CaseInsensitiveDict(response.headers)
        if response.status == HTTPStatus.NOT_MODIFIED and entry:
            answer = Answer(entry.body, entry.media_type, now)
            headers = CaseInsensitiveDict({**entry.response_headers, **response.headers})
        elif response.status == HTTPStatus.OK:
            answer = Answer(response.body, response.media_type, now)
        else:
            raise refusal(source.host, response)
        self._cache.store(str(source), *answer, headers)
        return answer

    def _retry(self, source: Address, headers: Mapping[str, str], until: float) -> Response:
        """The response, on a second attempt if the site is busy and time allows."""
        response = self._follow(source, headers, until)
        if response.status not in BUSY:
            return response
        retry_after = response.retry_after
        pause = PAUSE if retry_after is None else retry_after
        if time.monotonic() + pause >= until:
            return response
        time.sleep(pause)
        return self._follow(source, headers, until)

    def _follow(self, source: Address, headers: Mapping[str, str], until: float) -> Response:
        """The response at the end of the redirects."""
        address = source
        for _ in range(REDIRECTS_MAX + 1):
            response = self._request(address, headers, until)
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

    def _request(self, address: Address, headers: Mapping[str, str], until: float) -> Response:
        """The response to a single request, from the first reachable endpoint."""
        if address.host not in self._hosts:
            raise WrongAddress(say("Lists from {host} are not fetched.", host=address.host))
        *others, last = self._endpoints(address.host, until)
        for endpoint in others:
            with suppress(requests.ConnectionError):
                return self._send(address, endpoint, headers, until)
        return self._send(address, last, headers, until)

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
        self, address: Address, endpoint: Endpoint | None, headers: Mapping[str, str], until: float
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
                    "Accept-Encoding": "gzip",
                    **headers,
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
