"""`headjudge explain`: every code, with an example that gives it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from headjudge.cli.commands.explain import DEFINITIONS, example_run
from headjudge.cli.findings import run_codes
from headjudge.cli.main import main
from validator.notices import NOTICES
from validator.rules import VIOLATIONS

CODES = (*VIOLATIONS, *NOTICES)
RUN_CODES = run_codes()


@pytest.mark.parametrize("code", CODES)
def test_the_example_gives_the_code(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    explained, found = DEFINITIONS[code], example_run(code).findings
    if notice := NOTICES.get(code):
        assert {finding.level.value for finding in found} == {notice.severity}
    else:
        (violation,) = found
        assert violation.rule
    for text in (explained.explains, explained.mend, *(finding.message for finding in found)):
        assert text.endswith(".")
        assert "  " not in text
    assert not explained.sources.endswith(".")
    assert main(["explain", code, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    kind = "violation" if code in VIOLATIONS else "notice"
    assert (document["code"], document["kind"]) == (code, kind)
    assert document["example"]["messages"] == [finding.message for finding in found]


@pytest.mark.parametrize("code", RUN_CODES)
def test_codes_of_the_run_are_explained(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{code}: about the run\n{RUN_CODES[code].when}\n")
    assert "\nhow to mend it\n  " in printed
    assert main(["explain", code, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["mend"] == RUN_CODES[code].fix
    assert document["example"] == {"text": RUN_CODES[code].example}
    assert document["source"] in printed


@pytest.mark.parametrize("code", [code for code in RUN_CODES if code.startswith("allowance")])
def test_the_example_of_an_allowance_gives_the_code(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    cards = "60 Forest" if code == "allowance-unused" else "4 Brainstorm\n56 Island"
    Path("a.txt").write_text(f"{RUN_CODES[code].example}\n{cards}\n", encoding="utf-8")
    event = ["--format", "modern", "--structure", "individual", "--as-of", "2024-10-01"]
    Path("headjudge.toml").write_text("allow_comments = true\n")
    main(["check", "a.txt", *event])
    assert f"a.txt:1:1: warning: {code}: " in capsys.readouterr().out


def test_without_a_code_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {code} " in printed for code in (*CODES, *RUN_CODES))
    assert main(["explain", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "violation": {code: rule.when for code, rule in VIOLATIONS.items()},
        "notice": {code: kind.when for code, kind in NOTICES.items()},
        "run": {code: said.when for code, said in RUN_CODES.items()},
    }
