"""The manual page, out of what each command says of itself: `python -m tools.manual`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator

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
    ("2", "That cannot be asked: no such file, no such format, a wrong option. Standard error"
     " says why."),
    ("130", "Interrupted."),
)  # fmt: skip
FILES = (
    ("headjudge.toml", "What is checked and how, for the folder that it is in and those below."),
    ("pyproject.toml", "The same, under [tool.headjudge]."),
    ("*.txt, *.dek, *.cod, *.dck, *.dec, *.mwDeck, *.csv, *.json",
     "The files that are taken for decklists in a folder. The syntax is told from what is in"
     " them."),
)  # fmt: skip
ENVIRONMENT = (
    ("NO_COLOR", "If set and not empty, nothing is printed in colours."),
    ("HTTP_PROXY, HTTPS_PROXY, NO_PROXY", "The proxies by which a running service is asked."),
)
SEE_ALSO = "The documentation in docs/, of which commands.md and checking.md are about this."


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
        yield from (".TP", _term(action), _escape(_help(action)))
    yield from (".PP", *_text(command.epilog or ""))


def _term(action: argparse.Action) -> str:
    """`-o, --output FILE`, or `FILE...`."""
    if not action.option_strings:
        return _value(action)
    names = ", ".join(rf"\fB{_escape(name)}\fR" for name in action.option_strings)
    return f"{names} {_value(action)}".rstrip()


def _value(action: argparse.Action) -> str:
    """What the parameter takes; empty for a switch."""
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


def _help(action: argparse.Action) -> str:
    return (action.help or "") % vars(action)


def _text(text: str) -> Iterator[str]:
    """Paragraphs; those that are indented keep their lines."""
    for paragraph in filter(None, re.split(r"\n\s*\n", text.rstrip())):
        if paragraph.startswith(" "):
            yield from (".PP", ".nf", *map(_escape, paragraph.splitlines()), ".fi")
        else:
            yield from (".PP", _escape(_join(paragraph.splitlines())))


def _join(lines: Iterable[str]) -> str:
    return " ".join(line.strip() for line in lines)


def _escape(text: str) -> str:
    """The text with nothing in it that roff would take for its own."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    print(page(), end="")
