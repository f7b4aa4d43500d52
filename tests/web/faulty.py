"""The service with a fault of its own: whatever it judges, it raises what it was sent."""

from __future__ import annotations

from typing import Any

from flask import Flask

from app import create_app
from web import teams


def application() -> Flask:
    """An application that fails at every team."""

    def broken(team: Any, *_: Any, **__: Any) -> Any:
        try:
            raise KeyError(str(team))
        except KeyError as error:
            raise ValueError(f"cannot judge {team}") from error

    teams.judge = broken
    return create_app()
