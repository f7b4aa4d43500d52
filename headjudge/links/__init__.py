"""Lists by link: the address of a deck on a site, to the list that is there.

>>> import os
>>> from links import Links, of_environment
>>> Links(of_environment(os.environ, "on")).fetch("https://www.mtggoldfish.com/deck/1").text
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, NamedTuple

from headjudge import decklists
from headjudge.links.address import is_link
from headjudge.links.errors import LinkError, Refused, TooSlow, WrongAddress
from headjudge.links.settings import Settings, WrongSettings, of_environment
from messages import say
from validator import Decklist, Notice, Place
from validator.model import MAIN

if TYPE_CHECKING:
    from headjudge.links.fetching import Answer
    from headjudge.links.network import Network

__all__ = [
    "Fetched",
    "LinkError",
    "Links",
    "Refused",
    "Settings",
    "TooSlow",
    "WrongAddress",
    "WrongSettings",
    "is_link",
    "of_environment",
]

PAGES = frozenset({"text/html", "application/xhtml+xml"})


class Fetched(NamedTuple):
    """A list that was fetched."""

    address: str
    """As it was given."""
    site: str
    at: datetime.datetime
    """When its site gave it, in UTC."""
    text: str
    player: str | None = None
    """Whose deck it is there."""
    syntax: str | None = None
    """The syntax of the text, where it is not to be told from the text."""
    encoding: str | None = None
    """The encoding, where it had to be guessed."""

    def mark_source(self, decks: tuple[Decklist, ...]) -> tuple[Decklist, ...]:
        """The decks that were read of the text, with where they come from.

        The first has the notice `list-fetched`. A single deck that names no player is that of
        its owner on the site.
        """
        first, *others = decks
        notice = Notice(
            "list-fetched",
            "info",
            say(
                "The list was read from {address}, as {site} gave it on {day} at {time} UTC.",
                address=self.address,
                site=self.site,
                day=self.at.date().isoformat(),
                time=f"{self.at:%H:%M:%S}",
            ),
            (Place(None, MAIN),),
        )
        owner = None if others else self.player
        first = first._replace(player=first.player or owner, notices=(notice, *first.notices))
        if self.syntax:
            because = say("a deck document of {site}, a line a card", site=self.site)
            first = first._replace(because=because)
        return (first, *others)


class Links:
    """Fetches lists as its settings allow; may be used by several threads."""

    def __init__(self, settings: Settings, network: Network | None = None) -> None:
        """`network` is another in tests; the usual one asks public addresses alone."""
        # A client of HTTP is large, and most services fetch nothing.
        from headjudge.links.fetching import Fetcher
        from headjudge.links.network import Network

        proxies = {"https": settings.proxy} if settings.proxy else {}
        network = network or Network(proxies=proxies)
        self._settings = settings
        self._fetcher = Fetcher(settings.hosts, settings.agent, network)

    @property
    def sites(self) -> tuple[str, ...]:
        """What the sites are called whose lists may be fetched."""
        return tuple(site.name for site in self._settings.sites)

    def check(self, text: str) -> None:
        """Raise WrongAddress unless the text is the address of a deck that may be fetched."""
        self._settings.source_of(text)

    def fetch(self, text: str, until: float | None = None) -> Fetched:
        """The list at this address, by that time of `time.monotonic` at the latest.

        Raises WrongAddress, Refused and TooSlow.
        """
        site, source = self._settings.source_of(text)
        answer = self._fetcher.fetch(source, site.accept, until)
        document, encoding = _text(answer, site.name)
        listed = site.read(document)
        return Fetched(text.strip(), site.name, answer.at, *listed, encoding=encoding)


def _text(answer: Answer, site: str) -> decklists.Decoded:
    """The text of an answer; raises Refused for a web page, which sites send to programs."""
    begins = answer.body.lstrip()[:15].lower()
    if answer.media_type in PAGES or begins.startswith((b"<!doctype html", b"<html")):
        raise Refused(say("{site} answered with a web page in place of the list.", site=site))
    try:
        return decklists.decode(answer.body)
    except decklists.NoText:
        raise Refused(say("What {site} answered is no text.", site=site)) from None
