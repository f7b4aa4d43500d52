"""What was promised of the report still holds."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tools.contract.__main__ import ROOT, main
from tools.contract.answers import KNOWN
from tools.contract.openapi import specification
from tools.contract.promise import broken_promises, report_schema

FILE = "schemas/report.json"
PROMISED: dict[str, Any] = json.loads((ROOT / FILE).read_text("utf-8"))


def changed(change: Callable[[dict[str, Any]], object]) -> list[str]:
    """What is taken back when the promised schema changes like this."""
    today = copy.deepcopy(PROMISED)
    change(today)
    return broken_promises(PROMISED, today)


def fields(schema: dict[str, Any], name: str = "Violation") -> dict[str, Any]:
    found: dict[str, Any] = schema["$defs"][name]["properties"]
    return found


def test_the_schema_keeps_what_was_promised() -> None:
    assert broken_promises(PROMISED, report_schema(specification())) == []


def test_the_file_is_todays() -> None:
    assert report_schema(specification()) == PROMISED, "run: make contract"


def test_the_file_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(PROMISED)
    assert not Draft202012Validator(PROMISED).is_valid({"legal": True})


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda new: fields(new).pop("fix"), "report.violations[].fix: is gone"),
        (lambda new: new["properties"].pop("decks"), "report.decks: is gone"),
        (lambda new: fields(new)["code"][KNOWN].remove("not-legal"), "not-legal is gone"),
        (
            lambda new: fields(new, "Notice")["code"][KNOWN].remove("formats-differ"),
            "formats-differ is gone",
        ),
        (lambda new: fields(new)["count"].update(type="number"), "type was integer and is number"),
        (
            lambda new: fields(new, "Place")["line"].update(type="integer"),
            "type was ['integer', 'null'] and is integer",
        ),
        (lambda new: fields(new)["banlist"].pop("format"), "format was date and is None"),
        (lambda new: fields(new)["card"].update(enum=["Opt"]), "enum was None and is ['Opt']"),
        (lambda new: fields(new)["count"].update(minimum=1), "minimum was 0 and is 1"),
        (lambda new: new["required"].remove("legal"), "report.legal: was always there"),
        (lambda new: new.update(additionalProperties=False), "report.*: was True and is False"),
        (
            lambda new: new["properties"]["notices"].update(items={"type": "string"}),
            "report.notices[]: type was object and is string",
        ),
    ],
)
def test_removals_and_narrowings_break_the_promise(
    change: Callable[[dict[str, Any]], object], what: str
) -> None:
    assert any(said.endswith(what) for said in changed(change)), changed(change)


@pytest.mark.parametrize(
    "change",
    [
        lambda new: fields(new).update(judge={"type": "string"}),
        lambda new: fields(new)["code"][KNOWN].append("sleeves-worn"),
        lambda new: new["required"].append("also"),
        lambda new: fields(new)["card"].update(description="Better words."),
    ],
)
def test_additions_keep_the_promise(change: Callable[[dict[str, Any]], object]) -> None:
    assert changed(change) == []


def test_nothing_promised_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = copy.deepcopy(PROMISED)
    fields(more)["judge"] = {"type": "string"}
    file = tmp_path / FILE
    file.parent.mkdir()
    file.write_text(json.dumps(more), "utf-8")
    assert main(tmp_path) == 1
    assert "report.violations[].judge: is gone" in capsys.readouterr().err
    assert json.loads(file.read_text("utf-8")) == more
    assert not (tmp_path / "openapi.yaml").exists()
    file.unlink()
    (tmp_path / "headjudge" / "documents").mkdir(parents=True)
    assert main(tmp_path) == 0
    assert json.loads(file.read_text("utf-8")) == PROMISED


def test_the_end_of_anything_is_announced_by_headers() -> None:
    page = (ROOT / "docs" / "stability.md").read_text("utf-8")
    ending = page.partition("## How something ends")[2].partition("## ")[0]
    for words in ("From 1.0 on", "`Deprecation` (RFC 9745)", "`Sunset`", "RFC 8594", "twelve"):
        assert words in ending
