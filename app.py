"""The service as a WSGI application: `gunicorn app:app`."""

from __future__ import annotations

import os

from flask import Flask
from flask.helpers import get_debug_flag

from web import (
    batch_sharing,
    blueprints,
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
    patience,
    problems,
    rates,
    reference,
    settings,
    signing,
    traces,
)
from web.application import Application


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
    batch_sharing.register()
    application = Application(__name__, static_folder=None)
    application.url_map.merge_slashes = False  # a title with // is no address to be corrected
    for blueprint in (*blueprints.API, *blueprints.PAGES):
        application.register_blueprint(blueprint)
    logs.register(application, os.environ)
    traces.register(application, os.environ)
    headers.register(application, os.environ)
    application.begins.append(lambda _: patience.begin())
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


app = create_app()
