"""What a verdict costs, in counts that are the same on every machine: a slow-down shows in them."""

from __future__ import annotations

import json
import sqlite3
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any

import pytest
from flask.testing import FlaskClient

import cards
from benchmarks import engine
from cards import Catalogue
from cards.lookup import Lookup
from headjudge import decklists
from headjudge.web.service import json_bodies
from messages import Message
from validator import Report, validate

Teams = list[engine.Team]

LINES = 1_000
BYTES_A_LINE = 600
"""Held at the most while a team of 1,000 lines is read, judged and reported; CPython 3.11: 391."""
CALLS = 180
"""Functions of Python called at the most for a known team of 40 lines: there are 171."""
CALLS_OF_THE_SERVICE = 150
"""Of `web` at the most for a request about such a team: there are 106."""


@pytest.fixture(scope="module")
def teams() -> Teams:
    """Teams that are chosen from all cards, which takes a second."""
    return engine.teams(20)


def titles(*teams: engine.Team) -> set[str]:
    return {line.partition(" ")[2] for team in teams for text in team for line in text.split("\n")}


@pytest.fixture
def facts() -> Iterator[Catalogue]:
    """Facts that nobody has asked anything yet."""
    cards.forget()
    yield Catalogue()
    cards.forget()


def judged(facts: Catalogue, team: engine.Team) -> Report:
    decks = [decklists.read(text, is_title=facts.is_title) for text in team]
    return validate(engine.EVENT, decks, facts=facts)


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> Counter[str]:
    """How often a function is called from now on, by its last argument."""
    calls: Counter[str] = Counter()
    function: Callable[..., Any] = getattr(owner, name)

    def counting(*arguments: Any, **named: Any) -> Any:
        calls[str(arguments[-1])] += 1
        return function(*arguments, **named)

    monkeypatch.setattr(owner, name, counting)
    return calls


def statements(facts: Catalogue, work: Callable[[], object]) -> list[str]:
    """What SQLite is asked meanwhile."""
    asked: list[str] = []
    store: sqlite3.Connection = facts._store
    store.set_trace_callback(asked.append)
    work()
    store.set_trace_callback(None)
    return asked


def test_each_name_is_looked_up_once(teams: Teams, monkeypatch: pytest.MonkeyPatch) -> None:
    cards.forget()
    calls = counted(monkeypatch, Lookup, "find")
    facts = Catalogue()
    for team in teams * 2:
        judged(facts, team).as_dict()
    assert calls.keys() == titles(*teams)
    assert max(calls.values()) == 1


def test_of_a_known_name_the_catalogue_calls_nothing(
    teams: Teams, facts: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(facts, teams[0])
    calls = [counted(monkeypatch, Catalogue, name) for name in ("find", "_plain")]
    judged(facts, teams[0])
    assert [one.total() for one in calls] == [0, 0]


def test_a_new_card_costs_three_queries_and_a_known_team_none(
    teams: Teams, facts: Catalogue
) -> None:
    judged(facts, teams[0]).as_dict()  # sets, and what the format needs
    new = titles(teams[1]) - titles(teams[0])
    cold = statements(facts, lambda: judged(facts, teams[1]).as_dict())
    warm = statements(facts, lambda: judged(facts, teams[1]).as_dict())
    # Whether the line is wholly a title, what it names, and the card's record.
    assert 0 < len(cold) <= 3 * len(new)
    assert warm == []


def test_a_legal_team_makes_no_message(
    teams: Teams, facts: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    for team in teams:
        judged(facts, team).as_dict()
    made = counted(monkeypatch, Message, "__new__")
    for team in teams:
        report = judged(facts, team)
        assert report.legal
        report.as_dict()
    assert made.total() == 0


def test_a_body_is_parsed_once(
    teams: Teams, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    parse = json_bodies.parse_json

    def counting(body: bytes) -> Any:
        parsed.append(len(body))
        return parse(body)

    monkeypatch.setattr(json_bodies, "parse_json", counting)
    decks = [{"list": text} for text in teams[0]]
    body = json.dumps({"format": "modern", "as_of": "2024-10-01", "decks": decks}).encode()
    assert client.post("/v1/validate", data=body, content_type="application/json").json
    assert parsed == [len(body)]


def test_a_text_is_read_once(
    teams: Teams, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = counted(monkeypatch, decklists.reader, "_reading")
    decks = [{"list": text} for text in teams[0]]
    assert client.post("/v1/validate", json={"format": "modern", "decks": decks}).json
    assert read.total() == len(decks)


def test_memory_is_in_proportion_to_the_lines(facts: Catalogue) -> None:
    forests = ["\n".join(["1 Forest"] * (LINES // 2))] * 2
    team = (forests[0], forests[1])
    judged(facts, team).as_dict()
    tracemalloc.start()
    judged(facts, team).as_dict()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most <= LINES * BYTES_A_LINE, f"{most / LINES:.0f} bytes a line"


@pytest.mark.parametrize("times", [2, 4, 8])
def test_calls_grow_no_faster_than_lines(facts: Catalogue, times: int) -> None:
    texts = ["\n".join(["1 Forest"] * number) for number in (50, 50 * times)]
    once, more = (_calls(facts, (text, text)) for text in texts)
    assert more <= once * times


def test_a_known_team_calls_few_functions(teams: Teams, facts: Catalogue) -> None:
    assert max(_calls(facts, team) for team in teams) <= CALLS


def test_a_request_calls_few_functions_of_the_service(teams: Teams, client: FlaskClient) -> None:
    decks = [{"player": "A", "list": text} for text in teams[0]]
    team = {"format": "modern", "as_of": "2024-10-01", "decks": decks}
    client.post("/v1/validate", json=team)
    called = _called(lambda: client.post("/v1/validate", json=team))
    of_service = [code for code in called if "/headjudge/web/" in code.co_filename]
    assert len(of_service) <= CALLS_OF_THE_SERVICE


def _calls(facts: Catalogue, team: engine.Team) -> int:
    """How many functions of Python a team calls that was judged before."""
    judged(facts, team).as_dict()
    return len(_called(lambda: judged(facts, team).as_dict()))


def _called(work: Callable[[], object]) -> list[CodeType]:
    """The functions of Python that are called meanwhile, in order."""
    called: list[CodeType] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            called.append(frame.f_code)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return called
