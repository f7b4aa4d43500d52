"""Flask as the service uses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask


class Application(Flask):
    """Flask, all of whose functions are called as they are."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function: none here is a coroutine, so none is looked at before every call."""
        return func
