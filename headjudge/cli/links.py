"""Lists by link: fetching an address given in place of a file."""

from __future__ import annotations

import os
from functools import cache

from headjudge.cli.errors import CommandError
from headjudge.links import Fetched, LinkError, Links, WrongSettings, of_environment


@cache
def fetch_list(name: str) -> Fetched:
    """The list at the address, fetched once per run; raises CommandError."""
    try:
        return _links().fetch(name)
    except LinkError as error:
        raise CommandError(f"{name}: {error}") from None


@cache
def _links() -> Links:
    """The fetcher, for all sites by default."""
    try:
        settings = of_environment(os.environ, "on")
    except WrongSettings as error:
        raise CommandError(str(error)) from None
    if settings is None:
        raise CommandError("HEADJUDGE_LINKS is off: no list is fetched by link.")
    return Links(settings)
