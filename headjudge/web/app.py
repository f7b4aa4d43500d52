"""The service as a WSGI application."""

from __future__ import annotations

import os

from flask import Flask
from flask.helpers import get_debug_flag

from headjudge.web import blueprints
from headjudge.web.inputs import fetched_lists
from headjudge.web.pages import reference
from headjudge.web.pages.check import view as check
from headjudge.web.service import (
    clients,
    cross_site,
    facts_in_force,
    headers,
    house_folder,
    languages,
    logs,
    metrics,
    problems,
    rates,
    settings,
)
from headjudge.web.service.application import Application
from headjudge.web.words import card_pictures, facts, title_filters


def create_app() -> Flask:
    """A new application with the API and the pages; every error is answered as a problem.

    Raises formats.WrongHouseRules or OSError for wrong house rules, and
    headjudge.links.WrongSettings or another ValueError for wrong settings; refuses to run with
    FLASK_DEBUG.
    """
    if get_debug_flag():  # Flask's debugger would execute code from the browser
        raise settings.WrongSettings("FLASK_DEBUG is on: the service does not run with a debugger.")
    house_folder.houses()
    fetched_lists.links()
    application = Application(__name__, static_folder=None)
    application.url_map.merge_slashes = False  # do not redirect titles with //
    for blueprint in (*blueprints.API, *blueprints.PAGES):
        application.register_blueprint(blueprint)
    logs.register(application, os.environ)
    headers.register(application, os.environ)
    facts_in_force.register(application, facts_in_force.of_environment())
    rates.register(application, check.failure, os.environ)
    cross_site.register(application, os.environ, blueprints.PAGES)
    title_filters.register(application)
    card_pictures.register(application, os.environ)
    facts.register(application)
    languages.register(application, blueprints.PAGES)
    metrics.register(application)
    check.register(application)
    problems.register(application, check.failure)
    reference.register(application, os.environ)
    clients.register(application, os.environ)
    return application


try:
    app = create_app()
except (ValueError, OSError) as error:  # a setting is wrong: a sentence for the operator
    raise SystemExit(str(error)) from None
