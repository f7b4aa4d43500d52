"""Teams judged by a running Headjudge, with the same results as locally."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from formats import HouseRules
from formats.house_rules import LISTS
from headjudge.cli.errors import CommandError
from headjudge.cli.files import display_name, read_text
from headjudge.cli.findings.finding import CheckedTeam, Finding, Level, Spot, single, spots
from headjudge.cli.teams.groups import Discovery
from headjudge.cli.teams.judging import (
    Demand,
    arrange,
    event_or_problem,
    team_with_findings,
    team_with_problem,
    teams_of,
    without_answer,
)
from headjudge.cli.teams.settings import Settings, event_of
from headjudge.cli.teams.teams import DeckFile, Team
from headjudge.client import Client, ServiceError
from headjudge.documents import BatchAnswer, BatchTeam, Deck, Pool, Problem, ReadSyntax, TeamPolicy
from validator import Event, Place
from validator.violation import Source

PLACE = ("deck", "section", "line", "count", "text")
"""The fields of a place in the API, in order."""


def check_all(url: str, discovery: Discovery, demand: Demand) -> tuple[CheckedTeam, ...]:
    """`judging.check_all` by the service at that address; raises CommandError.

    A service cannot forecast bans and rotations: `demand.warn_before` must be None.
    """
    teams, left_out = teams_of(discovery.groups, demand)
    documented = demand._replace(with_documents=True)  # for `facts_fingerprint`
    return arrange([*ask(url, teams, documented), *left_out])


def facts_fingerprint(teams: Iterable[CheckedTeam]) -> str:
    """The fingerprint of the service's facts in its reports; empty if there are none."""
    rulesets = (team.report["ruleset"] for team in teams if team.report)
    return next((str(ruleset["fingerprint"]) for ruleset in rulesets if "house" not in ruleset), "")


def ask(url: str, teams: Sequence[Team], demand: Demand) -> tuple[CheckedTeam, ...]:
    """The results of the service at that address, in order; raises CommandError.

    Settings are resolved and files checked locally; house rules in a file are requested by their
    id, which the service has to know.
    """
    questions = [_question(team, demand) for team in teams]
    documents = [question for question in questions if not isinstance(question, CheckedTeam)]
    try:
        with Client(url, user_agent="headjudge-check") as client:
            answers = client.validate_batch(documents)
            return tuple(
                question
                if isinstance(question, CheckedTeam)
                else _checked_team(team, next(answers), demand)
                for team, question in zip(teams, questions, strict=True)
            )
    except ServiceError as error:
        raise CommandError(f"--server: {error}") from None


def _question(team: Team, demand: Demand) -> BatchTeam | CheckedTeam:
    """The request about a team, or the result if it cannot be judged."""
    event = event_or_problem(team, demand)
    try:
        return event if isinstance(event, CheckedTeam) else _document(team, event)
    except CommandError as error:
        return team_with_problem(team, str(error))


def _checked_team(team: Team, answer: BatchAnswer, demand: Demand) -> CheckedTeam:
    """The team with its findings."""
    if "report" not in answer:
        return team_with_problem(team, _problem_text(answer["problem"]), is_usage_error=True)
    report: dict[str, Any] = {**answer["report"]}
    if len(report["decks"]) != len(team.decks):
        decks = f"{len(report['decks'])} decks in its files, and not {len(team.decks)}"
        return team_with_problem(team, f"The service reads {decks}.")
    findings = tuple(_findings(report, team))
    document = report if demand.with_documents else None
    checked = without_answer(team)._replace(findings=findings, report=document)
    return team_with_findings(team, checked, event_of(team.settings, demand.today))


def _findings(report: Mapping[str, Any], team: Team) -> Iterator[Finding]:
    """The findings of a report of the API, like `findings_of` for the engine's."""
    pool = display_name(team.pool) if team.pool else None

    def spots_of(document: Mapping[str, Any]) -> tuple[Spot, ...]:
        places = [Place(*map(place.get, PLACE)) for place in document.get("places", ())]
        return spots(places, team.deck_names, pool)

    for violation in report["violations"]:
        yield Finding(
            violation["code"],
            Level.ERROR,
            violation["message"],
            spots_of(violation),
            violation["fix"],
            violation.get("card"),
            Source(violation["rule"]["source"], violation["rule"]["clause"]),
        )
    for notice in report["notices"]:
        level, card = Level(notice["severity"]), single(notice.get("cards", ()))
        yield Finding(notice["code"], level, notice["message"], spots_of(notice), card=card)


def _problem_text(problem: Problem) -> str:
    faults = problem.get("errors", [])
    return (
        " ".join(f"{fault['pointer']}: {fault['detail']}" for fault in faults) or problem["detail"]
    )


def _document(team: Team, event: Event) -> BatchTeam:
    settings = team.settings
    document: BatchTeam = {
        "format": event.format,
        "as_of": str(event.as_of),
        "structure": event.structure,
        "policy": cast(TeamPolicy, event.policy),
        "decks": [_deck(file, settings) for file in team.files],
    }
    if event.team_size is not None:
        document["team_size"] = event.team_size
    if event.also:
        document["also"] = cast(list[TeamPolicy], list(event.also))
    if event.product:
        document["product"] = dict(event.product)
    if isinstance(settings.house, HouseRules):
        document["house"] = _house(settings.house)
    if team.pool and settings.is_limited:
        document["pool"] = _pool(read_text(team.pool, team.root), settings)
    return document


def _deck(file: DeckFile, settings: Settings) -> Deck:
    # The file name stands for the player; a text with several lists has its own names.
    deck: Deck = {"list": file.text, "player": file.name}
    if settings.syntax:
        deck["syntax"] = cast(ReadSyntax, settings.syntax)
    return deck


def _pool(text: str, settings: Settings) -> Pool:
    if settings.syntax:
        return {"list": text, "syntax": cast(ReadSyntax, settings.syntax)}
    return {"list": text}


def _house(rules: HouseRules) -> Any:
    names = {key: getattr(rules, key) for key in ("name", "base")}
    lists = {key: [*getattr(rules, key)] for key in LISTS}
    return {key: value for key, value in (names | lists).items() if value}
