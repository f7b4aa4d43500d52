"""Where the editions of a machine are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.store import folder_of


@pytest.mark.parametrize(
    ("surroundings", "platform", "folder"),
    [
        ({"HEADJUDGE_FACTS": "/srv/facts", "HOME": "/home/ann"}, "linux", "/srv/facts"),
        ({"HOME": "/home/ann"}, "linux", "/home/ann/.local/share/headjudge/facts"),
        ({"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, "linux", "/data/headjudge/facts"),
        ({"XDG_DATA_HOME": "/data"}, "linux", "/data/headjudge/facts"),
        ({"HOME": "/h", "XDG_DATA_HOME": "data"}, "linux", "/h/.local/share/headjudge/facts"),
        ({"HOME": "/h", "HEADJUDGE_FACTS": ""}, "linux", "/h/.local/share/headjudge/facts"),
        (
            {"HOME": "/Users/ann", "XDG_DATA_HOME": "/data"},
            "darwin",
            "/Users/ann/Library/Application Support/headjudge/facts",
        ),
        ({"LOCALAPPDATA": "/local"}, "win32", "/local/headjudge/facts"),
        ({"HOME": "/h"}, "win32", None),
        ({}, "linux", None),
        ({}, "darwin", None),
    ],
)
def test_the_facts_folder_of_each_platform(
    surroundings: dict[str, str], platform: str, folder: str | None
) -> None:
    assert folder_of(surroundings, platform) == (Path(folder) if folder else None)
