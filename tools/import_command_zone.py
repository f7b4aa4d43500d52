"""Writes `cards/command_zone.tsv` from tables of facts.

`python -m tools.import_command_zone FOLDER`, where FOLDER holds `identity.tsv` and
`commanders.tsv`. Facts that follow from the catalogue (legendary creatures, planeswalkers,
Backgrounds by their subtype) are not repeated. Lines of titles missing from the tables are kept.

Each identity is compared with the colors and land types of the catalogue. If the source has more
letters, `tests/cards/identity_differences.tsv` has their place on the card.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from cards import Catalogue
from cards.command_zone import CHOOSES_A_COLOR, COLORS, FILE, OWN_TEXT, in_order
from tools import tsv
from validator.rules.command_zone import certain_colors

BY_TYPES = frozenset({"commander", "oathbreaker", "background"})
"""Words of the source that follow from the types of a card."""
VARIANT = "partner-variant: "
CHOOSERS = frozenset({"Clara Oswald", "Faceless One", "The Prismatic Piper"})
"""Commanders that choose a colour before the game by their text, which the sources lack."""
TITLES_OF_PLAYTEST_CARDS = {"Pick Your Poison": "G", "Red Herring": "R"}
"""Identities of cards of 2024; the source only has playtest cards of 2019 with these titles."""
DIFFERENCES = Path(__file__).parents[1] / "tests" / "cards" / "identity_differences.tsv"


def main() -> None:
    """Reads the folder named on the command line and writes the file."""
    parser = argparse.ArgumentParser(description="Import colour identities and commanders.")
    parser.add_argument("folder", type=Path, help="where identity.tsv and commanders.tsv are")
    folder = parser.parse_args().folder
    catalogue = Catalogue()
    written = list(lines(folder, catalogue))
    FILE.write_text("\n".join([*written, ""]), encoding="utf-8")
    rows = ["title\tletters\twhere", *differences(written, folder, catalogue), ""]
    DIFFERENCES.write_text("\n".join(rows), encoding="utf-8")


def lines(folder: Path, catalogue: Catalogue) -> Iterator[str]:
    """A line for each title: its colour identity and, for few, what it may be as a commander."""
    kinds = {row["title"]: row["kinds"] for row in tsv.rows(folder / "commanders.tsv")}
    identities = {row["title"]: row["identity"] for row in tsv.rows(folder / "identity.tsv")}
    identities |= TITLES_OF_PLAYTEST_CARDS
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


def differences(written: Iterable[str], folder: Path, catalogue: Catalogue) -> Iterator[str]:
    """A line for each identity with letters that colors and land types do not explain.

    They stand in the mana `cost` (devoid cards, and those whose colors the catalogue lacks), on
    `another face`, or in the `text`.
    """
    costs = {row["title"]: row["mana_cost"] for row in tsv.rows(folder / "identity.tsv")}
    for line in written:
        title, identity = line.split("\t")[:2]
        card = catalogue.card(title)
        letters = frozenset(identity) & frozenset(COLORS) - certain_colors(card)
        if letters:
            elsewhere = "another face" if len(card.faces) > 1 else "text"
            where = "cost" if letters <= frozenset(costs.get(title, "")) else elsewhere
            yield f"{title}\t{in_order(letters)}\t{where}"


def kinds_of(title: str, words: str, catalogue: Catalogue) -> str:
    """The kinds that do not follow from the types, such as partner; `known` if there are none."""
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
