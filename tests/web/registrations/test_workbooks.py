"""What reads a workbook has little memory and time, and ends with the service."""

from __future__ import annotations

import os
import resource
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from headjudge.web.pages.event import upload as uploads
from headjudge.web.pages.event import workbook_process
from tests.conftest import PATIENCE
from tests.pages.test_registration_pages import upload
from tests.web.registrations.events import google_form, xlsx_of

MEASURE = """
import resource, sys
from headjudge.web.pages.event import upload
from headjudge.web.pages.event.upload import CannotBeRead
try:
    upload.read("x.xlsx", sys.stdin.buffer.read())
except CannotBeRead:
    print("told")
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""
START = """
import subprocess, sys, time
print(subprocess.Popen([sys.executable, "-I", sys.argv[1]], stdin=int(sys.argv[2])).pid, flush=True)
time.sleep(600)
"""


def far_apart(rows: int) -> bytes:
    """A workbook of a few kilobytes whose reader holds every cell between its two."""
    return xlsx_of({"A": [["x"], *[[]] * rows, [""] * 16_383 + ["y"]]})


@pytest.mark.parametrize("rows", [600, 870, 1_200])
def test_a_small_workbook_takes_little_memory(rows: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", MEASURE],
        input=far_apart(rows), capture_output=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    *told, megabytes = ran.stdout.split()
    assert told == [b"told"]
    assert int(megabytes) <= workbook_process.MEMORY // 1024**2


def test_the_largest_events_have_memory_enough() -> None:
    rows = [[f"{row} {column} {'x' * 20}" for column in range(60)] for row in range(4_999)]
    read = uploads.read("x.xlsx", xlsx_of({"A": [["Team"], *rows]}))
    assert (read.sheets[0].width, len(read.sheets[0].rows)) == (60, 5_000)


def test_one_workbook_is_read_at_a_time(client: FlaskClient, monkeypatch: Any) -> None:
    monkeypatch.setattr(uploads, "WAIT_SECONDS", 0.0)
    with uploads._place():
        response = upload(client, xlsx_of({"A": google_form()}), "x.xlsx")
    assert (response.status_code, response.headers["Retry-After"].isdigit()) == (503, True)
    assert upload(client, xlsx_of({"A": google_form()}), "x.xlsx").status_code == 200


def test_sheets_that_are_not_read_are_told(client: FlaskClient) -> None:
    book = {"Saturday": google_form(), "Sunday": google_form(), "Notes": [["Bring sleeves"]]}
    text = upload(client, xlsx_of(book, hidden="Notes"), "x.xlsx").text
    assert "Only the sheet “Saturday” is read, but others have decklists too: Sunday." in text
    assert "Hidden sheets, and those beyond the first 30, are not read: Notes." in text
    assert "is read, but" not in upload(client, xlsx_of({"A": google_form()}), "x.xlsx").text


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells a process of its parent")
def test_the_reader_ends_with_its_parent() -> None:
    read_end, write_end = os.pipe()  # held open here, so that its end tells the reader nothing
    parent = subprocess.Popen(
        [sys.executable, "-c", START, workbook_process.__file__, str(read_end)],
        stdout=subprocess.PIPE, pass_fds=[read_end],
    )  # fmt: skip
    assert parent.stdout
    reader = int(parent.stdout.readline())
    watched = os.pidfd_open(reader)
    try:
        _until_limited(reader)
        parent.kill()
        parent.wait()
        assert select.select([watched], [], [], PATIENCE)[0]
    finally:
        for descriptor in (watched, read_end, write_end):
            os.close(descriptor)
        parent.stdout.close()


def _until_limited(process: int) -> None:
    """Wait until the process has bounded itself."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if resource.prlimit(process, resource.RLIMIT_CPU)[0] == workbook_process.SECONDS:
            return
        time.sleep(0.05)
    raise AssertionError(Path(f"/proc/{process}/status").read_text())
