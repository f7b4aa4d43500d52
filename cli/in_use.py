"""Where the editions of the card facts are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cards.editions import Editions
from cards.places import SETTING, folder_of
from cli.errors import CannotBeAsked

NO_FOLDER = f"There is no folder for facts; {SETTING} names one."


def folder() -> Path:
    """Where the editions are kept; raises CannotBeAsked where there is no such place."""
    found = folder_of(os.environ, sys.platform)
    if found is None:
        raise CannotBeAsked(NO_FOLDER)
    return found


def editions() -> Editions:
    """The editions of this machine; raises CannotBeAsked."""
    return Editions(folder())
