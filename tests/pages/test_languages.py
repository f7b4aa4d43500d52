"""Which language a page is in, and how its links and headers say so."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from headjudge.web.http import LANGUAGES, facts_text, here_in, to

BROWSER = {"Accept": "text/html"}


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "ja", "ja"),
        ("", "nl, pt-BR;q=0.8, en;q=0.1", "pt"),
        ("", "es;q=0, fr;q=0.2, *;q=0.1", "fr"),
        ("", "zh-TW, es;q=0, *", "en"),
        ("?lang=fr", "ja", "fr"),
        ("?lang=xx", "ja", "ja"),
        ("?lang=", "it", "it"),
    ],
)
@pytest.mark.parametrize("path", ["/formats", "/policies", "/pool", "/docs", "/nothing"])
def test_the_language_of_a_page(
    client: FlaskClient, path: str, query: str, accepted: str, language: str
) -> None:
    response = client.get(path + query, headers=BROWSER | {"Accept-Language": accepted})
    assert f'<html lang="{language}">' in response.text
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]


def test_a_page_says_where_it_is_in_other_languages(client: FlaskClient) -> None:
    text = client.get("/formats/modern?as_of=2024-10-01&lang=de").text
    found = re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"', text)
    in_others = [(code, f"?as_of=2024-10-01&amp;lang={code}") for code in LANGUAGES]
    assert found == [*in_others, ("x-default", "?as_of=2024-10-01")]
    assert '<link rel="canonical" href="/formats/modern?as_of=2024-10-01&amp;lang=de">' in text


def test_a_page_that_is_not_there_is_nowhere_else(client: FlaskClient) -> None:
    text = client.get("//elsewhere.example/a?lang=de", headers=BROWSER).text
    assert 'rel="alternate"' not in text
    assert "elsewhere.example" not in text


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("/pool", "/pool?lang=de"),
        ("/pool?event=sealed", "/pool?event=sealed&lang=de"),
        ("/formats/modern?a=1#list", "/formats/modern?a=1&lang=de#list"),
    ],
)
def test_links_keep_a_language_that_was_asked_for(
    application: Flask, address: str, there: str
) -> None:
    with application.test_request_context("/formats?lang=de"):
        assert to(address) == there
    with application.test_request_context("/formats", headers={"Accept-Language": "de"}):
        assert to(address) == address


def test_the_switch_keeps_everything_else(application: Flask) -> None:
    with application.test_request_context("/formats?a=1&lang=de&a=%26"):
        assert here_in("ja") == "?a=1&a=%26&lang=ja"
        assert here_in(None) == "?a=1&a=%26"


def test_what_the_facts_say_in_english(application: Flask) -> None:
    with application.test_request_context("/?lang=de"):
        assert facts_text("a <note>") == '<span lang="en">a &lt;note&gt;</span>'
    with application.test_request_context("/"):
        assert facts_text("a <note>") == "a <note>"
