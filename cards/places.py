"""Where a machine keeps the editions of the card facts, by its environment, which is given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

SETTING = "HEADJUDGE_FACTS"
"""The setting that names the folder."""
OWN = PurePosixPath("headjudge", "facts")


def folder_of(environment: Mapping[str, str], platform: str) -> Path | None:
    """The folder of editions: the one that the setting names, else that of the user's data.

    `environment` are the variables of the environment, `platform` is Python's name of the
    system. None where there is neither the setting nor a home: the shipped facts are all there
    is. The folder of data is that of the XDG Base Directory Specification, of macOS's
    Application Support and of Windows' local application data.
    """
    if folder := environment.get(SETTING):
        return Path(folder)
    if platform == "win32":
        data = environment.get("LOCALAPPDATA")
        return Path(data) / OWN if data else None
    home = environment.get("HOME")
    data = environment.get("XDG_DATA_HOME", "") if platform != "darwin" else ""
    if data.startswith("/"):  # "All paths must be absolute", and others are to be ignored
        return Path(data) / OWN
    if not home:
        return None
    own = "Library/Application Support" if platform == "darwin" else ".local/share"
    return Path(home, own, OWN)
