"""Errors that end the command before there is a verdict, and its exit codes."""

from collections.abc import Iterator
from contextlib import contextmanager

LEGAL, ILLEGAL, INVALID = 0, 1, 2
"""Exit codes of commands that judge; INVALID is that of every wrong question, too."""


class CommandError(Exception):
    """A wrong command line, file or question; each argument is a sentence for the user."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


def reason_of(error: Exception) -> str:
    """The system's message for an error, or the error's own."""
    return getattr(error, "strerror", None) or str(error)


@contextmanager
def file_errors(name: str, fault: str = "cannot be read") -> Iterator[None]:
    """Report errors of a file or folder as CommandError."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: NUL in the name
        raise CommandError(f"{name} {fault}: {reason_of(error)}.") from None
