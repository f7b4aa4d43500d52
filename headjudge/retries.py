"""Retries of requests: how often, and after how long."""

from __future__ import annotations

from typing import Any, Self

from urllib3 import BaseHTTPResponse
from urllib3.exceptions import InvalidHeader, MaxRetryError, ResponseError
from urllib3.util.retry import Retry

BUSY = (429, 503)
"""Statuses of a service that may answer later."""
BACKOFF = 0.5
"""Seconds; doubles each time, unless the service states a delay (Retry-After)."""
LONGEST_WAIT = 60
"""Seconds; a longer Retry-After is reported to the caller instead."""


class Patience(Retry):
    """Waits as long as the service asks, up to `LONGEST_WAIT`."""

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: BaseHTTPResponse | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Self:
        """The remaining retries; raises MaxRetryError if there are none."""
        if response is not None and self._retry_after(response) > LONGEST_WAIT:
            raise MaxRetryError(kwargs.get("_pool"), url or "", ResponseError("asked to wait"))  # type: ignore[arg-type]
        return super().increment(method, url, response, *args, **kwargs)

    def get_retry_after(self, response: BaseHTTPResponse) -> float | None:
        """The seconds that the service asks for; None if absent or unreadable."""
        try:
            return super().get_retry_after(response)
        except InvalidHeader:
            return None

    def _retry_after(self, response: BaseHTTPResponse) -> float:
        return self.get_retry_after(response) or 0


def patience(retries: int, connect: int | None = None) -> Patience:
    """A policy with that many retries, `connect` of them for connecting (by default all).

    All methods are retried: the service stores nothing.
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
