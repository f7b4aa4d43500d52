"""What ends the command before there is a verdict."""


class CannotBeAsked(Exception):
    """The question cannot be asked; the text is a sentence for the user."""
