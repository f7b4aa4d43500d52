"""The requests under load, each for another team, with the expected answers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

from benchmarks import engine, suggestions
from tests.deploy.client import NDJSON, Answer, Request, get, post, team
from tests.deploy.hostile import BATCH, HOSTILE, VALIDATE

TEAMS = 300
"""Teams whose decks are recombined for each request."""
MISSPELT = 100
"""The number of misspelt titles."""
LINES = 4
"""Teams per batch."""
RESOURCES = {
    "/": b"</html>",
    "/event": b"</html>",
    "/formats/modern": b"</html>",
    "/v1/formats": b'"modern"',
    "/v1/banlists/modern?as_of=2024-10-01": b'"banned":[',
    "/v1/cards?q=fore&limit=10": b'"titles":["',
    "/v1/formats/modern": b'"facts":[',
    "/healthz": b"",
}
"""A part of the answer by path."""


class Mix:
    """A source of requests; the same for the same seed."""

    def __init__(self, seed: int = 1) -> None:
        self._chance = random.Random(seed)
        self._heads, self._others = zip(*engine.teams(TEAMS, seed), strict=True)
        self._banned = engine.titles(lambda _, standing: standing.ban is not None)
        self._not_legal = engine.titles(lambda _, standing: standing.refusal is not None)
        self._misspelt = [
            (trial.written, trial.title)
            for trial in suggestions.trials_of(MISSPELT, seed)
            if trial.outcome == "first"
        ]

    def requests(self) -> Iterator[Request]:
        """Endless requests, drawn by the shares of their kinds."""
        while True:
            (kind,) = self._chance.choices(list(SHARES), list(SHARES.values()))
            yield kind(self)

    def legal(self) -> Request:
        """A team whose decks have no card in common."""
        return _verdict("legal", '"legal":true', *self._decks())

    def banned(self) -> Request:
        """A team with a banned card."""
        return self._with_line("banned", "1 " + self._chance.choice(self._banned), '"banned-card"')

    def not_legal(self) -> Request:
        """A team with a card that is not in the format."""
        line = "1 " + self._chance.choice(self._not_legal)
        return self._with_line("not legal", line, '"not-legal"')

    def misspelt(self) -> Request:
        """A team with an unknown title, for which the right one is suggested."""
        written, title = self._chance.choice(self._misspelt)
        return self._with_line("misspelt", f"1 {written}", f'"suggestions":[{json.dumps(title)}')

    def five_copies(self) -> Request:
        """A team with five or more copies of a card in both decks together."""
        head, other = self._decks()
        line = head.partition("\n")[0]
        return _verdict("five copies", '"combined-copies"', head, f"{line}\n{other}")

    def too_small(self) -> Request:
        """A team with a deck without its first line."""
        head, other = self._decks()
        return _verdict("too small", '"main-too-small"', head, other.partition("\n")[2])

    def batch(self) -> Request:
        """Several teams in one request."""
        lines = b"".join(team(*self._decks()) + b"\n" for _ in range(LINES))
        last = Answer(200, b'"line":%d,"status":200' % LINES)
        return Request("batch", post(BATCH, lines, NDJSON), (last,))

    def resource(self) -> Request:
        """A page or a resource."""
        path, text = self._chance.choice(list(RESOURCES.items()))
        return Request(f"GET {path}", get(path), (Answer(200, text),))

    def hostile(self) -> Request:
        """A hostile request."""
        return self._chance.choice(HOSTILE)

    def _decks(self) -> tuple[str, str]:
        return self._chance.choice(self._heads), self._chance.choice(self._others)

    def _with_line(self, kind: str, line: str, text: str) -> Request:
        head, other = self._decks()
        return _verdict(kind, text, head, f"{other}\n{line}")


SHARES: dict[Callable[[Mix], Request], int] = {
    Mix.legal: 55,
    Mix.banned: 5,
    Mix.not_legal: 4,
    Mix.misspelt: 5,
    Mix.five_copies: 5,
    Mix.too_small: 4,
    Mix.batch: 2,
    Mix.resource: 5,
    Mix.hostile: 15,
}
"""Of a hundred requests."""


def _verdict(kind: str, text: str, *lists: str) -> Request:
    return Request(kind, post(VALIDATE, team(*lists)), (Answer(200, text.encode()),))
