"""Sites of lists, as commands ask them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import responses

from headjudge.cli import files
from headjudge.links import Links, Settings
from tests.links.sites import NETWORK, RECORDED


@pytest.fixture
def sites(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[responses.RequestsMock]:
    """The sites answer as they are recorded, in an empty folder; every name is found."""
    by = Links(Settings(agent="headjudge/test"), NETWORK)
    monkeypatch.setattr(files, "fetcher", lambda: by)
    monkeypatch.chdir(tmp_path)
    files.fetch_list.cache_clear()
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mocked:
        for one in RECORDED:
            one.answer(mocked)
        yield mocked
    files.fetch_list.cache_clear()
