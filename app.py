"""The service of `headjudge.web.app`, where platforms look for an application."""

from headjudge.web.app import app, create_app

__all__ = ["app", "create_app"]
