"""What the fuzzers and the tests of hostile lists send to the service."""

from __future__ import annotations

import re

LINES = "application/x-ndjson"
FORM = "application/x-www-form-urlencoded"
FORM_KEY = re.compile(r'name="form_key" value="([^"]*)"')
"""Of the page that shows the columns of a file."""
AS_PAGE = {"Accept": "text/html"}
