"""Uploads are read and judged however busy the machine is."""

from __future__ import annotations

import pytest

from headjudge.web.pages.event import judging
from headjudge.web.pages.event import upload as uploads
from tests.conftest import PATIENCE


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave time enough, by the clock, for what the service would give up."""
    monkeypatch.setattr(uploads, "SECONDS", PATIENCE)
    monkeypatch.setattr(uploads, "WAIT_SECONDS", PATIENCE)
    monkeypatch.setattr(judging, "TOGETHER_SECONDS", PATIENCE)
