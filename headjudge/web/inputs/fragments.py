"""A check in an address: the request itself, packed into the fragment, which no server is sent.

`/#check=` and the base64url of the raw DEFLATE stream of the request's JSON. The page opens it; so
does the QR code on a result slip. Nothing is stored anywhere.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

FRAGMENT = "check="
RAW = -15
"""zlib's word for a stream without header, as browsers' `deflate-raw` writes and reads it."""


def pack(request: dict[str, Any]) -> str:
    """The fragment, without its `#`, that holds a request of `POST /v1/validate`."""
    text = json.dumps(request, ensure_ascii=False, separators=(",", ":"))
    deflate = zlib.compressobj(9, zlib.DEFLATED, RAW)
    stream = deflate.compress(text.encode("utf-8", "surrogatepass")) + deflate.flush()
    return FRAGMENT + base64.urlsafe_b64encode(stream).decode("ascii").rstrip("=")
