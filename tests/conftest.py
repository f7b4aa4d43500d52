"""Fixtures that tests of every folder share."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app


@pytest.fixture(scope="session")
def application() -> Flask:
    """The service; its errors become problems, as they do in production."""
    return create_app()


@pytest.fixture
def client(application: Flask) -> FlaskClient:
    """A client that speaks to the service without a network."""
    return application.test_client()
