"""Standard output and standard error: all that is printed goes through here.

Names and lists are a stranger's. `visible` is the one function that escapes them: nothing of them
moves the cursor of a terminal, turns the direction of writing, ends a line, or is a command of the
program that runs a job and reads its log. `guarded` puts it before both streams, so that what a
command forgets to escape is escaped as well.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from headjudge.cli.errors import CommandError

UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories: controls, formats and surrogates, separators of lines and paragraphs."""
INK = re.compile(r"(\x1b\[(?:0|1;3[1-4])m)")
"""The colours of reports, which alone pass: ECMA-48, 8.3.117 (SGR)."""
BEGINNING = re.compile(r"\A\s*:(?=:|\Z)")
"""Where a line is a command of GitHub's runner: `::name`, behind white space as well.
https://github.com/actions/runner reads it in ActionCommand.cs."""
ANYWHERE = re.compile(r"#(?=#[a-z]*\[)", re.I)
"""Where any part of a line is a command: `##[name]` (GitHub), `##vso[` (Azure), `##teamcity[`."""


class Data(str):
    """Text for programs: a list, a document, a patch. A terminal alone has it with escapes."""

    __slots__ = ()


def as_json(document: object, indent: int | None = None) -> Data:
    """The document as JSON in ASCII, in which no text is a command of a runner."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(document, indent=indent, separators=separators)
    return Data(text.replace("##", "#\\u0023") + "\n")


def visible(text: str) -> str:
    """The text in one line, with escapes for what a terminal or a runner would act upon."""
    return BEGINNING.sub(_escape, _within(text))


def escaped(text: str) -> str:
    """The text in one line, with escapes for what could rewrite the terminal."""
    if text.isprintable():
        return text
    return "".join(
        repr(letter)[1:-1] if unicodedata.category(letter) in UNPRINTABLE else letter
        for letter in text
    )


def tell(*sentences: str) -> None:
    """Say the sentences on standard error, a line each."""
    for sentence in sentences:
        print(f"headjudge: {visible(sentence)}", file=sys.stderr)


def write(text: str) -> None:
    """Write to standard output; raises BrokenPipeError, and CommandError where it is full."""
    out = sys.stdout
    if isinstance(text, Data) and isinstance(out, Guard) and not out.isatty():
        out.put(text)
    elif isinstance(text, Data):
        out.write("\n".join(map(escaped, text.split("\n"))))
    else:
        out.write(text)
    out.flush()


class Guard:
    """A standard stream behind `visible`: what is written keeps its lines and colours, no more."""

    def __init__(self, stream: TextIO, *, may_fail: bool) -> None:
        """Where the stream `may_fail`, what cannot be written is lost and nobody is told."""
        self.stream = stream
        self._may_fail = may_fail
        self._is_begun = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write the text with escapes; raises BrokenPipeError, CommandError."""
        first, *others = text.split("\n")
        lines = [_line(first, is_begun=self._is_begun), *map(_line, others)]
        is_begun = self._is_begun and not others
        self._is_begun = is_begun or bool([first, *others][-1].strip())
        self.put("\n".join(lines))
        return len(text)

    def put(self, text: str) -> None:
        """Write the text as it is; raises BrokenPipeError, CommandError."""
        with self._failing():
            self.stream.write(text)

    def flush(self) -> None:
        """Hand over what was written; raises BrokenPipeError, CommandError."""
        with self._failing():
            self.stream.flush()

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            # Nothing more is to be written, at exit either.
            discard(self.stream)
            if self._may_fail:
                return
            if isinstance(error, BrokenPipeError):
                raise
            reason = error.strerror or str(error)
            raise CommandError(f"Standard output cannot be written: {reason}.") from None


@contextmanager
def guarded() -> Iterator[None]:
    """Let all that is printed go through `visible`, to streams that may know few letters."""
    before = sys.stdout, sys.stderr
    guard_errors()
    # Without standard output there is a stream that cannot be written.
    out = sys.stdout or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = cast(TextIO, Guard(_tolerant(out), may_fail=False))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def guard_errors() -> None:
    """Put the guard before standard error, in this process and for good."""
    errors = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if not isinstance(errors, Guard):
        sys.stderr = cast(TextIO, Guard(_tolerant(errors), may_fail=True))


def drawing() -> TextIO:
    """Standard error itself, for bars that move the cursor and hold no text of a stranger."""
    return cast(TextIO, getattr(sys.stderr, "stream", sys.stderr))


def discard(stream: TextIO) -> None:
    """Let what was written and will be written to the stream be lost."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _tolerant(stream: TextIO) -> TextIO:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream


def _line(text: str, *, is_begun: bool = False) -> str:
    """A line, or the rest of one that is begun, with the colours of reports."""
    first, *others = INK.split(text)
    safe = [_within(first) if is_begun else visible(first)]
    safe += [part if INK.fullmatch(part) else _within(part) for part in others]
    return "".join(safe)


def _within(text: str) -> str:
    return ANYWHERE.sub(_escape, escaped(text))


def _escape(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}"
