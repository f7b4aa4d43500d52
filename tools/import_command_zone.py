"""Writes `cards/command_zone.tsv` from tables of facts.

`python -m tools.import_command_zone FOLDER`, where FOLDER holds `identity.tsv` and
`commanders.tsv`. What the catalogue tells as well (legendary creatures, planeswalkers, Backgrounds
by their subtype) is not repeated. What the file has of titles that the tables lack stays.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from cards import Catalogue
from cards.command_zone import CHOOSES_A_COLOR, FILE, OWN_TEXT
from tools import tsv

BY_TYPES = frozenset({"commander", "oathbreaker", "background"})
"""Words of the source that follow from the types of a card."""
VARIANT = "partner-variant: "
CHOOSERS = frozenset({"Clara Oswald", "Faceless One", "The Prismatic Piper"})
"""Commanders that choose a colour before the game by their text, which the sources do not say."""


def main() -> None:
    """Reads the folder named on the command line and writes the file."""
    parser = argparse.ArgumentParser(description="Import colour identities and commanders.")
    parser.add_argument("folder", type=Path, help="where identity.tsv and commanders.tsv are")
    folder = parser.parse_args().folder
    written = "".join(f"{line}\n" for line in lines(folder, Catalogue()))
    FILE.write_text(written, encoding="utf-8")


def lines(folder: Path, catalogue: Catalogue) -> Iterator[str]:
    """A line for each title: its colour identity and, for few, what it may be as a commander."""
    kinds = {row["title"]: row["kinds"] for row in tsv.rows(folder / "commanders.tsv")}
    identities = {row["title"]: row["identity"] for row in tsv.rows(folder / "identity.tsv")}
    older = {
        title: (identity, words)
        for title, identity, words in (
            [*line.split("\t"), ""][:3] for line in FILE.read_text("utf-8").splitlines()
        )
    }
    for title in catalogue.titles():
        identity, words = older.get(title, ("?", ""))
        new = kinds_of(title, kinds.get(title, ""), catalogue)
        cells = [title, identities.get(title, identity), words if new in ("", "known") else new]
        if cells[1:] != ["?", ""]:
            yield "\t".join(cells).rstrip("\t")


def kinds_of(title: str, words: str, catalogue: Catalogue) -> str:
    """What the types do not tell: own text, and how it pairs; `known` where that is nothing."""
    if not words and title not in CHOOSERS:
        return ""
    sourced = words.split("; ") if words else []
    kinds = [word for word in sourced if word not in BY_TYPES and not word.startswith(VARIANT)]
    variants = [word.removeprefix(VARIANT) for word in sourced if word.startswith(VARIANT)]
    kinds += [variant.lower() for variant in variants if variant.lower() not in kinds]
    card = catalogue.card(title)
    leads = "commander" in sourced and "Planeswalker" in card.types
    kinds = [OWN_TEXT if word == "says so" else word for word in kinds]
    if leads and OWN_TEXT not in kinds:
        kinds.append(OWN_TEXT)
    if title in CHOOSERS:
        kinds.append(CHOOSES_A_COLOR)
    return "; ".join(sorted(kinds)) or "known"


if __name__ == "__main__":
    main()
