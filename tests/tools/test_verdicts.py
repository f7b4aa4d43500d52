"""What a change does to the verdicts of the corpus."""

from __future__ import annotations

from tools import verdicts


def test_the_corpus_has_cases_lists_and_layouts() -> None:
    ids = [id for id, _, _ in verdicts.corpus()]
    assert len(ids) == len({*ids}) > 2000
    assert {id.partition("/")[0] for id in ids} >= {"unified", "tournaments", "posted"}


def test_a_question_is_answered_by_a_program_of_its_own() -> None:
    legal = {"format": "modern", "decks": [{"list": "60 Forest"}, {"list": "60 Forest"}]}
    small = {"format": "modern", "decks": [{"list": "59 Forest"}, {"list": "60 Forest"}]}
    questions: list[verdicts.Question] = [
        ("legal", "/v1/validate", legal),
        ("small", "/v1/validate", small),
        ("unasked", "/v1/validate", {}),
        ("misspelt", "/v1/decklists/parse", {"list": "4 Forrest"}),
    ]
    answers = verdicts.verdicts(verdicts.ROOT, questions)
    assert answers["legal"] == [[[60, 0], [60, 0]], []]
    assert answers["small"] == [[[59, 0], [60, 0]], [["main-too-small", ""]]]
    assert answers["unasked"][0] == []
    assert answers["misspelt"] == [[[4, 0]], [["unknown-card", ""]]]


def test_each_difference_is_a_row() -> None:
    assert verdicts.table({"a": 1, "b": 2}, {"a": 1, "b": 2}) == []
    assert verdicts.table({"a": 1}, {"a": 2, "b": 3})[2:] == ["| a | 1 | 2 |", "| b | null | 3 |"]
