"""What others say of the formats: the schemas that reports are held to.

`sarif-2.1.0-rtm.5.json` is the schema of the OASIS standard as SchemaStore publishes it, unchanged
(from the npm package @microsoft/jest-sarif 1.0.0-beta.0, MIT). Jenkins' schema of JUnit's files,
junit-10.xsd of the xunit-plugin, is XML Schema, which nothing here reads: `JUNIT` has its elements
as far as reports use them.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import jsonschema

SARIF = Path(__file__).with_name("sarif-2.1.0-rtm.5.json")


class Rule(NamedTuple):
    """What an element may have."""

    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    children: frozenset[str] = frozenset()
    has_text: bool = False


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FAULT = Rule(optional=_words("type message"), has_text=True)
JUNIT = {
    "testsuites": Rule(
        optional=_words("name time tests failures errors"), children=_words("testsuite")
    ),
    "testsuite": Rule(
        _words("name tests failures errors"),
        _words("group time skipped timestamp hostname id package file log url version"),
        _words("testsuite properties testcase system-out system-err"),
    ),
    "properties": Rule(children=_words("property")),
    "property": Rule(_words("name value")),
    "testcase": Rule(
        _words("name"),
        _words("classname group time"),
        _words("skipped error failure system-out system-err"),
    ),
    "failure": _FAULT,
    "error": _FAULT,
    "skipped": _FAULT,
    "system-out": Rule(has_text=True),
    "system-err": Rule(has_text=True),
}
_NUMBERS = _words("tests failures errors skipped")


def check_sarif(document: Any) -> None:
    """Hold the document to the schema of SARIF 2.1.0."""
    _sarif().validate(document)


@cache
def _sarif() -> jsonschema.Draft4Validator:
    return jsonschema.Draft4Validator(json.loads(SARIF.read_text(encoding="utf-8")))


def check_junit(element: Element) -> None:
    """Hold the element and those within it to junit-10.xsd."""
    rule = JUNIT[element.tag]
    names = element.attrib.keys()
    assert rule.required <= names <= rule.required | rule.optional, element.tag
    assert rule.has_text or not (element.text or "").strip(), element.tag
    for name in names & _NUMBERS:
        assert re.fullmatch("[0-9]+", element.attrib[name])
    for child in element:
        assert child.tag in rule.children, f"{child.tag} in {element.tag}"
        assert not (child.tail or "").strip()
        check_junit(child)
