"""Which packages may import which, and what the engine must not contain."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from cards import catalogue

ROOT = Path(__file__).parents[1]
FLOORS = (
    ("messages",),
    ("cards",),
    ("formats",),
    ("banlists",),
    ("validator.documents", "validator.fingerprint"),
    ("validator.house_rules",),
    ("validator.model",),
    ("validator.decks", "validator.questions", "validator.violation"),
    ("validator.legality", "validator.limited"),
    ("validator.case",),
    ("validator.definition",),
    ("validator.limited.checklist", "validator.rules", "validator.validity"),
    ("validator.notices", "validator.report"),
    ("validator.commander_lists",),
    ("validator.titles",),
    ("validator.engine",),
    ("validator",),
    ("headjudge.decklists",),
    ("headjudge", "headjudge.links"),
    ("headjudge.cli", "headjudge.web"),
    # They give the answers of the service, and run it.
    ("headjudge.cli.commands.batch", "headjudge.cli.commands.serve"),
    ("headjudge.__main__",),  # `python -m headjudge` is the command line
)
"""From the ground up. What a name covers imports what it covers and the floors below, no more."""
ENGINE = (
    "messages", "validator", "formats", "banlists", "cards", "headjudge.decklists",
)  # fmt: skip
IN_ORDER = ("messages", "validator", "formats", "banlists", "cards", "headjudge")
"""Packages in which no import runs in a circle."""
DISK = "cards.in_force"
"""The one module of the engine that asks the system to sync what it has written."""
OUTSIDE_THE_ENGINE = {
    "apispec", "flask", "granian", "http", "marshmallow", "prometheus_client", "requests",
    "socket", "urllib", "werkzeug",
}  # fmt: skip
SYSTEM = {"os", "time", "random", "locale"}
CLOCKS_AND_SURROUNDINGS = {
    "environ", "getenv", "now", "perf_counter", "monotonic", "time_ns", "today", "utcnow",
}  # fmt: skip
TITLES_THAT_ARE_WORDS = {
    "Cockatrice": "a program",
    "Conspiracy": "a type of cards",
    "Melee": "a site",
    "Two-Headed Giant": "how a team plays",
}
"""Words of the code that happen to be titles as well, with what they say there."""

NAMES = {name: floor for floor, names in enumerate(FLOORS) for name in names}
PACKAGES = {name.partition(".")[0] for name in NAMES}
PATHS: Mapping[str, Path] = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in sorted(PACKAGES)
    for path in sorted((ROOT / package).rglob("*.py"))
}
"""The modules of the product by their full names."""
Imports = Iterable[tuple[str, str]]


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(PATHS[module].read_text(encoding="utf-8"))


def of(*packages: str) -> list[str]:
    """The modules of the packages."""
    heads = tuple(f"{package}." for package in packages)
    return [module for module in PATHS if f"{module}.".startswith(heads)]


def imported_names(code: ast.AST) -> frozenset[str]:
    """The full names of the modules that a piece of code imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            within = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= (within & PATHS.keys()) or {node.module or ""}
    return frozenset(names)


@cache
def imports(module: str) -> frozenset[str]:
    """The full names of the modules that a module imports."""
    return imported_names(tree(module))


def edges(modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Who imports whom, of our own."""
    for module in modules:
        yield from ((module, name) for name in sorted(imports(module) & PATHS.keys()))


def place(module: str) -> str:
    """The most exact name that covers the module."""
    parts = module.split(".")
    heads = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next(head for head in heads if head in NAMES)


def against_the_floors(pairs: Imports) -> list[str]:
    """The imports that do not lead down."""
    return [
        f"{module} imports {imported}"
        for module, imported in pairs
        if place(module) != place(imported) and NAMES[place(imported)] >= NAMES[place(module)]
    ]


def roots(names: Iterable[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


def test_imports_run_down() -> None:
    assert against_the_floors(edges(PATHS)) == []


@pytest.mark.parametrize("package", IN_ORDER)
def test_no_import_runs_in_a_circle(package: str) -> None:
    within = [pair for pair in edges(of(package)) if pair[1].partition(".")[0] == package]
    graph: dict[str, set[str]] = {}
    for module, imported in within:
        graph.setdefault(module, set()).add(imported)
    TopologicalSorter(graph).prepare()  # CycleError names the circle


def test_the_product_imports_neither_tests_nor_tools() -> None:
    others = {"app", "tests", "benchmarks", "tools"}
    assert {module for module in PATHS if roots(imports(module)) & others} == set()


@pytest.mark.parametrize("package", ENGINE)
def test_the_engine_knows_no_web(package: str) -> None:
    assert {one for one in of(package) if roots(imports(one)) & OUTSIDE_THE_ENGINE} == set()


def test_readers_know_the_records_of_the_engine_alone() -> None:
    known = {name for _, name in edges(of("headjudge.decklists")) if name.startswith("validator")}
    assert known == {"validator.model"}


@pytest.mark.parametrize("package", ENGINE)
def test_the_engine_has_no_clock_and_no_environment(package: str) -> None:
    found = {
        f"{module}: {node.attr}"
        for module in of(package)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS_AND_SURROUNDINGS
    }
    of_system = {one for one in of(package) if roots(imports(one)) & SYSTEM}
    assert (found, of_system - {DISK}) == (set(), set())


@pytest.mark.parametrize("package", ["validator", "headjudge"])
def test_no_card_name_in_code(package: str) -> None:
    texts = {
        node.value.strip()
        for module in of(package)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and sum(map(str.isalpha, node.value)) >= 4
    }
    titles = {text for text in texts if catalogue().find(text).level == "exact"}
    assert titles <= TITLES_THAT_ARE_WORDS.keys()
