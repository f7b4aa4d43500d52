"""Reading back what was printed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.test import TestResponse

from headjudge.web import sheets

A_DAY = "2024-10-01"
"""A day that is past, so that its verdicts stay."""


def printed(client: FlaskClient, accept: str = "en", **body: Any) -> TestResponse:
    """The answer to a request for sheets, by default in Modern."""
    team = {"format": "modern", "as_of": A_DAY}
    headers = {"Accept-Language": accept}
    sent = {"request": json.dumps(team | body)}
    return client.post("/sheets", data=sent, headers=headers)


def printed_together(teams: Sequence[dict[str, Any]], **options: Any) -> bytes:
    """The document with the sheets of several teams, by default in Modern."""
    usual: dict[str, Any] = {"format": "modern", "as_of": A_DAY}
    return sheets.of_teams([usual | team for team in teams], sheets.Options(**options))


def reader(answer: TestResponse | bytes) -> PdfReader:
    """The document that was answered."""
    if isinstance(answer, bytes):
        return PdfReader(BytesIO(answer))
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "application/pdf"
    return PdfReader(BytesIO(answer.data))


def pages(answer: TestResponse | bytes) -> list[str]:
    """The text of its pages, on one line each."""
    return [" ".join(page.extract_text().split()) for page in reader(answer).pages]
