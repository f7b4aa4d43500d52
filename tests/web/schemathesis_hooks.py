"""What schemathesis has to be told: lines of JSON are sent as the text that they are."""

from __future__ import annotations

import schemathesis

schemathesis.serializer.alias("application/x-ndjson", "text/plain")
