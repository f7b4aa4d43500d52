"""Reading back what was printed."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.test import TestResponse

A_DAY = "2024-10-01"
"""A day that is past, so that its verdicts stay."""


def printed(client: FlaskClient, accept: str = "en", **body: Any) -> TestResponse:
    """The answer to a request for sheets, by default in Modern."""
    team = {} if "teams" in body else {"format": "modern", "as_of": A_DAY}
    headers = {"Accept-Language": accept}
    sent = {"request": json.dumps(team | body)}
    return client.post("/sheets", data=sent, headers=headers)


def reader(response: TestResponse) -> PdfReader:
    """The document that was answered."""
    assert response.status_code == 200, response.text
    assert response.content_type == "application/pdf"
    return PdfReader(BytesIO(response.data))


def pages(response: TestResponse) -> list[str]:
    """The text of its pages, on one line each."""
    return [" ".join(page.extract_text().split()) for page in reader(response).pages]
