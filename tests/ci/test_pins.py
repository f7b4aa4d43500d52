"""Actions of others are pinned by commit, base images by digest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.ci.conftest import ROOT
from tools.repository import repository

FILES = [
    ROOT / "action.yml",
    ROOT / "docs" / "ci.md",
    *sorted((ROOT / "examples" / "ci").glob("*.yml")),
    *sorted((ROOT / ".github" / "workflows").glob("*.yml")),
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_actions_are_pinned_by_commit(file: Path) -> None:
    for used in re.findall(r"^ *(?:- )?uses: (.+)$", file.read_text("utf-8"), re.M):
        own = re.fullmatch(rf"{repository()}@v\d+\.\d+\.\d+", used)
        assert own or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", used), used


@pytest.mark.parametrize("path", ["Dockerfile", "deploy/compose.yaml"])
def test_base_images_are_pinned_by_digest(path: str) -> None:
    text = (ROOT / path).read_text("utf-8")
    images = set(re.findall(r"(?:^ARG PYTHON=|^ +image: )(.+)$", text, re.M))
    bases = images - {"headjudge:latest"}
    assert bases
    for image in bases:
        assert re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", image), image
