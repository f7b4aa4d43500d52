"""The service with a fault of its own: whatever it judges, its thread hangs, or computes."""

from __future__ import annotations

import time
from typing import Any

from headjudge.web.app import create_app, create_front
from headjudge.web.inputs import question
from headjudge.web.server.front import Front


def front() -> Front:
    """A service that judges no team within ten minutes."""

    def hang(*_: Any, **__: Any) -> Any:
        time.sleep(600)

    question.judge = hang
    return create_front(create_app())


def computing() -> Front:
    """A service that judges no team, and computes for as long as it may."""

    def compute(*_: Any, **__: Any) -> Any:
        while True:
            pass

    question.judge = compute
    return create_front(create_app())
