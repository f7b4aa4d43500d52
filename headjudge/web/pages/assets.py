"""Static files and scripts: their addresses, and how long they are kept.

An address has the digest of what it leads to, so that what it gives never changes and need not be
asked for again.

The modules of a script are joined into one, so that a browser asks once. A module names what it
takes of others of its folder, `import { a, b as c } from "./lines.js";` or
`import * as lines from "./lines.js";`, and exports functions and constants where it declares
them. Nothing else of modules is needed, and anything else is an error.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from flask import Request, url_for

STATIC = Path(__file__).parent / "static"
TEMPLATES = Path(__file__).parent / "templates"
SCRIPTS = ("event", "form")
"""The folders whose modules make a script of that name."""
ENDPOINT = "pages.static"
A_YEAR = "public, max-age=31536000, immutable"

_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(folder: Path) -> str:
    """The modules of the folder as one, each after those that it imports.

    Raises ValueError for modules that import each other in a circle, or are written otherwise.
    """
    sources = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.js"))}
    imported = {
        name: {groups[2] for groups in _IMPORT.findall(text)} for name, text in sources.items()
    }
    order = TopologicalSorter(imported).static_order()
    return "".join(_wrap_module(name, sources[name]) for name in order)


def _wrap_module(name: str, text: str) -> str:
    """A module as a function that is called once, and gives what it exports."""
    exported = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(_destructuring, text))
    if statement := _LEFT_OVER.search(body):
        raise ValueError(f"{name}.js: {statement[0]}")
    return f"const ${name} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _destructuring(statement: re.Match[str]) -> str:
    whole, names, module = statement.groups()
    what = whole or f"{{{names.replace(' as ', ': ')}}}"
    return f"const {what} = ${module};"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


FILES = {path.name: path.read_bytes() for path in STATIC.iterdir() if path.is_file()} | {
    f"{name}.js": bundle(STATIC / name).encode() for name in SCRIPTS
}
DIGESTS = {name: _digest(data) for name, data in FILES.items()}


def asset(name: str) -> str:
    """The address of a static file, another one whenever the file changes."""
    return url_for(ENDPOINT, name=name, v=DIGESTS[name])


@cache
def gzip_file(name: str) -> bytes:
    """The file packed with gzip, for browsers that take it."""
    return gzip.compress(FILES[name], mtime=0)


def is_current(request: Request) -> bool:
    """Whether the address asks for what is here now; one without a digest may change."""
    name = (request.view_args or {}).get("name", "")
    return request.args.get("v") == DIGESTS.get(name)
