"""What the service is made of, as `make sbom` writes it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.utils import canonicalize_name

from tests.conftest import PATIENCE, ROOT

LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PINS = re.findall(r"^([\w.-]+)==([^\s;]+)", LOCK, re.M)


def written(folder: Path) -> bytes:
    """What the command of the Makefile writes; it validates by the schema of CycloneDX first."""
    text = (ROOT / "Makefile").read_text("utf-8")
    (command,) = re.findall(r"^SBOM := \$\(BIN\)/cyclonedx-py (.+)$", text, re.M)
    file = folder / "sbom.json"
    done = subprocess.run(
        [sys.executable, "-m", "cyclonedx_py", *command.split(), "--validate",
         "--output-file", str(file), "requirements.lock"],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return file.read_bytes()


@pytest.fixture(scope="module")
def sbom(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The document."""
    document: dict[str, Any] = json.loads(written(tmp_path_factory.mktemp("sbom")))
    return document


def test_it_holds_every_pin_with_its_hashes(sbom: dict[str, Any]) -> None:
    assert PINS
    assert [(one["name"], one["version"]) for one in sbom["components"]] == PINS
    hashes = [
        each["content"]
        for one in sbom["components"]
        for reference in one["externalReferences"]
        for each in reference["hashes"]
    ]
    assert sorted(hashes) == sorted(re.findall(r"--hash=sha256:([0-9a-f]{64})", LOCK))


def test_it_is_that_of_headjudge(sbom: dict[str, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    component = sbom["metadata"]["component"]
    assert (component["name"], component["version"]) == (project["name"], project["version"])
    needed = {re.split(r"[^\w.-]", one)[0] for one in project["dependencies"]}
    listed = {canonicalize_name(one["name"]) for one in sbom["components"]}
    assert {canonicalize_name(one) for one in needed} <= listed


def test_the_same_lock_file_gives_the_same_bytes(tmp_path: Path) -> None:
    assert written(tmp_path) == written(tmp_path)
