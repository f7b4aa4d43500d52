"""The documentation is complete, and what it shows works."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import banlists
import formats
from cards import catalogue
from validator.asking import DECKS_MAX
from validator.codes import NOTICES, VIOLATIONS
from validator.house import TITLES_MAX, settle
from validator.rules.lists import SEARCHED
from web.batch import LINE_LIMIT
from web.bodies import BODY_LIMIT
from web.problems import FAULTS_SHOWN, KINDS
from web.schemas import LINES_MAX

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
ADDRESS = "http://127.0.0.1:8000"
MESSAGE = "6 copies of Naturalize in the team's combined decks, at most 4 are allowed."


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("code", "when"), [*VIOLATIONS.items(), *NOTICES.items()])
def test_each_code_has_its_row(code: str, when: str) -> None:
    assert f"| `{code}` | {when} |" in page("rules")


def test_each_setting_is_described() -> None:
    settings = re.findall(
        r"environ\S*?[\[(]['\"](\w+)['\"]", (ROOT / "gunicorn.conf.py").read_text("utf-8")
    )
    assert {"HOST", "PORT", "WEB_CONCURRENCY"} <= set(settings)
    assert [name for name in settings if f"| `{name}` |" not in page("settings")] == []


@pytest.mark.parametrize(
    "row",
    [
        f"| body of one team | {BODY_LIMIT // 1024} KiB |",
        f"| line of a batch | {LINE_LIMIT // 1024 // 1024} MiB |",
        f"| decks of a team | {DECKS_MAX} |",
        f"| lines of all lists of a team | {LINES_MAX:,} |",
        f"| titles of house rules | {TITLES_MAX:,} |",
        f"| unknown titles of a request that get suggestions | {SEARCHED} |",
        f"| faults listed in a problem | {FAULTS_SHOWN:,} |",
    ],
)
def test_limits_are_those_in_force(row: str) -> None:
    assert row in page("settings")


def test_each_problem_that_a_client_can_cause_is_described() -> None:
    caused = [status for status in KINDS if status < 500]
    assert [status for status in caused if str(status) not in page("integration")] == []


def test_the_banlist_change_that_is_shown_is_the_last_real_one() -> None:
    shown = tomllib.loads(blocks(page("adding"), "toml")[0])["announcement"][0]
    last = banlists.announcements("standard")[-1]
    newest = max(banlists.versions(list_id)[-1] for list_id in banlists.ids())
    assert (shown["effective"], shown["source"]) == (last.effective, last.source)
    assert (tuple(shown["banned"]), newest) == (last.banned, last.effective)
    assert f"one file a format | {newest} |" in (ROOT / "README.md").read_text("utf-8")


def test_the_house_rules_that_are_shown_can_be_played_by(tmp_path: Path) -> None:
    for number, text in enumerate(blocks(page("house-rules"), "toml")):
        path = tmp_path / f"house-{number}.toml"
        path.write_text(text, "utf-8")
        assert settle(formats.read_house_file(path), catalogue()).format.id == path.stem


def test_the_request_with_house_rules_is_answered(client: FlaskClient) -> None:
    (request,) = blocks(page("house-rules"), "json")
    answer = client.post("/v1/validate", data=request, content_type="application/json")
    assert answer.status_code == 200
    assert answer.get_json()["ruleset"]["house"]["name"] == "the Friday club"


@pytest.mark.parametrize("name", ["README.md", "docs/integration.md"])
def test_the_first_request_answers_as_shown(name: str, port: int) -> None:
    text = (ROOT / name).read_text("utf-8")
    command = next(block for block in blocks(text, "sh") if "curl" in block)
    assert MESSAGE in run(["bash", "-c", at(port, command)])


def test_the_batch_of_the_documentation_works(port: int) -> None:
    command = next(block for block in blocks(page("integration"), "sh") if "batch" in block)
    first, second = run(["bash", "-c", at(port, command)]).splitlines()
    assert '"id":1,"line":1,"status":200' in first
    assert '"id":2,"line":2,"status":422' in second


def test_the_entity_tag_of_the_documentation_works(port: int) -> None:
    command = next(block for block in blocks(page("integration"), "sh") if "If-None" in block)
    assert run(["bash", "-c", at(port, command)]) == "304\n"


def test_the_python_client_works(port: int) -> None:
    (code,) = blocks(page("integration"), "python")
    assert MESSAGE in run([sys.executable, "-c", at(port, code)])


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_javascript_client_works(port: int) -> None:
    (code,) = blocks(page("integration"), "javascript")
    assert MESSAGE in run(["node", "--input-type=module", "-e", at(port, code)])


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
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
