"""`headjudge facts drift`: compare banlists and legal sets with published legalities."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cards import Catalogue, catalogue
from headjudge.cli.errors import CommandError
from headjudge.cli.facts import histories, known_differences
from headjudge.cli.facts.known_differences import SOURCES, KnownDifference
from headjudge.cli.facts.proposals import Proposal, proposals
from headjudge.cli.facts.words import because, cards, words
from headjudge.cli.options import Answer, add_day, read_day, today
from validator.legality.drift import CardDiffers, Drift, SetDiffers, Unknown, drift
from validator.legality.ruleset import ruleset

if TYPE_CHECKING:
    from headjudge.cli.facts.published_legalities import PublishedFile

TITLES_SHOWN = 3


class Differences(NamedTuple):
    """The result of a comparison, without known differences."""

    cards: tuple[CardDiffers, ...]
    sets: tuple[SetDiffers, ...]
    unknown: tuple[Unknown, ...]
    explained: int
    """The number of known differences."""
    idle: tuple[KnownDifference, ...]
    """Known differences that no longer exist."""
    proposals: tuple[Proposal, ...]

    @property
    def is_drift(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.cards or self.sets or self.unknown or self.idle)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge facts drift`."""
    command.description = (
        "Compare our banlists and legal sets, format by format, with the legalities that Scryfall"
        " or MTGJSON publish. Whoever is right, a difference is worth a look."
    )
    origin = command.add_mutually_exclusive_group()
    origin.add_argument(
        "--source",
        choices=SOURCES,
        default=SOURCES[0],
        help="fetch what it publishes (%(default)s)",
    )
    origin.add_argument(
        "--from",
        dest="file",
        metavar="FILE",
        help="a file of Scryfall's bulk data, or MTGJSON's AtomicCards; may be compressed (gz, xz)",
    )
    origin.add_argument(
        "--history",
        metavar="PATH",
        help="a whole history in place of today's legalities: a table of changes (TSV), a folder of"
        " Forge's dated files, a file of mtg.wtf's lists, or XMage's classes of formats",
    )
    add_day(command, "--as-of", "our side's day, and that of lists without one (today in UTC)")
    command.add_argument(
        "--known",
        metavar="FILE",
        default=str(known_differences.FILE),
        help="differences that are explained",
    )


def compare(options: argparse.Namespace) -> Answer:
    """The differences; exit code 1 if there are any."""
    day = read_day("--as-of", options.as_of) or today()
    if options.history:
        return histories.compare(Path(options.history), day)
    if options.file:
        return _comparison(Path(options.file), Path(options.known), day)
    from headjudge.cli.facts import published_legalities  # late: it imports an HTTP client

    with published_legalities.download(options.source) as path:
        return _comparison(path, Path(options.known), day)


def _comparison(path: Path, known_file: Path, day: datetime.date) -> Answer:
    # late: it imports a JSON parser
    from headjudge.cli.facts.published_legalities import PublishedFile

    published = PublishedFile(path)
    explained = known_differences.read(known_file, published.source)
    facts = catalogue()
    result = drift(published.read(), day, facts)
    if not result.compared:
        raise CommandError(f"{path} holds no legalities in any format of ours.")
    differences = _differences(result, explained, facts)
    lines = [*_lines(result, differences, published, facts)]
    return _document(result, differences, published, facts), lines, int(differences.is_drift)


def _differences(
    result: Drift, explained: tuple[KnownDifference, ...], facts: Catalogue
) -> Differences:
    of_formats = [
        explanation for explanation in explained if explanation.sides.format in result.compared
    ]

    def is_open(difference: CardDiffers | SetDiffers) -> bool:
        return not any(explanation.explains(difference) for explanation in of_formats)

    everything: tuple[CardDiffers | SetDiffers, ...] = (*result.sets, *result.cards)
    singles, sets = tuple(filter(is_open, result.cards)), tuple(filter(is_open, result.sets))
    return Differences(
        singles,
        sets,
        result.unknown,
        len(everything) - len(singles) - len(sets),
        tuple(
            explanation
            for explanation in of_formats
            if not any(map(explanation.explains, everything))
        ),
        tuple(proposals(singles, sets, result.day, facts)),
    )


