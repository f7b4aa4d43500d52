"""The service as a WSGI application: `gunicorn app:app`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask

from web import (
    batch_sharing,
    blueprints,
    caching,
    card_titles,
    editions,
    fact_words,
    house,
    languages,
    links,
    metrics,
    pages,
    problems,
    signing,
)


class Application(Flask):
    """Flask, all of whose functions are called as they are."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function: none here is a coroutine, so none is looked at before every call."""
        return func


def create_app() -> Flask:
    """A new application with the API and the pages; every error of it is a problem.

    Raises formats.WrongHouseRules or OSError where the house rules of its folder are wrong,
    links.WrongSettings, receipts.keys.WrongKeys or another ValueError where a setting is.
    """
    house.houses()
    links.links()
    signing.register()
    batch_sharing.jobs()
    application = Application(__name__, static_folder=None)
    application.url_map.merge_slashes = False  # a title with // is no address to be corrected
    for blueprint in (*blueprints.API, *blueprints.PAGES):
        application.register_blueprint(blueprint)
    editions.register(application, editions.of_this_machine())
    caching.register(application)
    card_titles.register(application)
    fact_words.register(application)
    languages.register(application)
    metrics.register(application)
    pages.register(application)
    problems.register(application, pages.failure)
    return application


app = create_app()
