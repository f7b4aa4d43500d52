"""Card titles as pages show them."""

from __future__ import annotations

import pytest
from flask import Flask, render_template_string

from headjudge.web.words.facts import card_title, sentence_html, with_site_names


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


LINK = '<a class="of-card" href="https://scryfall.com/search?q=%21%22{}%22"' + (
    ' target="_blank" rel="noreferrer">{}</a>'
)


@pytest.mark.parametrize(
    ("language", "sentence", "title", "shown"),
    [
        ("en", "Opt is banned. Opt!", "Opt", LINK.format("Opt", "Opt") + " is banned. Opt!"),
        ("en", "1 Option, 2 XL, X", "X", "1 Option, 2 XL, " + LINK.format("X", "X")),
        ("en", "<b>, since 2024-12-16", "Opt", "&lt;b&gt;, since <time>2024-12-16</time>"),
        ("en", "12024-12-16", None, "12024-12-16"),
        (
            "ja",
            "稲妻 (Lightning Bolt)が5枚",
            "Lightning Bolt",
            LINK.format("Lightning+Bolt", "稲妻 (Lightning Bolt)") + "が5枚",
        ),
        ("ja", "5 Opts, 4 Opt", "Opt", "5 Opts, 4 " + LINK.format("Opt", "Opt")),
    ],
)
def test_a_sentence_links_its_card_and_keeps_its_days(
    application: Flask, language: str, sentence: str, title: str | None, shown: str
) -> None:
    with application.test_request_context(f"/?lang={language}"):
        assert sentence_html(sentence, title) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("read from https://a.example/decks/1?x=2.", "read from a.example."),
        ("(http://a.example:80/x), then", "(a.example:80), then"),
        ("https://a.example", "a.example"),
    ],
)
def test_sites_stand_in_place_of_addresses(text: str, shown: str) -> None:
    assert with_site_names(text) == shown
