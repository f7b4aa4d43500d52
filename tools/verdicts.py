"""The effect of a change on verdicts: `python -m tools.verdicts --base REVISION`.

The corpus is the conformance suite, the tournament lists and the posted layouts of the tests in
this checkout. It is judged by another revision and by this one; differences are printed as a table
in Markdown, and the exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
JUDGE = """\
import json, sys
from headjudge.web.app import create_app
client = create_app().test_client()
for line in sys.stdin:
    id, path, body = json.loads(line)
    answer = client.post(path, json=body).get_json()
    failure = [{"code": f"status {answer.get('status')}"}]
    faults = answer.get("violations", answer.get("faults", answer.get("errors", failure)))
    sizes = (deck.get("sizes", deck) for deck in answer.get("decks", ()))
    decks = [[size["main"], size["sideboard"]] for size in sizes]
    codes = sorted({(fault.get("code", ""), fault.get("card") or "") for fault in faults})
    print(json.dumps([id, [decks, codes]]))
"""
"""Run in both checkouts; prints the sizes, codes and cards of each answer."""
SECTIONS = {"main": "main", "sideboard": "side"}
Question = tuple[str, str, dict[str, Any]]
"""An id, the path of the service, the body."""


def corpus() -> Iterator[Question]:
    """The questions."""
    for path in sorted((ROOT / "conformance").glob("*/*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        for group in document.get("groups", ()):
            where = "/v1/validate" if group["operation"] == "validate" else "/v1/decklists/parse"
            yield from ((case["id"], where, case["request"]) for case in group["cases"])
    with (ROOT / "tests" / "played" / "tournaments.tsv").open(encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file, delimiter="\t")):
            yield f"tournaments/{number}", "/v1/validate", _played(row)
    for path in sorted((ROOT / "tests" / "decklists" / "layouts").glob("*.toml")):
        for number, layout in enumerate(_layouts(path)):
            yield f"{path.stem}/{number}", "/v1/decklists/parse", {"list": layout}


def _played(row: Mapping[str, str]) -> dict[str, Any]:
    deck = {section: _cards(row[column]) for section, column in SECTIONS.items()}
    structure = {"format": row["format"], "structure": "individual"}
    return {**structure, "as_of": row["date"], "decks": [deck]}


def _cards(cell: str) -> list[dict[str, Any]]:
    pairs = (card.partition(" ") for card in cell.split("|") if card)
    return [{"name": title, "count": int(copies)} for copies, _, title in pairs]


def _layouts(path: Path) -> Iterator[str]:
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).values():
        if isinstance(entry, dict) and "text" in entry:
            yield entry["text"]


def verdicts(checkout: Path, questions: Sequence[Question]) -> dict[str, Any]:
    """The answers of a checkout's program, by the ids of the questions."""
    process = subprocess.run(
        [sys.executable, "-c", JUDGE],
        input="\n".join(map(json.dumps, questions)),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=checkout,
        check=True,
    )
    return dict(map(json.loads, process.stdout.splitlines()))


def table(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The differences as a Markdown table; empty if there are none."""
    rows = [
        f"| {id} | {json.dumps(before.get(id))} | {json.dumps(verdict)} |"
        for id, verdict in after.items()
        if before.get(id) != verdict
    ]
    return ["| case | before | after |", "| --- | --- | --- |", *rows] if rows else []


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the differences from the base; 1 if there are any."""
    parser = argparse.ArgumentParser(prog="verdicts", description=__doc__, allow_abbrev=False)
    parser.add_argument("--base", default="HEAD~1", help="the revision to compare with (HEAD~1)")
    base = parser.parse_args(arguments).base
    questions = [*corpus()]
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "base"
        _git("worktree", "add", "--detach", str(other), base)
        try:
            before = verdicts(other, questions)
        finally:
            _git("worktree", "remove", "--force", str(other))
    rows = table(before, verdicts(ROOT, questions))
    print(*(rows or [f"No verdict of {len(questions):,} differs."]), sep="\n")
    return int(bool(rows))


def _git(*arguments: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True)


if __name__ == "__main__":
    sys.exit(main())
