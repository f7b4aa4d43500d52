"""Parsing of the service's answers for the client: JSON documents, or errors."""

from __future__ import annotations

import json
from typing import Any, cast

import requests

from headjudge.documents import Problem
from headjudge.errors import Refused, ServiceError, Unreachable


def failure(response: requests.Response, url: str) -> ServiceError:
    """The error for an answer other than 200."""
    if response.is_redirect:
        return Unreachable(f"{url} redirects to {response.headers['Location']}.")
    try:
        problem = document_of(response)
    except Unreachable:
        problem = None
    if isinstance(problem, dict) and {"detail", "status", "type"} <= problem.keys():
        return Refused(cast(Problem, problem), response.headers.get("X-Request-ID"))
    return Unreachable(f"{url} answered {response.status_code} {response.reason}.")


def document_of(response: requests.Response) -> object:
    """The JSON object of an answer; raises Unreachable."""
    return object_of(content_of(response))


def content_of(response: requests.Response) -> bytes:
    """The body of an answer; raises Unreachable if it broke off."""
    try:
        return response.content
    except requests.RequestException as error:
        raise Unreachable(f"{response.url} broke off its answer: {error}") from error


def object_of(text: bytes) -> dict[str, Any]:
    """The JSON object in a text; raises Unreachable if it is none."""
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise Unreachable("What answered is no Headjudge: it sent no JSON object.")
    return document
