"""Every pattern of the code takes time in proportion to what it reads, or meets nothing foreign.

Patterns are found by the calls of `re` in the syntax trees of all modules, and each is the value
that the module itself gives it.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from headjudge.decklists.lines.marks import Mark, SignedPattern
from tests.backtracking import Unprovable, fault

ROOT = Path(__file__).parents[1]
PACKAGES = ("banlists", "cards", "formats", "headjudge", "messages", "validator")
WHOLE = frozenset({"match", "fullmatch"})
"""What a pattern is asked that begins where the text does."""
MAKERS = frozenset(
    {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
)
CALL = re.compile(rf"\bre\.(?:{'|'.join(sorted(MAKERS))})\(")
"""Tells files with patterns, which are parsed when they are tested."""
OURS: Mapping[str, str] = {
    "headjudge/web/pages/reference.py": "the words of the contract",
    "headjudge/web/pages/assets.py": "the scripts of the page",
}
"""Files whose patterns meet nothing from outside, and what they read."""
MADE_LATER: Mapping[str, str] = {
    "headjudge/cli/patterns.py": "from what a .gitignore says",
    "headjudge/web/pages/rules.py": "from escaped letters",
    "headjudge/decklists/lines/marks.py": "by SignedPattern, whose values are looked at instead",
}
"""Files that make patterns while they run, and from what."""


class Found(NamedTuple):
    """A pattern in the code."""

    place: str
    pattern: str | bytes
    flags: int
    is_searched: bool


def files() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def calls(file: Path) -> Iterator[ast.Call]:
    """The calls of `re` that make a pattern."""
    for node in ast.walk(tree(file)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name)) if name in MAKERS:
                yield node


@cache
def asked(file: Path, name: str) -> frozenset[str]:
    """What the patterns of a name are asked in the files that may have it."""
    return frozenset(
        node.attr
        for source in (files() if name.isupper() and name[0] != "_" else [file])
        for node in ast.walk(tree(source))
        if isinstance(node, ast.Attribute)
        and node.attr in MAKERS - {"compile"}
        and name in names_in(node.value)
    )


def names_in(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def asked_of(file: Path, call: ast.Call) -> Iterator[str]:
    """What the pattern of a call is asked: there, by its name, and in loops over that."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Attribute) and node.value is call:
            yield node.attr
        if isinstance(node, ast.Assign) and call in ast.walk(node.value):
            own = names_in(node.targets[0])
            loops = (
                names_in(loop.target)
                for loop in ast.walk(tree(file))
                if isinstance(loop, ast.For | ast.comprehension) and own & names_in(loop.iter)
            )
            for name in own.union(*loops):
                yield from asked(file, name)


def in_file(file: Path) -> Iterator[Found | str]:
    """The patterns of a file; the place of one whose value is known only when it is used."""
    module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    for call in calls(file):
        assert isinstance(call.func, ast.Attribute)
        place = f"{file.relative_to(ROOT)}:{call.lineno}"
        try:
            patterns, flags = values(call.args[0], module, file), flags_of(call, module)
        except NameError:
            yield place
            continue
        is_kept = call.func.attr == "compile"
        asks = set(asked_of(file, call)) if is_kept else {call.func.attr}
        for one in patterns:
            kept = re.compile(one, flags)
            yield Found(place, kept.pattern, kept.flags, not asks or not asks <= WHOLE)
    for signed in signed_patterns(list(vars(module).values())):
        compiled = signed.compiled
        is_searched = not isinstance(signed, Mark)
        yield Found(f"{file.relative_to(ROOT)}", compiled.pattern, compiled.flags, is_searched)


def signed_patterns(kept: object) -> Iterator[SignedPattern]:
    """Those among the values of a module."""
    if isinstance(kept, SignedPattern):
        yield kept
    elif isinstance(kept, list | tuple):
        for one in kept:
            yield from signed_patterns(one)


def values(expression: ast.expr, module: Any, file: Path) -> list[Any]:
    """The value of an expression, or those that a loop gives to the name that it is."""
    try:
        return [value(expression, module)]
    except NameError:
        if not isinstance(expression, ast.Name):
            raise
    for loop in ast.walk(tree(file)):
        if isinstance(loop, ast.For | ast.comprehension) and expression.id in names_in(loop.target):
            given = value(loop.iter, module)
            if isinstance(loop.target, ast.Tuple):
                names = [one.id for one in loop.target.elts if isinstance(one, ast.Name)]
                return [each[names.index(expression.id)] for each in given]
            return list(given)
    raise NameError(expression.id)


