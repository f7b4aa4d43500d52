"""`python -m headjudge.web.server`: the service under gunicorn, whose options may follow."""

from __future__ import annotations

import gc
import os
import socket
import sys
from types import TracebackType

from headjudge import import_path
from headjudge.web.service import settings

NUMBERS = (("PORT", 8000, 0, 65_535), ("WEB_CONCURRENCY", 1, 1, 250))
"""Settings, each with what is usual, the least and the most."""
LACKING = 'The service needs further packages ({name}): python -m pip install "headjudge[service]"'


def check() -> None:
    """Look at HOST, PORT and WEB_CONCURRENCY; raises WrongSettings. What is blank is not set."""
    for name, usual, least, most in NUMBERS:
        settings.integer(os.environ, name, usual, least, most)
        if not os.environ.get(name, "").strip():
            os.environ.pop(name, None)
    host = os.environ.get("HOST") or "0.0.0.0"
    try:
        socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        sentence = f"HOST must be an address of this machine, as 127.0.0.1, not {host!r}."
        raise settings.WrongSettings(sentence) from None


def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say in a sentence why the service does not start, where that is no fault of its own."""
    if isinstance(error, ModuleNotFoundError):
        print(LACKING.format(name=error.name), file=sys.stderr)
    elif issubclass(kind, ValueError | OSError):
        print(error, file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


def main() -> None:
    """Run the service until it is told to end."""
    sys.excepthook = tell
    check()
    # What is imported stays: to look through it for what nobody holds takes a tenth of the start.
    gc.disable()
    # gunicorn reads WEB_CONCURRENCY when it is imported, and ends with a trace where it is wrong.
    from headjudge.web.server.gunicorn_config import Gunicorn

    Gunicorn("%(prog)s [OPTIONS] [APP_MODULE]", prog="headjudge.web.server").run()


if __name__ == "__main__":
    import_path.drop_current_folder()
    main()
