"""The Dockerfile: what it copies is there, what it runs works, without a network."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from tests.ci.conftest import ROOT, run

HOME = "/opt/headjudge"


class Instruction(NamedTuple):
    """A line of a Dockerfile, continued lines joined."""

    name: str
    value: str


@pytest.fixture(scope="module")
def stages() -> list[list[Instruction]]:
    """The instructions of each stage, its FROM first."""
    text = (ROOT / "Dockerfile").read_text("utf-8")
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.M))
    instructions = [Instruction(*line.split(None, 1)) for line in joined.splitlines() if line]
    found: list[list[Instruction]] = []
    for one in instructions:
        if one.name == "FROM":
            found.append([])
        if found:
            found[-1].append(one)
    return found


def values(stage: list[Instruction], name: str) -> list[str]:
    return [one.value for one in stage if one.name == name]


def is_sent(path: str) -> bool:
    """Whether a path from the root is sent to the builder; the last pattern that fits says so."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        pattern = line.removeprefix("!")
        if line and not line.startswith("#"):
            parts = path.split("/")
            above = ["/".join(parts[:number]) for number in range(1, len(parts) + 1)]
            if any(fnmatch(one, pattern) and one.count("/") == pattern.count("/") for one in above):
                sent = line.startswith("!")
            elif pattern.startswith("**/") and pattern[3:] in parts:
                sent = False
    return sent


def test_the_command_of_the_build_stage_works(
    stages: list[list[Instruction]], tmp_path: Path
) -> None:
    """The build stage in what is sent to it: the command that comes out of it works."""
    build, _ = stages
    assert values(build, "COPY") == [". ."]
    source = tmp_path / "src"

    def ignored(folder: str, names: list[str]) -> list[str]:
        above = Path(folder).relative_to(ROOT)
        return [name for name in names if not is_sent((above / name).as_posix())]

    shutil.copytree(ROOT, source, ignore=ignored)
    assert not (source / "tests").exists()
    (script,) = values(build, "RUN")
    done = run(["sh", "-c", script.replace(HOME, str(tmp_path / "home"))], source)
    assert done.returncode == 0, done.stderr
    done = run(
        [str(tmp_path / "home/bin/headjudge"), "check", str(ROOT / "examples/decks")], source
    )
    assert done.returncode == 1
    assert "6 copies of Naturalize" in done.stdout


def test_every_package_is_sent() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["packages"]["find"]["include"]
    packages = {name.removesuffix("*") for name in patterns}
    assert [name for name in packages if not is_sent(f"{name}/__init__.py")] == []


def test_all_that_is_installed_has_hashes() -> None:
    for name in ("requirements-core.lock", "requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text("utf-8")
        pins = re.findall(r"^[\w.-]+==\S+.*\\\n    --hash=sha256:[0-9a-f]{64}", text, re.M)
        assert pins
        assert len(pins) == len(re.findall(r"^[^\s#]", text, re.M))


def test_the_image(stages: list[list[Instruction]]) -> None:
    _, image = stages
    (user,) = values(image, "USER")
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user)
    assert values(image, "COPY") == [f"--from=build {HOME} {HOME}"]
    assert json.loads(values(image, "ENTRYPOINT")[0]) == ["headjudge"]
    assert json.loads(values(image, "CMD")[0]) == ["serve"]
    assert all(command.startswith("install -d ") for command in values(image, "RUN"))


def test_the_health_check(stages: list[list[Instruction]], port: int) -> None:
    (health,) = values(stages[1], "HEALTHCHECK")
    command = json.loads(health.partition("CMD ")[2])
    for asked, healthy in ((port, True), (1, False)):
        code = command[2].replace("os.environ['PORT']", f"'{asked}'")
        assert code != command[2]
        assert (run([*command[:2], code], ROOT).returncode == 0) is healthy


def test_nothing_private_is_sent() -> None:
    assert not [name for name in (".git", ".venv", ".env", "tests", "docs") if is_sent(name)]
    assert is_sent("cards/catalogue.sqlite")
    assert not is_sent("cards/__pycache__/model.pyc")


def test_the_composition() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))["services"]
    assert all(one["read_only"] for one in services.values())
    assert services["headjudge"]["tmpfs"] == ["/tmp:size=256m"]
    assert services["headjudge"]["ports"] == ["127.0.0.1:8000:8000"]
