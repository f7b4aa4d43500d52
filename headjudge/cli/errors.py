"""Errors that end the command before there is a verdict."""


class CommandError(Exception):
    """A wrong command line, file or question; each argument is a sentence for the user."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))
