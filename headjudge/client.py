"""A client of the service: `Client("http://127.0.0.1:8000").validate(team)`.

It needs `requests` alone, and nothing of the engine. Proxies are those of the environment
(HTTPS_PROXY, NO_PROXY). Requests are repeated where the service is busy or breaks off, which does
no harm: it stores nothing. Where nothing listens, that is said at once.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import Any, Self, cast
from urllib.parse import quote

import requests
import urllib3
from requests.adapters import HTTPAdapter

from headjudge.documents import (
    Banlist,
    BanlistChanges,
    BatchAnswer,
    BatchTeam,
    Card,
    Converted,
    Deck,
    EventFacts,
    Formats,
    ImpactReport,
    Pool,
    Problem,
    Reading,
    Report,
    Team,
    Verification,
)
from headjudge.errors import Refused, ServiceError, Unreachable
from headjudge.retries import patience

__all__ = ["Client", "Refused", "ServiceError", "Unreachable"]

JSON = "application/json"
NDJSON = "application/x-ndjson"
SIGNED = "?receipt=true"
RETRIES = 4
TIMEOUT = (5.0, 60.0)
"""Seconds to connect, and until the service sends something."""
Day = str | datetime.date
"""YYYY-MM-DD, or a date."""
TEAMS_AT_ONCE = 100
"""Teams of a batch that go in one request."""


class Client:
    """Asks a running Headjudge; may be used as a context manager.

    Every method raises Refused where the service answers with a problem document, and
    Unreachable where it does not answer; both are ServiceError. A client is for one thread.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float | tuple[float, float] = TIMEOUT,
        retries: int | None = None,
        user_agent: str | None = None,
        api_key: str | None = None,
        language: str | None = None,
        fingerprint: str | None = None,
    ) -> None:
        """`url` is the service's address, with a path where it stands below one.

        `timeout` is in seconds. `retries` are further attempts at a request, also to connect;
        without them a busy service is asked four times more, and a dead port once. `user_agent`
        names your program, and `language` is that of messages, as BCP 47 has it (`de`). With the
        `fingerprint` of a report, its facts answer as long as the service has them.
        """
        self.url = url.rstrip("/")
        self.timeout = timeout
        self._session = requests.Session()
        ours = f"headjudge/{_version()}"
        self._session.headers["User-Agent"] = f"{user_agent} {ours}" if user_agent else ours
        preferences = {"Accept-Language": language, "Headjudge-Fingerprint": fingerprint}
        self._session.headers.update({name: value for name, value in preferences.items() if value})
        if api_key:
            self._session.auth = _bearer(api_key)
        adapter = HTTPAdapter(
            max_retries=patience(RETRIES, connect=0) if retries is None else patience(retries)
        )
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, adapter)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._session.close()

    def validate(self, team: Team, *, receipt: bool = False) -> Report:
        """The report on a team, with its signed receipt where one is asked for."""
        return cast(Report, self._fetch_document(f"/v1/validate{SIGNED if receipt else ''}", team))

    def validate_batch(
        self, teams: Iterable[BatchTeam], *, receipt: bool = False
    ) -> Iterator[BatchAnswer]:
        """An answer for each team, in the same order, while further teams are taken.

        A team that cannot be asked about is answered with its problem, and raises nothing.
        `line` counts the teams from 1.
        """
        waiting = iter(teams)
        sent = 0
        while piece := list(islice(waiting, TEAMS_AT_ONCE)):
            for answer in self._batch(piece, SIGNED if receipt else ""):
                yield {**answer, "line": sent + answer["line"]}
            sent += len(piece)

    def verify_receipt(
        self, receipt: str, decks: Sequence[Deck] = (), pool: Pool | None = None
    ) -> Verification:
        """Whether the service signed this, and these lists are those that it is about."""
        sent: dict[str, Any] = {"receipt": receipt}
        if decks:
            sent["decks"] = list(decks)
        if pool:
            sent["pool"] = pool
        return cast(Verification, self._fetch_document("/v1/receipts/verify", sent))

    def parse(self, deck: Deck) -> Reading:
        """What is in a list, judged by no format."""
        return cast(Reading, self._fetch_document("/v1/decklists/parse", deck))

    def convert(self, deck: Deck, to: str) -> Converted:
        """A list in another syntax."""
        return cast(Converted, self._fetch_document("/v1/decklists/convert", {**deck, "to": to}))

    def impact(self, change: Mapping[str, Any]) -> ImpactReport:
        """Which teams a change of banlist or rotation touches."""
        return cast(ImpactReport, self._fetch_document("/v1/impact", change))

    def card(self, title: str) -> Card:
        """What is known of a card, by its title in any spelling of a list."""
        return cast(Card, self.get(f"/v1/cards/{quote(title, safe='')}"))

    def formats(self) -> Formats:
        """All formats and kinds of events."""
        return cast(Formats, self.get("/v1/formats"))

    def banlist(self, format: str, as_of: Day | None = None) -> Banlist:
        """A banlist on a day; today's without one."""
        return cast(Banlist, self.get(f"/v1/banlists/{quote(format, safe='')}", as_of=as_of))

    def banlist_changes(self, since: Day, format: str | None = None) -> BanlistChanges:
        """What changed on all banlists, or on one, since a day."""
        changes = self.get("/v1/banlists/changes", since=since, format=format)
        return cast(BanlistChanges, changes)

    def event_facts(self, format: str, **query: str | int | Day | None) -> EventFacts:
        """What an organizer announces for an event; `query` as the contract has it."""
        return cast(EventFacts, self.get("/v1/events/facts", format=format, **query))

    def get(self, path: str, **query: str | int | Day | None) -> object:
        """The JSON of any resource of the contract; what is None is not sent."""
        sent = {name: str(value) for name, value in query.items() if value is not None}
        with self._answered("GET", path, params=sent, headers={"Accept": JSON}) as response:
            return _document(response)

    def _fetch_document(self, path: str, document: Mapping[str, Any]) -> object:
        with self._post(path, _encoded(document), JSON) as response:
            return _document(response)

    def _batch(self, teams: list[BatchTeam], query: str) -> Iterator[BatchAnswer]:
        # A body of known length is read whole before it is answered, so that neither side waits
        # for the other; and it can be sent again.
        body = b"".join(_encoded(team) + b"\n" for team in teams)
        missing = len(teams)
        with self._post(f"/v1/validate/batch{query}", body, NDJSON) as response:
            try:
                for line in response.iter_lines():
                    missing -= 1
                    yield cast(BatchAnswer, _object(line))
            except requests.RequestException as error:
                raise Unreachable(f"{self.url} broke off its answer: {error}") from error
        if missing:
            raise Unreachable(f"{self.url} left {missing} of {len(teams)} teams unanswered.")

    def _post(self, path: str, body: bytes, media_type: str) -> requests.Response:
        """The answer to a body, with its own yet to come; raises Unreachable and Refused."""
        headers = {"Content-Type": media_type, "Accept": f"{media_type}, {JSON};q=0.9"}
        return self._answered("POST", path, data=body, headers=headers)

    def _answered(self, method: str, path: str, **sent: Any) -> requests.Response:
        """The answer, with its body yet to come; raises Unreachable and Refused."""
        try:
            response = self._session.request(
                method,
                self.url + path,
                **sent,
                timeout=self.timeout,
                allow_redirects=False,  # a redirected POST would become a GET
                stream=True,
            )
        except (requests.RequestException, urllib3.exceptions.HTTPError) as error:
            raise Unreachable(f"{self.url} cannot be reached: {error}") from error
        if response.status_code != requests.codes.ok:
            with response:
                raise _failure(response, self.url)
        return response


