"""gunicorn's own log, and that of every module under it, in the lines of `logs`."""

from __future__ import annotations

import logging
import sys
from typing import Any

from gunicorn.glogging import Logger

from headjudge.web.service.logs import Lines

QUIET = ("urllib3",)
"""They would tell of addresses that requests name."""


class ServiceLogger(Logger):  # type: ignore[misc]
    """gunicorn's logger. It writes no line of a request; `logs` does, if at all."""

    def setup(self, cfg: Any) -> None:
        """Set the lines, also anew when the configuration is read again."""
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
        """A fault with its trace; a client that takes no answer is none of ours."""
        if isinstance(sys.exc_info()[1], TimeoutError):
            self.info("a client did not take its answer in time")
        else:
            super().exception(msg, *arguments, **named)
