"""Card titles as pages show them."""

from __future__ import annotations

import pytest
from flask import Flask, render_template_string

from headjudge.web.words.title_filters import card_title


@pytest.mark.parametrize(
    ("language", "title", "shown"),
    [
        ("en", "Lightning Bolt", "Lightning Bolt"),
        (
            "ja",
            "Lightning Bolt",
            '<bdi lang="ja">稲妻</bdi> <span class="english" lang="en">(Lightning Bolt)</span>',
        ),
        (
            "pt",
            "Lightning Bolt",
            '<bdi lang="pt-BR">Raio</bdi> <span class="english" lang="en">(Lightning Bolt)</span>',
        ),
        ("de", "Fire // Ice", '<bdi lang="en">Fire // Ice</bdi>'),
        ("en", "<b>", "&lt;b&gt;"),
        ("de", "<b>", '<bdi lang="en">&lt;b&gt;</bdi>'),
    ],
)
def test_a_title_in_the_readers_language(
    application: Flask, language: str, title: str, shown: str
) -> None:
    with application.test_request_context(f"/?lang={language}"):
        assert card_title(title) == shown


def test_a_title_where_no_elements_are(application: Flask) -> None:
    with application.test_request_context("/?lang=de"):
        shown = render_template_string("{{ 'Lightning Bolt' | card_title | striptags }}")
    assert shown == "Blitzschlag (Lightning Bolt)"
