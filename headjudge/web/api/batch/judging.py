"""The answer to each line of a batch."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from headjudge import documents
from headjudge.web.api.batch.lines import TOO_LONG, Line, LineAnswer, Terms
from headjudge.web.inputs.fetched_lists import ListFetcher
from headjudge.web.inputs.identifiers import is_identifier
from headjudge.web.inputs.question import judge
from headjudge.web.inputs.team import BATCH_LINE, load
from headjudge.web.service.json_answers import encode
from headjudge.web.service.json_bodies import parse_json
from headjudge.web.service.languages import translator_to
from headjudge.web.service.problems import NoFacts, Problem, cause

logger = logging.getLogger(__name__)


def judge_lines(batch: Iterable[Line], terms: Terms, fetcher: ListFetcher) -> Iterator[LineAnswer]:
    """The answers to the non-blank lines, in the language of the batch."""
    in_language = translator_to(terms.language)
    for number, line in enumerate(batch, 1):
        if line is not None and not line.strip():
            continue
        document = answer_line(number, line, terms, fetcher)
        if report := document.get("report"):
            codes = tuple(violation["code"] for violation in report["violations"])
            ruleset = encode(in_language(report.pop("ruleset"))).rstrip()
            yield LineAnswer(encode(in_language(document)), codes, ruleset)
        else:
            yield LineAnswer(encode(in_language(document)))


def answer_line(number: int, line: Line, terms: Terms, fetcher: ListFetcher) -> Mapping[str, Any]:
    """The `BatchAnswer` to one line; a failure costs no other line."""
    if line is None:
        return failure(number, Problem(413, TOO_LONG))
    identifier = None
    try:
        document = parse_json(line)
        identifier = identifier_of(document)
        answer = _report(document, terms, fetcher)
    except Problem as problem:
        return failure(number, problem, identifier)
    except sqlite3.Error:
        logger.exception("the facts cannot be read")
        return failure(number, NoFacts(), identifier)
    except Exception as error:
        logger.exception("unexpected error in line %d of a batch", number)
        return failure(number, cause(error), identifier)
    return {"id": identifier, "line": number, "status": 200, **answer}


def _report(document: Any, terms: Terms, fetcher: ListFetcher) -> dict[str, documents.Report]:
    report = judge(load(BATCH_LINE, document), terms.today, fetcher)
    return {"report": report.as_dict(with_cards=terms.with_cards)}


def failure(
    number: int, problem: Problem, identifier: documents.Id | None = None
) -> documents.BatchAnswer:
    """The answer to an invalid line."""
    return {
        "id": identifier,
        "line": number,
        "status": problem.status,
        "problem": problem.as_dict(),
    }


def identifier_of(document: Any) -> documents.Id | None:
    """The `id` of a line, even if the line is invalid; None if it has none."""
    identifier = document.get("id") if isinstance(document, dict) else None
    return identifier if is_identifier(identifier) else None
