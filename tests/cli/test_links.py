"""Links in place of files: fetched only where one is given, and judged as files are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import responses

from headjudge.cli import files
from headjudge.cli.main import main
from headjudge.links import Links, Settings
from tests.links.sites import NETWORK, RECORDED

BY_SITE = {one.site: one for one in RECORDED}
MOXFIELD, GITHUB = BY_SITE["Moxfield"], BY_SITE["GitHub"]
RAW = "https://raw.githubusercontent.com/ann/decks/main"
ON = ("--as-of", "2024-10-01", "--format", "modern")


@pytest.fixture
def sites(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[responses.RequestsMock]:
    """What the test's sites answer, in an empty folder; every name is found."""
    by = Links(Settings(agent="headjudge/test"), NETWORK)
    monkeypatch.setattr(files, "fetcher", lambda: by)
    monkeypatch.chdir(tmp_path)
    files.fetch_list.cache_clear()
    with responses.RequestsMock() as mocked:
        yield mocked
    files.fetch_list.cache_clear()


def test_a_team_of_links_and_files(
    sites: responses.RequestsMock, capsys: pytest.CaptureFixture[str]
) -> None:
    GITHUB.answer(sites)
    Path("ben.txt").write_text("5 Duress\n55 Swamp\n", encoding="utf-8")
    assert main(["check", GITHUB.page, "ben.txt", *ON]) == 1
    printed = capsys.readouterr().out
    assert f"{GITHUB.page}:4: sideboard-guessed" in printed.replace(" warning:", "")
    assert "ben.txt:1:3: combined-copies: 5 copies of Duress" in printed
    assert f"list-fetched: The list was read from {GITHUB.page}, as GitHub gave it on" in printed


def test_the_line_of_a_deck_document_is_one_of_its_list(
    sites: responses.RequestsMock, capsys: pytest.CaptureFixture[str]
) -> None:
    sites.get(MOXFIELD.source, MOXFIELD.body.replace("Negate", "Negatee"))
    assert main(["check", MOXFIELD.page, "--structure", "individual", *ON]) == 1
    assert f"{MOXFIELD.page}:5:3: unknown-card: No card is titled “Negatee”; did you" in (
        capsys.readouterr().out
    )


def test_links_of_several_sites_make_teams_in_turn(
    sites: responses.RequestsMock, capsys: pytest.CaptureFixture[str]
) -> None:
    names = []
    for one in RECORDED[:4]:
        one.answer(sites)
        names.append(one.page)
    assert main(["check", *names, *ON, "--report", "json"]) == 1
    teams = json.loads(capsys.readouterr().out)["teams"]
    assert [team["team"] for team in teams] == [
        f"{names[0]} + {names[1]}", f"{names[2]} + {names[3]}",
    ]  # fmt: skip


@pytest.mark.parametrize("report", ["github", "gitlab", "sarif", "junit", "markdown"])
def test_each_report_names_the_link(
    sites: responses.RequestsMock, capsys: pytest.CaptureFixture[str], report: str
) -> None:
    sites.get(f"{RAW}/a.txt", "59 Forest\n")
    names = [f"{RAW}/a.txt", f"{RAW}/a.txt"]
    assert main(["check", *names, *ON, "--report", report]) == 1
    assert "https://raw.githubusercontent.com/ann/decks/main/a.txt" in (
        capsys.readouterr().out.replace("%3A", ":").replace("\\/", "/")
    )
    assert len(sites.calls) == 1


def test_a_list_from_elsewhere_allows_nothing(
    sites: responses.RequestsMock, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "# headjudge: allow main-too-small -- we may -- until 2099-01-01\n59 Forest\n"
    Path("a.txt").write_text(text, encoding="utf-8")
    alone = ["--structure", "individual", *ON]
    Path("headjudge.toml").write_text("allow_comments = true\n")
    assert main(["check", "a.txt", *alone]) == 0
    sites.get(f"{RAW}/a.txt", text)
    assert main(["check", f"{RAW}/a.txt", *alone]) == 1
    assert "main-too-small" in capsys.readouterr().out


def test_only_files_are_corrected(
    sites: responses.RequestsMock, capsys: pytest.CaptureFixture[str]
) -> None:
    GITHUB.answer(sites)
    assert main(["check", "--diff", GITHUB.page]) == 2
    assert f"{GITHUB.page} is a link, and only files are corrected." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://moxfield.com/decks/abcdef", "Only addresses that begin with https://"),
        (
            "https://example.org/deck",
            "Lists from example.org are not fetched; those from Moxfield,",
        ),
        ("https://127.0.0.1/", "must be a name"),
        ("https://moxfield.com/users/ann", "This is not a deck address of Moxfield"),
    ],
)
def test_addresses_that_are_not_fetched(
    sites: responses.RequestsMock, capsys: pytest.CaptureFixture[str], address: str, words: str
) -> None:
    assert main(["check", address, "--structure", "individual", *ON]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"headjudge: {address}: ")
    assert words in said


def test_a_site_that_refuses(
    sites: responses.RequestsMock, capsys: pytest.CaptureFixture[str]
) -> None:
    sites.get(GITHUB.source, status=404)
    assert main(["check", GITHUB.page, *ON]) == 2
    assert capsys.readouterr().err == (
        f"headjudge: {GITHUB.page}: raw.githubusercontent.com has no deck at this address, or it"
        " is private.\n"
    )


@pytest.mark.parametrize(
    ("said", "words"),
    [("off", "HEADJUDGE_LINKS is off"), ("true", "HEADJUDGE_LINKS: this is on, off, or names")],
)
def test_the_setting_bounds_what_the_command_fetches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str, words: str
) -> None:
    monkeypatch.setenv("HEADJUDGE_LINKS", said)
    files.fetcher.cache_clear()
    assert main(["check", GITHUB.page, *ON]) == 2
    assert words in capsys.readouterr().err
    monkeypatch.delenv("HEADJUDGE_LINKS")
    assert isinstance(files.fetcher(), Links)
    files.fetcher.cache_clear()
