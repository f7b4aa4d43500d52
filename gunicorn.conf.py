"""gunicorn's settings, taken from HOST, PORT and WEB_CONCURRENCY."""

from __future__ import annotations

import os

bind = f"{os.environ.get('HOST') or '0.0.0.0'}:{os.environ.get('PORT') or '8000'}"
workers = int(os.environ.get("WEB_CONCURRENCY") or os.cpu_count() or 1)

# With threads a slow client holds a thread, not a worker, and the worker's heartbeat goes on
# while a long batch is streamed.
worker_class = "gthread"
threads = 4

# The code is loaded once and shared; each worker opens the card facts for itself.
preload_app = True

control_socket_disable = True
