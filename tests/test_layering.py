"""How the packages stand on each other, and what none of them may hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cards import catalogue

ROOT = Path(__file__).parents[1]
ENGINE = {"messages", "validator", "formats", "banlists", "cards", "decklists", "receipts"}
MAY_IMPORT = {
    "messages": set[str](),
    "formats": {"messages"},
    "cards": {"messages"},
    "banlists": {"formats", "messages"},
    "validator": {"formats", "banlists", "cards", "messages"},
    "decklists": {"cards", "validator", "messages"},
    "links": {"decklists", "validator", "messages"},
    "receipts": {"validator", "messages"},
    "web": {*ENGINE, "links"},
    "cli": {*ENGINE, "headjudge", "links"},
    "headjudge": set[str](),
}
"""By package, the packages beside itself that it may import."""
EXCEPTIONS = {
    ROOT / "headjudge" / "__main__.py": {"cli"},  # `python -m headjudge` is the command line
    ROOT / "cli" / "batch.py": {"web"},  # `headjudge batch` gives the answers of the service
}
"""By module, the packages that it may import besides."""
DISK = ROOT / "cards" / "durable.py"
"""The one module of the engine that asks the system to sync what it has written."""
OUTSIDE_THE_ENGINE = {
    "apispec", "flask", "gunicorn", "http", "marshmallow", "prometheus_client", "requests",
    "socket", "urllib", "werkzeug",
}  # fmt: skip
CLOCKS_AND_SURROUNDINGS = {
    "environ", "getenv", "now", "perf_counter", "monotonic", "time_ns", "today", "utcnow",
}  # fmt: skip
LONGEST = 300
TITLES_THAT_ARE_WORDS = {
    "Cockatrice": "a program",
    "Conspiracy": "a type of cards",
    "Two-Headed Giant": "how a team plays",
}
"""Words of the code that happen to be titles as well, with what they say there."""

MODULES = [
    pytest.param(path, id=path.relative_to(ROOT).as_posix())
    for package in sorted(MAY_IMPORT)
    for path in sorted((ROOT / package).rglob("*.py"))
]


def package_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0]


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def imports(path: Path) -> set[str]:
    """The full names of the modules that a module imports, wherever in it."""
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names.add(node.module or "")
    return names


def roots(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("path", MODULES)
def test_imports_run_one_way(path: Path) -> None:
    package = package_of(path)
    ours = roots(imports(path)) & {*MAY_IMPORT, "app", "tests", "benchmarks"}
    assert ours <= MAY_IMPORT[package] | {package} | EXCEPTIONS.get(path, set())


@pytest.mark.parametrize("path", MODULES)
def test_the_engine_knows_no_web(path: Path) -> None:
    if package_of(path) in ENGINE:
        assert roots(imports(path)).isdisjoint(OUTSIDE_THE_ENGINE)


@pytest.mark.parametrize("path", MODULES)
def test_readers_know_the_records_of_the_engine_alone(path: Path) -> None:
    if package_of(path) == "decklists":
        of_the_engine = {name for name in imports(path) if name.startswith("validator")}
        assert of_the_engine <= {"validator.model"}


@pytest.mark.parametrize("path", MODULES)
def test_the_engine_has_no_clock_and_no_environment(path: Path) -> None:
    if package_of(path) in ENGINE:
        named = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
        assert named.isdisjoint(CLOCKS_AND_SURROUNDINGS)
        allowed = {"os"} if path == DISK else set[str]()
        assert (roots(imports(path)) - allowed).isdisjoint({"os", "time", "random", "locale"})


@pytest.mark.parametrize("path", MODULES)
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", MODULES)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "the module"


@pytest.mark.parametrize("path", MODULES)
def test_no_card_name_in_code(path: Path) -> None:
    if package_of(path) in {"validator", "decklists", "web", "cli"}:
        found = {
            node.value.strip()
            for node in nodes(path)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and sum(map(str.isalpha, node.value)) >= 4
            and catalogue().find(node.value).level == "exact"
        }
        assert found <= TITLES_THAT_ARE_WORDS.keys()
