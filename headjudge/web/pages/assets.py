"""Static files and the form's script: their addresses, and how long they are kept.

An address has the digest of what it leads to, so that what it gives never changes and need not be
asked for again.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Request, url_for

from headjudge.web.pages import scripts

STATIC = Path(__file__).parent / "static"
TEMPLATES = Path(__file__).parent / "templates"
SCRIPT = "form.js"
"""The form's script, which is made of the modules of a folder."""
SCRIPT_TEXT = scripts.bundled(STATIC / "form")
ENDPOINTS = ("pages.static", "pages.script")
A_YEAR = "public, max-age=31536000, immutable"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


DIGESTS = {path.name: _digest(path.read_bytes()) for path in STATIC.iterdir() if path.is_file()}
DIGESTS[SCRIPT] = _digest(SCRIPT_TEXT.encode())


def asset(name: str) -> str:
    """The address of a static file, another one whenever the file changes."""
    digest = DIGESTS[name]
    if name == SCRIPT:
        return url_for("pages.script", v=digest)
    return url_for("pages.static", filename=name, v=digest)


def is_current(request: Request) -> bool:
    """Whether the address asks for what is here now; one without a digest may change."""
    name = (request.view_args or {}).get("filename", SCRIPT)
    return request.args.get("v") == DIGESTS.get(name)
