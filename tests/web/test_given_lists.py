"""A list of legal titles as house rules: the example of docs/house-rules.md."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from flask.testing import FlaskClient

DOCS = Path(__file__).parents[2] / "docs" / "house-rules.md"
FILES = re.findall(r"^```toml\n(.*?)^```$", DOCS.read_text("utf-8"), re.M | re.S)
PENNY_DREADFUL = next(text for text in FILES if "Penny Dreadful" in tomllib.loads(text)["name"])
LEGAL = "4 Counterspell\n4 Opt\n52 Island"


@pytest.fixture(autouse=True)
def _season(houses: Path) -> None:
    """The folder of house rules, with the list of a season."""
    houses.mkdir()
    (houses / "penny-dreadful.toml").write_text(PENNY_DREADFUL, "utf-8")


@pytest.mark.parametrize(
    ("day", "decks", "expected"),
    [
        ("2026-11-01", [LEGAL], []),
        ("2026-11-01", ["4 Brainstorm\n4 Opt\n52 Island"], ["not-legal Brainstorm"]),
        ("2026-11-01", ["5 Opt\n55 Island"], ["deck-copies Opt"]),
        ("2026-11-01", [LEGAL] * 2, ["combined-copies Counterspell", "combined-copies Opt"]),
        ("2027-01-01", [LEGAL], ["format-inactive "]),
    ],
)
def test_a_list_of_a_season(
    client: FlaskClient, day: str, decks: list[str], expected: list[str]
) -> None:
    structure = "individual" if len(decks) == 1 else "two-headed-giant"
    team = {"format": "penny-dreadful", "as_of": day, "structure": structure}
    body = team | {"decks": [{"list": text} for text in decks]}
    report = client.post("/v1/validate", json=body).get_json()
    found = [f"{one['code']} {one.get('card', '')}" for one in report["violations"]]
    assert found == expected
