"""A client of the service: `Client("http://127.0.0.1:8000").validate(team)`.

It only needs `requests`, and nothing of the engine. Proxies come from the environment (HTTPS_PROXY,
NO_PROXY). Requests are retried if the service is busy or fails, which is safe since it stores
nothing. Refused connections fail immediately.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, Self, cast

import requests
import urllib3
from requests.adapters import HTTPAdapter

from headjudge import __version__
from headjudge.client_resources import Day, Resources
from headjudge.documents import (
    BatchAnswer,
    BatchTeam,
    Problem,
    Report,
    Team,
)
from headjudge.errors import Refused, ServiceError, Unreachable
from headjudge.retries import patience

__all__ = ["Client", "Refused", "ServiceError", "Unreachable"]

JSON = "application/json"
NDJSON = "application/x-ndjson"
PDF = "application/pdf"
RETRIES = 4
TIMEOUT = (5.0, 60.0)
"""Connect and read time-outs in seconds."""
Part = Literal["cards"]
"""A part of a report that it has only if asked for."""
TEAMS_AT_ONCE = 100
"""Teams per request of a batch."""


class Client(Resources):
    """A client of a running Headjudge; may be used as a context manager.

    Methods raise Refused if the service answers with a problem document, and Unreachable if it
    does not answer; both are ServiceError. Not thread-safe.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float | tuple[float, float] = TIMEOUT,
        retries: int | None = None,
        user_agent: str | None = None,
        language: str | None = None,
    ) -> None:
        """`url` is the service's address, including a path if it is mounted below one.

        `timeout` is in seconds. `retries` is the number of further attempts, by default four for a
        busy service and one to connect. `user_agent` names your program, and `language` is that of
        messages (BCP 47, such as `de`).
        """
        self.url = url.rstrip("/")
        self.timeout = timeout
        self._session = requests.Session()
        products = [*filter(None, [user_agent]), f"headjudge/{__version__}"]
        self._session.headers["User-Agent"] = " ".join(products)
        if language:
            self._session.headers["Accept-Language"] = language
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
        """Close the connections."""
        self._session.close()

    def validate(self, team: Team, *, include: Part | None = None) -> Report:
        """The report on a team, if asked for with the `cards` of each deck."""
        path = _with_parts("/v1/validate", include)
        return cast(Report, self.post(path, team))

    def validate_batch(
        self, teams: Iterable[BatchTeam], *, include: Part | None = None
    ) -> Iterator[BatchAnswer]:
        """An answer for each team, in the same order; `teams` is consumed lazily.

        An invalid team is answered with its problem instead of an exception. `line` numbers the
        teams from 1. Every report has its ruleset.
        """
        path = _with_parts("/v1/validate/batch", include)
        ruleset = None
        for answer in self._batches(path, teams, TEAMS_AT_ONCE):
            if report := answer.get("report"):
                ruleset = report.setdefault("ruleset", ruleset)
            yield cast(BatchAnswer, answer)

    def print_sheets(self, sheets: Mapping[str, Any]) -> bytes:
        """Sheets of paper for a team or many, as PDF."""
        with self._post("/v1/sheets", _encoded(sheets), JSON, accept=PDF) as response:
            return _content_of(response)

    def get(self, path: str, /, **query: str | int | Day | None) -> object:
        """The JSON of any other resource of the contract; None values are not sent."""
        parameters = {name: str(value) for name, value in query.items() if value is not None}
        with self._send("GET", path, params=parameters, headers={"Accept": JSON}) as response:
            return _document_of(response)

    def post(self, path: str, document: Mapping[str, Any]) -> object:
        """The JSON answer of any other resource of the contract to a document."""
        with self._post(path, _encoded(document), JSON) as response:
            return _document_of(response)

    def _batches(
        self, path: str, documents: Iterable[Mapping[str, Any]], at_once: int
    ) -> Iterator[dict[str, Any]]:
        waiting = iter(documents)
        before = 0
        while batch := list(islice(waiting, at_once)):
            for answer in self._batch(path, batch):
                yield {**answer, "line": before + answer["line"]}
            before += len(batch)

    def _batch(self, path: str, documents: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        # The service reads a body of known length completely before it answers, so neither side
        # blocks the other; it can also be sent again.
        body = b"".join(_encoded(document) + b"\n" for document in documents)
        missing = len(documents)
        with self._post(path, body, NDJSON) as response:
            try:
                for line in response.iter_lines():
                    missing -= 1
                    yield _object_of(line)
            except requests.RequestException as error:
                raise Unreachable(f"{self.url} broke off its answer: {error}") from error
        if missing:
            raise Unreachable(f"{self.url} left {missing} of {len(documents)} lines unanswered.")

    def _post(self, path: str, body: bytes, media_type: str, accept: str = "") -> requests.Response:
        """Send a body; the answer's body is unread. Raises Unreachable and Refused."""
        headers = {"Content-Type": media_type, "Accept": f"{accept or media_type}, {JSON};q=0.9"}
        return self._send("POST", path, data=body, headers=headers)

    def _send(self, method: str, path: str, **options: Any) -> requests.Response:
        """Send a request; the answer's body is unread. Raises Unreachable and Refused."""
        try:
            response = self._session.request(
                method,
                self.url + path,
                **options,
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


def _with_parts(path: str, include: Part | None) -> str:
    return f"{path}?include={include}" if include else path


def _encoded(document: Mapping[str, Any]) -> bytes:
    # ASCII, so that lone surrogates of a list are sent as escapes.
    return json.dumps(document, separators=(",", ":"), default=_iso).encode("ascii")


def _iso(value: object) -> str:
    """A date in the service's format; TypeError for other types."""
    if isinstance(value, datetime.date):
        return value.isoformat()[:10]
    raise TypeError(f"{value!r} cannot be sent")


def _failure(response: requests.Response, url: str) -> ServiceError:
    """The error for an answer other than 200."""
    if response.is_redirect:
        return Unreachable(f"{url} redirects to {response.headers['Location']}.")
    try:
        problem = _document_of(response)
    except Unreachable:
        problem = None
    if isinstance(problem, dict) and {"detail", "status", "type"} <= problem.keys():
        return Refused(cast(Problem, problem), response.headers.get("X-Request-ID"))
    return Unreachable(f"{url} answered {response.status_code} {response.reason}.")


def _document_of(response: requests.Response) -> object:
    """The JSON object of an answer; raises Unreachable."""
    return _object_of(_content_of(response))


def _content_of(response: requests.Response) -> bytes:
    """The body of an answer; raises Unreachable if it broke off."""
    try:
        return response.content
    except requests.RequestException as error:
        raise Unreachable(f"{response.url} broke off its answer: {error}") from error


def _object_of(text: bytes) -> dict[str, Any]:
    """The JSON object in a text; raises Unreachable if it is none."""
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise Unreachable("The server is no Headjudge: it sent no JSON object.")
    return document
