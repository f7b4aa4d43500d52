"""The manual page, generated from the parsers of the commands: `python -m tools.manual`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from headjudge import __version__
from headjudge.cli.main import Parser, parser

TITLE = f'.TH HEADJUDGE 1 "" "headjudge {__version__}" "User Commands"'
NAME = "headjudge - check the decks of Magic teams against the rules of their event"
ABOUT = """\
headjudge tells whether a team may play its decks in an event: Two-Headed Giant first, and other
team and single-player events besides. It reads decklists in the syntaxes of many programs and
needs no network.
"""
STATUS = (
    ("0", "Yes: the decks are legal, the lists are the same, nothing is left to do."),
    ("1", "No: there are violations, differences, or files that would change."),
    ("2", "Wrong usage: no such file, no such format, a wrong option. Standard error has the"
     " reason."),
    ("130", "Interrupted."),
)  # fmt: skip
FILES = (
    ("headjudge.toml", "The settings of `headjudge check` for its folder and those below."),
    ("pyproject.toml", "The same, under [tool.headjudge]."),
    ("*.txt, *.dek, *.cod, *.dck, *.dec, *.mwDeck, *.csv, *.json",
     "The files in a folder that are read as decklists. The syntax is detected from the content."),
)  # fmt: skip
ENVIRONMENT = (
    ("NO_COLOR", "If set and not empty, nothing is printed in colours."),
    ("HTTP_PROXY, HTTPS_PROXY, NO_PROXY", "The proxies for requests to a running service."),
)
SEE_ALSO = "The documentation in docs/, above all commands.md and checking.md."


def page() -> str:
    """The manual page in the language of man(7). The same commands give the same page."""
    return "".join(f"{line}\n" for line in _page())


def _page() -> Iterator[str]:
    whole = parser()
    yield from (TITLE, ".SH NAME", _escape(NAME))
    yield from (".SH SYNOPSIS", r".B headjudge", r"[\-\-help] [\-\-version] COMMAND ...")
    yield from (".SH DESCRIPTION", *_text(ABOUT), ".SH COMMANDS")
    for command in whole.subcommands():
        yield from _command(command)
    for heading, entries in (
        ("EXIT STATUS", STATUS),
        ("FILES", FILES),
        ("ENVIRONMENT", ENVIRONMENT),
    ):
        yield f".SH {heading}"
        for term, text in entries:
            yield from (".TP", rf"\fB{_escape(term)}\fR", _escape(text))
    yield from (".SH SEE ALSO", _escape(SEE_ALSO))


def _command(command: Parser) -> Iterator[str]:
    parameters = command.parameters
    options = [action for action in parameters if action.option_strings]
    operands = " ".join(_value(action) for action in parameters if not action.option_strings)
    yield f".SS {_escape(command.prog)}"
    yield rf"\fB{_escape(command.prog)}\fR {'[OPTION]... ' if options else ''}{operands}".rstrip()
    yield from (".PP", *_text(command.description or ""))
    for action in parameters:
        yield from (".TP", _term(action), _escape((action.help or "") % vars(action)))
    yield from (".PP", *_text(command.epilog or ""))


def _term(action: argparse.Action) -> str:
    """`-o, --output FILE`, or `FILE...`."""
    if not action.option_strings:
        return _value(action)
    names = ", ".join(rf"\fB{_escape(name)}\fR" for name in action.option_strings)
    return f"{names} {_value(action)}".rstrip()


def _value(action: argparse.Action) -> str:
    """The placeholder of a parameter's value; empty for a switch."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        words = " ".join(action.metavar)
    elif action.metavar is None and action.choices is not None:
        words = "|".join(map(str, action.choices))
    else:
        words = action.metavar or action.dest.upper()
    value = rf"\fI{_escape(words)}\fR"
    if action.nargs in ("*", "?"):
        value = f"[{value}]"
    return f"{value}..." if action.nargs in ("*", "+") else value


def _text(text: str) -> Iterator[str]:
    """Paragraphs; those that are indented keep their lines."""
    for paragraph in filter(None, re.split(r"\n\s*\n", text.rstrip())):
        if paragraph.startswith(" "):
            yield from (".PP", ".nf", *map(_escape, paragraph.splitlines()), ".fi")
        else:
            yield from (".PP", _escape(" ".join(map(str.strip, paragraph.splitlines()))))


def _escape(text: str) -> str:
    """The text with the special characters of roff escaped."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    print(page(), end="")
