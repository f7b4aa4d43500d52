"""The service as a WSGI application."""

from __future__ import annotations

import os

from flask import Flask
from flask.helpers import get_debug_flag

from headjudge.web import blueprints, facts_in_force, fetched_lists, guards, http, monitoring
from headjudge.web.http import Application
from headjudge.web.pages.check import view as check
from headjudge.web.words import facts


def create_app() -> Flask:
    """A new application with the API and the pages; every error is answered as a problem.

    Raises formats.WrongHouseRules or OSError for wrong house rules, and
    headjudge.links.WrongSettings or another ValueError for wrong settings; refuses to run with
    FLASK_DEBUG.
    """
    if get_debug_flag():  # Flask's debugger would execute code from the browser
        raise guards.WrongSettings("FLASK_DEBUG is on: the service does not run with a debugger.")
    facts_in_force.houses()
    fetched_lists.links()
    application = Application(__name__, static_folder=None)
    application.url_map.merge_slashes = False  # do not redirect titles with //
    for blueprint in (*blueprints.API, *blueprints.PAGES):
        application.register_blueprint(blueprint)
    monitoring.register_logs(application, os.environ)
    guards.register_headers(application, os.environ)
    facts_in_force.register_facts(application, facts_in_force.of_environment())
    guards.register_rates(application, check.failure, os.environ)
    guards.register_origins(application, os.environ, blueprints.PAGES)
    facts.register(application)
    http.register_languages(application, blueprints.PAGES)
    monitoring.register_metrics(application)
    check.register(application)
    http.register_problems(application, check.failure)
    guards.register_proxies(application, os.environ)
    return application


try:
    app = create_app()
except (ValueError, OSError) as error:  # a setting is wrong: a sentence for the operator
    raise SystemExit(str(error)) from None
