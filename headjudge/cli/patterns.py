"""Patterns of files, as in `.gitignore` (https://git-scm.com/docs/gitignore).

Each becomes a regular expression without backtracking between its stars, so that matching takes
time in proportion to the name, whatever the pattern.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

LONGEST = 1_000
"""Characters of a pattern: no path is longer that anybody would type."""
MOST = 50_000
"""Characters of all patterns together."""
_CLASS = r"\[(?P<not>[!^]?)(?P<set>\]?(?:\\.|[^\]\\/])*)\]"


class WrongPattern(ValueError):
    """The text is no pattern; the message is a sentence."""


class Pattern(NamedTuple):
    """A pattern, and whether it takes out what others leave in (`!`)."""

    text: str
    regex: re.Pattern[str]
    """Matches paths; those of folders end in a slash."""
    is_negative: bool


class Patterns:
    """Patterns in order: the last one that matches a path decides."""

    def __init__(
        self, lines: Iterable[str], *, any_case: bool = False, of_contents: bool = False
    ) -> None:
        """Raises WrongPattern. With `any_case` capitals and small letters are the same; with
        `of_contents` a pattern that matches a folder matches all that is in it."""
        texts = [line for line in lines if line.strip() and not line.startswith("#")]
        if sum(map(len, texts)) > MOST:
            raise WrongPattern(f"The patterns have more than {MOST:,} characters.")
        self._patterns: Sequence[Pattern] = [
            _pattern(text, any_case, of_contents) for text in texts
        ]

    def match(self, path: str) -> str | None:
        """The pattern that decides for the path, unless it is negative or there is none."""
        for pattern in reversed(self._patterns):
            if pattern.regex.match(path):
                return None if pattern.is_negative else pattern.text
        return None


def _pattern(line: str, any_case: bool, of_contents: bool) -> Pattern:
    if len(line) > LONGEST:
        raise WrongPattern(f"A pattern has at most {LONGEST:,} characters.")
    if "[:" in line:
        raise WrongPattern("Write [a-z] in place of a class such as [:alpha:].")
    text = line if line.endswith("\\ ") else line.rstrip()
    is_negative = text.startswith("!")
    body = text[is_negative:]
    of_folders = body.endswith("/")
    parts = body.strip("/").split("/")
    if not body.startswith("/") and len(parts) == 1:
        parts.insert(0, "**")
    end = "/" if of_folders else r"(?:/|\Z)" if of_contents else r"/?\Z"
    if of_folders and not of_contents:
        end = r"/\Z"
    flags = re.I if any_case else re.NOFLAG
    return Pattern(line, re.compile(_path(parts) + end, flags), is_negative)


def _path(parts: Sequence[str]) -> str:
    """The expression of the parts of a path; `**` stands for any number of folders."""
    runs: list[list[str]] = [[]]
    for part, before in zip(parts, ["", *parts], strict=False):
        if part != "**":
            runs[-1].append(_part(part))
        elif before != "**":
            runs.append([])
    first, *others = ["/".join(run) for run in runs]
    expression = first
    for at, run in enumerate(others, 1):
        expression += "/" if expression else ""
        # The first place where what follows fits leaves the most for the rest.
        inner = rf"(?:[^/]+/)*?{run or '[^/]+'}"
        expression += inner if at == len(others) else f"(?>{inner}(?=/))"
    return expression


def _part(text: str) -> str:
    """The expression of a name: `*`, `?`, `[a-z]` and a backslash before a sign."""
    pieces: list[str] = [""]
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == "*":
            pieces.append("")
        elif sign == "?":
            pieces[-1] += "[^/]"
        elif sign == "[" and (letters := re.compile(_CLASS).match(text, at)):
            pieces[-1] += _class(letters)
            at = letters.end() - 1
        else:
            at += sign == "\\" and at + 1 < len(text)
            pieces[-1] += re.escape(text[at])
        at += 1
    first, *others = pieces
    if not others:
        return first
    *middle, last = others
    steps = "".join(f"(?>[^/]*?{piece})" for piece in middle if piece)
    return f"{first}{steps}[^/]*{last}" if first or steps or last else "[^/]+"


def _class(letters: re.Match[str]) -> str:
    inner = re.sub(
        r"\\(?=[^\\\]^-])|(?=[\[&~|])", lambda part: "" if part[0] else "\\", letters["set"]
    )
    negation = "^" if letters["not"] else ""
    expression = f"(?!/)[{negation}{inner}]" if inner else re.escape(letters[0])
    try:
        re.compile(expression)
    except re.error:
        return re.escape(letters[0])
    return expression
