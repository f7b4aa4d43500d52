"""Lists by link: fetch the list at the address of a deck on a site.

>>> import os
>>> from headjudge.links import Links, of_environment
>>> Links(of_environment(os.environ, "on")).fetch("https://www.mtggoldfish.com/deck/1").text
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, NamedTuple

from headjudge import decklists
from headjudge.links.address import LinkError, Refused, TooSlow, WrongAddress, is_link
from headjudge.links.sites import Settings, WrongSettings, of_environment
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
    """A fetched list."""

    address: str
    """The address as given."""
    site: str
    at: datetime.datetime
    """When the site served the list, in UTC."""
    text: str
    player: str | None = None
    """The owner of the deck on the site."""
    syntax: str | None = None
    """The syntax of the text, if it cannot be detected."""
    encoding: str | None = None
    """The encoding, if it had to be guessed."""

    def mark_source(self, decks: tuple[Decklist, ...]) -> tuple[Decklist, ...]:
        """The decks read from the text, with a notice on their source.

        The first one gets the notice `list-fetched`. A single deck without a player gets the name
        of its owner on the site.
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
    """Fetches lists as configured. Thread-safe."""

    def __init__(self, settings: Settings, network: Network | None = None) -> None:
        """`network` is replaced in tests; by default only public addresses are contacted."""
        # The HTTP client is large, and most services fetch nothing.
        from headjudge.links.fetching import Fetcher
        from headjudge.links.network import Network

        proxies = {"https": settings.proxy} if settings.proxy else {}
        network = network or Network(proxies=proxies)
        self._settings = settings
        self._fetcher = Fetcher(settings.hosts, settings.agent, network)

    @property
    def sites(self) -> tuple[str, ...]:
        """The names of the sites that lists can be fetched from."""
        return tuple(site.name for site in self._settings.sites)

    def check(self, text: str) -> None:
        """Raise WrongAddress unless the text is the address of a deck that may be fetched."""
        self._settings.source_of(text)

    def fetch(self, text: str, deadline: float | None = None) -> Fetched:
        """Fetch the list at this address, until a deadline of `time.monotonic`.

        Raises WrongAddress, Refused or TooSlow.
        """
        site, source = self._settings.source_of(text)
        answer = self._fetcher.fetch(source, site.accept, deadline)
        document, encoding = _text(answer, site.name)
        return Fetched(text.strip(), site.name, answer.at, *site.read(document), encoding=encoding)


def _text(answer: Answer, site: str) -> decklists.Decoded:
    """The text of an answer; raises Refused for a web page, which some sites send to programs."""
    beginning = answer.body.lstrip()[:15].lower()
    if answer.media_type in PAGES or beginning.startswith((b"<!doctype html", b"<html")):
        raise Refused(say("{site} answered with a web page instead of the list.", site=site))
    try:
        return decklists.decode(answer.body)
    except decklists.NoText:
        raise Refused(say("The answer of {site} is not text.", site=site)) from None
