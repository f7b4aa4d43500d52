"""What `headjudge check` of one team imports: its start takes most of its time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import json, sys
from headjudge.cli.main import main
code = main(["check", "ann.txt", "bob.txt", "--format", "modern"])
print(json.dumps([code, {name: module.__file__ for name, module in sys.modules.items()
                         if getattr(module, "__file__", None)}]))
"""
SELDOM_NEEDED = {
    "asyncio", "concurrent", "dataclasses", "difflib", "email", "flask", "hashlib", "html", "http",
    "inspect", "logging", "marshmallow", "multiprocessing", "pathspec", "rapidfuzz", "requests",
    "shutil", "signal", "socket", "ssl", "subprocess", "tempfile", "traceback", "urllib.request",
    "xml",
}  # fmt: skip
"""Libraries of a millisecond or more that a legal team does not need."""
OURS = ("banlists", "cards", "formats", "headjudge", "messages", "validator")
MOST_OF_OURS = 155
"""Modules of the product at the most: each takes a fifth of a millisecond. There are 151."""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The modules imported by a check of a legal team, with their files."""
    folder = tmp_path_factory.mktemp("decks")
    (folder / "ann.txt").write_text("4 Naturalize\n56 Forest\n")
    (folder / "bob.txt").write_text("4 Opt\n56 Island\n")
    printed = subprocess.check_output([sys.executable, "-c", PROGRAM], cwd=folder, text=True)
    code, files = json.loads(printed.splitlines()[-1])
    assert code == 0
    return {name: Path(file) for name, file in files.items()}


def of_ours(modules: dict[str, Path]) -> dict[str, Path]:
    return {name: file for name, file in modules.items() if name.partition(".")[0] in OURS}


def test_a_check_imports_no_library_that_is_seldom_needed(imported: dict[str, Path]) -> None:
    assert SELDOM_NEEDED & imported.keys() == set()


def test_a_check_imports_few_modules_of_the_product(imported: dict[str, Path]) -> None:
    assert 0 < len(of_ours(imported)) <= MOST_OF_OURS


def test_fields_of_named_tuples_are_no_strings(imported: dict[str, Path]) -> None:
    """CPython 3.11 compiles each annotation that is a string: 20 µs a field, of which there are
    500. `from __future__ import annotations` makes all annotations of a module strings."""
    texts = {name: file.read_text("utf-8") for name, file in of_ours(imported).items()}
    slow = {
        name
        for name, text in texts.items()
        if "(NamedTuple):" in text and "from __future__ import annotations" in text
    }
    assert slow == {"validator.house_rules", "validator.report"}
    """These name documents, which only a type checker imports."""
