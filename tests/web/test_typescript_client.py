"""The package in clients/js, with types from openapi.yaml, compiles and asks the service."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, ROOT

PACKAGE = ROOT / "clients" / "js"
TOOLS = PACKAGE / "node_modules"
WRONG = """
// @ts-expect-error
await client.validate({ decks: [] });
// @ts-expect-error
await client.get("/v1/banlist/{id}", { id: "modern" });
// @ts-expect-error
const count: number = (await client.get("/v1/formats")).formats;
"""
"""Appended to a program that is compiled and not run: each is a fault that the types tell."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is published, beside the tools that compile what uses it."""
    if not TOOLS.is_dir():
        pytest.skip("clients/js has no node_modules: make js")
    folder = tmp_path_factory.mktemp("npm") / "js"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns(TOOLS.name))
    (folder / TOOLS.name).symlink_to(TOOLS)
    tell(folder, "openapi-typescript", str(ROOT / "openapi.yaml"), "--output", "contract.d.ts")
    return folder


def tell(folder: Path, program: str, *arguments: str) -> str:
    """What a program of the package's tools prints, or node; it has to succeed."""
    command = "node" if program == "node" else str(TOOLS / ".bin" / program)
    ran = subprocess.run(
        [command, *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_example_runs(package: Path, port: int) -> None:
    example = package / "example.ts"
    code = example.read_text()
    example.write_text(code.replace("127.0.0.1:8000", f"127.0.0.1:{port}"))
    tell(package, "tsc", "--project", ".")
    answer = tell(package, "node", "example.js")
    assert "Naturalize" in answer
    assert answer.endswith("modern\n")


def test_the_types_tell_what_is_wrong(package: Path) -> None:
    example = package / "example.ts"
    example.write_text(example.read_text() + WRONG)
    tell(package, "tsc", "--project", ".", "--noEmit")
