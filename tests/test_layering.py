"""How packages and their rooms stand on each other, and what none of them may hold."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from cards import catalogue

ROOT = Path(__file__).parents[1]
FLOORS = (
    ("messages", "headjudge.documents", "headjudge.lazy_re"),
    ("cards", "formats"),
    ("banlists",),
    ("validator.digests", "validator.nouns"),
    ("validator.house_rules",),
    ("validator.fingerprint", "validator.model"),
    ("validator.decks", "validator.definition", "validator.questions", "validator.violation"),
    ("validator.comparison", "validator.legality", "validator.limited"),
    ("validator.case",),
    ("validator.remaining", "validator.rules", "validator.validity"),
    ("validator.events", "validator.notices", "validator.report"),
    ("validator.companion_lists",),
    ("validator.commander_lists", "validator.titles"),
    ("validator.conversion", "validator.engine"),
    ("validator.impact", "validator"),
    ("headjudge.decklists", "headjudge.receipts"),
    ("headjudge", "headjudge.links"),
    ("headjudge.cli", "headjudge.web"),
    # `service batch` gives the answers of the service, `service audit` reads its requests.
    ("headjudge.cli.audit", "headjudge.cli.commands.batch"),
    ("headjudge.cli.commands.audit",),
    ("headjudge.__main__",),  # `python -m headjudge` is the command line
)
"""From the ground up. What a name covers imports what it covers and the floors below, no more."""
ENGINE = (
    "messages", "validator", "formats", "banlists", "cards", "headjudge.decklists",
    "headjudge.receipts",
)  # fmt: skip
IN_ORDER = ("messages", "validator", "formats", "banlists", "cards", "headjudge")
"""Packages in which no import runs in a circle."""
DISK = "cards.durable"
"""The one module of the engine that asks the system to sync what it has written."""
OUTSIDE_THE_ENGINE = {
    "apispec", "flask", "gunicorn", "http", "marshmallow", "prometheus_client", "requests",
    "socket", "urllib", "werkzeug",
}  # fmt: skip
SYSTEM = {"os", "time", "random", "locale"}
CLOCKS_AND_SURROUNDINGS = {
    "environ", "getenv", "now", "perf_counter", "monotonic", "time_ns", "today", "utcnow",
}  # fmt: skip
LONGEST = 300
"""Lines of a module."""
MOST_IN_A_FOLDER = 20
TITLES_THAT_ARE_WORDS = {
    "Cockatrice": "a program",
    "Conspiracy": "a type of cards",
    "Melee": "a site",
    "Two-Headed Giant": "how a team plays",
}
"""Words of the code that happen to be titles as well, with what they say there."""

LATE_IMPORTS: Mapping[str, tuple[str, ...]] = {
    "cards.store": (
        "8 ms of a start: suggestions, for a title that is no card",
        "cards.suggestions",
    ),
    "cards.tokens": ("7 ms of a start: distances, for a misspelt title", "rapidfuzz"),
    "headjudge.cli.commands.audit": (
        "an extra: dask, after it is known to be installed",
        "distributed",
        "headjudge.cli.audit.request",
    ),
    "headjudge.cli.commands.batch": (
        "an extra: the service",
        "headjudge.web.api.batch.answers",
        "headjudge.web.api.batch.lines",
        "headjudge.web.api.batch.pool",
        "headjudge.web.inputs.fetched_lists",
        "headjudge.web.service.house_folder",
        "headjudge.web.service.languages",
    ),
    "headjudge.cli.commands.check": (
        "93 ms of a start: the client, baselines and locks, for options seldom given",
        "headjudge.cli.findings.baselines",
        "headjudge.cli.findings.forecast",
        "headjudge.cli.findings.locks",
        "headjudge.cli.rewriting.correcting",
        "headjudge.cli.teams.git",
        "headjudge.cli.teams.server_judging",
    ),
    "headjudge.cli.commands.explain": ("links, for a list that is one", "headjudge.links"),
    "headjudge.cli.commands.serve": ("an extra: gunicorn", "gunicorn"),
    "headjudge.cli.commands.update": (
        "160 ms of its help: a client of the network, for an update",
        "headjudge.cli.sources.downloads",
        "headjudge.cli.sources.local",
        "headjudge.cli.sources.mtgjson",
        "headjudge.cli.sources.progress",
        "headjudge.cli.sources.scryfall",
        "headjudge.cli.update.answer",
        "headjudge.cli.update.steps",
        "headjudge.cli.update.workplace",
    ),
    "formats.house_rules": ("1 ms of a start: likeness, for a typing error", "difflib"),
    "headjudge.cli.facts.drift": (
        "137 ms: a client of the network, for downloads",
        "headjudge.cli.facts.published_legalities",
    ),
    "headjudge.cli.facts.signing": (
        "an extra: signatures",
        "headjudge.receipts.folder",
        "headjudge.receipts.manifests",
    ),
    "headjudge.cli.facts_in_force": (
        "8 ms of a start: editions, where facts were updated",
        "cards.editions",
    ),
    "headjudge.cli.files": (
        "24 ms of a start: links, for a list that is one",
        "headjudge.cli.links",
    ),
    "headjudge.cli.findings.finding": (
        "5 ms of a start: hashes, for reports that name fingerprints",
        "hashlib",
    ),
    "headjudge.cli.main": (
        "the facts in force, for commands that judge; likeness, for typing errors",
        "difflib",
        "headjudge.cli.facts_in_force",
    ),
    "headjudge.cli.teams.folders": (
        "23 ms of a start: patterns, where a configuration has some",
        "pathspec",
    ),
    "headjudge.cli.teams.judging": (
        "10 ms of a start: what few teams need",
        "headjudge.cli.findings.allowances",
        "headjudge.cli.findings.forecast",
        "headjudge.cli.teams.git",
    ),
    "headjudge.cli.update.workplace": ("each system has its own lock of files", "fcntl", "msvcrt"),
    "headjudge.decklists.documents.xml_text": (
        "20 ms of a start: quotes for XML, seldom written",
        "xml",
    ),
    "headjudge.decklists.lines.markup": (
        "1 ms of a start: the entities of HTML, seldom in lists",
        "html",
    ),
    "headjudge.links": (
        "a client of the network, for a service that follows links",
        "headjudge.links.fetching",
        "headjudge.links.network",
    ),
    "headjudge.receipts": (
        "17 MB: signatures, for a service with keys; an extra",
        "headjudge.receipts.manifests",
    ),
    "headjudge.web.api.batch.process": (
        "counts are set up before the service is imported",
        "cards",
        "cards.catalogue_files",
        "headjudge.web.api.batch.judging",
        "headjudge.web.inputs.fetched_lists",
        "headjudge.web.service.budget",
    ),
    "headjudge.web.api.receipts": (
        "17 MB: signatures, for a service with keys",
        "headjudge.receipts.keys",
        "headjudge.receipts.signing",
    ),
    "headjudge.web.api.signing": (
        "17 MB: signatures; Windows has no `resource`",
        "headjudge.receipts.folder",
        "headjudge.receipts.signing",
        "headjudge.receipts.statement",
        "resource",
    ),
    "headjudge.web.pages.event.results": ("a writer of workbooks, seldom asked for", "xlsxwriter"),
    "headjudge.web.pages.event.workbook_process": (
        "limits are set first; Windows has no `resource`",
        "python_calamine",
        "resource",
    ),
    "headjudge.web.server.__main__": ("an extra: gunicorn", "headjudge.web.server.gunicorn_config"),
    "headjudge.web.service.budget": ("Windows has no `resource`", "resource"),
    "headjudge.web.service.rates": (
        "limits and Redis, for a service that sets rates",
        "flask_limiter",
        "limits",
        "redis",
    ),
    "headjudge.web.service.traces": ("an extra: OpenTelemetry", "opentelemetry"),
    "headjudge.web.sheets": (
        "PDF, for those who print sheets",
        "headjudge.web.sheets.contents",
        "headjudge.web.sheets.document",
    ),
    "headjudge.web.sheets.codes": ("QR codes, for those who print slips", "segno"),
    "headjudge.web.sheets.fonts": ("fonts, for those who print", "fontTools"),
    "validator.digests": (
        "5 ms of a start: hashes, which a verdict alone does not need",
        "hashlib",
    ),
    "validator.questions": ("27 ms of a start: likeness, for a word that is unknown", "rapidfuzz"),
}
"""What modules import within a function, after the reason: times are what `headjudge check` is
spared."""

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


def test_each_floor_is_named_once() -> None:
    assert len(NAMES) == sum(map(len, FLOORS))
    assert {
        name
        for name in NAMES
        if not any(one == name or one.startswith(f"{name}.") for one in PATHS)
    } == set()


def test_imports_run_down() -> None:
    assert against_the_floors(edges(PATHS)) == []


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("validator.legality.history", "validator.rules.legality"),
        ("validator.rules.copies", "validator.notices.event"),
        ("cards.lookup", "formats.files"),
        ("validator.case", "headjudge.decklists.reading"),
        ("headjudge.web.api.batch.answers", "headjudge.cli.commands.check"),
    ],
)
def test_an_import_up_or_aside_is_a_fault(module: str, imported: str) -> None:
    assert against_the_floors([(module, imported)]) == [f"{module} imports {imported}"]


@pytest.mark.parametrize("package", IN_ORDER)
def test_no_import_runs_in_a_circle(package: str) -> None:
    within = [pair for pair in edges(of(package)) if pair[1].partition(".")[0] == package]
    graph: dict[str, set[str]] = {}
    for module, imported in within:
        graph.setdefault(module, set()).add(imported)
    TopologicalSorter(graph).prepare()  # CycleError names the circle


def test_nothing_imports_what_is_no_product() -> None:
    others = {"app", "tests", "benchmarks", "tools"}
    assert {module for module in PATHS if roots(imports(module)) & others} == set()


def test_the_client_needs_nothing_of_the_rest() -> None:
    modules = [one for one in PATHS if place(one) in ("headjudge", "headjudge.documents")]
    assert {name for _, name in edges(modules)} <= {*modules}


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


def test_modules_are_short() -> None:
    lengths = {one: len(path.read_text("utf-8").splitlines()) for one, path in PATHS.items()}
    assert {one: length for one, length in lengths.items() if length > LONGEST} == {}


def late_imports(module: str) -> set[str]:
    """What the functions of a module import when they are called: our modules, others' packages."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    within = [node for node in ast.walk(tree(module)) if isinstance(node, functions)]
    names = set[str]().union(*map(imported_names, within))
    return {name if name in PATHS else name.partition(".")[0] for name in names}


def test_each_import_in_a_function_has_its_reason() -> None:
    late = {module: names for module in PATHS if (names := late_imports(module))}
    assert late == {module: set(names) for module, (_, *names) in LATE_IMPORTS.items()}


@pytest.mark.parametrize("package", IN_ORDER)
def test_no_folder_is_crowded(package: str) -> None:
    modules = Counter(
        path.parent for path in map(PATHS.__getitem__, of(package)) if path.stem != "__init__"
    )
    assert {folder.name for folder, count in modules.items() if count > MOST_IN_A_FOLDER} == set()


@pytest.mark.parametrize(
    "package", [*IN_ORDER[:-1], "headjudge.cli", "headjudge.decklists", "headjudge.web"]
)
def test_no_class_name_comes_twice_in_a_package(package: str) -> None:
    names = Counter(
        node.name
        for module in of(package)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in names.items() if count > 1} == set()


def test_every_module_says_what_it_is_for() -> None:
    assert {module for module in PATHS if not ast.get_docstring(tree(module))} == set()


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