def _document(
    result: Drift, differences: Differences, published: PublishedFile, facts: Catalogue
) -> dict[str, Any]:
    rules = {
        format_id: ruleset(format_id, result.day, facts, two_headed=False)
        for format_id in result.compared
    }
    return {
        "source": published.source,
        "as_of": str(result.day),
        "catalogue": str(facts.as_of),
        "cards": result.titles,
        "unread": published.unreadable,
        "compared": list(result.compared),
        "not_compared": {"ours": list(result.ours_alone), "theirs": list(result.theirs_alone)},
        "sets": [
            {
                **of_set.sides._asdict(),
                "set": of_set.code,
                "name": facts.sets[of_set.code].name,
                "cards": [card.title for card in of_set.cards],
            }
            for of_set in differences.sets
        ],
        "differences": [
            {
                **of_card.sides._asdict(),
                "card": of_card.card.title,
                "because": because(of_card.card, rules[of_card.sides.format]),
            }
            for of_card in differences.cards
        ],
        "unknown": [
            {
                "set": unknown.set_code,
                "name": unknown.set_name,
                "cards": list(unknown.titles),
                "formats": list(unknown.formats),
            }
            for unknown in differences.unknown
        ],
        "explained": differences.explained,
        "idle": [str(difference) for difference in differences.idle],
        "proposals": [proposal._asdict() for proposal in differences.proposals],
    }


def _lines(
    result: Drift, differences: Differences, published: PublishedFile, facts: Catalogue
) -> Iterator[str]:
    label = {"scryfall": "Scryfall", "mtgjson": "MTGJSON"}[published.source]
    yield (
        f"Our facts of {result.day} (cards of {facts.as_of}) and {label}: {result.titles:,} cards"
        f" in {', '.join(result.compared)}."
    )
    if result.theirs_alone or result.ours_alone:
        formats = [
            f"{side} {', '.join(ids)}"
            for side, ids in (("theirs", result.theirs_alone), ("ours", result.ours_alone))
            if ids
        ]
        yield f"Not compared: {'; '.join(formats)}."
    if published.unreadable:
        yield f"{published.unreadable:,} of its records could not be understood and are left out."
    for format_id in result.compared:
        yield from _of_format(format_id, result, differences, label, facts)
    for unknown in differences.unknown:
        yield ""
        name = " ".join(filter(None, [unknown.set_code, unknown.set_name])) or "some set"
        yield (
            f"{name}: {cards(len(unknown.titles))} that {label} has in {', '.join(unknown.formats)}"
            f" and our card facts have not ({_first_titles(unknown.titles)})."
            " `headjudge update` helps."
        )
    for difference in differences.idle:
        yield ""
        yield f"Known, and no difference any more: {difference}. Remove it from the known ones."
    for proposal in differences.proposals:
        yield ""
        yield f"If {label} is right, in {proposal.file}:"
        yield from (f"    {line}" for line in proposal.toml.splitlines())
    yield ""
    yield _summary(differences)


def _of_format(
    format_id: str, result: Drift, differences: Differences, label: str, facts: Catalogue
) -> Iterator[str]:
    sets = [difference for difference in differences.sets if difference.sides.format == format_id]
    singles = [
        difference for difference in differences.cards if difference.sides.format == format_id
    ]
    if not sets and not singles:
        return
    rules = ruleset(format_id, result.day, facts, two_headed=False)
    yield ""
    yield f"{format_id}:"
    for of_set in sets:
        titles = [card.title for card in of_set.cards]
        yield (
            f"  {of_set.code} {facts.sets[of_set.code].name}: {cards(len(titles))}"
            f" ({_first_titles(titles)}) {words(of_set.sides.ours)} here, for {label}"
            f" {words(of_set.sides.theirs)}."
        )
    for difference in singles:
        yield (
            f"  {difference.card.title}: {words(difference.sides.ours)} here"
            f" ({because(difference.card, rules)}), for {label} {words(difference.sides.theirs)}."
        )


def _first_titles(titles: list[str] | tuple[str, ...]) -> str:
    more = f" and {len(titles) - TITLES_SHOWN:,} more" if len(titles) > TITLES_SHOWN else ""
    return "; ".join(titles[:TITLES_SHOWN]) + more


def _summary(differences: Differences) -> str:
    count = len(differences.sets) + len(differences.cards) + len(differences.unknown)
    number = f"{count:,} difference{'' if count == 1 else 's'}" if count else "No difference"
    known = f" Passed over, as known: {differences.explained:,}." if differences.explained else ""
    return f"{number}.{known}"
