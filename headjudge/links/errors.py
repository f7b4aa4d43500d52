"""Why a list cannot be had from a link. The text is a sentence for whoever gave the link."""

from __future__ import annotations


class LinkError(Exception):
    """No list was read from the link; the text is a whole sentence, a message where it is told."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class WrongAddress(LinkError):
    """The address is none that is fetched, or no list is there: another one must be given."""


class Refused(LinkError):
    """The site did not give the list; it may later, after `retry_after` seconds if it says so."""

    def __init__(self, sentence: str, retry_after: int | None = None) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after


class TooSlow(LinkError):
    """The site did not give the list in time."""
