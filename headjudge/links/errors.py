"""Errors of fetching lists. The text is a sentence for the user who gave the link."""

from __future__ import annotations

from messages import MessageError


class LinkError(MessageError):
    """No list could be read from the link; the text is a whole sentence."""


class WrongAddress(LinkError):
    """The address is not allowed or has no list: the user must give another one."""


class Refused(LinkError):
    """The site did not serve the list; it may after `retry_after` seconds, if stated."""

    def __init__(self, sentence: str, retry_after: int | None = None) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after


class TooSlow(LinkError):
    """The site did not serve the list in time."""
