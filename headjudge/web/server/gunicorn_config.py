"""gunicorn with the service's settings, some of them from HOST, PORT and WEB_CONCURRENCY."""

from __future__ import annotations

import gc
import os
import signal
from typing import Any

from gunicorn.app.wsgiapp import WSGIApplication

from headjudge.web.server import spool
from headjudge.web.server import worker as service_worker
from headjudge.web.service import budget, counts
from headjudge.web.service.limits import LIMITS

wsgi_app = "headjudge.web.app:front"

host = os.environ.get("HOST") or "0.0.0.0"
bind = f"{f'[{host}]' if ':' in host else host}:{os.environ.get('PORT') or '8000'}"
workers = int(os.environ.get("WEB_CONCURRENCY") or os.cpu_count() or 1)

# gunicorn's own worker for ASGI. `front` gives a thread to what has arrived; see
# `headjudge.web.server`.
worker_class = "asgi"
asgi_loop = "asyncio"
asgi_lifespan = "off"
asgi_disconnect_grace_period = 0

# Between two requests of a client.
keepalive = 2

# A worker whose loop is silent for so long is killed and replaced: Python is stuck in C. gunicorn
# waits no longer than this for a piece of a body, so that it may not be shorter than that limit.
timeout = max(30, 10 + LIMITS.body_seconds)

# SIGHUP starts new workers, which answer by the facts that are in force then. The old ones take no
# new connection, end what they have begun and close; a batch has so many seconds for it.
graceful_timeout = 120

# The code is loaded once and shared; each worker opens the card facts for itself.
preload_app = True

control_socket_disable = True

# Lines of JSON to standard error; none of them holds anything that was sent.
logger_class = "headjudge.web.server.logger.ServiceLogger"

# The longest that gunicorn takes: a title in a path or query is percent-encoded, byte by byte.
limit_request_line = 8190
limit_request_fields = 64
limit_request_field_size = 8190

# Nobody is believed who says for whom he asks, unless HEADJUDGE_PROXIES says so.
forwarded_allow_ips = ""

ENDING = {signal.SIGINT, signal.SIGQUIT, signal.SIGTERM}
"""By which gunicorn tells a worker to end: once."""


class Gunicorn(WSGIApplication):  # type: ignore[misc]
    """gunicorn with the settings of this module."""

    def init(self, parser: Any, opts: Any, args: Any) -> None:
        """Take them where the command line names no others."""
        opts.config = opts.config or f"python:{__name__}"
        super().init(parser, opts, args)

    def chdir(self) -> None:
        """Go to the folder, which gunicorn would put first on Python's path as well."""
        os.chdir(self.cfg.chdir)


def when_ready(server: Any) -> None:
    """Whichever worker is asked for /metrics tells what all have counted, also after a reload.

    A service that does not start, as a setting is wrong, leaves no file.
    """
    counts.share()
    gc.enable()
    os.register_at_fork(after_in_parent=hear_ending)


def pre_fork(server: Any, worker: Any) -> None:
    """Spare the garbage collector what is loaded for good, and with it the memory its sharing.

    What tells the worker to end waits until it hears it, and would be lost otherwise.
    """
    gc.freeze()
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


def hear_ending() -> None:
    """Be told to end, also by what has waited."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def post_worker_init(worker: Any) -> None:
    """Look after the connections of a worker that is ready."""
    service_worker.begin(worker.age, worker.loop, lambda: setattr(worker, "alive", False))
    hear_ending()


def post_fork(server: Any, worker: Any) -> None:
    """A worker that never comes back to Python ends, and another takes its place."""
    budget.arm()


def child_exit(server: Any, worker: Any) -> None:
    """Free what a worker that ended had spooled."""
    spool.forget(worker.age)


def on_exit(server: Any) -> None:
    """Remove the counts with the service."""
    counts.unshare()
