"""The contract as a file and as a page, and the pages of problem types."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any

import yaml
from flask import Blueprint, Response, render_template
from markupsafe import Markup, escape

from headjudge.web.http import ALL_KINDS, KINDS, TYPE_PREFIX, Problem, cached
from headjudge.web.operation import YAML, Operation
from headjudge.web.pages import page as pages
from messages import say

CONTRACT = Path(__file__).with_name("openapi.yaml")
"""In a checkout a link to the file at the root; part of an installed package."""

blueprint = Blueprint("reference", __name__)


@blueprint.get("/openapi.yaml")
@Operation("Service", media_type=YAML, is_kept=True)
def get_contract() -> Response:
    """This document.

    For client generators.
    """
    return cached(Response(CONTRACT.read_bytes(), content_type="application/yaml"))


@blueprint.get("/docs")
def page() -> Response:
    """The same as a page."""
    return pages.page("docs.html", is_dated=True, reference=_reference())


@blueprint.get(f"{TYPE_PREFIX}<code>")
def problem_type(code: str) -> Response:
    """The page of a problem type, at the address that identifies the type."""
    kind = next((kind for kind in ALL_KINDS if kind.id == code), None)
    if kind is None:
        raise Problem(404, say("There is no such type of problem."))
    return pages.page(
        "problem_type.html",
        is_dated=True,
        prefix=TYPE_PREFIX,
        code=code,
        heading=kind.title,
        statuses=[status for status, usual in KINDS.items() if usual == kind],
        meaning=kind.meaning,
    )


@cache
def contract() -> dict[str, Any]:
    """The contract as a document."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document: dict[str, Any] = yaml.load(CONTRACT.read_bytes(), loader)
    return document


@cache
def _reference() -> Markup:
    responses = {
        (answer["$ref"].rpartition("/")[2], status)
        for methods in contract()["paths"].values()
        for said in methods.values()
        for status, answer in said["responses"].items()
        if "$ref" in answer
    }
    problems = sorted(responses, key=lambda row: row[1])
    return Markup(render_template("reference.html", contract=contract(), problems=problems))


@blueprint.app_template_filter()
def prose(text: str) -> Markup:
    """The contract's words as HTML, with paragraphs, and with code for text in backticks."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return Markup("\n").join(Markup("<p>{}</p>").format(words(part)) for part in paragraphs)


@blueprint.app_template_filter()
def words(text: str) -> Markup:
    """The same for a text within a line."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


@blueprint.app_template_filter()
def pretty(value: Any) -> str:
    """An example for readers: a string unchanged, anything else as indented JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


@blueprint.app_template_filter()
def parameter(part: Mapping[str, Any]) -> Any:
    """The parameter of an operation, which may be one that several share."""
    if "$ref" not in part:
        return part
    return reduce(getitem, part["$ref"].removeprefix("#/").split("/"), contract())
