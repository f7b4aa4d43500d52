"""A release: the package is the same on every machine, and the steps that make one are there."""

from __future__ import annotations

import re
import shutil
import sys
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from tests.ci.conftest import ROOT, git, run

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


@pytest.fixture(scope="module")
def commit(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one commit, made of what there is."""
    folder = tmp_path_factory.mktemp("release") / "headjudge"
    shutil.copytree(checkout, folder)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    when = "2026-11-23T09:00:00+00:00"
    date = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    git(folder, "commit", "--quiet", "--message", "A release", **date)
    return folder


def wheel(commit: Path, folder: Path, mask: int) -> Path:
    """The package, built from a clone of the commit by who makes files with that mask."""
    git(folder, "clone", "--quiet", str(commit), "clone")
    clone, home = folder / "clone", Path(sys.prefix)
    make = f"umask {mask:03o}; make wheel VENV={home} --old-file {home}/dev.stamp"
    done = run(["sh", "-c", make], clone)
    assert done.returncode == 0, done.stderr
    (built,) = (clone / "build" / "wheel").iterdir()
    return built


def test_the_package_is_the_same_on_every_machine(commit: Path, tmp_path: Path) -> None:
    digests = set()
    for mask in (0o022, 0o077):
        folder = tmp_path / f"{mask}"
        folder.mkdir()
        built = wheel(commit, folder, mask)
        digests.add(sha256(built.read_bytes()).hexdigest())
    assert len(digests) == 1


def test_each_part_is_made_and_attested() -> None:
    steps = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]["release"]["steps"]
    script = "\n".join(step.get("run", "") for step in steps)
    targets = set(re.findall(r"^\w[\w-]*(?=:)", (ROOT / "Makefile").read_text("utf-8"), re.M))
    made = {name for line in re.findall(r"make ([a-z ]+)", script) for name in line.split()}
    assert made == {"test", "wheel"}
    assert made <= targets
    attested = "".join(str(step.get("with")) for step in steps if "attest" in step.get("uses", ""))
    for subject in ("build/wheel/*.whl", "vars.IMAGE"):
        assert subject in attested
