"""Static files and the modules of the form's script: their addresses, and how long they are kept.

An address has the digest of what it leads to, so that what it gives never changes and need not be
asked for again.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Request, url_for

STATIC = Path(__file__).parent / "static"
MODULES = STATIC / "form"
START = "form.js"
"""The module that starts the others."""
ENDPOINTS = ("pages.static", "pages.script")
A_YEAR = "public, max-age=31536000, immutable"


def _digest(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


DIGESTS = {path.name: _digest(path) for path in STATIC.iterdir() if path.is_file()}
MODULES_DIGEST = _digest(*sorted(MODULES.iterdir()))


def asset(name: str) -> str:
    """The address of a static file, another one whenever the file changes."""
    return url_for("pages.static", filename=name, v=DIGESTS[name])


def modules() -> list[str]:
    """The addresses of the form's modules; the one that starts the others is the first.

    All are of one folder with one digest, so that a module finds those that it imports.
    """
    names = sorted((path.name for path in MODULES.iterdir()), key=lambda one: (one != START, one))
    return [url_for("pages.script", digest=MODULES_DIGEST, name=name) for name in names]


def is_current(request: Request) -> bool:
    """Whether the address asks for what is here now; one without a digest may change."""
    view = request.view_args or {}
    if request.endpoint == "pages.script":
        return bool(view["digest"] == MODULES_DIGEST)
    return request.args.get("v") == DIGESTS.get(view["filename"])
