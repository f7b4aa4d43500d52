"""`headjudge check --fix`: corrects the titles in deck files, where that is certain.

Each correction is proven: the new text has to be read as the same decks. Files are replaced
atomically, with their encoding.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import tempfile
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from cards import catalogue
from headjudge import decklists
from headjudge.cli.discovery import Team
from headjudge.cli.errors import INVALID, CommandError, file_errors
from headjudge.cli.files import STDIN, decode, display_name, is_link, read_bytes
from headjudge.cli.output import Data, printable, tell
from headjudge.decklists import edits
from headjudge.decklists.edits import OWN_COMMENT, Correction, Meant, apply_edits, rows
from headjudge.decklists.syntaxes import DOCUMENTS
from messages import say_count
from validator.decks import Deck
from validator.report import digest
from validator.titles import resolve

COMPARED_LINES = 500
"""Maximum lines of a text to compare, as the time may grow with their cube."""
MOST_TRIED = 100
"""Maximum corrections verified one by one, if they fail all together."""
MAIN_MINIMA = (60, 40)
"""Minimum main deck sizes in Constructed and Limited, which decide about blank lines."""
BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "cp1252")
"""Encodings in which a text gives its original bytes again."""
DOCUMENT_IDS = frozenset(syntax.id for syntax in DOCUMENTS)


class Fixed(NamedTuple):
    """A text after its corrections."""

    text: str
    remarks: tuple[str, ...] = ()
    """Applied corrections, one line each, printed after the file's name."""
    left: tuple[str, ...] = ()
    """Corrections that are left to the user."""


def correct(teams: Iterable[Team], *, only_diff: bool) -> tuple[str, int]:
    """Correct the files of the teams; the text to print and the exit code. Raises CommandError.

    With `only_diff` nothing is written, and the code is 1 if something would change. It is 2 if a
    file could not be written. Standard input is printed with its changes.
    """
    files = [*_files(teams)]
    if any(file.name == STDIN for file in files):
        return _filter(files, only_diff=only_diff)
    printed: list[str] = []
    changes, is_written = 0, True
    for file in files:  # all are read before the first is written
        result = fix_text(file.text)
        _say(file, result.left)
        if result.text == file.text:
            continue
        if only_diff:
            changes += 1
            printed.append(_diff(file, result.text))
        elif _write(file, result.text):
            changes += 1
            printed.append(printable(f"{file.name}{line}" for line in result.remarks))
        else:
            is_written = False
    if only_diff:
        return Data("".join(printed)), int(changes > 0)
    printed.append(_summary(changes, len(files)))
    return "".join(printed), 0 if is_written else INVALID


def _files(teams: Iterable[Team]) -> Iterator[TextFile]:
    """The files of all teams that can be read, without repetition."""
    seen: set[str] = set()
    for team in teams:
        names = {file.name: file.text for file in team.files if file.problem is None}
        if team.pool:
            names[team.pool] = ""
        for name, text in names.items():
            if is_link(name):
                raise CommandError(f"{name} is a link, and only files are corrected.")
            real = os.path.realpath(name)
            if real in seen:
                continue
            seen.add(real)
            if name == display_name(STDIN):  # it has been read
                yield TextFile(STDIN, text, "utf-8", b"")
            else:
                yield read_file(name, team.root)


def _filter(files: Sequence[TextFile], *, only_diff: bool) -> tuple[str, int]:
    (file,) = files
    result = fix_text(file.text)
    _say(file, result.left)
    if only_diff:
        return _diff(file, result.text), int(result.text != file.text)
    return Data(result.text), 0


def fix_text(text: str) -> Fixed:
    """The text with all certain corrections."""
    decks = _decks_of(text)
    syntax = decks[0].decklist.syntax
    meant = [title for deck in decks for title in _corrected(deck)]
    if syntax in DOCUMENT_IDS:
        candidates = edits.titles_in_document(edits.Names(text, syntax), meant)
    else:
        lines = rows(text, [deck.decklist for deck in decks])
        candidates = edits.titles_in_lines(lines, meant)
    text, done, left = _proven(text, candidates, _proof(text))
    return Fixed(
        text,
        tuple(f":{correction.number}: {correction.message}." for correction in done),
        tuple(f":{correction.number}: left as it is: {correction.message}." for correction in left),
    )


def _corrected(deck: Deck) -> Iterator[Meant]:
    """The names in the deck that were read as titles in another spelling."""
    facts = catalogue()
    for line, card in deck.entries:
        code = line.set_code
        match = facts.find_printed(line.name, code) if code else facts.find(line.name)
        if match.level == "corrected" and line.number is not None:
            yield Meant(line.number, line.name, card.title)


