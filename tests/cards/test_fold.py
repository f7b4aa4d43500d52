"""How titles are compared: what folding undoes, and what it keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue, fold, loosen
from cards.titles import is_shortened

TITLES = st.sampled_from(tuple(catalogue().titles()))


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("LIGHTNING BOLT", "lightning bolt"),
        ("lIgHtNiNg bOlT", "lightning bolt"),
        ("Lim-Dûl's Vault", "lim-dul's vault"),
        ("Lim-Du\u0302l's Vault", "lim-dul's vault"),
        ("Jötun Grunt", "jotun grunt"),
        ("Æther Vial", "aether vial"),
        ("Œuvre", "oeuvre"),
        ("Straße", "strasse"),
        ("ﬁre // ice", "fire//ice"),
        ("Urza’s Saga", "urza's saga"),
        ("Urza‘s Saga", "urza's saga"),
        ("Urza`s Saga", "urza's saga"),
        ("Urza´s Saga", "urza's saga"),
        ("“Ach! Hans, Run!”", '"ach! hans, run!"'),
        ("„Ach! Hans, Run!“", '"ach! hans, run!"'),
        ("Fire // Ice", "fire//ice"),
        ("Fire//Ice", "fire//ice"),
        ("Fire/Ice", "fire//ice"),
        ("Fire / Ice", "fire//ice"),
        ("  Lightning \t  Bolt\r\n", "lightning bolt"),
        ("Lightning\u00a0Bolt", "lightning bolt"),
        ("Lightning\u3000Bolt", "lightning bolt"),
        ("Ｌｉｇｈｔｎｉｎｇ　Ｂｏｌｔ", "lightning bolt"),
        ("Light\u00adning\u200b Bolt\ufeff", "lightning bolt"),
        ("《稲妻》", "稲妻"),
        ("【稲妻】", "稲妻"),
        ("[Lightning Bolt]", "lightning bolt"),
        ("_____ Goblin", "_ goblin"),
        ("________ Goblin", "_ goblin"),
        ("_____-o-saurus", "_-o-saurus"),
        ("ｶﾞ", "ガ"),
        ("Ёлка", "елка"),
        ("", ""),
        (" \t ", ""),
    ],
)
def test_folding(written: str, folded: str) -> None:
    assert fold(written) == folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("カ", "ガ"),
        ("は", "ば"),
        ("ば", "ぱ"),
        ("Fire", "Fire // Ice"),
        ("Wasteland", "Waste Land"),
        ("Naturalize", "Naturalise"),
        ("Opt", "Opt."),
        ("_ Goblin", "Goblin"),
        ("Jötun", "Jotunn"),
    ],
)
def test_folding_keeps_titles_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("written", "loosened"),
    [
        ("Urza's Saga", "urzassaga"),
        ("lightning-bolt", "lightningbolt"),
        ("Sword of Fire & Ice", "swordoffireandice"),
        ("Borrowing 100,000 Arrows", "borrowing100000arrows"),
        ("Fire + Ice", "fireandice"),
        ("+2 Mace", "2mace"),
        ("_____ Goblin", "_goblin"),
        ("?!", ""),
    ],
)
def test_loosening(written: str, loosened: str) -> None:
    assert loosen(written) == loosened


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("The Abyss", "Abyss", True),
        ("Abyss", "The Abyss", True),
        ("The Rack and the Ruin", "Rack and Ruin", True),
        ("A Rack", "An Rack", False),
        ("The Rack and Ruin", "Rack and the and Ruin", True),
        ("The Rack", "A Rack", False),
    ],
)
def test_words_are_left_out_or_added_and_never_replaced(
    one: str, other: str, expected: bool
) -> None:
    assert is_shortened(one, other) == expected


def test_no_two_titles_fold_alike() -> None:
    titles = list(catalogue().titles())
    assert len({fold(title) for title in titles}) == len(titles)


def test_one_pair_of_titles_loosens_alike() -> None:
    seen: dict[str, str] = {}
    alike = [
        (seen[loose], title)
        for title in catalogue().titles()
        if seen.setdefault(loose := loosen(title), title) != title
    ]
    assert alike == [("Waste Land", "Wasteland")]


@given(TITLES)
def test_case_and_white_space_mean_nothing(title: str) -> None:
    spaced = title.replace(" ", " \u00a0\t")
    assert fold(title.upper()) == fold(title.lower()) == fold(f" {spaced}\n") == fold(title)


@given(st.text())
def test_any_text_can_be_folded_and_loosened(text: str) -> None:
    assert fold(text) == fold(text).strip()
    letters = text.replace("_", "")  # each blank of "_____ _____ Trespasser" is a word of its own
    assert loosen(letters) == loosen(loosen(letters))
    assert not loosen(text) or loosen(text).replace("_", "x").isalnum()
