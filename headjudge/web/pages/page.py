"""Shared parts of the pages of facts: caching, and pages for unknown ids."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Response, make_response, render_template, request
from marshmallow import Schema
from werkzeug.datastructures import MultiDict

from headjudge.web import guards
from headjudge.web.http import Problem, cached, expect_media_type, read_query
from headjudge.web.schemas.team import load
from validator.questions import nearest, shorten

_NO_TEXT = re.compile("[\0\ud800-\udfff]")
MULTIPART, URLENCODED = "multipart/form-data", "application/x-www-form-urlencoded"
"""The media types of forms."""


class Link(NamedTuple):
    """An address within the service, and the text of the link."""

    address: str
    words: str
    is_card: bool = False
    """Whether the text is an English card title."""


@dataclass(eq=False)
class Missing(Problem):
    """There is no such page; with suggestions."""

    heading: str = ""
    near: tuple[Link, ...] = ()
    back: Link | None = None
    """The page that lists everything."""


def page(template: str, *, is_dated: bool, **values: Any) -> Response:
    """The page, with validators and a lifetime; `is_dated` as in `caching.cached`."""
    return page_of(render_template(template, **values), is_dated=is_dated)


def page_of(text: str, *, is_dated: bool) -> Response:
    """The same for a rendered page."""
    return guards.protect(cached(make_response(text), is_dated=is_dated))


def expect_form(most: int, *media_types: str) -> None:
    """Raise Problem 415 unless the request is a form (of these types), and limit its bytes."""
    expect_media_type(request.environ, media_types or (MULTIPART, URLENCODED))
    request.max_content_length = request.max_form_memory_size = most


def legible(value: Any) -> Any:
    """A value of a form or a file with question marks for what no text has, and the API refuses:
    NUL, and halves of surrogate pairs."""
    match value:
        case str():
            return _NO_TEXT.sub("?", value)
        case list():
            return [legible(one) for one in value]
        case dict():
            return {name: legible(one) for name, one in value.items()}
    return value


def read_form_query(schema: Schema) -> dict[str, Any]:
    """The query of a form, without its empty fields.

    Whatever else stands in the address is none of the page's: links are passed on with all sorts
    of parameters.
    """
    given = request.args.items(multi=True)
    known = MultiDict((name, value) for name, value in given if name in schema.fields)
    query = legible(read_query(known)).items()
    return load(schema, {name: value for name, value in query if value.strip()})


def require_id(
    identifier: str,
    ids: tuple[str, ...],
    back: Link,
    *,
    heading: str,
    sentence: Callable[[str], str],
    name_of: Callable[[str], str],
) -> str:
    """The id, if it exists; raises Missing with the nearest existing one.

    The page of the problem has the heading, the `sentence` about the id, and the nearest's name.
    """
    if identifier in ids:
        return identifier
    near = nearest(identifier, ids)
    raise Missing(
        404,
        sentence(shorten(identifier)),
        heading=heading,
        near=(Link(f"{back.address}/{near}", name_of(near)),) if near else (),
        back=back,
    )
