"""What tests in a browser share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.pages.browser import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a module: its loop would be that of all tests after it."""
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def address(port: int) -> str:
    """Where the service is; modules about one page have its own."""
    return f"http://127.0.0.1:{port}"
