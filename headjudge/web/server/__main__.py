"""`python -m headjudge.web.server`: run the service under gunicorn; takes gunicorn options."""

from __future__ import annotations

import gc
import os
import socket
import sys
from types import TracebackType

from headjudge import import_path
from headjudge.web.service import settings

NUMBERS = (("PORT", 8000, 0, 65_535), ("WEB_CONCURRENCY", 1, 1, 250))
"""Environment variables, each with its default, minimum and maximum."""
MISSING_PACKAGE = (
    'The service needs further packages ({name}): python -m pip install "headjudge[service]"'
)


def check() -> None:
    """Check HOST, PORT and WEB_CONCURRENCY (blank is unset); raises WrongSettings."""
    for name, usual, least, most in NUMBERS:
        settings.integer(os.environ, name, usual, least, most)
        if not os.environ.get(name, "").strip():
            os.environ.pop(name, None)
    host = os.environ.get("HOST") or "0.0.0.0"
    try:
        socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise settings.WrongSettings(
            f"HOST must be an address of this machine, as 127.0.0.1, not {host!r}."
        ) from None


def excepthook(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """A `sys.excepthook` that reports expected start-up errors in one sentence."""
    if isinstance(error, ModuleNotFoundError):
        print(MISSING_PACKAGE.format(name=error.name), file=sys.stderr)
    elif issubclass(kind, ValueError | OSError):
        print(error, file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


def main() -> None:
    """Run the service until it is stopped."""
    sys.excepthook = excepthook
    check()
    # Imported objects are permanent: collecting them would take a tenth of the start-up time.
    gc.disable()
    # gunicorn reads WEB_CONCURRENCY on import and fails with a traceback if it is invalid.
    from headjudge.web.server.gunicorn_config import Gunicorn

    Gunicorn("%(prog)s [OPTIONS] [APP_MODULE]", prog="headjudge.web.server").run()


if __name__ == "__main__":
    import_path.drop_current_folder()
    main()
