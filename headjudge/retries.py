"""How often, and after how long, a request is sent again."""

from __future__ import annotations

from typing import Any, Self

from urllib3 import BaseHTTPResponse
from urllib3.exceptions import InvalidHeader, MaxRetryError, ResponseError
from urllib3.util.retry import Retry

BUSY = (429, 503)
"""Statuses of a service that may answer later."""
BACKOFF = 0.5
"""Seconds; the wait doubles each time, unless the service names one (Retry-After)."""
LONGEST_WAIT = 60
"""Seconds. A service that wants to be left alone for longer is, and the caller is told."""


class Patience(Retry):
    """Waits as long as the service asks for, up to `LONGEST_WAIT`."""

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: BaseHTTPResponse | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Self:
        """The patience that is left; raises MaxRetryError where there is none."""
        if response is not None and self._asked_of(response) > LONGEST_WAIT:
            raise MaxRetryError(kwargs.get("_pool"), url or "", ResponseError("asked to wait"))  # type: ignore[arg-type]
        return super().increment(method, url, response, *args, **kwargs)

    def get_retry_after(self, response: BaseHTTPResponse) -> float | None:
        """The seconds that the service asks for; None where it says nothing that can be read."""
        try:
            return super().get_retry_after(response)
        except InvalidHeader:
            return None

    def _asked_of(self, response: BaseHTTPResponse) -> float:
        return self.get_retry_after(response) or 0


def patience(retries: int, connect: int | None = None) -> Patience:
    """So many further attempts, `connect` of them to reach it at all (as many without it).

    Every method is repeated: the service stores nothing.
    """
    return Patience(
        total=retries,
        connect=connect,
        status_forcelist=BUSY,
        allowed_methods=None,
        backoff_factor=BACKOFF,
        raise_on_status=False,
        redirect=False,
    )
