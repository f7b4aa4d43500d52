"""The service as a WSGI application: `gunicorn app:app`."""

from __future__ import annotations

from flask import Flask

from web import api, problems


def create_app() -> Flask:
    """A new application with the API's resources; every error of it is a problem document."""
    application = Flask(__name__, static_folder=None)
    application.register_blueprint(api.blueprint)
    problems.register(application)
    return application


app = create_app()
