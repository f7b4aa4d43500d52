"""gunicorn's settings, taken from HOST, PORT and WEB_CONCURRENCY."""

from __future__ import annotations

import gc
import os
from typing import Any

from web import counts

bind = f"{os.environ.get('HOST') or '0.0.0.0'}:{os.environ.get('PORT') or '8000'}"
workers = int(os.environ.get("WEB_CONCURRENCY") or os.cpu_count() or 1)

# gunicorn's `gthread`, whose threads get a connection once a request has arrived on it, so that
# slow clients hold none. The worker's heartbeat goes on while a long batch is streamed.
worker_class = "web.worker.PatientWorker"
threads = 4
# Of a worker; each is an open file, of which there are often 1024.
worker_connections = 700

# SIGHUP starts new workers, which answer by the facts that are in force then. The old ones take no
# new connection, end what they have begun and close; a batch has so many seconds for it.
graceful_timeout = 120

# The code is loaded once and shared; each worker opens the card facts for itself.
preload_app = True

control_socket_disable = True

# Lines of JSON to standard error; none of them holds anything that was sent.
logger_class = "web.server_logs.ServiceLogger"

# The longest that gunicorn takes: a title in a path or query is percent-encoded, byte by byte.
limit_request_line = 8190
limit_request_fields = 64
limit_request_field_size = 8190

# Nobody is believed who says for whom he asks, unless HEADJUDGE_PROXIES says so.
forwarded_allow_ips = ""

# Whichever worker is asked for /metrics tells what all have counted. A reload keeps the counts.
counts.share()


# What is imported stays: to look through it for what nobody holds takes a tenth of the start.
gc.disable()


def when_ready(server: Any) -> None:
    """Look for it from now on, in workers as well."""
    gc.enable()


on_reload = when_ready


def pre_fork(server: Any, worker: Any) -> None:
    """Spare the garbage collector what is loaded for good, and with it the memory its sharing."""
    from web.worker import hold_ending  # gunicorn has imported it as worker_class

    gc.freeze()
    hold_ending()


def post_fork(server: Any, worker: Any) -> None:
    """A worker that never comes back to Python ends, and another takes its place."""
    from web import budget

    budget.arm()


def on_exit(server: Any) -> None:
    """Remove the counts with the service."""
    counts.unshare()
