"""Lists made by repetition are checked by the command, each of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from headjudge.cli.main import main
from tests.fuzz.repetition.hostile import TIMES
from tests.hostile.inputs import SAMPLE, ended


@pytest.mark.parametrize("times", TIMES)
def test_each_file_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], times: int
) -> None:
    inputs = [one for one in SAMPLE if one.times == times]
    files = [tmp_path / f"{number}.txt" for number in range(len(inputs))]
    for file, one in zip(files, inputs, strict=True):
        file.write_text(one.list, encoding="utf-8", newline="")
    event = ("--format", "modern", "--structure", "individual", "--as-of", "2024-10-01")
    with ended():
        assert main(("check", *event, "--report", "json", *map(str, files))) in (1, 2)
    told = set(re.findall(r"/([0-9]+\.txt)", "".join(capsys.readouterr())))
    for file, one in zip(files, inputs, strict=True):  # judged, or said to be no list
        assert file.name in told, str(one)
