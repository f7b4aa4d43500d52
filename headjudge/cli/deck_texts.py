"""Detection of decklists among files found in folders, which may be anything."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence

from cards import catalogue
from headjudge.cli.findings.codes import CODES
from headjudge.decklists.file_names import OF_DECKS
from validator import Decklist
from validator.notices import NOTICES
from validator.rules import VIOLATIONS

TABLES = frozenset({"csv", "json"})
"""Syntaxes that are often used for files other than decklists."""
DECK_MIN = 40
"""Copies of known cards that make a text a deck, whatever else it contains."""
HEAD = 2_000
"""Characters at the beginning of a text in which a report is recognized."""

_REPORT = re.compile(
    r"(?:<\?xml [^>\n]{1,80}>\s?<testsuites |"
    r"## Headjudge: |::(?:error|warning|notice) (?:file|title)=|"
    r"(?:legal|tolerated|refused|not legal|cannot be read)(?:, \d{1,9} \w{1,20})?: |"
    r"[^\n:]{1,300}:(?:\d{1,9}:){0,2} (?:(?:error|warning|info): )?"
    r"[a-z]{1,20}(?:-[a-z]{1,20}){1,4}: |"
    r"\d{1,9}  (?P<code>[a-z]{1,20}(?:-[a-z]{1,20}){1,4})\s|"
    r"\d{1,9} teams?: |no teams to check)"
)
"""The beginning of the text reports of `headjudge check`."""
_JSON_KEYS = ({"teams", "ruleset"}, {"team", "verdict"}, {"check_name", "fingerprint"},
              {"violations", "ruleset"}, {"baseline", "known"}, {"runs", "version"})  # fmt: skip
"""Keys that identify JSON as a report, a baseline, or an answer of the API."""


def is_list(name: str, text: str, decks: Sequence[Decklist]) -> bool:
    """Whether the text of a file is one or more decklists.

    Includes lists with mistakes, if at least half of their lines are readable, and lists in
    prose, if there are fewer lines of prose than cards.
    """
    if os.path.splitext(name)[1].lower() in OF_DECKS:
        return True
    if is_report(text):
        return False
    if name.lower().endswith((".json", ".csv", ".tsv")):
        return any(deck.lines and deck.syntax in TABLES for deck in decks)
    unreadable = sum(len(deck.unreadable) for deck in decks)
    unreadable += sum(
        len(notice.places)
        for deck in decks
        for notice in deck.notices
        if notice.code == "line-ignored"
    )
    lines = sum(len(deck.lines) for deck in decks)
    return lines > 0 and (lines >= unreadable or _copies(decks) >= max(DECK_MIN, unreadable))


def is_report(text: str) -> bool:
    """Whether the text is a report or another file written by this program."""
    head = text[:HEAD].lstrip("\ufeff \r\n")
    if head.startswith(("{", "[")):
        return _is_json_report(text)
    match = _REPORT.match(head)
    return match is not None and match["code"] in (None, *VIOLATIONS, *NOTICES, *CODES)


def _is_json_report(text: str) -> bool:
    try:
        document = json.loads(text)
    except RecursionError:
        return False
    except ValueError:
        try:  # NDJSON
            document = json.loads(text.split("\n", 1)[0])
        except (ValueError, RecursionError):
            return False
    if document == []:  # a report without findings
        return True
    first = document[0] if isinstance(document, list) else document
    return isinstance(first, dict) and any(first.keys() >= keys for keys in _JSON_KEYS)


def _copies(decks: Sequence[Decklist]) -> int:
    """Copies of known cards."""
    facts = catalogue()
    return sum(line.copies for deck in decks for line in deck.lines if facts.find(line.name).card)
