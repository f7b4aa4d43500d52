"""Whom to tell of a weakness: /.well-known/security.txt as RFC 9116 has it."""

from __future__ import annotations

import datetime

import pytest

from app import create_app
from headjudge.web import guards
from headjudge.web.pages import reference


def test_it_names_the_contacts_and_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(reference.CONTACT, "mailto:judge@example.org, https://example.org/report")
    answer = create_app().test_client().get(reference.SECURITY)
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    first, second, expires, _ = answer.text.splitlines()
    assert first == "Contact: mailto:judge@example.org"
    assert second == "Contact: https://example.org/report"
    day = datetime.datetime.fromisoformat(expires.removeprefix("Expires: "))
    left = day - datetime.datetime.now(datetime.UTC)
    assert datetime.timedelta(days=170) < left < datetime.timedelta(days=365)


def test_without_a_contact_there_is_no_security_txt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(reference.CONTACT, raising=False)
    assert create_app().test_client().get(reference.SECURITY).status_code == 404


@pytest.mark.parametrize("contact", ["judge@example.org", "http://example.org", "https://a\x1b[2J"])
def test_an_address_that_is_none(contact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(reference.CONTACT, contact)
    with pytest.raises(guards.WrongSettings, match=reference.CONTACT):
        create_app()