def _proof(text: str) -> Callable[[str, int], bool]:
    """Whether another text has the same decks, with that many misspelt titles less."""

    def count(text: str) -> int:
        return sum(1 for deck in _decks_of(text) for _ in _corrected(deck))

    before = count(text)
    return lambda after, made: reads_alike(text, after) and count(after) == before - made


def _proven(
    text: str, candidates: Iterable[Correction], is_proven: Callable[[str, int], bool]
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


# What two texts mean


def reads_alike(before: str, after: str) -> bool:
    """Whether the reader gets the same decks from both, with the same syntax and doubts."""
    return before == after or all(
        _content(before, size) == _content(after, size) for size in MAIN_MINIMA
    )


def _decks_of(text: str, main_min: int = MAIN_MINIMA[0]) -> tuple[Deck, ...]:
    """The decks of a text, each with its cards."""
    decks = decklists.read_team(text, main_min=main_min)
    return tuple(resolve(deck, index, catalogue()) for index, deck in enumerate(decks))


@lru_cache(4)  # a text is compared with several others in turn
def _content(text: str, main_min: int) -> Hashable:
    decks = _decks_of(text, main_min)
    content = tuple(
        (
            deck.decklist.syntax,
            deck.decklist.player,
            digest(deck),
            tuple(line.text for line in deck.decklist.unreadable),
            tuple(notice.code for notice in deck.decklist.notices),
        )
        for deck in decks
    )
    return content, _explanation(text, decks)


def _explanation(text: str, decks: Sequence[Deck]) -> Hashable:
    """The comments for Headjudge directly above cards, each with the card's title."""
    if not OWN_COMMENT.search(text):
        return ()
    titles = {line.number: card.title for deck in decks for line, card in deck.entries}
    return tuple(
        sorted(
            (above.text.strip(), titles.get(row.number, row.card.name))
            for above, row in pairwise(rows(text, [deck.decklist for deck in decks]))
            if row.card and not above.card and OWN_COMMENT.search(above.text)
        )
    )


# Files


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of lists as text, with the information needed to write it back."""

    name: str
    text: str
    encoding: str
    bom: bytes

    def with_text(self, text: str) -> bytes:
        """The bytes of the file with another text; raises CommandError."""
        try:
            return self.bom + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            sign = error.object[error.start]
            raise CommandError(
                f"{display_name(self.name)} is {self.encoding}, which has no “{sign}”: save the"
                " file as UTF-8 first."
            ) from None


def read_file(name: str, root: Path | None = None) -> TextFile:
    """Read a file, or standard input; raises CommandError. `root` as for `files.real_path`."""
    data = read_bytes(name, root)
    text = decode(name, data).text
    bom = next((bom for bom in BOMS if data.startswith(bom)), b"")
    for encoding in ENCODINGS:
        with suppress(UnicodeEncodeError):
            if bom + text.encode(encoding) == data:
                return TextFile(name, text, encoding, bom)
    raise CommandError(f"{display_name(name)} could not be written back unchanged.")


def _write(file: TextFile, text: str) -> bool:
    """Write the file; report failures, so that the other files are still written."""
    try:
        replace(file, text)
    except CommandError as error:
        tell(*error.args)
        return False
    return True


def replace(file: TextFile, text: str) -> None:
    """Replace a file's text atomically; raises CommandError.

    Links are kept, and their targets replaced.
    """
    data = file.with_text(text)
    path = Path(os.path.realpath(file.name))
    with file_errors(file.name, "cannot be written"):
        if not os.access(path, os.W_OK):
            raise PermissionError(None, "it is read-only")
        _replace(path, data)


def _replace(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        Path(temporary).chmod(path.stat().st_mode)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


# What is printed


def _say(file: TextFile, remarks: Sequence[str]) -> None:
    sys.stderr.write(printable(f"{display_name(file.name)}{line}" for line in remarks))


def _diff(file: TextFile, text: str) -> Data:
    """The changes in the format of `diff -u`, unescaped: a patch must match the file."""
    before, after = (list(io.StringIO(version, newline="\n")) for version in (file.text, text))
    name = display_name(file.name)
    is_long = max(len(before), len(after)) > COMPARED_LINES
    diff = _whole_diff(before, after, name) if is_long else unified_diff(before, after, name, name)
    lines = [
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in diff
    ]
    return Data("".join(lines))


def _whole_diff(before: Sequence[str], after: Sequence[str], name: str) -> Iterator[str]:
    """The same as a single hunk that replaces every line."""
    yield from (f"--- {name}\n", f"+++ {name}\n", f"@@ -1,{len(before)} +1,{len(after)} @@\n")
    yield from (f"-{line}" for line in before)
    yield from (f"+{line}" for line in after)


def _summary(changes: int, files: int) -> str:
    verb = "was" if changes == 1 else "were"
    return f"{changes} of {say_count(files, '{number} file', '{number} files')} {verb} changed.\n"
