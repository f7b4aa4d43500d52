"""Whatever stands in names and lists, a report keeps its syntax."""

from __future__ import annotations

import json
import re
import unicodedata

from defusedxml import ElementTree
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from headjudge.cli.commands.check import REPORTS
from headjudge.cli.findings import CheckedTeam, FilePlace, Finding, Level, State
from headjudge.cli.reports import Run
from tests.cli.reports.schemas import check_junit, check_sarif

SIGNS = st.sampled_from(
    ["\n", "\r", "\x1b[2J", "\x00", "\u2028", "\u2029", "\x85", "::", "%0A", ",", "]]>", "<b>", "|",
     "`", "@ann", "#1", "[a](b)", "![](x)", "http://a.b", "www.a.b", "\ufffe", "\udc80", "\u202e",
     "&amp;", "-->", '"', "\\", "  ", "帰化", "*", "_a_"]
)  # fmt: skip
TEXTS = st.lists(st.text(max_size=8) | SIGNS, max_size=5).map("".join)
FILES = TEXTS.map(lambda text: f"x{text.replace(chr(0), '')}")
SPOTS = st.builds(FilePlace, FILES, st.none() | st.integers(1, 99), st.none() | TEXTS)
FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(
        ["banned-card", "unknown-card", "title-corrected", "cannot-be-read", "made-up"]
    ),
    level=st.sampled_from(Level),
    message=TEXTS,
    places=st.lists(SPOTS, max_size=3).map(tuple),
    fix=st.none() | TEXTS,
    card=st.none() | TEXTS,
    rule=st.none(),
    state=st.sampled_from(State),
    reason=st.none() | TEXTS,
)
TEAMS = st.builds(
    CheckedTeam,
    name=TEXTS,
    files=st.lists(FILES, max_size=3).map(tuple),
    question=TEXTS,
    findings=st.lists(FINDINGS, max_size=4).map(tuple),
    report=st.none(),
)
RUNS = st.builds(
    Run,
    teams=st.lists(TEAMS, max_size=3).map(tuple),
    version=st.just("0.1.0"),
    fingerprint=st.just("sha256:0"),
    as_of=TEXTS,
)
COMMAND = re.compile(
    r"::(error|warning|notice) (file=[^:,]*,)?(line=\d+,)?(col=\d+,)?"
    r"title=[^:,]*::(?:[^%]|%25|%0A)*"
)


@given(RUNS)
def test_json_parses(run: Run) -> None:
    assert isinstance(json.loads(REPORTS["json"](run) or "0"), dict)
    assert isinstance(json.loads(REPORTS["gitlab"](run)), list)


@given(RUNS)
def test_sarif_is_valid(run: Run) -> None:
    check_sarif(json.loads(REPORTS["sarif"](run)))


@given(RUNS)
def test_xml_parses(run: Run) -> None:
    text = REPORTS["junit"](run)
    root = ElementTree.fromstring(text.encode("utf-8"))
    check_junit(root)
    assert len(root.findall("testsuite/testcase")) == len(run.teams)


@given(RUNS)
def test_one_command_a_line(run: Run) -> None:
    lines = REPORTS["github"](run).splitlines()
    findings = [finding for team in run.teams for finding in run.findings_of(team)]
    places = sum(max(1, len({place.file for place in finding.places})) for finding in findings)
    assert len(lines) == places + len(run.of_all)
    assert all(COMMAND.fullmatch(line) for line in lines)


@given(RUNS)
def test_nothing_rewrites_the_terminal(run: Run) -> None:
    for name in ("text", "github", "markdown"):
        text = REPORTS[name](run)
        categories = {unicodedata.category(letter) for letter in text.replace("\n", "")}
        assert categories.isdisjoint({"Cc", "Cf", "Cs", "Zl", "Zp"}), name
        text.encode("utf-8")


@given(RUNS)
def test_markdown_does_nothing_else(run: Run) -> None:
    text = REPORTS["markdown"](run)
    assert not re.search(r"http:|www\.", re.sub(r"(`+).*?\1", "", text))
    html = MarkdownIt("gfm-like", {"linkify": False}).render(text)
    shown = {tag.lower() for tag in re.findall(r"<(\w+)", html)}
    assert shown <= {
        "h2", "h3", "p", "ul", "li", "strong", "em", "code",
        "table", "thead", "tbody", "tr", "th", "td",
    }  # fmt: skip
    outside_code = re.sub(r"<code>.*?</code>", "", html, flags=re.DOTALL)
    assert not re.search(r"[@#]\w", outside_code)
    assert html.count("<tr>") == (1 + len(run.teams) if run.teams else 0)
