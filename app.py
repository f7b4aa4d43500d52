"""The service: `app` as a WSGI application, and `front`, by which gunicorn runs it."""

from __future__ import annotations

import os

from flask import Flask
from flask.helpers import get_debug_flag

from web import (
    batch_sharing,
    blueprints,
    budget,
    card_titles,
    clients,
    cross_site,
    editions,
    fact_words,
    headers,
    house,
    languages,
    links,
    logs,
    metrics,
    pages,
    problems,
    rates,
    reference,
    registration_pages,
    settings,
    signing,
    traces,
)
from web.application import Application
from web.limits import LIMITS
from web.server.front import Front


def create_app() -> Flask:
    """A new application with the API and the pages; every error of it is a problem.

    Raises formats.WrongHouseRules or OSError where the house rules of its folder are wrong,
    links.WrongSettings, receipts.keys.WrongKeys or another ValueError where a setting is; nothing
    runs with FLASK_DEBUG.
    """
    if get_debug_flag():  # whose pages of errors would run what a reader types
        raise settings.WrongSettings("FLASK_DEBUG is on: this is a service, not a workshop.")
    house.houses()
    links.links()
    signing.register()
    batch_sharing.jobs()
    application = Application(__name__, static_folder=None)
    application.url_map.merge_slashes = False  # a title with // is no address to be corrected
    for blueprint in (*blueprints.API, *blueprints.PAGES):
        application.register_blueprint(blueprint)
    logs.register(application, os.environ)
    traces.register(application, os.environ)
    headers.register(application, os.environ)
    application.begins.append(budget.wait_for_body)
    application.guard = budget.run
    rates.register(application, pages.failure, os.environ)
    cross_site.register(application, os.environ)
    editions.register(application, editions.of_this_machine())
    card_titles.register(application)
    fact_words.register(application)
    languages.register(application)
    metrics.register(application)
    pages.register(application)
    problems.register(application, pages.failure)
    reference.register(application, os.environ)
    clients.register(application, os.environ)
    return application


def before(application: Flask) -> Front:
    """What stands before an application of the service: see `web.server`."""
    most = {"/v1/validate/batch": LIMITS.batch, "/event": registration_pages.DRAINED_MAX}
    return Front(application, most, frozenset({"/v1/validate/batch"}))


app = create_app()
front = before(app)
