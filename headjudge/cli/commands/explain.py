"""`headjudge explain`: the meaning of a code, its rule, an example, and how to fix it."""

from __future__ import annotations

import argparse
import datetime
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import formats
from cards import catalogue
from headjudge import decklists
from headjudge.cli.errors import CommandError
from headjudge.cli.files import read_text
from headjudge.cli.findings import SOURCE, Code, Finding, findings_of, run_codes
from headjudge.cli.output import answer_text
from headjudge.cli.reports import DETAILED, finding_lines
from messages import sentences
from validator import Decklist, questions, validate
from validator.definition import Definition, Example
from validator.notices import NOTICES
from validator.rules import VIOLATIONS
from validator.titles import resolve

WIDTH = 86
EPILOG = """\
Without CODE, all codes are listed. With --list, each line of the file is
shown with its kind, its cards and the pass of reading that decided it;
docs/syntaxes.md says what each pass does.

exit status: 0 explained, 2 there is no such code.
"""


class Kind(NamedTuple):
    """A table of codes, and its name in singular and plural."""

    singular: str
    plural: str
    codes: Mapping[str, Definition | Code]


KINDS = {
    "violation": Kind("a violation", "violations", VIOLATIONS),
    "notice": Kind("a notice", "notices", NOTICES),
    "run": Kind("about the run", "about the run", run_codes()),
}
DEFINITIONS: Mapping[str, Definition] = {**VIOLATIONS, **NOTICES}
"""The codes of the engine."""


