"""The service's gunicorn configuration, partly from HOST, PORT and WEB_CONCURRENCY."""

from __future__ import annotations

import gc
import os
import signal
from typing import Any

from gunicorn.app.wsgiapp import WSGIApplication

from headjudge.web.server import spool
from headjudge.web.server.connections import Connections
from headjudge.web.service import budget, counts
from headjudge.web.service.limits import LIMITS

wsgi_app = "headjudge.web.app:front"

host = os.environ.get("HOST") or "0.0.0.0"
bind = f"{f'[{host}]' if ':' in host else host}:{os.environ.get('PORT') or '8000'}"
workers = int(os.environ.get("WEB_CONCURRENCY") or os.cpu_count() or 1)

# gunicorn's own ASGI worker; for threads see `headjudge.web.server`.
worker_class = "asgi"
asgi_loop = "asyncio"
asgi_lifespan = "off"
asgi_disconnect_grace_period = 0

# Seconds between two requests of a client.
keepalive = 2

# A worker with a blocked event loop is replaced: Python is stuck in C code. gunicorn also waits
# at most this long for a piece of a body, so it must not be shorter than that limit.
timeout = max(30, 10 + LIMITS.body_seconds)

# SIGHUP starts new workers, which use the facts then in force. The old ones stop accepting, finish
# their requests and close; batches have this many seconds for that.
graceful_timeout = 120

# The code is loaded once and shared; each worker opens the card facts for itself.
preload_app = True

control_socket_disable = True

# JSON lines to standard error, without anything from requests.
logger_class = "headjudge.web.server.logger.ServiceLogger"

# gunicorn's maximum: titles in a path or query are percent-encoded byte by byte.
limit_request_line = 8190
limit_request_fields = 64
limit_request_field_size = 8190

# Proxy headers are only trusted by the setting HEADJUDGE_PROXIES.
forwarded_allow_ips = ""

ENDING = {signal.SIGINT, signal.SIGQUIT, signal.SIGTERM}
"""The signals by which gunicorn ends a worker; each is sent once."""
OBJECTS_PER_COLLECTION = 20_000
"""Between garbage collections: some ten requests; by default each request has two."""


class Gunicorn(WSGIApplication):  # type: ignore[misc]
    """gunicorn with the settings of this module."""

    def init(self, parser: Any, opts: Any, args: Any) -> None:
        """Apply the settings, which command line options override."""
        opts.config = opts.config or f"python:{__name__}"
        super().init(parser, opts, args)

    def chdir(self) -> None:
        """Change to the folder without gunicorn's addition of it to Python's path."""
        os.chdir(self.cfg.chdir)


def when_ready(server: Any) -> None:
    """Share metrics between workers, including those started by a reload.

    Called only once the service has started, so that failed starts leave no file.
    """
    counts.share()
    gc.enable()
    os.register_at_fork(after_in_parent=unblock_signals)


def pre_fork(server: Any, worker: Any) -> None:
    """Freeze loaded objects, so that garbage collection does not unshare their memory.

    Signals to end are blocked until the worker handles them; they would be lost otherwise.
    """
    gc.freeze()
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


def unblock_signals() -> None:
    """Unblock the signals to end, including pending ones."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def post_worker_init(worker: Any) -> None:
    """Watch the connections of a worker that is ready; it ends once all answers are sent."""
    spool.begin(worker.age)
    gc.set_threshold(OBJECTS_PER_COLLECTION)
    connections, loop = Connections(), worker.loop
    connections.guard(loop)

    def end() -> None:
        worker.alive = False

    loop.add_signal_handler(signal.SIGTERM, connections.end, loop, end)
    unblock_signals()


def post_fork(server: Any, worker: Any) -> None:
    """Let a worker stuck outside Python be ended and replaced."""
    budget.arm()


def child_exit(server: Any, worker: Any) -> None:
    """Free the spool space of an ended worker."""
    spool.forget(worker.age)


def on_exit(server: Any) -> None:
    """Remove the shared metrics with the service."""
    counts.unshare()
