"""The service of systemd, as systemd itself reads it."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from headjudge.cli.commands.serve import END_SECONDS
from tests.conftest import PATIENCE, ROOT
from tests.deploy.fleet import NGINX, program

FOLDER = ROOT / "deploy" / "systemd"
UNIT = FOLDER / "headjudge@.service"


@pytest.fixture(scope="module")
def service() -> configparser.SectionProxy:
    """Its section [Service]; of keys that are there twice the last."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNIT, "utf-8")
    return parser["Service"]


@pytest.fixture
def verified(tmp_path: Path) -> list[str]:
    """The command that verifies a copy of the unit whose program is there."""
    text = UNIT.read_text("utf-8")
    command = "/opt/headjudge/bin/headjudge serve"
    assert command in text
    copy = Path(shutil.copy(UNIT, tmp_path / "headjudge@8001.service"))
    text = text.replace(command, sys.executable).replace("/usr/bin/curl", sys.executable)
    copy.write_text(text, encoding="utf-8")
    return [program("systemd-analyze"), "verify", "--man=no", str(copy)]


def test_systemd_verifies_the_unit(verified: list[str]) -> None:
    done = subprocess.run(verified, capture_output=True, text=True, timeout=PATIENCE)
    said = [line for line in done.stderr.splitlines() if "headjudge" in line]
    assert (done.returncode, said) == (0, []), done.stderr


def test_systemd_verifies_the_update(tmp_path: Path) -> None:
    text = (FOLDER / "headjudge-update.service").read_text("utf-8")
    command = "/opt/headjudge/bin/headjudge update"
    assert command in text
    unit = tmp_path / "headjudge-update.service"
    unit.write_text(text.replace(command, sys.executable), encoding="utf-8")
    timer = Path(shutil.copy(FOLDER / "headjudge-update.timer", tmp_path))
    command_line = [program("systemd-analyze"), "verify", "--man=no", str(unit), str(timer)]
    done = subprocess.run(command_line, capture_output=True, text=True, timeout=PATIENCE)
    said = [line for line in done.stderr.splitlines() if "headjudge" in line]
    assert (done.returncode, said) == (0, []), done.stderr


def test_the_update_writes_where_the_service_reads(service: configparser.SectionProxy) -> None:
    setting = "HEADJUDGE_FACTS=/var/lib/headjudge/facts"
    text = (FOLDER / "headjudge-update.service").read_text("utf-8")
    assert setting in service["Environment"]
    assert setting in text
    assert f"StateDirectory={service['StateDirectory']}\n" in text


def test_each_port_of_nginx_is_an_instance(service: configparser.SectionProxy) -> None:
    assert "PORT=%i" in service["Environment"]
    ports = re.findall(r"^server 127\.0\.0\.1:(\d+) ", (NGINX / "replicas.conf").read_text(), re.M)
    assert "enable --now " + " ".join(f"headjudge@{port}" for port in ports) in UNIT.read_text()


def test_the_unit_is_started_once_it_answers(service: configparser.SectionProxy) -> None:
    assert service["ExecStartPost"].split()[-1] == "http://127.0.0.1:%i/readyz"
    assert "--retry-connrefused" in service["ExecStartPost"]


def test_the_unit_lets_requests_end(service: configparser.SectionProxy) -> None:
    assert int(service["TimeoutStopSec"]) > END_SECONDS
    assert service["KillMode"] == "mixed"


def test_the_unit_has_no_rights(service: configparser.SectionProxy) -> None:
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    for name in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "ProtectHome"):
        assert service[name] == "yes"
