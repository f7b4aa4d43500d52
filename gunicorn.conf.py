"""gunicorn's settings, taken from HOST, PORT and WEB_CONCURRENCY."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from typing import Any

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

# Workers count in files of one directory, and whichever is asked for /metrics adds them up.
# prometheus_client looks for it here. A reload reads this file again, and keeps the directory.
METRICS = "PROMETHEUS_MULTIPROC_DIR"
if METRICS not in os.environ:
    os.environ[METRICS] = tempfile.mkdtemp(prefix="headjudge-metrics-")


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


def child_exit(server: Any, worker: Any) -> None:
    """Keep what a worker that ended has counted, and forget what only holds while it lives."""
    from prometheus_client import multiprocess  # reads the directory when it is imported

    multiprocess.mark_process_dead(worker.pid)


def on_exit(server: Any) -> None:
    """Remove the counts with the service."""
    shutil.rmtree(os.environ[METRICS], ignore_errors=True)
