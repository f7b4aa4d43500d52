"""`headjudge conformance`: run the conformance suite against another program."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from headjudge.cli.errors import CommandError
from headjudge.cli.terminal import answer_text

EPILOG = """\
The program reads one case per line from standard input, {"id": ..., "operation": ..., "request":
...}, and answers each with a line, in any order: the id and what conformance/README.md specifies,
or {"id": ..., "unsupported": true}.

exit status: 0 no case is answered wrongly, 1 some are, 2 the suite cannot be read, or the program
cannot be run.
"""
LEVELS = ("required", "alternatives", "optional")
SHOWN = 20


class Outcome(StrEnum):
    """The assessment of an answer."""

    PASSED = "passed"
    VERDICT_ALONE = "verdict alone"
    FAILED = "failed"
    UNSUPPORTED = "unsupported"


class Case(NamedTuple):
    """A case with the group that explains it."""

    level: str
    topic: str
    id: str
    operation: str
    request: Mapping[str, Any]
    expect: Mapping[str, Any]
    mistake: str


class Result(NamedTuple):
    """The outcome of a case, and the differences of the answer."""

    case: Case
    outcome: Outcome
    differences: tuple[str, ...] = ()


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge conformance`."""
    command.description = "Run the conformance suite against another program."
    command.epilog = EPILOG
    command.add_argument(
        "--command", required=True, metavar="COMMAND", help="the program, with its arguments"
    )
    command.add_argument(
        "--suite", default="conformance", metavar="FOLDER", help="the suite (conformance)"
    )
    command.add_argument("--topic", metavar="TOPIC", help="only the cases of this topic")
    command.add_argument("--seconds", type=float, default=600, metavar="N", help="time limit (600)")
    command.add_argument("--json", action="store_true", help="print the report as JSON")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The table of results, and 1 where an answer is wrong; raises CommandError."""
    cases = [
        case for case in load_cases(Path(options.suite)) if options.topic in (None, case.topic)
    ]
    if not cases:
        raise CommandError(f"{options.suite} holds no cases of topic {options.topic}.")
    answers = ask(shlex.split(options.command), cases, options.seconds)
    results = [judge(case, answers.get(case.id)) for case in cases]
    code = int(any(result.outcome is Outcome.FAILED for result in results))
    return answer_text(options, [*map(_document, results)], _table(results)), code


def load_cases(suite: Path) -> list[Case]:
    """All cases of the suite; raises CommandError if it is missing or unreadable."""
    try:
        files = [path for level in LEVELS for path in sorted((suite / level).glob("*.json"))]
        documents = [(path, json.loads(path.read_text(encoding="utf-8"))) for path in files]
        cases = [
            Case(
                path.parent.name,
                document["topic"],
                case["id"],
                group["operation"],
                case["request"],
                case["expect"],
                group["mistake"],
            )
            for path, document in documents
            for group in document["groups"]
            for case in group["cases"]
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"The suite {suite} cannot be read: {error}.") from None
    if not cases:
        raise CommandError(f"{suite} holds no conformance suite.")
    return cases


def ask(command: Sequence[str], cases: Iterable[Case], seconds: float) -> dict[str, Any]:
    """The program's answers by case id; raises CommandError if there are none."""
    lines = (
        json.dumps({"id": case.id, "operation": case.operation, "request": case.request})
        for case in cases
    )
    try:
        process = subprocess.run(
            command,
            input="\n".join(lines) + "\n",
            stdout=subprocess.PIPE,
            encoding="utf-8",
            timeout=seconds,
            check=False,
        )
        if process.returncode:
            raise CommandError(f"The program ended with exit status {process.returncode}.")
        answers = [json.loads(line) for line in process.stdout.splitlines() if line.strip()]
        return {answer["id"]: answer for answer in answers}
    except subprocess.TimeoutExpired:
        raise CommandError(f"The program did not end within {seconds:g} seconds.") from None
    except OSError as error:
        raise CommandError(f"The program cannot be run: {error}.") from None
    except (ValueError, KeyError, TypeError) as error:
        raise CommandError(
            f"The program answers something else than lines of JSON: {error}."
        ) from None


def judge(case: Case, answer: Mapping[str, Any] | None) -> Result:
    """Compare an answer with the expectation: a minimum, and no further fault."""
    if answer is None:
        return Result(case, Outcome.FAILED, ("no answer",))
    if answer.get("unsupported"):
        return Result(case, Outcome.UNSUPPORTED)
    differences = tuple(_differences(case.expect, answer))
    if differences:
        return Result(case, Outcome.FAILED, differences)
    alone = "violations" in case.expect and "violations" not in answer
    return Result(case, Outcome.VERDICT_ALONE if alone else Outcome.PASSED)


def _differences(expect: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[str]:
    for key, expected in expect.items():
        if key == "violations":
            if key in answer:
                yield from _violation_differences(expected, answer[key])
        elif (value := answer.get(key)) != expected:
            yield f"{key}: {_short(expected)} expected, not {_short(value)}"


def _violation_differences(expected: Sequence[Any], violations: Sequence[Any]) -> Iterator[str]:
    """A violation matches if it contains everything that the case states about it."""
    others = [*violations]
    for violation in expected:
        match = next((other for other in others if violation.items() <= other.items()), None)
        if match is None:
            yield f"missing: {_short(violation)}"
        else:
            others.remove(match)
    yield from (f"besides: {_short(other.get('code'))}" for other in others)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:199]}…"


def _document(result: Result) -> dict[str, object]:
    case = result.case
    return {
        "id": case.id,
        "level": case.level,
        "outcome": result.outcome,
        "differences": [*result.differences],
    }


def _table(results: Sequence[Result]) -> Iterator[str]:
    counts: dict[tuple[str, str], Counter[Outcome]] = {}
    for result in results:
        counts.setdefault((result.case.level, result.case.topic), Counter())[result.outcome] += 1
    yield _row("level", "topic", *Outcome)
    for (level, topic), outcomes in counts.items():
        yield _row(level, topic, *(outcomes[outcome] for outcome in Outcome))
    failed = [result for result in results if result.outcome is Outcome.FAILED]
    for case, _, differences in failed[:SHOWN]:
        yield ""
        yield case.id
        yield from (f"  {difference}" for difference in differences)
        yield f"  usually: {case.mistake}"
    if failed[SHOWN:]:
        yield ""
        yield f"{len(failed) - SHOWN} more are in the report of --json."


def _row(level: str, topic: str, *cells: object) -> str:
    return f"{level:<13}{topic:<17}" + "".join(f"{cell!s:>14}" for cell in cells)
