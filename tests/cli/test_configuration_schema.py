"""The JSON Schema of headjudge.toml: it takes what the reader takes, and nothing else."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from headjudge.cli import configuration
from headjudge.cli.configuration_schema import schema
from headjudge.cli.errors import CommandError
from tests.conftest import ROOT

FILE = ROOT / "schemas" / "headjudge.json"
VALIDATOR = Draft202012Validator(schema(), format_checker=FormatChecker())
TEAM = '[[team]]\ndecks = ["a.txt"]\n'


def test_the_file_is_up_to_date() -> None:
    assert json.loads(FILE.read_text("utf-8")) == schema(), "make contract writes it anew"
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("", True),
        ('format = "modern"\nas_of = 2024-10-01\nteam-size = 2\n', True),
        ('as-of = "2024-10-01"\nstructure = "individual"\n', True),
        ('as_of = "soon"\n', False),
        ("format = 3\n", False),
        ('format = ""\n', False),
        ('structure = "solo"\n', False),
        ('policy = "best"\n', False),
        ('also = ["combined-four", "tournament"]\n', True),
        ('also = ["best"]\n', False),
        ("team_size = 0\n", False),
        ("team_size = 9\n", False),
        ("team_size = true\n", False),
        ("team_size = 2.5\n", False),
        ('syntax = "mtgo"\n', True),
        ('syntax = "mtgoo"\n', False),
        ('fail-on = "warning"\nignore = ["policy-differs"]\n', True),
        ('fail_on = ["no-such-notice"]\n', False),
        ('product = ["DOM=8", "promo=1"]\n', True),
        ("product = [8]\n", False),
        ('house = "club.toml"\n', True),
        ('[house]\nbase = "modern"\nban = ["Opt"]\nrestrict = "Shock"\n', True),
        ('[house]\nbans = ["Opt"]\n', False),
        ('include = ["decks/"]\nexclude = "drafts/"\nbaseline = "known.json"\n', True),
        ("exclude = 3\n", False),
        ("colour = 1\n", False),
        (TEAM + 'name = "Ann"\npool = "pool.txt"\nformat = "sealed"\n', True),
        (TEAM + 'baseline = "known.json"\n', False),
        ('[[team]]\nname = "Ann"\n', False),
        ('[team]\ndecks = "a.txt"\n', False),
        ('allow_comments = true\n[[folder]]\npath = "one"\nformat = "pauper"\n', True),
        ('[[folder]]\npath = "one"\ndecks = "a.txt"\n', False),
        ('[[folder]]\nformat = "pauper"\n', False),
        ("folder = 1\n", False),
        ("allow_comments = 1\n", False),
    ],
)
def test_it_takes_what_the_reader_takes(text: str, is_right: bool, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    file = tmp_path / "headjudge.toml"
    file.write_text(text, "utf-8")
    document = json.loads(json.dumps(tomllib.loads(text), default=str))
    assert VALIDATOR.is_valid(document) is is_right
    if is_right:
        configuration.read(file)
    else:
        with pytest.raises(CommandError):
            configuration.read(file)
