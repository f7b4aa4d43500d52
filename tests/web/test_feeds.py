"""What banlists changed, as Atom and as a calendar."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from headjudge.web.api.feeds import VERSIONS_MAX, errata

A = "{http://www.w3.org/2005/Atom}"
ATOM, CALENDAR = "/v1/banlists/changes.atom", "/v1/banlists/changes.ics"
DAY = "since=2024-12-16&format=modern"


def feed(client: FlaskClient, query: str = "", **headers: str) -> ElementTree.Element:
    response = client.get(f"{ATOM}?{query}", headers=headers)
    assert response.status_code == 200
    assert response.mimetype == "application/atom+xml"
    return ElementTree.fromstring(response.data)


def events(client: FlaskClient, query: str = "") -> list[list[str]]:
    """The lines of each event, unfolded."""
    response = client.get(f"{CALENDAR}?{query}")
    assert response.mimetype == "text/calendar"
    assert all(len(line) <= 75 for line in response.data.split(b"\r\n"))
    lines = response.text.replace("\r\n ", "").split("\r\n")
    assert (lines[0], lines[-2:]) == ("BEGIN:VCALENDAR", ["END:VCALENDAR", ""])
    begins = [index for index, line in enumerate(lines) if line == "BEGIN:VEVENT"]
    return [lines[begin : lines.index("END:VEVENT", begin)] for begin in begins]


def test_each_version_is_an_entry(client: FlaskClient) -> None:
    *_, entry = feed(client, DAY).findall(f"{A}entry")
    assert entry.findtext(f"{A}title") == "Modern, 2024-12-16"
    assert entry.findtext(f"{A}updated") == "2024-12-16T00:00:00Z"
    text = entry.findtext(f"{A}content") or ""
    assert "Banned: Amped Raptor, Jegantha, the Wellspring, The One Ring." in text
    assert "No longer banned: Faithless Looting, Green Sun's Zenith, Mox Opal" in text
    link = entry.find(f"{A}link")
    assert link is not None
    assert link.get("href", "").startswith("https://magic.wizards.com/")


def test_each_version_is_an_event(client: FlaskClient) -> None:
    *_, event = events(client, DAY)
    assert "DTSTART;VALUE=DATE:20241216" in event
    assert "SUMMARY:Modern\\, 2024-12-16" in event
    assert any(line.startswith("DESCRIPTION:Banned: Amped Raptor\\, Jegantha") for line in event)


def test_both_tell_of_what_json_does(client: FlaskClient) -> None:
    told = client.get("/v1/banlists/changes?since=2020-01-01").get_json()["changes"]
    entries = feed(client, "since=2020-01-01").findall(f"{A}entry")
    ids = {entry.findtext(f"{A}id") for entry in entries}
    assert len(ids) == len(entries) == len(told) + len(errata())
    assert ids > {event[1].removeprefix("UID:") for event in events(client, "since=2020-01-01")}


def test_wrong_verdicts_that_are_mended_are_told(client: FlaskClient) -> None:
    for error in errata():
        title = f"Wrong verdicts before {error['until']}: {error['id']}"
        (entry,) = [
            entry
            for entry in feed(client, f"since={error['found']}").findall(f"{A}entry")
            if entry.findtext(f"{A}title") == title
        ]
        assert error["answers"] in (entry.findtext(f"{A}content") or "")
    assert "Wrong verdicts" not in client.get(f"{ATOM}?format=modern").text


def test_without_a_day_the_newest_are_told(client: FlaskClient) -> None:
    days = [one.findtext(f"{A}updated") or "" for one in feed(client).iter(f"{A}entry")]
    assert len(days) - len(errata()) == VERSIONS_MAX == len(events(client))
    assert days == sorted(days, reverse=True)
    assert feed(client).findtext(f"{A}updated") == days[0]


def test_a_feed_without_changes_is_one(client: FlaskClient) -> None:
    assert not feed(client, "since=2099-01-01").findall(f"{A}entry")
    assert events(client, "since=2099-01-01") == []


def test_a_feed_speaks_the_language(client: FlaskClient) -> None:
    german = feed(client, DAY, **{"Accept-Language": "de"})
    assert "Banned: " not in "".join(german.itertext())


@pytest.mark.parametrize("path", [ATOM, CALENDAR])
def test_a_feed_is_kept_by_its_tag(client: FlaskClient, path: str) -> None:
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert client.get(f"{path}?format=mordern").status_code == 422
