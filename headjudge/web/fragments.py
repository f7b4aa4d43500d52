"""Share links: a request packed into the fragment of an address, which browsers do not send.

The fragment is `check=` and the base64url of the raw DEFLATE stream of the request's JSON. The
check page opens it, as does the QR code on a result slip. Nothing is stored.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

FRAGMENT = "check="
RAW = -15
"""zlib's `wbits` for a stream without header, as in browsers' `deflate-raw`."""


def pack(request: dict[str, Any]) -> str:
    """The fragment, without its `#`, for a request of `POST /v1/validate`."""
    text = json.dumps(request, ensure_ascii=False, separators=(",", ":"))
    deflate = zlib.compressobj(9, zlib.DEFLATED, RAW)
    stream = deflate.compress(text.encode("utf-8", "surrogatepass")) + deflate.flush()
    return FRAGMENT + base64.urlsafe_b64encode(stream).decode("ascii").rstrip("=")
