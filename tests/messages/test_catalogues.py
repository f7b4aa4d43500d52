"""The translators' catalogues hold all that is said, with the same places to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from headjudge.web.http import ENGLISH, LANGUAGES, TRANSLATIONS
from tests.conftest import ROOT

Key = str | tuple[str, ...]

TRANSLATED = [code for code in LANGUAGES if code != ENGLISH]
_PLACE = re.compile(r"(?<!\{)\{(\w+)\}(?!\})|%\((\w+)\)")
NUMBERS = {"number", "num"}


@cache
def extracted() -> dict[Key, tuple[str, ...]]:
    """Every message of code, pages and facts as `make messages` finds it, with its forms."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    keywords = parse_keywords(re.findall(r"--keywords (\S+)", makefile))
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    found = extract_from_dir(ROOT, methods, options, DEFAULT_KEYWORDS | keywords)
    messages = (message for _, _, message, _, _ in found)
    return {one: (one,) if isinstance(one, str) else tuple(one) for one in messages}


def catalogue(code: str) -> Catalog:
    """The catalogue of a language."""
    with path_of(code, "po").open("rb") as file:
        return read_po(file, locale=code)


def path_of(code: str, kind: str) -> Path:
    """Where the catalogue of a language is, as text or compiled."""
    return TRANSLATIONS / code / "LC_MESSAGES" / f"messages.{kind}"


@pytest.fixture(params=TRANSLATED)
def translated(request: pytest.FixtureRequest) -> Catalog:
    """The catalogue of each language."""
    if not path_of(request.param, "po").exists():
        pytest.skip("there are no catalogues yet")
    return catalogue(request.param)


def places(text: str) -> set[str]:
    """The names of what fills in a template."""
    return {one or other for one, other in _PLACE.findall(text)}


def entries(of: Catalog) -> Iterator[Message]:
    """The messages of a catalogue, without its head."""
    return (message for message in of if message.id)


def forms(texts: object) -> tuple[str, ...]:
    """One text, or those of a plural."""
    return (texts,) if isinstance(texts, str) else tuple(texts) if texts else ()  # type: ignore[arg-type]


def test_messages_of_each_kind_are_extracted() -> None:
    said = extracted()
    assert "Correct the title." in said
    assert ("{number} copy", "{number} copies") in said
    assert "every card of the main deck has an even mana value" in said
    assert "Check the pool and the product." in said


def test_both_forms_name_the_same() -> None:
    plurals = [forms for forms in extracted().values() if len(forms) > 1]
    differing = [
        (one, many) for one, many in plurals if places(one) - NUMBERS != places(many) - NUMBERS
    ]
    assert plurals
    assert not differing


def test_a_catalogue_holds_what_is_said(translated: Catalog) -> None:
    held = {forms(message.id) for message in entries(translated)}
    assert held == set(extracted().values())


def test_a_catalogue_is_complete(translated: Catalog) -> None:
    missing = [one.id for one in entries(translated) if one.fuzzy or not all(forms(one.string))]
    assert missing == []
    wanted = translated.num_plurals
    assert all(len(forms(one.string)) == wanted for one in entries(translated) if one.pluralizable)


def test_translations_have_the_same_places(translated: Catalog) -> None:
    wrong = []
    for message in entries(translated):
        *_, last = forms(message.id)
        told = [places(text) for text in forms(message.string)]
        if any(one - NUMBERS != places(last) - NUMBERS for one in told) or told[-1] != places(last):
            wrong.append(message.id)
    assert wrong == []


def test_compiled_catalogues_are_current(translated: Catalog) -> None:
    compiled = BytesIO()
    write_mo(compiled, translated)
    assert path_of(str(translated.locale), "mo").read_bytes() == compiled.getvalue()