def value(expression: ast.expr, module: Any) -> Any:
    code = compile(ast.Expression(expression), "<pattern>", "eval")
    return eval(code, dict(vars(module)))


def flags_of(call: ast.Call, module: Any) -> int:
    """The flags of a call: the last argument, or one that is named."""
    named = [one.value for one in call.keywords if one.arg == "flags"]
    assert isinstance(call.func, ast.Attribute)
    if call.func.attr == "compile":
        named += call.args[1:]
    elif call.func.attr in {"match", "fullmatch", "search", "findall", "finditer"}:
        named += call.args[2:]
    return int(value(named[0], module)) if named else 0


def cases() -> Iterator[Any]:
    for file in files():
        name = file.relative_to(ROOT).as_posix()
        if name not in OURS and CALL.search(file.read_text("utf-8")):
            yield pytest.param(file, id=name)


@pytest.mark.parametrize("file", list(cases()))
def test_the_patterns_of_a_module_are_linear(file: Path) -> None:
    found = list(in_file(file))
    faults = {
        (one.place, one.pattern): why
        for one in found
        if isinstance(one, Found)
        and (why := fault(one.pattern, one.flags, searched=one.is_searched))
    }
    unknown = [one for one in found if isinstance(one, str)]
    assert not faults
    assert not unknown or file.relative_to(ROOT).as_posix() in MADE_LATER


def test_patterns_are_made_by_calls_of_re() -> None:
    """Or they would not be found here."""
    others = {
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in files()
        for node in ast.walk(tree(file))
        if (isinstance(node, ast.ImportFrom) and node.module in ("re", "regex"))
        or (
            isinstance(node, ast.Import)
            and any(one.name in ("re", "regex") and one.asname for one in node.names)
        )
    }
    assert not others


@pytest.mark.parametrize("name", list(OURS))
def test_a_file_that_is_left_out_has_patterns(name: str) -> None:
    assert any(calls(ROOT / name))


@pytest.mark.parametrize(
    ("pattern", "kind"),
    [
        (r"(?P<name>[^{}]+) (?:\{[0-9A-Za-z/]{1,5}\}| ?// ?)+", "exponential"),
        (r"(?:\{a\}| ?// ?)+", "exponential"),
        (r"(a+)+", "exponential"),
        (r"(a+)+$", "exponential"),
        (r"(?:\{a\}| ?// ?)+$", "exponential"),
        (r"(?:a|a)*b", "exponential"),
        (r"(?:a|ab|b)*c", "exponential"),
        (r"(?:a?)*b", "exponential"),
        (r"(?i)(?:ka|\u212aa)*x", "exponential"),
        (r"(.*)(.*)x", "polynomial"),
        (r"(.+) \[(.+)\] (.+)", "polynomial"),
        (r".*x.*y", "polynomial"),
        (r"\s*,?\s*x", "polynomial"),
        (r"a{0,900}a{0,900}b", "polynomial"),
        (r"(?:x|a*(?=a*b))c", "polynomial"),
        (r"(?>a*)a*b", "polynomial"),
    ],
)
def test_backtracking_is_found(pattern: str, kind: str) -> None:
    assert (fault(pattern) or "").startswith(kind)


@pytest.mark.parametrize(
    "pattern", [r"\s+$", r"a*b", r"(?:\{a\}| ?// ?)+$", r"\s*[,;]", r"x[^y]*y", r"\s*(?=x)"]
)
def test_a_search_that_begins_anew_at_every_place_is_found(pattern: str) -> None:
    assert fault(pattern, searched=True)


@pytest.mark.parametrize(
    ("pattern", "is_searched"),
    [
        (r"(.+) [x×] ?([0-9]+)", False),
        (r"\s*+[^x]*+", False),
        (r"(?:[^a]|a[^b])*ab", False),
        (r"\w+", True),
        (r'"[^"]*"', True),
        (r"[^,]*(?:,|$)", False),
        (r"^\s*x", True),
    ],
)
def test_linear_patterns_are_proved(pattern: str, is_searched: bool) -> None:
    assert fault(pattern, searched=is_searched) is None


def test_a_reference_to_a_group_cannot_be_proved() -> None:
    with pytest.raises(Unprovable):
        fault(r"(a*)\1")


def test_the_measure_agrees_with_what_a_matcher_does() -> None:
    """A pattern that is called linear reads 400,000 characters; one that is not never would."""
    assert re.fullmatch(r"(.+) [x×] ?([0-9]+)", "x 1" * 130_000 + "$") is None
