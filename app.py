"""The service as a WSGI application: `gunicorn app:app`."""

from __future__ import annotations

from flask import Flask

from web import api, caching, house, metrics, pages, problems, reference, resources


def create_app() -> Flask:
    """A new application with the API and the page; every error of it is a problem.

    Raises formats.WrongHouseRules or OSError where the house rules of its folder are wrong.
    """
    house.houses()
    application = Flask(__name__, static_folder=None)
    application.url_map.merge_slashes = False  # a title with // is no address to be corrected
    application.register_blueprint(api.blueprint)
    application.register_blueprint(resources.blueprint)
    application.register_blueprint(reference.blueprint)
    caching.register(application)
    metrics.register(application)
    pages.register(application)
    problems.register(application, pages.failure)
    return application


app = create_app()
