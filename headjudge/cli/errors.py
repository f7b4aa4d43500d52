"""What ends the command before there is a verdict."""


class CannotBeAsked(Exception):
    """The question cannot be asked; each argument is a sentence for the user."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))
