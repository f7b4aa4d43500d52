"""gunicorn's log, and that of all Python modules, in the format of `logs`."""

from __future__ import annotations

import logging
import sys
from typing import Any

from gunicorn.glogging import Logger

from headjudge.web.service.logs import Lines

QUIET = ("urllib3",)
"""Loggers that would reveal addresses in requests."""


class ServiceLogger(Logger):  # type: ignore[misc]
    """gunicorn's logger without access lines, which `logs` writes if enabled."""

    def setup(self, cfg: Any) -> None:
        """Set up the format, also when the configuration is reloaded."""
        super().setup(cfg)
        lines = Lines()
        for handler in self.error_log.handlers:
            handler.setFormatter(lines)
        root = logging.getLogger()
        if not any(isinstance(handler.formatter, Lines) for handler in root.handlers):
            handler = logging.StreamHandler()
            handler.setFormatter(lines)
            root.addHandler(handler)
        for name in QUIET:
            logging.getLogger(name).setLevel(logging.CRITICAL)

    def exception(self, msg: str, *arguments: Any, **named: Any) -> None:
        """Log a fault with its traceback, except for disconnected clients."""
        if isinstance(sys.exc_info()[1], TimeoutError):
            self.info("a client did not take its answer in time")
        else:
            super().exception(msg, *arguments, **named)
