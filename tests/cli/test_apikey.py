"""`headjudge service apikey`: what it prints is a key that the service knows by the line."""

from __future__ import annotations

import pytest

from headjudge.cli.main import main
from headjudge.web.service import keys


def made(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, keys.Key]:
    """The key that is printed, and what the service reads of its line."""
    assert main(["service", "apikey", *arguments]) == 0
    key, line = (one.partition(":")[2].strip() for one in capsys.readouterr().out.splitlines())
    (read,) = keys.read(line)
    return key, read


def test_the_line_is_that_of_the_key(capsys: pytest.CaptureFixture[str]) -> None:
    key, read = made(capsys, "club")
    assert keys.find(key, (read,)) == read == keys.Key("club", read.digest, None)
    assert keys.find(key + "x", (read,)) is None
    assert key not in read.digest


def test_each_is_another(capsys: pytest.CaptureFixture[str]) -> None:
    assert made(capsys, "club")[0] != made(capsys, "club")[0]


def test_a_rate_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert made(capsys, "club", "--rate", "1000 per minute")[1].rate == "1000 per minute"


@pytest.mark.parametrize("arguments", [["a b"], ["a:b"], [""], ["club", "--rate", "1:2"]])
def test_what_no_line_can_hold(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(["service", "apikey", *arguments]) == 2
    assert capsys.readouterr().err.startswith("headjudge: ")
