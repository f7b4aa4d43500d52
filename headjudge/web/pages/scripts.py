"""The modules of a script as one, so that a browser asks once and runs it at once.

A module names what it takes of others of its folder, `import { a, b as c } from "./lines.js";` or
`import * as lines from "./lines.js";`, and exports functions and constants where it declares
them. Nothing else of modules is needed, and anything else is an error.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundled(folder: Path) -> str:
    """The modules of the folder as one, each after those that it imports.

    Raises ValueError for modules that import each other in a circle, or are written otherwise.
    """
    sources = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.js"))}
    imported = {name: {one[2] for one in _IMPORT.findall(text)} for name, text in sources.items()}
    order = TopologicalSorter(imported).static_order()
    return "".join(_closed(name, sources[name]) for name in order)


def _closed(name: str, text: str) -> str:
    """A module as a function that is called once, and gives what it exports."""
    exported = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(_taken, text))
    if found := _LEFT_OVER.search(body):
        raise ValueError(f"{name}.js: {found[0]}")
    return f"const ${name} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _taken(statement: re.Match[str]) -> str:
    whole, names, module = statement.groups()
    what = whole or f"{{{names.replace(' as ', ': ')}}}"
    return f"const {what} = ${module};"
