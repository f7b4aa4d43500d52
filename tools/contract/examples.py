"""Examples for the contract: fixed requests, with the answers of the service."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from headjudge.web.api import batch

FILE = Path(__file__).parent / "examples.toml"
CHANGING = {
    "catalogue": "2026-08-22",
    "fingerprint": f"sha256:{0:064x}",
}
"""The fields that change with the facts, and the fixed values shown instead."""


class Example(NamedTuple):
    """A request, and its answer."""

    operation: str
    name: str
    summary: str
    parameters: dict[str, str]
    """The parameters of the path and the query, by name."""
    body: Any
    status: int
    answer: Any


def load_examples(client: FlaskClient, paths: Mapping[str, str]) -> list[Example]:
    """All examples, answered; `paths` are those of the operations by their ids."""
    blocks = tomllib.loads(FILE.read_text(encoding="utf-8"))["example"]
    return [_example(client, block, paths[block["operation"]]) for block in blocks]


def _example(client: FlaskClient, block: Mapping[str, Any], operation_path: str) -> Example:
    path = block.get("path", operation_path)
    body = block.get("body")
    if "lines" in block:
        body = "".join(f"{line}\n" for line in block["lines"])
        response = client.post(path, data=body, content_type=batch.MEDIA_TYPE)
    else:
        response = client.open(path, method="POST" if body else "GET", json=body)
    return Example(
        operation=block["operation"],
        name=block.get("name", "example"),
        summary=block.get("summary", ""),
        parameters=_parameters(path, operation_path),
        body=body,
        status=response.status_code,
        answer=_answer(response, block.get("keep")),
    )


def _parameters(path: str, operation_path: str) -> dict[str, str]:
    address = urlsplit(path)
    parts = zip(operation_path.split("/"), address.path.split("/"), strict=True)
    in_path = {name.strip("{}"): unquote(part) for name, part in parts if name != part}
    return in_path | dict(parse_qsl(address.query))


def _answer(response: TestResponse, keep: int | None) -> Any:
    if response.mimetype == batch.MEDIA_TYPE:
        answers = (_with_fixed(json.loads(line)) for line in response.text.splitlines())
        return "".join(f"{json.dumps(answer)}\n" for answer in answers)
    return _shortened(_with_fixed(response.get_json()), keep)


def _shortened(value: Any, keep: int | None) -> Any:
    if isinstance(value, dict):
        rows = [*value.items()]
        is_table = all(isinstance(item, dict) for _, item in rows)
        return {name: _shortened(item, keep) for name, item in (rows[:keep] if is_table else rows)}
    return [_shortened(item, keep) for item in value[:keep]] if isinstance(value, list) else value


def _with_fixed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: CHANGING.get(name) or _with_fixed(item) for name, item in value.items()}
    return [_with_fixed(item) for item in value] if isinstance(value, list) else value
