"""Static files and bundled scripts, with their addresses and lifetimes.

An address contains the digest of its file, so that browsers may cache the file for good.

The modules of a script are bundled into one file, for a single request. Modules import from others
of their folder, `import { a, b as c } from "./lines.js";` or
`import * as lines from "./lines.js";`, and export functions and constants in their declarations.
Any other use of modules is an error.
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
"""The folders whose modules are bundled into scripts of the same names."""
ENDPOINT = "pages.static"
IMMUTABLE = "public, max-age=31536000, immutable"
"""The Cache-Control of a file at an address with its digest."""

_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(folder: Path) -> str:
    """The modules of the folder as one, each after those that it imports.

    Raises ValueError for circular imports, and for unsupported import and export statements.
    """
    sources = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.js"))}
    imports = {
        name: {groups[2] for groups in _IMPORT.findall(text)} for name, text in sources.items()
    }
    order = TopologicalSorter(imports).static_order()
    return "".join(_wrap_module(name, sources[name]) for name in order)


def _wrap_module(name: str, text: str) -> str:
    """A module as a function that is called once and returns its exports."""
    exports = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(_destructuring, text))
    if statement := _LEFT_OVER.search(body):
        raise ValueError(f"{name}.js: {statement[0]}")
    return f"const ${name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _destructuring(statement: re.Match[str]) -> str:
    whole, names, module = statement.groups()
    target = whole or f"{{{names.replace(' as ', ': ')}}}"
    return f"const {target} = ${module};"


FILES = {path.name: path.read_bytes() for path in STATIC.iterdir() if path.is_file()} | {
    f"{name}.js": bundle(STATIC / name).encode() for name in SCRIPTS
}
DIGESTS = {name: hashlib.sha256(data).hexdigest()[:16] for name, data in FILES.items()}


def asset(name: str) -> str:
    """The address of a static file, which changes with the file."""
    return url_for(ENDPOINT, name=name, v=DIGESTS[name])


@cache
def gzip_file(name: str) -> bytes:
    """The file, compressed with gzip."""
    return gzip.compress(FILES[name], mtime=0)


def is_current(request: Request) -> bool:
    """Whether the address has the digest of the current file."""
    name = (request.view_args or {}).get("name", "")
    return request.args.get("v") == DIGESTS.get(name)
