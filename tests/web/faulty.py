"""The service with a fault of its own: whatever it judges, it raises what it was sent."""

from __future__ import annotations

from typing import Any

from headjudge.web.app import create_app, create_front
from headjudge.web.inputs import question
from headjudge.web.server.front import Front


def front() -> Front:
    """A service that fails at every team."""

    def broken(team: Any, *_: Any, **__: Any) -> Any:
        try:
            raise KeyError(str(team))
        except KeyError as error:
            raise ValueError(f"cannot judge {team}") from error

    question.judge = broken
    return create_front(create_app())
