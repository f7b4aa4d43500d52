"""Where a machine stores its facts, from a given environment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

SETTING = "HEADJUDGE_FACTS"
"""The environment variable with the folder."""
OWN = PurePosixPath("headjudge", "facts")


def folder_of(environment: Mapping[str, str], platform: str) -> Path | None:
    """The folder of facts: that of the setting, else in the user's data folder.

    `environment` are the environment variables, `platform` is Python's `sys.platform`. None if
    there is neither the setting nor a home folder; then only the shipped facts are available.
    The data folder is that of the XDG Base Directory Specification, of macOS's Application
    Support or of Windows' local application data.
    """
    if folder := environment.get(SETTING):
        return Path(folder)
    if platform == "win32":
        data = environment.get("LOCALAPPDATA")
        return Path(data) / OWN if data else None
    home = environment.get("HOME")
    data = environment.get("XDG_DATA_HOME", "") if platform != "darwin" else ""
    if data.startswith("/"):  # XDG: "All paths must be absolute"; others are ignored
        return Path(data) / OWN
    if not home:
        return None
    data_folder = "Library/Application Support" if platform == "darwin" else ".local/share"
    return Path(home, data_folder, OWN)
