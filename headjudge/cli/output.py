"""Standard output and standard error: everything printed goes through this module.

Names and lists are untrusted. `visible` escapes them: they cannot move the cursor of a terminal,
change the direction of text, end a line, or act as a command to a CI runner that reads its job's
log. `guard_streams` applies it to both streams, so that whatever a command forgets to escape is
escaped as well.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from headjudge.cli.errors import CommandError

if TYPE_CHECKING:
    import argparse


UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories: controls, formats, surrogates, line and paragraph separators."""
INK = re.compile(r"(\x1b\[(?:0|1;3[1-4])m)")
"""The colors of reports, the only escape sequences allowed: ECMA-48, 8.3.117 (SGR)."""
LEADING_COMMAND = re.compile(r"\A\s*:(?=:|\Z)")
"""The beginning of a workflow command of GitHub: `::name`, also after white space.
https://github.com/actions/runner parses it in ActionCommand.cs."""
INNER_COMMAND = re.compile(r"#(?=#[A-Za-z]*\[)")
"""Commands anywhere in a line: `##[name]` (GitHub), `##vso[` (Azure), `##teamcity[`."""


class Data(str):
    """Text for programs (a list, a document, a patch), only escaped for terminals."""

    __slots__ = ()


def as_json(document: object, indent: int | None = None) -> Data:
    """The document as ASCII JSON without commands of CI runners."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(document, indent=indent, separators=separators)
    return Data(text.replace("##", "#\\u0023") + "\n")


def visible(text: str) -> str:
    """The text on one line, with anything escaped that a terminal or CI runner would act on."""
    return LEADING_COMMAND.sub(_escape, _within(text))


def escaped(text: str) -> str:
    """The text on one line, with terminal control characters escaped."""
    if text.isprintable():
        return text
    return "".join(
        repr(letter)[1:-1] if unicodedata.category(letter) in UNPRINTABLE else letter
        for letter in text
    )


def tell(*sentences: str) -> None:
    """Print the sentences to standard error, one per line."""
    for sentence in sentences:
        print(f"headjudge: {visible(sentence)}", file=sys.stderr)


def tell_failure(error: Exception, of: str) -> str:
    """Print where an error of our own came from; returns a sentence that it is one."""
    sys.excepthook(type(error), error, error.__traceback__)
    return (
        f"Headjudge failed on this {of} ({type(error).__name__}): a fault in Headjudge, which says"
        " nothing about any deck."
    )


def write(text: str) -> None:
    """Write to standard output; raises BrokenPipeError, or CommandError if the disk is full."""
    out = sys.stdout
    if isinstance(text, Data) and isinstance(out, Guard) and not out.isatty():
        out.put(text)
    elif isinstance(text, Data):
        out.write("\n".join(map(escaped, text.split("\n"))))
    else:
        out.write(text)
    out.flush()


class Guard:
    """A standard stream with `visible` applied: output keeps only its lines and colors."""

    def __init__(self, stream: TextIO, *, may_fail: bool) -> None:
        """If `may_fail`, write errors are ignored."""
        self.stream = stream
        self._may_fail = may_fail
        self._is_begun = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write the text, escaped; raises BrokenPipeError or CommandError."""
        first, *others = text.split("\n")
        lines = [_line(first, is_begun=self._is_begun), *map(_line, others)]
        is_begun = self._is_begun and not others
        self._is_begun = is_begun or bool([first, *others][-1].strip())
        self.put("\n".join(lines))
        return len(text)

    def put(self, text: str) -> None:
        """Write the text unescaped; raises BrokenPipeError or CommandError."""
        with self._failing():
            self.stream.write(text)

    def flush(self) -> None:
        """Flush the stream; raises BrokenPipeError or CommandError."""
        with self._failing():
            self.stream.flush()

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            # Nothing more can be written, including at exit.
            discard(self.stream)
            if self._may_fail:
                return
            if isinstance(error, BrokenPipeError):
                raise
            reason = error.strerror or str(error)
            raise CommandError(f"Standard output cannot be written: {reason}.") from None


@contextmanager
def guard_streams() -> Iterator[None]:
    """Guard both standard streams, and tolerate limited encodings."""
    before = sys.stdout, sys.stderr
    guard_errors()
    # Without standard output, use a stream that cannot be written.
    out = sys.stdout or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = cast(TextIO, Guard(_tolerant(out), may_fail=False))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def guard_errors() -> None:
    """Guard standard error, permanently for this process."""
    errors = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if not isinstance(errors, Guard):
        sys.stderr = cast(TextIO, Guard(_tolerant(errors), may_fail=True))


def discard(stream: TextIO) -> None:
    """Redirect everything pending and future in the stream to nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _tolerant(stream: TextIO) -> TextIO:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream


def _line(text: str, *, is_begun: bool = False) -> str:
    """A line, or the rest of one, with the colors of reports."""
    first, *others = INK.split(text)
    safe = [_within(first) if is_begun else visible(first)]
    safe += [part if INK.fullmatch(part) else _within(part) for part in others]
    return "".join(safe)


def _within(text: str) -> str:
    return INNER_COMMAND.sub(_escape, escaped(text))


def _escape(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}"


# Lines of text


def has_colour() -> bool:
    """Whether to use colors, as on terminals: see https://no-color.org, https://force-color.org."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (
        sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    )


def printable(lines: Iterable[str]) -> str:
    """The lines, escaped for terminals, each with a line feed."""
    return "".join(visible(line) + "\n" for line in lines)


def answer_text(options: argparse.Namespace, document: object, lines: Iterable[str]) -> str:
    """The answer as JSON if the options ask for that, otherwise as lines."""
    return as_json(document) if options.json else printable(lines)
