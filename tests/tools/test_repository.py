"""The project's repository has one name, wherever it is named."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tools.repository import ROOT, files, rename, repository

NAMED = re.compile(r"(?:github\.com/|CI_SERVER_(?:FQDN|URL)/|uses: |--repo )([\w.-]+/headjudge)\b")
"""A repository as workflows, hooks, pip and pages name it."""


def names(root: Path) -> dict[str, set[str]]:
    found = {file.name: {*NAMED.findall(file.read_text("utf-8"))} for file in files(root)}
    return {file: names for file, names in found.items() if names}


def test_each_file_names_the_repository_of_the_setting() -> None:
    found = names(ROOT)
    assert {"github.yml", "gitlab-ci.yml", "pre-commit-config.yaml"} <= found.keys()
    assert {"ci.md", "integration.md"} <= found.keys()
    assert set().union(*found.values()) == {repository()}


def test_another_name_is_written_everywhere(tmp_path: Path) -> None:
    for file in files():
        copy = tmp_path / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    rename("club/headjudge", tmp_path)
    assert repository(tmp_path) == "club/headjudge"
    assert set().union(*names(tmp_path).values()) == {"club/headjudge"}
    assert names(ROOT).keys() == names(tmp_path).keys()
