"""A machine without Headjudge, and a checkout to install it from; all without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = (
    ".*", "__pycache__", "*.egg-info", "build", "dist", "docs", "node_modules", "tests", "wheels",
)  # fmt: skip
KEPT = (".pre-commit-hooks.yaml", ".dockerignore")
INSTALLED = sysconfig.get_path("purelib")
"""Where the libraries of the lock files are, at the versions that it pins."""
PATIENCE = 200  # seconds

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository, in which a build may leave its files."""
    folder = tmp_path_factory.mktemp("checkout") / "headjudge"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in KEPT:
        shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    """A copy of the repository of decks, which is the folder that commands run in."""
    return Path(shutil.copytree(ROOT / "examples" / "decks", tmp_path / "decks"))


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a machine on which the libraries are at hand and nothing else is.

    pip finds them installed, so that it takes none from an index; Headjudge itself is not
    among them, for the link of an editable install is followed from its own environment alone.
    """
    kept = {name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ}
    path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])
    alone = {
        "HEADJUDGE_FACTS": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_NO_COMPILE": "1",
        "PIP_CONFIG_FILE": os.devnull,
        "PYTHONPATH": INSTALLED,
    }
    return {**kept, "PATH": path, **alone, **more}


@pytest.fixture(scope="session")
def installed(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that Headjudge was installed into, for good."""
    return _install(tmp_path_factory.mktemp("machine") / "venv", str(checkout))


@pytest.fixture(scope="session")
def installed_editable(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for an editable install."""
    return _install(tmp_path_factory.mktemp("workplace") / "venv", "--editable", str(checkout))


def _install(folder: Path, *what: str) -> Path:
    venv.create(folder, with_pip=False)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", *what]
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", *options]
    done = run(command, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "bin"


def run(
    command: list[str], cwd: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run it with these surroundings; it may fail."""
    return subprocess.run(
        command, cwd=cwd, env=env or surroundings(), capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip


def git(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run git there as somebody; `more` is the environment's. It may fail, where it commits."""
    named = {
        f"GIT_{who}_{what}": "ann@example.org"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    nothing = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = run(["git", *arguments], folder, surroundings(**named, **nothing, **more))
    assert done.returncode == 0 or arguments[0] == "commit", done.stderr
    return done


@pytest.fixture
def pull_request(decks: Path, tmp_path: Path) -> tuple[Path, str]:
    """A shallow checkout of a pull request that allows itself a banned card, and its base."""
    for name in ("typing", "photograph", "ring-and-twin.txt", "naturalize.b.csv"):
        path = decks / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (decks / "naturalize.a.dck").unlink()
    git(decks, "init", "--quiet", "--initial-branch=main")
    git(decks, "add", ".")
    git(decks, "commit", "--quiet", "--message", "Decks")
    base = git(decks, "rev-parse", "HEAD").stdout.strip()
    git(decks, "switch", "--quiet", "--create", "work")
    (decks / "burn-and-elves" / "ann.txt").write_text("4 Splinter Twin\n56 Island\n")
    rules = decks / "headjudge.toml"
    rules.write_text(rules.read_text().replace("modern", "vintage"))
    git(decks, "commit", "--quiet", "--all", "--message", "Mine")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=1", "--branch=work", decks.as_uri(), str(clone))
    return clone, base


@pytest.fixture
def rules_elsewhere(pull_request: tuple[Path, str]) -> tuple[Path, str]:
    """A checkout whose base has its configuration in a folder, before more files than a pipe holds
    at once, and its commit."""
    clone, _ = pull_request
    folder = clone / "dëcks"
    folder.mkdir()
    git(clone, "mv", "headjudge.toml", "dëcks/headjudge.toml")
    for number in range(400):
        (folder / f"{'x' * 200}{number}").touch()
    git(clone, "add", ".")
    git(clone, "commit", "--quiet", "--message", "Rules elsewhere")
    return clone, git(clone, "rev-parse", "HEAD").stdout.strip()
