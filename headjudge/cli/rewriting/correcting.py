"""Certain corrections in files: `headjudge check --fix`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence

from cards import catalogue
from headjudge import decklists
from headjudge.cli.rewriting.rewrite import Changed, rewrite
from headjudge.cli.rewriting.same_reading import decks_of, reads_alike
from headjudge.decklists.rewriting import corrections, order
from headjudge.decklists.rewriting.corrections import Meant
from headjudge.decklists.rewriting.texts import Correction, apply_edits, rows
from headjudge.decklists.syntaxes import DOCUMENTS
from validator.decks import Deck

MOST_TRIED = 100
"""Maximum corrections verified one by one, if they fail all together."""
DOCUMENT_IDS = frozenset(syntax.id for syntax in DOCUMENTS)
Proof = Callable[[str, int], bool]
"""Whether a text with that many corrections still means the same."""


def correct(options: argparse.Namespace) -> tuple[str, int]:
    """The summary (with --diff, the changes) and the exit code; raises CommandError."""
    return rewrite(options, fix_text, is_trial=False)


def fix_text(text: str) -> Changed:
    """The text with all certain corrections applied."""
    decks = decks_of(text)
    syntax = decks[0].decklist.syntax
    meant = [deck_title for deck in decks for deck_title in _corrections(deck)]
    if syntax in DOCUMENT_IDS:
        candidates = corrections.titles_in_document(corrections.Names(text, syntax), meant)
        text, done, left = _proven(text, candidates, _mends_titles(text))
    else:
        lines = rows(text, [deck.decklist for deck in decks])
        candidates = corrections.titles_in_lines(lines, meant)
        text, done, left = _proven(text, candidates, _mends_titles(text))
        text, merged, _ = _proven(text, _merges(text), _keeps(text))
        done = sorted([*done, *merged])
    remarks = [f":{correction.number}: {correction.message}." for correction in done]
    if syntax not in DOCUMENT_IDS and (ordered := _sort_sections(text)):
        text = ordered
        remarks.append(": the sections, put in order.")
    return Changed(
        text,
        tuple(remarks),
        tuple(f":{correction.number}: left as it is: {correction.message}." for correction in left),
    )


def _corrections(deck: Deck) -> Iterator[Meant]:
    """The names in the deck that were read as titles in another spelling."""
    facts = catalogue()
    for line, card in deck.entries:
        code = line.set_code
        match = facts.find_printed(line.name, code) if code else facts.find(line.name)
        if match.level == "corrected" and line.number is not None:
            yield Meant(line.number, line.name, card.title)


def _mends_titles(text: str) -> Proof:
    """A proof that the decks are equal, with one misspelt title less per correction."""

    def count(text: str) -> int:
        return sum(1 for deck in decks_of(text) for _ in _corrections(deck))

    keeps, before = _keeps(text), count(text)
    return lambda after, made: keeps(after, made) and count(after) == before - made


def _keeps(text: str) -> Proof:
    """A proof that the decks are equal."""
    return lambda after, _: reads_alike(text, after)


def _merges(text: str) -> Iterable[Correction]:
    decks = decks_of(text)
    titles = {
        line.number: card.title
        for deck in decks
        for line, card in deck.entries
        if line.number is not None
    }
    return corrections.merged_lines(rows(text, [deck.decklist for deck in decks]), titles)


def _sort_sections(text: str) -> str | None:
    """The text of one deck with its sections in order; None if they already are."""
    decks = decklists.read_team(text)
    ordered = order.in_order(rows(text, decks)) if len(decks) == 1 else None
    return ordered if ordered and reads_alike(text, ordered) else None


def _proven(
    text: str, candidates: Iterable[Correction], is_proven: Proof
) -> tuple[str, Sequence[Correction], Sequence[Correction]]:
    """The text with the corrections that can be proven; those, and the others."""
    possible, left = list[Correction](), list[Correction]()
    for correction in candidates:
        (possible if correction.edits else left).append(correction)
    corrected = _apply(text, possible)
    if is_proven(corrected, len(possible)):
        return corrected, possible, left
    done: list[Correction] = []
    for correction in possible[:MOST_TRIED]:
        if is_proven(_apply(text, [*done, correction]), len(done) + 1):
            done.append(correction)
    left += [correction for correction in possible if correction not in done]
    return _apply(text, done), done, sorted(left)


def _apply(text: str, made: Iterable[Correction]) -> str:
    return apply_edits(text, (edit for correction in made for edit in correction.edits))
