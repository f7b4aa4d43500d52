"""The careful fetch: one list, from one of the hosts that are allowed, within bounds.

https alone; names are resolved once, to public addresses alone, and what was checked is what is
spoken to (`network.Direct`); redirects are followed by hand, each checked as the first address
was. No cookie, no credential, no proxy that was not set for it.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from http import HTTPStatus
from threading import Thread
from typing import NamedTuple, TypeVar

import requests
import urllib3
from requests.structures import CaseInsensitiveDict

from headjudge.links.address import Address, onward
from headjudge.links.cache import Cache, Kept
from headjudge.links.errors import Refused, TooSlow, WrongAddress
from headjudge.links.network import Direct, Endpoint, Network
from headjudge.links.responses import Response, received, refusal
from messages import say

SECONDS = 5.0
"""For all of a fetch: names, redirects, another attempt, the last byte."""
REDIRECTS_MAX = 3
ENDPOINTS_MAX = 3
"""Endpoints of a host that are tried: the first may be in a network that this machine lacks."""
CONNECT_SECONDS = 2.0
PAUSE = 0.5
"""Seconds before the one further attempt, where the site names none."""
BUSY = (429, 500, 502, 503, 504)
REDIRECTS = (301, 302, 303, 307, 308)

Found = TypeVar("Found")


class Answer(NamedTuple):
    """What a site gave."""

    body: bytes
    media_type: str
    at: datetime.datetime
    """When, in UTC: when it was fetched, or last confirmed by its site."""


class Fetcher:
    """Fetches from the hosts that it was given; may be used by several threads."""

    def __init__(
        self,
        hosts: frozenset[str],
        agent: str,
        network: Network | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """`agent` is the User-Agent; `network` and `seconds` are others in tests."""
        self._hosts = hosts
        self._agent = agent
        self._network = network or Network()
        self._cache = Cache()
        self._seconds = seconds

    def fetch(self, source: Address, accept: str, until: float | None = None) -> Answer:
        """What is at this address, by that time of `time.monotonic` at the latest.

        Raises WrongAddress, Refused and TooSlow.
        """
        own = time.monotonic() + self._seconds
        until = own if until is None else min(own, until)
        kept = self._cache.find(str(source))
        if kept and self._cache.is_fresh(kept):
            return Answer(kept.body, kept.media_type, kept.at)
        headers = {"Accept": f"{accept}, */*;q=0.1", **(kept.validators if kept else {})}
        try:
            return self._answer(source, self._patient(source, headers, until), kept)
        except (TimeoutError, requests.Timeout, urllib3.exceptions.TimeoutError) as error:
            raise _too_slow(source) from error
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError) as error:
            if time.monotonic() >= until:
                raise _too_slow(source) from error
            sentence = say("{host} cannot be reached, or broke off its answer.", host=source.host)
            raise Refused(sentence) from error

    def _answer(self, source: Address, response: Response, kept: Kept | None) -> Answer:
        """What the response means beside what is kept, which it may confirm."""
        now = datetime.datetime.now(datetime.UTC)
        headers = CaseInsensitiveDict(response.headers)
        if response.status == HTTPStatus.NOT_MODIFIED and kept:
            answer = Answer(kept.body, kept.media_type, now)
            headers = CaseInsensitiveDict({**kept.named, **response.headers})
        elif response.status == HTTPStatus.OK:
            answer = Answer(response.body, response.media_type, now)
        else:
            raise refusal(source.host, response)
        self._cache.keep(str(source), *answer, headers)
        return answer

    def _patient(self, source: Address, headers: Mapping[str, str], until: float) -> Response:
        """The answer, on a second attempt where the site is busy and there is time for it."""
        response = self._followed(source, headers, until)
        if response.status not in BUSY:
            return response
        asked_for = response.retry_after
        pause = PAUSE if asked_for is None else asked_for
        if time.monotonic() + pause >= until:
            return response
        time.sleep(pause)
        return self._followed(source, headers, until)

    def _followed(self, source: Address, headers: Mapping[str, str], until: float) -> Response:
        """The answer at the end of the redirects."""
        here = source
        for _ in range(REDIRECTS_MAX + 1):
            response = self._asked(here, headers, until)
            location = response.headers.get("Location")
            if response.status not in REDIRECTS or not location:
                return response
            here = self._next(here, location)
        raise Refused(say("{host} redirects too often.", host=source.host))

    def _next(self, here: Address, location: str) -> Address:
        """Where a redirect leads; raises Refused where lists are not fetched from there."""
        try:
            there = onward(here, location)
        except (WrongAddress, ValueError):
            there = None
        if there is None or there.host not in self._hosts:
            sentence = say("{host} redirects to where no list is fetched from.", host=here.host)
            raise Refused(sentence)
        return there

    def _asked(self, here: Address, headers: Mapping[str, str], until: float) -> Response:
        """The answer to one request, of the first endpoint that can be reached."""
        if here.host not in self._hosts:
            raise WrongAddress(say("Lists of {host} are not fetched.", host=here.host))
        *others, last = self._endpoints(here.host, until)
        for endpoint in others:
            try:
                return self._sent(here, endpoint, headers, until)
            except requests.ConnectionError:
                continue
        return self._sent(here, last, headers, until)

    def _endpoints(self, host: str, until: float) -> Sequence[Endpoint | None]:
        """Where the host may be asked; None means by the proxy. Raises Refused."""
        if self._network.proxies:
            return [None]
        try:
            found = _in_time(lambda: self._network.resolve(host), until)
        except TimeoutError:
            raise
        except OSError as error:
            sentence = say("{host} is not found: there may be no way to the network.", host=host)
            raise Refused(sentence) from error
        if not found or not all(map(self._network.may_reach, found)):
            raise Refused(say("{host} has an address that is not public.", host=host))
        return found[:ENDPOINTS_MAX]

    def _sent(
        self, here: Address, endpoint: Endpoint | None, headers: Mapping[str, str], until: float
    ) -> Response:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        own = {"Host": here.host, "User-Agent": self._agent, "Accept-Encoding": "gzip"}
        with _Session() as session:
            session.trust_env = False  # no proxy, no .netrc, no certificates of the environment
            session.proxies = dict(self._network.proxies)
            session.mount("https://", Direct(here.host, endpoint, until))
            with session.get(
                str(here),
                headers={**own, **headers},
                timeout=(min(left, CONNECT_SECONDS), left),
                verify=self._network.verify,
                allow_redirects=False,
                stream=True,
            ) as response:
                return received(here.host, response)


class _Session(requests.Session):
    """Leaves redirects alone; requests would read their bodies, without bounds, even so."""

    def get_redirect_target(self, resp: requests.Response) -> None:
        """Nowhere."""


def _in_time(call: Callable[[], Found], until: float) -> Found:
    """What the call gives; raises TimeoutError where it takes longer.

    The system's resolver knows no time-out that could be set.
    """
    future: Future[Found] = Future()

    def work() -> None:
        try:
            future.set_result(call())
        except Exception as error:
            future.set_exception(error)

    Thread(target=work, daemon=True).start()
    return future.result(max(0.0, until - time.monotonic()))


def _too_slow(source: Address) -> TooSlow:
    return TooSlow(say("{host} did not answer in time.", host=source.host))
