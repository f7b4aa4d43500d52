"""Parts shared by `--fix` and `fmt`: read files, change each, write files or a diff."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from headjudge import decklists
from headjudge.cli.errors import INVALID, CommandError
from headjudge.cli.files import STDIN, display_name
from headjudge.cli.output import Data, tell
from headjudge.cli.rewriting import deck_files
from headjudge.cli.rewriting.deck_files import TextFile
from headjudge.cli.teams.deck_texts import is_list
from headjudge.cli.terminal import printable
from headjudge.decklists.encoding import split
from headjudge.decklists.file_names import is_never_deck
from messages import say_count

MOST_LINES = 5_000
"""Maximum for a text to rewrite. It is read some twenty times, while its lines stay cached
(`classifier.REMEMBERED_LINES`); the lists of a team are much shorter."""
COMPARED_LINES = 500
"""Maximum lines of a text to compare, as the time may grow with their cube."""


class Changed(NamedTuple):
    """A text after a change that preserves its meaning."""

    text: str
    remarks: tuple[str, ...] = ()
    """Applied changes, one line each, printed after the file's name."""
    left: tuple[str, ...] = ()
    """Changes that are left to the user."""


Change = Callable[[str], Changed]


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The files, and the option to print the changes instead."""
    command.add_argument(
        "paths",
        nargs="*",
        default=["."],
        metavar="PATH",
        help="decklists, and folders with some (the current one); - is standard input",
    )
    command.add_argument("--diff", action="store_true", help="print what would change; change none")


def rewrite(options: argparse.Namespace, change: Change, *, is_trial: bool) -> tuple[str, int]:
    """Change the files; the text to print and the exit code. Raises CommandError.

    The exit code is 1 if a trial (or a diff) finds something to change, or if a named file cannot
    be read, and 2 if one could not be written. Standard input is printed with its changes.
    """
    if STDIN in options.paths:
        return _filter(options, change, is_trial=is_trial)
    printed: list[str] = []
    changes, is_written = 0, True
    files, is_read = _files(options.paths)  # all are read before the first is written
    for file in files:
        result = _apply(file, change)
        _say(file, result.left)
        if result.text == file.text:
            continue
        if options.diff:
            changes += 1
            printed.append(_diff(file, result.text))
        elif is_trial or _write(file, result.text):
            changes += 1
            printed.append(printable(f"{file.name}{line}" for line in result.remarks))
        else:
            is_written = False
    if not options.diff:
        printed.append(_summary(changes, len(files), is_trial=is_trial))
    text = Data("".join(printed)) if options.diff else "".join(printed)
    if not is_written:
        return text, INVALID
    return text, 1 if not is_read or (changes and (is_trial or options.diff)) else 0


def _apply(file: TextFile, change: Change) -> Changed:
    """The text after the change; unchanged if it is no list of a team."""
    if len(split(file.text)) > MOST_LINES:
        return Changed(file.text, left=(f": left as it is: more than {MOST_LINES:,} lines.",))
    return change(file.text)


def _write(file: TextFile, text: str) -> bool:
    """Write the file; report failures, so that the other files are still written."""
    try:
        deck_files.replace(file, text)
    except CommandError as error:
        tell(*error.args)
        return False
    return True


def _filter(options: argparse.Namespace, change: Change, *, is_trial: bool) -> tuple[str, int]:
    if options.paths != [STDIN]:
        raise CommandError("Standard input is rewritten alone: name no files beside it.")
    file = deck_files.read_file(STDIN)
    result = _apply(file, change)
    _say(file, result.left)
    is_changed = result.text != file.text
    if options.diff:
        return _diff(file, result.text), int(is_changed)
    if is_trial:
        remarks = (f"{display_name(STDIN)}{line}" for line in result.remarks)
        return printable(remarks), int(is_changed)
    return Data(result.text), 0


def _files(paths: Sequence[str]) -> tuple[list[TextFile], bool]:
    """The deck files, read, and whether all named files were readable."""
    files, is_read = [], True
    for name, root in deck_files.deck_files(paths):
        try:
            file = deck_files.read_file(name, root)
        except CommandError as error:
            is_named = root is None
            if is_named and not os.path.lexists(name):
                raise
            is_read = is_read and not is_named
            tell(*error.args)
            continue
        if _holds_decks(file):
            files.append(file)
        elif root is None:
            _say(file, [": left as it is: it does not read as a decklist."])
    return files, is_read


def _holds_decks(file: TextFile) -> bool:
    """Whether it is a deck file: hooks also name other files."""
    if is_never_deck(Path(file.name).name):
        return False
    return not file.text.strip() or is_list(file.name, file.text, decklists.read_team(file.text))


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


def _summary(changes: int, files: int, *, is_trial: bool) -> str:
    verb = "would be" if is_trial else "was" if changes == 1 else "were"
    return f"{changes} of {say_count(files, '{number} file', '{number} files')} {verb} changed.\n"
