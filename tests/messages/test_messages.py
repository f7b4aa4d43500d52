"""Messages: strings that can be said again in another language."""

from __future__ import annotations

import ast
import json
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path

import orjson
import pytest

from messages import (
    Message,
    Word,
    in_language,
    say,
    say_count,
    say_list,
    say_short_list,
    sentences,
)
from tests.conftest import ROOT

WORDS = {
    "{deck} has {cards}.": "{deck} hat {cards}.",
    "the pool": "der Pool",
    "{number} card": "{number} Karte",
    "{number} cards": "{number} Karten",
    "{number} more": "{number} weitere",
    "{sentence} {next}": "{sentence} {next}",
}


class German:
    """As much of German as these tests say."""

    def text(self, template: str) -> str:
        return WORDS[template]

    def plural(self, one: str, many: str, number: int) -> str:
        return WORDS[one if number == 1 else many]

    def join(self, items: Sequence[str], word: Word) -> str:
        return {"and": " und ", "or": " oder "}[word].join(items)


CARDS = ("{number} card", "{number} cards")


@pytest.mark.parametrize(
    ("message", "english", "german"),
    [
        (say("the pool"), "the pool", "der Pool"),
        (say_count(1, *CARDS), "1 card", "1 Karte"),
        (say_count(2, *CARDS), "2 cards", "2 Karten"),
        (
            say("{deck} has {cards}.", deck=say("the pool"), cards=say_count(0, *CARDS)),
            "the pool has 0 cards.",
            "der Pool hat 0 Karten.",
        ),
        (say("{deck} has {cards}.", deck="{x}", cards=1), "{x} has 1.", "{x} hat 1."),
        (say_list([]), "", ""),
        (say_list(["A"]), "A", "A"),
        (say_list(["A", say("the pool")]), "A and the pool", "A und der Pool"),
        (say_list(["A", "B", "C"], "or"), "A, B or C", "A oder B oder C"),
        (
            say_short_list([*"ABCDEFG"]),
            "A, B, C, D, E and 2 more",
            "A und B und C und D und E und 2 weitere",
        ),
        (say_short_list([*"ABCDE"]), "A, B, C, D and E", "A und B und C und D und E"),
        (sentences("A.", say("the pool")), "A. the pool", "A. der Pool"),
        (sentences("A."), "A.", "A."),
    ],
)
def test_a_message_in_two_languages(message: str, english: str, german: str) -> None:
    assert message == english
    assert in_language(message, German()) == german


def test_other_values_are_not_translated() -> None:
    assert in_language("the pool", German()) == "the pool"
    assert in_language(1, German()) == 1


def test_a_message_is_a_string_to_everyone_else() -> None:
    message = say("the pool")
    assert json.dumps(message) == '"the pool"'
    assert orjson.dumps({"message": message}) == b'{"message":"the pool"}'
    assert hash(message) == hash("the pool")


def test_between_processes_a_message_is_english() -> None:
    arrived = pickle.loads(pickle.dumps(say("the pool")))
    assert arrived == "the pool"
    assert not isinstance(arrived, Message)


MODULES = sorted(
    path
    for package in ("banlists", "cards", "formats", "headjudge", "messages", "validator")
    for path in (ROOT / package).rglob("*.py")
)


def calls(path: Path) -> Iterator[tuple[str, list[ast.expr]]]:
    """The calls of the functions that say something, with what they are given."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node.args


def test_templates_are_literals() -> None:
    """What is put together is never found by translators."""
    templates = {"template": 0, "plural": 0, "say": 0, "say_count": 1}  # and what is before them
    spoken = [
        (path.name, name, arguments[templates[name] :])
        for path in MODULES
        for name, arguments in calls(path)
        if name in templates
    ]
    assert len(spoken) > 500
    for path, name, arguments in spoken:
        if name in ("template", "plural"):
            assert all(isinstance(one, ast.Constant) for one in arguments), path
        assert not any(isinstance(one, (ast.JoinedStr, ast.BinOp)) for one in arguments), path
