"""Teams judged by a running Headjudge, with the answers that the program itself would give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cli.errors import CannotBeAsked
from cli.files import read_text, shown
from cli.findings import CheckedTeam, findings_of_document
from cli.run import Demand, weighed
from cli.settings import Settings, asked_in_words, event_of
from cli.team_files import DeckFile, Team, check_number
from formats import HouseRules
from formats.house_rules import LISTS
from headjudge.client import Client, ServiceError
from headjudge.documents import BatchAnswer, BatchTeam, Deck, Pool, Problem


def ask(url: str, teams: Sequence[Team], demand: Demand) -> tuple[CheckedTeam, ...]:
    """The answers of the service at that address, in order; raises CannotBeAsked.

    What a team asks for is settled here, and so is what its files say wrongly; house rules of a
    file are asked for by their id, under which the service has to know them.
    """
    checked = [_unjudged(team, demand) for team in teams]
    asked = [number for number, one in enumerate(checked) if one.problem is None]
    documents = [_document(teams[number], demand) for number in asked]
    try:
        with Client(url, user_agent="headjudge-check") as client:
            for number, answer in zip(asked, client.validate_batch(documents), strict=True):
                checked[number] = _judged(teams[number], checked[number], answer, demand)
    except ServiceError as error:
        raise CannotBeAsked(f"--server: {error}") from None
    return tuple(checked)


def _unjudged(team: Team, demand: Demand) -> CheckedTeam:
    """The team with what was asked, or why it cannot be."""
    names = dict.fromkeys(file.name for file in team.files)
    pool = [shown(team.pool)] if team.pool else []
    checked = CheckedTeam(team.name, (*names, *pool), asked="")
    try:
        event = event_of(team.settings, demand.today)
        _pool(team)
    except CannotBeAsked as error:
        return replace(checked, problem=str(error))
    problems = [team.problem, *(file.problem for file in team.files)]
    problem = next(filter(None, [*problems, check_number(len(team.decks))]), None)
    if problem:
        return replace(checked, problem=problem)
    return replace(checked, asked=asked_in_words(event, team.settings))


def _judged(team: Team, checked: CheckedTeam, answer: BatchAnswer, demand: Demand) -> CheckedTeam:
    """The team with its findings."""
    if "report" not in answer:
        return replace(checked, asked="", problem=_in_words(answer["problem"]))
    report: dict[str, Any] = {**answer["report"]}
    if len(report["decks"]) != len(team.decks):
        read = f"{len(report['decks'])} decks in its files, and not {len(team.decks)}"
        return replace(checked, asked="", problem=f"The service reads {read}.")
    pool = shown(team.pool) if team.pool else None
    findings = findings_of_document(report, team.deck_names, pool)
    return replace(
        checked,
        findings=tuple(weighed(findings, team.settings)),
        report=report if demand.with_reports else None,
    )


def _in_words(problem: Problem) -> str:
    faults = problem.get("errors", [])
    return " ".join(f"{one['pointer']}: {one['detail']}" for one in faults) or problem["detail"]


def _document(team: Team, demand: Demand) -> BatchTeam:
    """The request about a team that can be asked about."""
    settings = team.settings
    event = event_of(settings, demand.today)
    document: BatchTeam = {
        "format": event.format,
        "as_of": str(event.as_of),
        "structure": event.structure,
        "policy": event.policy,
        "decks": [_deck(file, settings) for file in team.files],
    }
    if event.team_size is not None:
        document["team_size"] = event.team_size
    if event.also:
        document["also"] = list(event.also)
    if event.product:
        document["product"] = dict(event.product)
    if isinstance(settings.house, HouseRules):
        document["house"] = _house(settings.house)
    if (pool := _pool(team)) is not None:
        document["pool"] = _listed(pool, settings)
    return document


def _deck(file: DeckFile, settings: Settings) -> Deck:
    # The file's name stands for the player's; a text of several lists names its own.
    deck: Deck = {"list": file.text, "player": file.name}
    if settings.syntax:
        deck["syntax"] = settings.syntax
    return deck


def _listed(text: str, settings: Settings) -> Pool:
    return {"list": text, "syntax": settings.syntax} if settings.syntax else {"list": text}


def _house(rules: HouseRules) -> Any:
    names: Iterator[tuple[str, Any]] = ((key, getattr(rules, key)) for key in ("name", "base"))
    lists = ((key, list(getattr(rules, key))) for key in LISTS)
    return {key: value for key, value in (*names, *lists) if value}


def _pool(team: Team) -> str | None:
    """The text of the card pool; raises CannotBeAsked."""
    return read_text(team.pool) if team.pool else None
