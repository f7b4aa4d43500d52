"""The service with a fault of its own: whatever it judges, its thread hangs."""

from __future__ import annotations

import time
from typing import Any

from app import before, create_app
from web import teams
from web.server.front import Front


def front() -> Front:
    """A service that judges no team within ten minutes."""

    def hang(*_: Any, **__: Any) -> Any:
        time.sleep(600)

    teams.judge = hang
    return before(create_app())
