"""Small documents in every syntax and shape, of samples.json; a `¤` is a place to repeat at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
_FILE: dict[str, Any] = json.loads((_HERE / "samples.json").read_text("utf-8"))
_TEXTS = sorted((_HERE.parent / "decklists" / "texts").glob("*.txt"))

LISTS: dict[str, str] = _FILE["lists"] | {file.stem: file.read_text("utf-8") for file in _TEXTS}
"""Lists, in every syntax."""
DOCUMENTS: dict[str, dict[str, str]] = _FILE["documents"]
"""Bodies in JSON, by where they are sent."""
LINES: dict[str, str] = _FILE["lines"]
FORMS: dict[str, str] = _FILE["forms"]
POOLS: dict[str, str] = _FILE["pools"]
TABLES: dict[str, str] = _FILE["tables"]
"""Files of a whole event."""
NAMES: dict[str, str] = _FILE["names"]
"""Of files, and of members of archives."""
ADDRESSES: dict[str, str] = _FILE["addresses"]
HEADERS: dict[str, str] = _FILE["headers"]
SETTINGS: dict[str, str] = _FILE["settings"]
"""Files of TOML on the command line, and a `.gitignore`."""
