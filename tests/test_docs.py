"""The documentation is complete, and what it shows works."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from banlists import checks
from benchmarks import __main__ as benchmarks
from cards import catalogue
from headjudge.cli import allowances, configuration
from headjudge.cli.commands import check
from headjudge.cli.main import COMMANDS, main
from headjudge.decklists import SYNTAXES
from headjudge.decklists.lines import marks
from headjudge.links.fetching import BYTES_MAX, SECONDS
from headjudge.links.sites import AGENT, LINKS, PROXY, SITES
from headjudge.web import guards, monitoring
from headjudge.web.http import KINDS
from tests.conftest import PATIENCE
from tools import tables

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
ADDRESS = "http://127.0.0.1:8000"


TOLD_BY_HELP = {"--help", "--policy", "--syntax", "--format"}
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def sessions(text: str) -> list[tuple[list[str], str]]:
    """The commands that are shown with what they print."""
    shown = [block.partition("\n") for block in blocks(text, "console")]
    return [(shlex.split(line)[2:], printed) for line, _, printed in shown]


def test_generated_tables_are_current(tmp_path: Path) -> None:
    docs = Path(shutil.copytree(DOCS, tmp_path / "docs"))
    tables.main(docs)
    changed = [
        page.name
        for page in DOCS.glob("*.md")
        if page.read_text() != (docs / page.name).read_text()
    ]
    assert changed == [], "run: make contract"


def test_each_syntax_has_its_row() -> None:
    table = page("syntaxes").partition("\n## ")[0]
    rows = re.findall(r"^\| `([\w-]+)` \|", table, re.M)
    assert [id for id in SYNTAXES if id not in rows] == []


def test_the_allowance_that_is_shown_is_one() -> None:
    line = next(block for block in blocks(page("checking"), "text") if "allow " in block)
    words = allowances.read(marks.directive(line) or "")
    assert words.codes == ("banned-card",)
    assert words.reason
    assert words.until


@pytest.mark.parametrize(
    "name",
    [
        guards.RATE, guards.REDIS, guards.PROXIES, guards.ORIGINS, guards.HSTS,
        monitoring.LOG,
        "HOST", "PORT", "WEB_CONCURRENCY", monitoring.FOLDER,
    ],
)  # fmt: skip
def test_each_setting_of_the_guards_is_described(name: str) -> None:
    assert f"| `{name}` |" in page("deploying")


def test_the_table_of_benchmarks_can_be_written() -> None:
    text = page("benchmarks")
    assert text.count(benchmarks.BEGIN) == text.count(benchmarks.END) == 1
    written = benchmarks.with_table(text, "| what |")
    assert f"{benchmarks.BEGIN}\n| what |\n{benchmarks.END}" in written
    assert benchmarks.with_table(written, "") == benchmarks.with_table(text, "")


@pytest.mark.parametrize("name", benchmarks.BENCHMARKS)
def test_each_benchmark_of_the_table_takes_its_options(name: str) -> None:
    run([sys.executable, "-m", "benchmarks", name, "--help"])


def test_each_metric_is_described(client: FlaskClient) -> None:
    text = client.get("/metrics").text
    metrics = re.findall(r"^# TYPE (headjudge_\w+) \w+$", text, re.M)
    own = [name for name in metrics if not name.endswith("_created")]
    assert len(own) >= 5
    assert [name for name in own if f"| `{name}` |" not in page("deploying")] == []


def test_the_limit_of_fetched_lists_is_that_in_force() -> None:
    said = f"{BYTES_MAX // 1000000} MB, in {SECONDS:.0f} seconds"
    assert f"| a list that is fetched by link | {said} |" in page("limits")


def test_each_site_of_lists_is_described() -> None:
    for site in SITES:
        assert f"| {site.name} | `https://{site.shape}` |" in page("links")
    for name in (LINKS, AGENT, PROXY):
        assert f"| `{name}` |" in page("deploying")


def test_each_problem_that_a_client_can_cause_is_described() -> None:
    caused = [status for status in KINDS if status < 500]
    assert [status for status in caused if str(status) not in page("integration")] == []


def test_the_announcement_that_is_shown_is_in_its_file() -> None:
    (block,) = blocks(CONTRIBUTING, "toml")
    assert block in (ROOT / "banlists" / "standard.toml").read_text("utf-8")


def test_the_check_of_the_announcement_prints_what_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # The day is named, so that the example stays true when something newer is announced.
    (block,) = blocks(CONTRIBUTING, "toml")
    day = str(tomllib.loads(block)["announcement"][0]["effective"])
    ((command, printed),) = sessions(CONTRIBUTING)
    assert main([*command, "--effective", day]) == 0
    assert capsys.readouterr().out == printed


def test_a_wrong_title_is_reported_as_shown(tmp_path: Path) -> None:
    (block,) = blocks(CONTRIBUTING, "toml")
    (shown,) = blocks(CONTRIBUTING, "text")
    wrong = block.replace("Badgermole Cub", "Badger Mole Cub")
    (tmp_path / "standard.toml").write_text(wrong, encoding="utf-8")
    (fault,) = checks.faults(frozenset(catalogue().titles()), tmp_path)
    assert shown.splitlines()[0] == f"banlists/{fault}"


@pytest.mark.parametrize(("command", "printed"), sessions(page("commands")))
def test_commands_print_what_is_shown(
    command: list[str],
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ann.txt").write_text("4 The One Ring\n56 Forest\n", encoding="utf-8")
    Path("ben.txt").write_text("4 Splinter Twin\n56 Mountain\n", encoding="utf-8")
    main(command)
    assert capsys.readouterr().out == printed


def test_the_request_with_house_rules_is_answered(client: FlaskClient) -> None:
    (request,) = blocks(page("house-rules"), "json")
    answer = client.post("/v1/validate", data=request, content_type="application/json")
    assert answer.status_code == 200
    assert answer.get_json()["ruleset"]["house"]["name"] == "the Friday club"


@pytest.mark.parametrize("name", ["README.md", "docs/integration.md"])
def test_the_first_request_answers_as_shown(name: str, port: int) -> None:
    text = (ROOT / name).read_text("utf-8")
    command = next(block for block in blocks(text, "sh") if "curl" in block)
    assert "Naturalize" in run(["bash", "-c", at(port, command)])


def test_the_batch_of_the_documentation_works(port: int) -> None:
    command = next(block for block in blocks(page("integration"), "sh") if "batch" in block)
    first, second = run(["bash", "-c", at(port, command)]).splitlines()
    assert '"id":1,"line":1,"status":200' in first
    assert '"id":2,"line":2,"status":422' in second


def test_the_configuration_that_is_shown_can_be_read(tmp_path: Path) -> None:
    (shown,) = [block for block in blocks(page("checking"), "toml") if "[[team]]" in block]
    (tmp_path / "pauper").mkdir()
    (tmp_path / "headjudge.toml").write_text(shown, encoding="utf-8")
    read = configuration.read(tmp_path / "headjudge.toml")
    assert (read.settings.format, dict(read.folders)["pauper"].format) == ("modern", "pauper")
    assert read.teams[0].settings.policy == "unified-2018"


def test_each_option_of_check_is_described() -> None:
    command = argparse.ArgumentParser()
    check.add_arguments(command)
    options = re.findall(r"--[a-z-]+", command.format_help())
    pages = "".join(page(name) for name in ("checking", "commands", "house-rules", "syntaxes"))
    assert {one for one in options if one not in pages} <= TOLD_BY_HELP


def test_the_decks_of_the_documentation_are_built(port: int) -> None:
    command = next(block for block in blocks(page("integration"), "sh") if "pools/assign" in block)
    built = json.loads(run(["bash", "-c", at(port, command)]))
    assert [deck["sizes"]["main"] for deck in built["decks"]] == [19, 0]
    assert [refused["move"] for refused in built["refused"]] == [3]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_is_described(command: str) -> None:
    pages = [ROOT / "README.md", *DOCS.glob("*.md")]
    assert any(f"headjudge {command}" in one.read_text("utf-8") for one in pages)


def test_the_entity_tag_of_the_documentation_works(port: int) -> None:
    command = next(block for block in blocks(page("integration"), "sh") if "If-None" in block)
    assert run(["bash", "-c", at(port, command)]) == "304\n"


def test_the_python_client_works(port: int) -> None:
    (code,) = blocks(page("integration"), "python")
    assert "Naturalize" in run([sys.executable, "-c", at(port, code)])


def test_the_site_builds(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir"]
    run([*build, str(tmp_path)])
    written = (tmp_path / "integration.html").read_text("utf-8")
    assert "https://fonts" not in written
    assert "cdn" not in written


def at(port: int, code: str) -> str:
    return code.replace(ADDRESS, f"http://127.0.0.1:{port}")


def run(command: list[str]) -> str:
    """What the command prints; it must succeed."""
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
