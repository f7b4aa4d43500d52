"""`headjudge fmt`: rewrite lists in the standard form of their syntax."""

from __future__ import annotations

import argparse
from functools import partial
from itertools import product

from headjudge import decklists
from headjudge.cli.rewriting import rewrite
from headjudge.cli.rewriting.rewrite import Changed
from headjudge.cli.rewriting.same_reading import reads_alike
from headjudge.decklists.rewriting.formatting import WISHES, format_list
from headjudge.decklists.syntax import TextSyntax

ROUNDS = 4
"""Maximum formatting passes; a text that still changes is left as it is."""
EPILOG = """\
Counts, spaces, headings and blank lines get the standard form of the list's syntax, and cards are
grouped by section. Titles, sets, marks and comments are kept. Lists in XML, JSON and tables are
left as they are.

exit status: 0 all files are formatted; 1 some would change (with --check or --diff), or cannot be
read; 2 wrong usage (no such file, a file that cannot be written...).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge fmt`."""
    command.description = "Format lists in plain text: the standard form of their syntax."
    command.epilog = EPILOG
    rewrite.add_arguments(command)
    command.add_argument(
        "--check",
        action="store_true",
        help="only list the files that would change",
    )
    command.add_argument(
        "--sort", action="store_true", help="sort the cards of each group of lines by name"
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The summary and the exit code; raises CommandError."""
    remark = ": would be formatted." if options.check else ": formatted."
    change = partial(format_text, by_title=options.sort, remark=remark)
    return rewrite.rewrite(options, change, is_trial=options.check)


def format_text(text: str, *, by_title: bool = False, remark: str = ": formatted.") -> Changed:
    """The text in the standard form of its syntax, with the same meaning."""
    decks = decklists.read_team(text)
    syntax = decklists.SYNTAXES[decks[0].syntax]
    if not isinstance(syntax, TextSyntax):
        return Changed(text, left=(f": left as it is: {syntax.name} is not formatted.",))
    result = text
    for _ in range(ROUNDS):
        before, result = result, _format_once(result, syntax, by_title=by_title)
        if result == before:
            return Changed(result, (remark,))
    return Changed(text)


def _format_once(text: str, syntax: TextSyntax, *, by_title: bool) -> str:
    """The text in the most complete form that still reads the same."""
    decks = decklists.read_team(text)
    for is_sorted, wish in product(dict.fromkeys((by_title, False)), WISHES):
        result = format_list(text, decks, syntax, wish, by_title=is_sorted)
        if result == text or reads_alike(text, result):
            return result
    return text
