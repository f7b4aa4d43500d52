"""Lists by link: their lines in reports, and how often they are fetched."""

from __future__ import annotations

from pathlib import Path

import pytest
import responses

from headjudge.cli import files
from headjudge.cli.main import main
from headjudge.links import Links
from tests.links.sites import RECORDED

BY_SITE = {one.site: one for one in RECORDED}
MOXFIELD, GITHUB = BY_SITE["Moxfield"], BY_SITE["GitHub"]
RAW = "https://raw.githubusercontent.com/ann/decks/main"
ON = ("--as-of", "2024-10-01", "--format", "modern")


def test_the_line_of_a_deck_document_is_one_of_its_list(
    sites: responses.RequestsMock, capsys: pytest.CaptureFixture[str]
) -> None:
    sites.replace(responses.GET, MOXFIELD.source, MOXFIELD.body.replace("Negate", "Negatee"))
    assert main(["check", MOXFIELD.page, "--structure", "individual", *ON]) == 1
    assert f"{MOXFIELD.page}:5:3: unknown-card: No card is titled “Negatee”; did you" in (
        capsys.readouterr().out
    )


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