def _bearer(key: str) -> Callable[[requests.PreparedRequest], requests.PreparedRequest]:
    def authorize(request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = f"Bearer {key}"
        return request

    return authorize


def _failure(response: requests.Response, url: str) -> ServiceError:
    """What an answer other than 200 means."""
    if response.is_redirect:
        return Unreachable(f"{url} redirects to {response.headers['Location']}.")
    try:
        problem = _document(response)
    except Unreachable:
        problem = None
    if isinstance(problem, dict) and {"detail", "status", "type"} <= problem.keys():
        return Refused(cast(Problem, problem), response.headers.get("X-Request-ID"))
    return Unreachable(f"{url} answered {response.status_code} {response.reason}.")


def _document(response: requests.Response) -> object:
    try:
        content = response.content
    except requests.RequestException as error:
        raise Unreachable(f"{response.url} broke off its answer: {error}") from error
    return _object(content)


def _object(text: bytes) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise Unreachable("What answered is no Headjudge: it sent no JSON object.")
    return document


def _encoded(document: Mapping[str, Any]) -> bytes:
    # ASCII, so that a lone surrogate of a list is sent as it is, and escaped.
    return json.dumps(document, separators=(",", ":"), default=_iso).encode("ascii")


def _iso(value: object) -> str:
    """A day as the service reads it; TypeError."""
    if isinstance(value, datetime.date):
        return value.isoformat()[:10]
    raise TypeError(f"{value!r} cannot be sent")


def _version() -> str:
    try:
        return version("headjudge")
    except PackageNotFoundError:  # in a checkout that is not installed
        return "0"
