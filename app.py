"""The service as a WSGI application: `gunicorn app:app`."""

from __future__ import annotations

from flask import Flask

from web import (
    api,
    caching,
    event_facts,
    event_pages,
    format_pages,
    house,
    lists,
    metrics,
    pages,
    policy_pages,
    pool_pages,
    pools,
    problems,
    products,
    reference,
    resources,
)


def create_app() -> Flask:
    """A new application with the API and the page; every error of it is a problem.

    Raises formats.WrongHouseRules or OSError where the house rules of its folder are wrong.
    """
    house.houses()
    application = Flask(__name__, static_folder=None)
    application.url_map.merge_slashes = False  # a title with // is no address to be corrected
    application.register_blueprint(api.blueprint)
    application.register_blueprint(lists.blueprint)
    application.register_blueprint(resources.blueprint)
    application.register_blueprint(event_facts.blueprint)
    application.register_blueprint(products.blueprint)
    application.register_blueprint(pools.blueprint)
    application.register_blueprint(reference.blueprint)
    caching.register(application)
    metrics.register(application)
    pages.register(application)
    application.register_blueprint(format_pages.blueprint)
    application.register_blueprint(policy_pages.blueprint)
    application.register_blueprint(event_pages.blueprint)
    application.register_blueprint(pool_pages.blueprint)
    problems.register(application, pages.failure)
    return application


app = create_app()
