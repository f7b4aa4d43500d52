"""Feeds of banlist changes: Atom (RFC 4287) and iCalendar (RFC 5545)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from flask import Blueprint, Response, request

import banlists.documents
import formats
from headjudge import documents
from headjudge.web.inputs import queries
from headjudge.web.inputs.team import load
from headjudge.web.operation import Operation
from headjudge.web.service.caching import cached
from headjudge.web.service.json_bodies import read_query
from headjudge.web.service.languages import translate, with_language
from messages import say, template

ATOM = "application/atom+xml"
CALENDAR = "text/calendar"
VERSIONS_MAX = 100
"""Versions in a feed without a first day."""
ERRATA = Path(__file__).with_name("errata.toml")
TITLE = say("Changes of banned and restricted lists")
SENTENCES = {
    "banned": template("Banned: {titles}."),
    "restricted": template("Restricted: {titles}."),
    "unbanned": template("No longer banned: {titles}."),
    "unrestricted": template("No longer restricted: {titles}."),
}
LINE_OCTETS = 75
"""Of a line of iCalendar; longer ones are folded."""
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


class FeedEntry(NamedTuple):
    """An event of a day in a feed."""

    day: str
    id: str
    title: str
    text: str
    address: str = ""
    """The address of the announcement; empty if the source is no address."""


blueprint = Blueprint("feeds", __name__, url_prefix="/v1/banlists")


@blueprint.get("/changes.atom")
@Operation("Formats and banlists", query=queries.FeedQuery, media_type=ATOM)
def get_changes_as_atom() -> Response:
    """Banlist changes as an Atom feed.

    Of all lists, or of one; the newest hundred versions, or those since a day, including
    announcements for future days. The feed of all lists also has corrections of wrong verdicts.
    Ask once a day with the entity tag of the last answer.
    """
    entries = [*_changes(), *(() if "format" in request.args else _corrections())]
    entries.sort(key=lambda entry: entry.day, reverse=True)
    feed = ElementTree.Element("feed", xmlns="http://www.w3.org/2005/Atom")
    day = entries[0].day if entries else "1993-08-05"
    _add(feed, id=_identifier("banlists", request.args.get("format", "")), title=translate(TITLE))
    _add(feed, updated=f"{day}T00:00:00Z")
    _add(ElementTree.SubElement(feed, "author"), name="Headjudge")
    for entry in entries:
        element = ElementTree.SubElement(feed, "entry")
        _add(element, id=entry.id, title=entry.title)
        _add(element, updated=f"{entry.day}T00:00:00Z", content=entry.text)
        if entry.address:
            ElementTree.SubElement(element, "link", href=entry.address)
    return _cacheable(ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True), ATOM)


@blueprint.get("/changes.ics")
@Operation("Formats and banlists", query=queries.FeedQuery, media_type=CALENDAR)
def get_changes_as_calendar() -> Response:
    """Banlist changes as a calendar.

    An all-day event for each version of the Atom feed; a calendar that subscribes to it shows the
    days of announcements.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Headjudge//Banlists//EN"]
    for entry in _changes():
        day = entry.day.replace("-", "")
        lines += [
            "BEGIN:VEVENT",
            f"UID:{entry.id}",
            f"DTSTAMP:{day}T000000Z",
            f"DTSTART;VALUE=DATE:{day}",
            f"SUMMARY:{entry.title.translate(ESCAPES)}",
            f"DESCRIPTION:{entry.text.translate(ESCAPES)}",
            *([f"URL:{entry.address}"] if entry.address else []),
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    folded = "".join(f"{piece}\r\n" for line in lines for piece in _fold(line))
    return _cacheable(folded.encode(), CALENDAR)


def _changes() -> list[FeedEntry]:
    """The requested versions of lists, newest first."""
    query = load(queries.FEED, read_query(request))
    lists = (query["format"],) if "format" in query else banlists.ids()
    if "since" in query:
        changes = banlists.documents.changes_since(query["since"], lists)["changes"]
    else:
        changes = banlists.documents.newest_changes(VERSIONS_MAX, lists)
    return [
        FeedEntry(
            change["version"],
            _identifier("banlists", change["id"], change["version"]),
            _title(change),
            _text(change),
            change["source"] or "" if _is_address(change["source"]) else "",
        )
        for change in changes
    ]


@cache
def errata() -> tuple[dict[str, Any], ...]:
    """The wrong verdicts listed in docs/errata.md, newest first."""
    return tuple(tomllib.loads(ERRATA.read_text("utf-8"))["error"])


def _corrections() -> list[FeedEntry]:
    """The wrong verdicts found since the requested day."""
    since = load(queries.FEED, read_query(request)).get("since")
    return [
        FeedEntry(
            str(error["found"]),
            _identifier("errata", error["id"]),
            f"Wrong verdicts before {error['until']}: {error['id']}",
            f"LineAnswer: {error['answered']}\nAnswers now: {error['answers']}",
        )
        for error in errata()
        if since is None or error["found"] >= since
    ]


def _title(change: documents.BanlistChange) -> str:
    list_id = change["id"]
    is_format = list_id in formats.ids()
    return f"{formats.load(list_id).name if is_format else list_id}, {change['version']}"


def _text(change: documents.BanlistChange) -> str:
    """The changes, one sentence per line, and the source."""
    members: Any = change
    sentences = [
        translate(say(sentence, titles=", ".join(members[name])))
        for name, sentence in SENTENCES.items()
        if members[name]
    ]
    classes = [*change["classes_added"], *change["classes_removed"]]
    return "\n".join(
        [*sentences, *(row["rule"] for row in classes), change["source"] or ""]
    ).strip()


def _is_address(source: str | None) -> bool:
    return source is not None and source.startswith("https://") and " " not in source


def _identifier(*parts: str) -> str:
    """A stable identifier of a version, the same on every service."""
    return uuid5(NAMESPACE_URL, "/".join(("headjudge", *parts))).urn


def _add(parent: ElementTree.Element, **texts: str) -> None:
    for name, text in texts.items():
        ElementTree.SubElement(parent, name).text = text


def _fold(line: str) -> Iterator[str]:
    """The line in pieces within the octet limit, without splitting characters."""
    piece, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > LINE_OCTETS:
            yield piece
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    yield piece


def _cacheable(body: bytes, media_type: str) -> Response:
    response = with_language(Response(body, content_type=f"{media_type}; charset=utf-8"))
    return cached(response)