class ExampleRun(NamedTuple):
    """An example as displayed: the files with their texts, and the findings of the code."""

    files: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge explain`."""
    command.description = "Show what the code of a finding means, and how to mend it."
    command.epilog = EPILOG
    what = command.add_mutually_exclusive_group()
    what.add_argument("code", nargs="?", metavar="CODE", help="banned-card, shared-card...")
    what.add_argument(
        "--list",
        metavar="FILE",
        help="show what each line of a list became, and which pass of reading decided it",
    )
    command.add_argument("--json", action="store_true", help="print the answer as JSON")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The explanation, or the list of codes, and the exit code 0; raises CommandError."""
    document: object
    lines: Iterator[str]
    if options.list is not None:
        document, lines = _list_explained(options.list)
    elif options.code is None:
        document = {
            name: {code: definition.when for code, definition in kind.codes.items()}
            for name, kind in KINDS.items()
        }
        lines = _all_codes()
    else:
        _check_code(options.code)
        document = _document(options.code)
        lines = _explanation(options.code)
    return answer_text(options, document, lines), 0


def _list_explained(path: str) -> tuple[object, Iterator[str]]:
    """The lines of a list as a document and as a table; raises CommandError."""
    text = read_text(path)
    decks = [resolve(deck, 0, catalogue()) for deck in decklists.read_team(text)]
    titles = {(line.number, line.name): card.title for deck in decks for line, card in deck.entries}
    document = [
        {
            "line": row.number,
            "text": row.text,
            "kind": row.kind.value,
            "cards": [
                {
                    "count": card.copies,
                    "name": card.name,
                    "title": titles.get((row.number, card.name)),
                    "section": card.section,
                }
                for card in row.cards
            ],
            "deck": row.deck,
            "by": row.by,
        }
        for row in decklists.explain(text)
    ]
    return document, _table(document)


def _table(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    widest = max((len(row["by"]) for row in rows), default=0)
    for row in rows:
        cards = ", ".join(map(_card, row["cards"]))
        became = f"{row['kind']}: {cards}" if cards else row["kind"]
        line = f"{row['line']:>4}  {row['by']:<{widest}}  {became:<40}  {row['text'].strip()[:60]}"
        yield line.rstrip()


def _card(card: Mapping[str, Any]) -> str:
    """`4 Forest (main)`, with the English title where the line has another name."""
    other = "" if card["title"] == card["name"] else f" = {card['title'] or 'no card'}"
    return f"{card['count']} {card['name']}{other} ({card['section']})"


def _check_code(code: str) -> None:
    codes = [code for kind in KINDS.values() for code in kind.codes]
    if code not in codes:
        raise CommandError(
            sentences(
                f'There is no code "{questions.shorten(code)}".',
                *questions.closest(code, codes),
                "`headjudge explain` lists them all.",
            )
        )


def example_run(code: str) -> ExampleRun:
    """The code's example, judged."""
    example = DEFINITIONS[code].example
    main_min = formats.load(example.event.format).main_min
    sizes = formats.structure(example.event.structure).sizes if len(example.decks) == 1 else (1,)
    read = partial(decklists.read_team, main_min=main_min, sizes=sizes)
    names = [f"{letter}.txt" for letter in "abcdefgh"[: len(example.decks)]]
    decks = [
        (name, deck._replace(player=deck.player or name))
        for name, text in zip(names, example.decks, strict=True)
        for deck in read(text)
    ]
    files = [*zip(names, example.decks, strict=True)]
    if example.pool is not None:
        files.append(("pool.txt", example.pool))
    if example.address:
        decks = _with_fetch_notice(example.address, example.event.day, decks)
    findings = _findings(example, [name for name, _ in decks], [deck for _, deck in decks])
    return ExampleRun(tuple(files), tuple(finding for finding in findings if finding.code == code))


def _with_fetch_notice(
    address: str, day: datetime.date, decks: list[tuple[str, Decklist]]
) -> list[tuple[str, Decklist]]:
    """The decks, the first with the notice of being fetched from the address on that day."""
    from headjudge.links import Fetched  # late: it imports an HTTP client

    (name, first), *others = decks
    noon = datetime.datetime.combine(day, datetime.time(12))
    (fetched,) = Fetched(address, urlsplit(address).netloc, noon, "").mark_source((first,))
    return [(name, fetched), *others]


def _findings(example: Example, names: list[str], decks: list[Decklist]) -> Sequence[Finding]:
    if example.deck_formats:
        pairs = zip(decks, example.deck_formats, strict=True)
        decks = [deck._replace(format=deck_format) for deck, deck_format in pairs]
    pool = decklists.read(example.pool, pool=True) if example.pool is not None else None
    return findings_of(validate(example.event, decks, pool), names, "pool.txt")


def _question(example: Example) -> str:
    event = example.event
    product = ", ".join(f"{number} {key}" for key, number in event.product.items())
    parts = [event.format, event.structure, event.policy, f"as of {event.as_of}"]
    parts += [f"opened {product}"] if product else []
    parts += [f"each deck's format: {', '.join(example.deck_formats)}"] * bool(example.deck_formats)
    return ", ".join(parts)


def _all_codes() -> Iterator[str]:
    longest = max(len(code) for kind in KINDS.values() for code in kind.codes)
    for kind in KINDS.values():
        yield kind.plural
        for code, definition in kind.codes.items():
            yield f"  {code:<{longest}}  {definition.when}"
        yield ""
    yield "headjudge explain CODE tells more of one."


def _explanation(code: str) -> Iterator[str]:
    kind = KINDS[_kind(code)]
    yield f"{code}: {kind.singular}"
    yield kind.codes[code].when
    if run_code := run_codes().get(code):
        yield from _paragraph("source", SOURCE)
        yield from _paragraph("how to mend it", run_code.fix)
        yield from ("", "example", f"  {run_code.example}")
        return
    definition = DEFINITIONS[code]
    yield from _paragraph("rule", definition.explains)
    yield from _paragraph("source", definition.sources)
    yield from _paragraph("how to mend it", definition.mend)
    example = example_run(code)
    yield ""
    yield f"example: {_question(definition.example)}"
    for name, text in example.files:
        yield f"  {name}"
        yield from (f"    {line}" for line in text.splitlines())
    yield ""
    yield "findings"
    for finding in example.findings:
        yield from (f"  {line}" for line in finding_lines(finding, DETAILED))


def _paragraph(title: str, text: str) -> Iterator[str]:
    yield ""
    yield title
    yield from (f"  {line}" for line in textwrap.wrap(text, WIDTH, break_on_hyphens=False))


def _document(code: str) -> dict[str, object]:
    kind = _kind(code)
    document: dict[str, object] = {"code": code, "kind": kind, "when": KINDS[kind].codes[code].when}
    if run_code := run_codes().get(code):
        text = {"text": run_code.example}
        return {**document, "source": SOURCE, "mend": run_code.fix, "example": text}
    definition = DEFINITIONS[code]
    example = example_run(code)
    return {
        **document,
        "rule": definition.explains,
        "source": definition.sources,
        "mend": definition.mend,
        "example": {
            "asked": _question(definition.example),
            "files": [{"name": name, "text": text} for name, text in example.files],
            "messages": [finding.message for finding in example.findings],
        },
    }


def _kind(code: str) -> str:
    return next(name for name, kind in KINDS.items() if code in kind.codes)
