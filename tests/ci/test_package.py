"""Headjudge as it is installed from a checkout: all that it reads comes with it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
import requests
from packaging.requirements import Requirement

from tests.ci.conftest import INSTALLED, ROOT, run, surroundings
from tests.conftest import PATIENCE, answering, free_port, stop

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PACKAGES = {"banlists", "cards", "formats", "headjudge", "messages", "validator"}
TEAM = ["4 Naturalize\n56 Forest", "2 Naturalize\n58 Forest"]


QUESTION: dict[str, Any] = {"format": "modern", "decks": [{"list": one} for one in TEAM]}
MEGABYTES_MAX = 60
"""Of a plain install: the libraries of `core`, and Headjudge with the card facts."""
NAMESAKES = ("app", "banlists", "cards", "cli", "formats", "messages", "validator", "web")
"""Modules that somebody may have in a folder of his own, which no program of ours imports."""
CURRENT_FIRST = surroundings(PYTHONPATH=os.pathsep.join([".", INSTALLED]))
"""The environment in which the libraries are at hand, and the current folder before them."""


@pytest.fixture(params=["installed", "installed_editable"])
def programs(request: pytest.FixtureRequest) -> Path:
    """The folder of programs, by each kind of installation."""
    folder: Path = request.getfixturevalue(request.param)
    return folder


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A folder with modules of somebody else, which end whoever imports them."""
    for name in NAMESAKES:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not this one')", encoding="utf-8")
    (tmp_path / "team.ndjson").write_text(json.dumps(QUESTION), encoding="utf-8")
    return tmp_path


@pytest.fixture
def core(tmp_path: Path) -> dict[str, str]:
    """The environment in which the libraries are at hand that no extra names."""
    folder = tmp_path / "core"
    folder.mkdir()
    waiting = [Requirement(one).name for one in PROJECT["dependencies"]]
    for name in waiting:
        library = distribution(name)
        for top in {file.parts[0] for file in library.files or ()} - {"..", "__pycache__"}:
            (folder / top).symlink_to(Path(INSTALLED, top))
        needs = map(Requirement, library.requires or ())
        usual = [one.name for one in needs if not one.marker or one.marker.evaluate({"extra": ""})]
        waiting += [one for one in usual if one not in waiting]
    return surroundings(PYTHONPATH=str(folder))


@contextmanager
def serving(command: list[str], folder: Path, env: dict[str, str]) -> Iterator[str]:
    """The address of a service that is started in the folder."""
    log = folder / "log"
    port = free_port()
    with log.open("wb") as output:
        service = subprocess.Popen(
            command, cwd=folder, stdout=output, stderr=output,
            env=env | {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1"},
        )  # fmt: skip
    try:
        answering(service, port, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        stop(service)


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The service of the installed package."""
    with serving([str(installed / "headjudge"), "serve"], tmp_path, surroundings()) as address:
        yield address


def test_a_fresh_clone_reaches_its_first_verdict(checkout: Path) -> None:
    """With the commands of the README, as they stand there."""
    readme = (ROOT / "README.md").read_text("utf-8")
    (lines,) = re.findall(r"^```sh\n(python3 -m venv.*?)^```", readme, re.M | re.S)
    # The libraries that the build and the program need are at hand: see `surroundings`.
    env = surroundings(PIP_NO_BUILD_ISOLATION="0")
    done = run(["bash", "-c", lines], checkout, env)
    assert done.returncode == 1, done.stderr
    assert "6 copies of Naturalize" in done.stdout
    assert "6 teams: 2 legal, 3 not legal" in done.stdout


def judged(address: str) -> Any:
    """The report of the service at an address."""
    return requests.post(f"{address}/v1/validate", json=QUESTION, timeout=PATIENCE).json()


def test_the_installed_package_serves_pages_and_verdicts(address: str) -> None:
    for path in ("/", "/docs", "/openapi.yaml", "/readyz", "/policies"):
        assert requests.get(address + path, timeout=PATIENCE).status_code == 200, path
    assert judged(address)["violations"][0]["code"] == "combined-copies"


def test_nothing_of_the_checkout_is_left_out(installed: Path) -> None:
    """Whatever lies beside the modules of a package comes with it, but what is compiled."""
    (packages,) = installed.parent.glob("lib/*/site-packages")
    names = {one.name for one in packages.iterdir()} - {"__pycache__"}
    assert {name for name in names if not name.endswith(".dist-info")} == PACKAGES
    missing = [
        path.relative_to(ROOT)
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and path.suffix not in {".po", ".pot"}
        and not (packages / path.relative_to(ROOT)).exists()
    ]
    assert missing == []


@pytest.mark.parametrize("program", [("headjudge",), ("python", "-m", "headjudge")])
def test_modules_of_somebody_else_change_nothing(
    programs: Path, strange: Path, program: tuple[str, ...]
) -> None:
    command = [str(programs / program[0]), *program[1:]]
    decks = str(ROOT / "examples" / "decks" / "naturalize.a.dck")
    done = run([*command, "check", decks, decks, "--format", "modern"], strange, CURRENT_FIRST)
    assert (done.returncode, done.stderr) == (1, "")
    assert "combined-copies: 8 copies of Naturalize" in done.stdout
    done = run([*command, "batch", "team.ndjson"], strange, CURRENT_FIRST)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    "program",
    [("headjudge", "serve"), ("python", "-m", "headjudge", "serve")],
)  # fmt: skip
def test_modules_of_somebody_else_change_no_service(
    programs: Path, strange: Path, program: tuple[str, ...]
) -> None:
    command = [str(programs / program[0]), *program[1:]]
    with serving(command, strange, CURRENT_FIRST) as address:
        assert not judged(address)["legal"]


def test_a_plain_install_is_small(installed: Path, core: dict[str, str]) -> None:
    (packages,) = installed.parent.glob("lib/*/site-packages")
    libraries = [one.resolve() for one in Path(core["PYTHONPATH"]).iterdir()]
    files = [
        file
        for top in [*libraries, *(packages / name for name in PACKAGES)]
        for file in ([top] if top.is_file() else top.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    ]
    assert len(files) > 100
    assert sum(file.stat().st_size for file in files) <= MEGABYTES_MAX * 1_000_000


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("check .", 1),
        ("check ring-and-twin.txt", 1),
        ("check --diff .", 0),
        ("explain combined-copies", 0),
        ("banlist --format modern", 0),
        ("facts", 0),
        ("completion bash", 0),
        ("update --help", 0),
    ],
)
def test_most_commands_need_no_extra(
    installed: Path, decks: Path, core: dict[str, str], arguments: str, status: int
) -> None:
    done = run([str(installed / "headjudge"), *arguments.split()], decks, core)
    assert done.returncode == status, done.stderr
    assert "further packages" not in done.stderr
    assert done.stdout or arguments == "check --diff ."  # which has nothing to correct


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        ("headjudge serve", "service"),
        ("headjudge batch team.ndjson", "service"),
    ],
)
def test_a_command_names_the_extra_that_it_lacks(
    installed: Path, strange: Path, core: dict[str, str], arguments: str, extra: str
) -> None:
    program, *others = arguments.split()
    done = run([str(installed / program), *others], strange, core)
    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert sentence.endswith(f'python -m pip install "headjudge[{extra}]"')
