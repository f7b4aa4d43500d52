"""gunicorn's settings, taken from HOST, PORT and WEB_CONCURRENCY."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import tempfile
from typing import Any

from web.limits import LIMITS

host = os.environ.get("HOST") or "0.0.0.0"
bind = f"{f'[{host}]' if ':' in host else host}:{os.environ.get('PORT') or '8000'}"
workers = int(os.environ.get("WEB_CONCURRENCY") or os.cpu_count() or 1)

# gunicorn's own worker for ASGI. `app:front` gives a thread to what has arrived; see `web.server`.
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
logger_class = "web.server_logs.ServiceLogger"

# The longest that gunicorn takes: a title in a path or query is percent-encoded, byte by byte.
limit_request_line = 8190
limit_request_fields = 64
limit_request_field_size = 8190

# Nobody is believed who says for whom he asks, unless HEADJUDGE_PROXIES says so.
forwarded_allow_ips = ""


def forget_counts(folder: str, master: int) -> None:
    """Remove the counts with the service, also where it ends before it answers."""
    if os.getpid() == master:
        shutil.rmtree(folder, ignore_errors=True)


# Workers count in files of one directory, and whichever is asked for /metrics adds them up.
# prometheus_client looks for it here. A reload reads this file again, and keeps the directory.
METRICS = "PROMETHEUS_MULTIPROC_DIR"
if METRICS not in os.environ:
    os.environ[METRICS] = tempfile.mkdtemp(prefix="headjudge-metrics-")
    atexit.register(forget_counts, os.environ[METRICS], os.getpid())


# What is imported stays: to look through it for what nobody holds takes a tenth of the start.
gc.disable()


def when_ready(server: Any) -> None:
    """Look for it from now on, in workers as well."""
    gc.enable()


on_reload = when_ready


ENDING = {signal.SIGINT, signal.SIGQUIT, signal.SIGTERM}
"""By which gunicorn tells a worker to end: once."""


def pre_fork(server: Any, worker: Any) -> None:
    """Spare the garbage collector what is loaded for good, and with it the memory its sharing.

    What tells the worker to end waits until it hears it, and would be lost otherwise.
    """
    gc.freeze()
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


def hear_ending() -> None:
    """Be told to end, also by what has waited."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


os.register_at_fork(after_in_parent=hear_ending)


def post_worker_init(worker: Any) -> None:
    """Look after the connections of a worker that is ready."""
    from web.server import worker as ours

    ours.begin(worker.age, worker.loop, lambda: setattr(worker, "alive", False))
    hear_ending()


def child_exit(server: Any, worker: Any) -> None:
    """Keep what a worker that ended has counted, and forget what only holds while it lives."""
    from prometheus_client import multiprocess  # reads the directory when it is imported

    from web.server import spool

    multiprocess.mark_process_dead(worker.pid)
    spool.forget(worker.age)
