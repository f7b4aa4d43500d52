"""`python -m headjudge.web.server`: gunicorn, once the settings can be meant.

What follows on the command line is gunicorn's.

gunicorn reads WEB_CONCURRENCY when it is imported, and ends with a trace where it is no number.
"""

from __future__ import annotations

import os
import socket
import sys
from types import TracebackType

from headjudge.web.service import settings

WORKERS_MAX = 250


def check() -> None:
    """Look at HOST, PORT and WEB_CONCURRENCY; raises WrongSettings."""
    settings.whole(os.environ, "PORT", 8000, 0, 65_535)
    settings.whole(os.environ, "WEB_CONCURRENCY", 1, 1, WORKERS_MAX)
    host = os.environ.get("HOST") or "0.0.0.0"
    try:
        socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        sentence = f"HOST must be an address of this machine, as 127.0.0.1, not {host!r}."
        raise settings.WrongSettings(sentence) from None


def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say in a sentence why the service does not start, where a setting or a folder is wrong."""
    if issubclass(kind, ValueError | OSError):
        print(error, file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


if __name__ == "__main__":
    sys.excepthook = tell
    check()
    from gunicorn.app.wsgiapp import run

    import headjudge.web.service.limits  # noqa: F401, whose settings gunicorn.conf.py needs

    run(prog="gunicorn")
