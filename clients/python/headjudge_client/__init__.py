"""Asks a Headjudge service whether teams may play their decks.

Requests and answers are the JSON documents of the service's contract (`/openapi.yaml`).
"""

from __future__ import annotations

import datetime
import json
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self
from urllib.parse import quote

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

__version__ = "0.1.0"
BUSY = (429, 503)
"""Statuses of a service that may answer later."""
BACKOFF = 0.5
"""Seconds before the first repetition; doubles, unless the service names a time."""
TEAMS_AT_ONCE = 1_000
BYTES_AT_ONCE = 12_000_000
"""Bounds of one request of a batch; further teams are sent in others."""
KEPT = 256
"""The number of answers kept with their entity tags."""
FAULTS_SHOWN = 20
NDJSON = "application/x-ndjson"


class HeadjudgeError(Exception):
    """There is no answer; the text says why."""


class Unreachable(HeadjudgeError):
    """The service did not answer, or what answered is no Headjudge."""


class Refused(HeadjudgeError):
    """The service answered with a problem (RFC 9457). The text has every fault."""

    def __init__(self, problem: Mapping[str, Any], status: int, request_id: str | None) -> None:
        self.problem = problem
        """The document: `type` to switch on, `errors` with the pointer and code of each fault."""
        self.status = status
        self.request_id = request_id
        """The request's id in the log of the service, if it has one."""
        faults = [one["detail"] for one in problem.get("errors", ())]
        more = [f"and {len(faults) - FAULTS_SHOWN} more"] if len(faults) > FAULTS_SHOWN else []
        detail = problem.get("detail") or f"The service answered {status}."
        super().__init__("\n".join([detail, *faults[:FAULTS_SHOWN], *more]))


class Client:
    """A service at an address. Use one client per thread; it is its own context manager."""

    def __init__(
        self, url: str, *, language: str | None = None, timeout: float = 30.0, retries: int = 4
    ) -> None:
        """`language` is that of the sentences, `timeout` in seconds.

        A request is repeated up to `retries` times while the service is busy or not reached, after
        the time that it names (Retry-After) or growing ones. It stores nothing, so no repetition
        does harm.
        """
        self.url = url.rstrip("/")
        self.timeout = timeout
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._session = requests.Session()
        self._session.headers["User-Agent"] = f"headjudge-client/{__version__}"
        if language:
            self._session.headers["Accept-Language"] = language
        policy = Retry(
            total=retries,
            status_forcelist=BUSY,
            allowed_methods=None,
            backoff_factor=BACKOFF,
            raise_on_status=False,
            redirect=False,
        )
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, HTTPAdapter(max_retries=policy))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def validate(self, team: Mapping[str, Any], **query: Any) -> dict[str, Any]:
        """The report on a team; with `include="cards"` it has the cards of each deck."""
        report: dict[str, Any] = self.post("/v1/validate", team, **query)
        return report

    def batch(self, teams: Iterable[Mapping[str, Any]], **query: Any) -> Iterator[dict[str, Any]]:
        """An answer for each team, in the same order, with its `report` or its `problem`.

        `teams` is consumed as it is answered. `line` numbers the teams from 1.
        """
        first = 0
        for lines in _portions(teams):
            response = self._send(
                "POST",
                self._address("/v1/validate/batch", query),
                data=b"".join(lines),
                headers={"Content-Type": NDJSON, "Accept": NDJSON},
                stream=True,
            )
            with response:
                answered = 0
                try:
                    for text in response.iter_lines():
                        answered += 1
                        answer: dict[str, Any] = json.loads(text)
                        yield {**answer, "line": first + answer["line"]}
                except (requests.RequestException, ValueError, KeyError, TypeError) as error:
                    raise Unreachable(f"{self.url} broke off a batch: {error}") from error
            if answered < len(lines):
                missing = f"{len(lines) - answered} of {len(lines)} teams"
                raise Unreachable(f"{self.url} left {missing} unanswered.")
            first += len(lines)

    def get(self, path: str, **parameters: Any) -> Any:
        """The JSON of a resource of the contract.

        Parameters fill the braces of the path, as in `get("/v1/banlists/{id}", id="modern")`; the
        others are the query, without those that are None. An answer that the client has already is
        not sent again.
        """
        address = self._address(path, parameters)
        tag, body = self._kept.get(address, ("", b""))
        response = self._send("GET", address, headers={"If-None-Match": tag} if tag else {})
        if response.status_code == requests.codes.not_modified:
            self._kept.move_to_end(address)
            return json.loads(body)
        document = self._json(response)
        if tag := response.headers.get("ETag", ""):
            self._kept[address] = tag, response.content
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return document

    def post(self, path: str, document: Mapping[str, Any], **parameters: Any) -> Any:
        """The JSON answer of a resource of the contract to a document."""
        response = self._send(
            "POST",
            self._address(path, parameters),
            data=_encoded(document),
            headers={"Content-Type": "application/json"},
        )
        return self._json(response)

    def _address(self, path: str, parameters: Mapping[str, Any]) -> str:
        """The address of a path with its parameters; ValueError for one that is missing."""
        query = dict(parameters)
        for name in re.findall(r"{(\w+)}", path):
            if query.get(name) in (None, ""):
                raise ValueError(f"{path} needs a value for {name}.")
            path = path.replace(f"{{{name}}}", quote(_text(query.pop(name)), safe=""))
        pairs = [(name, _text(value)) for name, value in query.items() if value is not None]
        request = requests.Request("GET", self.url + path, params=pairs).prepare()
        return str(request.url)

    def _send(self, method: str, address: str, **options: Any) -> requests.Response:
        try:
            response = self._session.request(
                method,
                address,
                timeout=self.timeout,
                allow_redirects=False,  # a redirected POST would become a GET
                **options,
            )
        except requests.RequestException as error:
            raise Unreachable(f"{self.url} cannot be reached: {error}") from error
        if response.status_code in (requests.codes.ok, requests.codes.not_modified):
            return response
        with response:
            problem = self._json(response)
        if not isinstance(problem, dict) or "type" not in problem:
            raise Unreachable(f"{address} answered {response.status_code}, without a problem.")
        raise Refused(problem, response.status_code, response.headers.get("X-Request-ID"))

    def _json(self, response: requests.Response) -> Any:
        try:
            return response.json()
        except (requests.RequestException, ValueError) as error:
            status = response.status_code
            raise Unreachable(f"{self.url} answered {status} without JSON.") from error


def _portions(teams: Iterable[Mapping[str, Any]]) -> Iterator[list[bytes]]:
    """The lines of a batch, as many as one request takes."""
    lines: list[bytes] = []
    size = 0
    for team in teams:
        line = _encoded(team) + b"\n"
        if lines and (len(lines) == TEAMS_AT_ONCE or size + len(line) > BYTES_AT_ONCE):
            yield lines
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    if lines:
        yield lines


def _encoded(document: Mapping[str, Any]) -> bytes:
    # ASCII, so that lone surrogates of a list are sent as escapes.
    return json.dumps(document, separators=(",", ":"), default=_text).encode("ascii")


def _text(value: Any) -> str:
    """A parameter as text: days as ISO 8601, lists with commas."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return ",".join(map(_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
